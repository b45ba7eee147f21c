# Makes the files that the commands of the snapshots read. $1 is the repository.
set -e
repository=$1
(cd "$repository"; cp -r fixtures/documents fixtures/vectors fixtures/vectors/get_rand.json examples/own-subject/mygame.toml "$OLDPWD")
head -c 700 SAVE > CUT
mkdir empty
printf '1990395451\n1950343301\n404384196\n' > rrandom
# Outputs of rand() of Microsoft's C library, and numbers of no generator.
printf '41\n18467\n6334\n26500\n19169\n15724\n11478\n29358\n26962\n24464\n' > msvc-rand
printf '3735928559 182736455 998244353 77 2863311530 1431655765 305419896 2271560481 19088743 4023233417' > noise
printf '# loot\ngold 95\n"magic ring", 4\nrelic 1\n' > loot
# Vectors without a hidden state, without draws and without declarations; the op that seeds may have an output.
pack() { printf '{"schema":"roguelab-vectors/1","subject":"pcg32","cases":[{"steps":[{"op":"srandom","args":{"initstate":"42","initseq":"54"}%s}%s]}]}' "$1" "$2"; }
word() { printf ',{"op":"random","output":{"u32":%s}}' $1; }
pack '' "$(word 2707161783)" > pack-right
pack '' "$(word 0)$(word 210066564)" > pack-wrong
pack ',"output":{}' '' > pack-nothing
printf 'heads tails' > coin
printf 'x 0 1 - 1\n' > good
printf 'x 0 1 - 1\nx 0 1 - one\n' > bad
printf '# nothing follows\n' > head
printf 'x 0 1 - -\n' > unknown
printf '0.5 0.25\n1.0\n' > halves
printf '0.5 -0.5\n' > negative
printf '1\n5 0\n2, 6\n' > sixth
printf '0\n0\n' > zeros
head -c 280 /dev/zero | tr '\0' '\7' > sevens
head -c 4003 /dev/zero > 4003
printf 5 > five
yes '1 0' | head -n 500 > alternating
# Vectors of one step that shows a text.
printf '{"schema": "roguelab-vectors/1", "subject": "spread", "cases": [{"steps": [{"op": "spread", "args": {"na": 1, "nb": 0}, "output": {"texts": ["a"]}}]}]}' > right
sed 's/"a"/"b"/' right > wrong
head -c 50 right > half
printf '\357\273\277{}' > mark
printf '\0\0\200\77' > one
printf '\0\0\0\0\0\0\340\77\0\0\0\0\0\0\370\177' > nan.f64
roguelab trace record get_rand --seed 5 -n 20 > a
roguelab trace record get_rand --seed 6 -n 20 > b
# A file holds what standard output would: `cmp` would print a difference.
roguelab trace record get_rand --seed 5 -n 20 --out out && cmp a out
# A trace of a game, as a port in another language might print it, and traces that lack a call, end early or have another bound.
roguelab trace record new-game --seed 42 > ours
grep -v '^#' ours | awk 'BEGIN {printf "# my port\r\n# columns: site lo hi result\r\n"} {printf "my_%s\t%s\t%s\t%s\r\n", $2, $3, $4, $6}' > porters
sed 43d porters > fewer
grep -v '^#' ours | head -n 100 > hundred
sed 's/mix_colors 0 13/mix_colors 0 14/' hundred > bound
# The right formula, and the same one with another bound at one place.
for formula in 'w % 100' 'w % 99'; do n=$((n + 1)); roguelab words rrandom --seed 7 -n 60 --format text | awk "{w = \$1; i = NR - 1; if (i % 3) print i, \"hit 1 20\", w, 1 + w % 20; else print i, \"drop 0 99\", w, $formula}" > drops-$n; done
roguelab words pcg32 --seed 7 -n 10 --format text > pcg32
roguelab words pcg32 --seed 42 -n 3000 --format text > fair
roguelab words mulberry32 --seed 5 -n 60 --format text > mulberry
# Normal numbers by Box and Muller, of mean 0.3.
roguelab words pcg32 --seed 42 -n 6000 --format text | awk '{u = $1 / 4294967296} NR % 2 {r = sqrt(-2 * log(1 - u)); next} {printf "%.12f\n", 0.3 + r * cos(6.283185307179586 * u)}' > shifted
tail -n +2 pcg32 > late
for key in pcg32 sfc32; do roguelab words $key --seed 0x123456789abcdef1 -n 6 --format text > of-$key; done
# xorshift64* of three seeds, right, and in JavaScript without a mask.
printf '7292821753470094447: 4831377277631613306\n17517393223776413492: 8648459866934146562\n12871125787594255668: 10283147200615164616\n' > star
printf '7292821753470094447: 4375439080089995642\n17517393223776413492: 3385204219959375362\n12871125787594255668: 13047519269082376904\n' > left-star
awk 'NR == 1 {$1 += $1 % 2 ? -1 : 1} {printf "%.0f\n", $1}' pcg32 > changed
# Both are the larger of two dice, of different streams; the third has a six too often.
roguelab words pcg32 --seed 42 -n 120000 --format text | awk 'NR % 2 {a = $1; next} {d = (a % 6 > $1 % 6 ? a % 6 : $1 % 6) + 1; f = NR <= 40000 ? "first" : NR <= 90000 ? "second" : "loaded"; print (f == "loaded" && a % 20 == 0 ? 6 : d) > f} END {close("loaded")}'
roguelab words listless-pcg32-4 -n 40000 --seed 42 --format text > decks
# Numbers below 1000 of Math.random() of Node.
echo 849 93 583 838 158 910 300 687 108 387 586 951 994 544 974 829 407 124 907 878 666 789 313 127 40 106 63 498 286 371 199 567 167 891 662 427 466 4 341 889 798 821 420 149 338 > node
# Decks, shuffled from either end with the same numbers.
echo 27 19 1 13 42 46 36 45 20 43 17 2 23 15 30 7 31 22 0 12 41 11 34 44 32 50 3 16 51 14 21 6 37 8 25 40 26 28 49 38 10 9 5 18 29 39 24 33 48 35 47 4 > deck
echo 6 3 22 46 50 49 35 0 13 24 36 29 48 39 28 33 26 37 51 20 42 14 1 23 32 19 25 40 31 43 44 21 4 9 5 15 45 16 2 11 8 7 34 12 47 30 41 38 10 17 18 27 > deck-shuffled-up
# The adapter in C, right and with each of its defects.
for defect in RIGHT NO_SEEDING_STEPS THRESHOLD_REJECTED NO_BOUNDED HIDDEN NO_RESET STATE_STAYS CRASH HANG; do ${CC:-cc} -O1 -Wall -Wextra -Werror -D$defect -o $defect "$repository/crates/cli/tests/suite/check/pcg32.c" & done; wait
