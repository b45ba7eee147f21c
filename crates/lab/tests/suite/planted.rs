//! Defects planted in the ports: each turns a named test red.
//!
//! The crates of the ports are copied into a workspace, where all of these tests must be green, or red would prove nothing.
//! Then each defect has a workspace of its own, with a copy of the crate in which one line is changed, and of the crate whose
//! test must see it; the others are those of the sound workspace. Files are written only where they differ, so cargo
//! compiles what has changed since the last time, and the tests run anew.
//!
//! There are two such groups with a target folder each, so that two defects can be compiled at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::CommandInTime as _;

use lab::fixtures::root;

/// A defect: what is changed where, and the test that must see it.
struct Defect {
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    red: Red,
}

/// A test: the crate, the file in its `tests` or [`LIB`], the name.
type Red = (&'static str, &'static str, &'static str);

/// The unit tests of a crate. They run what a processor without vectors runs, or with others than this one's, as well.
const LIB: &str = "lib";

const VECTORS: Red = ("generators", "haskell", "every_vector_of_the_document_is_met");

/// In the generators and in Rogue.
const GENERATORS: [Defect; 17] = [
    Defect {
        name: "309 discards for 310",
        file: "generators/src/bsd_random.rs",
        from: "while i < DISCARDED_PER_WORD * DEGREE {",
        to: "while i + 1 < DISCARDED_PER_WORD * DEGREE {",
        red: ("rogue", "fixtures", "rrandom_equals_the_document"),
    },
    Defect {
        name: "rear pointer off by one",
        file: "generators/src/bsd_random.rs",
        from: "let rear = front - SEPARATION;",
        to: "let rear = front - SEPARATION + 1;",
        red: ("rogue", "fixtures", "rrandom_equals_the_document"),
    },
    Defect {
        name: "a 15-bit mask",
        file: "rogue/src/random.rs",
        from: "pub type Rule = LowBits<14>;",
        to: "pub type Rule = LowBits<15>;",
        red: ("rogue", "fixtures", "get_rand_equals_the_document"),
    },
    Defect {
        name: "32 swaps for 33",
        file: "rogue/src/new_game.rs",
        from: "for _ in 0..SWAPS {",
        to: "for _ in 1..SWAPS {",
        red: ("rogue", "fixtures", "potions_equal_the_document"),
    },
    // Within one swap the order of its two draws cannot show, for a swap does not tell its slots apart. So: all first slots
    // are drawn, then all second ones.
    Defect {
        name: "swapped draw order in mix_colors",
        file: "rogue/src/new_game.rs",
        from: "for _ in 0..SWAPS {\n        let j = get_rand(dice, 0, POTIONS as i32 - 1);\n",
        to: "let js: [i32; 33] = core::array::from_fn(|_| get_rand(dice, 0, POTIONS as i32 - 1));\n    for j in js {\n",
        red: ("rogue", "fixtures", "potions_equal_the_document"),
    },
    Defect {
        name: "syllable 0 allowed",
        file: "rogue/src/new_game.rs",
        from: "title.push(get_rand(dice, 1, SYLLABLES.len() as i32 - 1) as u8);",
        to: "title.push(get_rand(dice, 0, SYLLABLES.len() as i32 - 1) as u8);",
        red: ("rogue", "fixtures", "scrolls_equal_the_document"),
    },
    Defect {
        name: "a used material is kept when games are dealt in one go",
        file: "rogue/src/deal.rs",
        from: "picked += usize::from(used >> j & 1 == 0);",
        to: "picked += 1;",
        red: ("rogue", "games", "every_game_dealt_in_one_go_equals_the_game_drawn_step_by_step"),
    },
    Defect {
        name: "rings begin with what the wands have used when games are dealt in lanes",
        file: "rogue/src/deal/lanes.rs",
        from: "& begins.wrapping_sub(1);",
        to: "| begins;",
        red: ("rogue", LIB, "deal::lanes::tests::lanes_deal_what_is_dealt_one_by_one"),
    },
    Defect {
        name: "bulk words forget the carry from the ring's end",
        file: "generators/src/bsd_random/bulk.rs",
        from: "last[i].wrapping_add(last[i + DEGREE - SEPARATION])",
        to: "last[i].wrapping_add(last[i + DEGREE - SEPARATION] & !1)",
        red: ("generators", LIB, "bsd_random::bulk::tests::rounds_and_vectors_give_the_words_of_stepping"),
    },
    Defect {
        name: "lanes of PCG32 go on by one step too few",
        file: "generators/src/pcg32/bulk.rs",
        from: "states = states.map(|state| all.apply(state, inc));",
        to: "states = states.map(|state| ahead[LANES - 1].apply(state, inc));",
        red: ("generators", LIB, "pcg32::bulk::tests::every_way_to_make_blocks_gives_the_words_of_stepping"),
    },
    Defect {
        name: "a column of draws divides by a multiplier rounded down",
        file: "generators/src/population.rs",
        from: "(1u32 << shift).div_ceil(n)",
        to: "(1u32 << shift) / n",
        red: ("generators", LIB, "population::tests::every_remainder_of_fourteen_bits_is_exact"),
    },
    Defect {
        name: "a used material is taken again",
        file: "rogue/src/new_game.rs",
        from: "if used >> j & 1 == 0 {",
        to: "if used >> j & 1 == 0 || j == 7 {",
        red: ("rogue", "fixtures", "wands_and_rings_equal_the_document"),
    },
    Defect {
        name: "PCG32 steps back by an even increment",
        file: "generators/src/pcg32.rs",
        from: "self.state.wrapping_sub(self.odd_inc()).wrapping_mul(INVERSE)",
        to: "self.state.wrapping_sub(self.inc).wrapping_mul(INVERSE)",
        red: ("generators", "documents", "one_step_back_equals_the_document"),
    },
    Defect {
        name: "PCG32 rotates by one bit less",
        file: "generators/src/pcg32.rs",
        from: "xorshifted.rotate_right((state >> 59) as u32)",
        to: "xorshifted.rotate_right((state >> 59) as u32).rotate_left(1)",
        red: ("generators", "documents", "words_equal_the_document"),
    },
    Defect {
        name: "Haskell: 999 for 1000",
        file: "generators/src/haskell/random.rs",
        from: "const FAIRNESS: u128 = 1000;",
        to: "const FAIRNESS: u128 = 999;",
        red: VECTORS,
    },
    Defect {
        name: "Haskell: the sign bit is not flipped",
        file: "generators/src/haskell/random.rs",
        from: "let digit = words.next_word() ^ (1 << (W::BITS - 1));",
        to: "let digit = words.next_word();",
        red: VECTORS,
    },
    Defect {
        name: "Haskell: split rotates by one bit less",
        file: "generators/src/haskell.rs",
        from: "parent.state().rotate_right(5)",
        to: "parent.state().rotate_right(4)",
        red: VECTORS,
    },
];

const PERMUTATIONS: Red = ("permute", "document", "listless_permutations_equal_the_document");
const DIRECTIONS: Red = ("permute", "document", "directions_equal_the_document");
const BOSS_MAZE: Red = ("grids", "boss_maze", "mazes_equal_the_document");
const SHUFFLE: Red = ("grids", "boss_maze", "the_shuffle_is_taken_from_its_end");
const AMAZING: Red = ("grids", "amazing", "every_run_equals_the_document");
const CORNER: Red = ("grids", "amazing", "going_up_into_the_unvisited_corner_closes_its_east_side");
const ROOMS: Red = ("grids", "rooms", "dungeons_equal_the_document");
const SPREAD: Red = ("grids", "spread", "spread_equals_the_document");

/// In permutations, mazes, rooms and spreads.
const GRIDS: [Defect; 14] = [
    Defect {
        name: "permutation without the + 1",
        file: "permute/src/draws.rs",
        from: "if number < room { number + previous + 1 }",
        to: "if number < room { number + previous }",
        red: PERMUTATIONS,
    },
    Defect {
        name: "a byte of directions packed from its low end",
        file: "permute/src/directions.rs",
        from: "d1 << 6 | d2 << 4 | d3 << 2 | d4",
        to: "d4 << 6 | d3 << 4 | d2 << 2 | d1",
        red: DIRECTIONS,
    },
    Defect {
        name: "the maze visits d1 first",
        file: "grids/src/boss_maze.rs",
        from: "dirs = [d1, d2, d3, 6 - (d1 + d2 + d3)];",
        to: "dirs = [6 - (d1 + d2 + d3), d3, d2, d1];",
        red: BOSS_MAZE,
    },
    Defect {
        name: "a shuffle from the wrong end",
        file: "grids/src/boss_maze.rs",
        from: "for i in (1..4).rev() {",
        to: "for i in 1..4 {",
        red: SHUFFLE,
    },
    Defect {
        name: "Amazing: index 0 can be drawn at a restart",
        file: "grids/src/amazing/walk.rs",
        from: "Rules::Document(Restart::RandomVisited) => 1,",
        to: "Rules::Document(Restart::RandomVisited) => 0,",
        red: AMAZING,
    },
    Defect {
        name: "Amazing: no jump to (0,0)",
        file: "grids/src/amazing/walk.rs",
        from: "            self.at = 0;\n",
        to: "",
        red: AMAZING,
    },
    Defect {
        name: "Amazing: an exit raises the cell count",
        file: "grids/src/amazing/walk.rs",
        from: "self.exit_placed = true;",
        to: "self.exit_placed = true;\n        self.maze.next_number += 1;",
        red: AMAZING,
    },
    Defect {
        name: "Amazing: walls are merged in moveUp",
        file: "grids/src/amazing/walk.rs",
        from: "Direction::Up) => walls[next] = SOUTH,",
        to: "Direction::Up) => walls[next] |= SOUTH,",
        red: CORNER,
    },
    Defect {
        name: "rooms: y is drawn before x",
        file: "grids/src/rooms.rs",
        from: "    let [x1, x2] = core::array::from_fn(|_| draw_from(draws, sector.xl, sector.xh));\n    let [y1, y2] = core::array::from_fn(|_| draw_from(draws, sector.yl, sector.yh));\n",
        to: "    let [y1, y2] = core::array::from_fn(|_| draw_from(draws, sector.yl, sector.yh));\n    let [x1, x2] = core::array::from_fn(|_| draw_from(draws, sector.xl, sector.xh));\n",
        red: ROOMS,
    },
    Defect {
        name: "rooms: borders in another order",
        file: "grids/src/rooms/halls.rs",
        from: "    (1, 2, Horizontal),\n    (3, 4, Horizontal),\n",
        to: "    (3, 4, Horizontal),\n    (1, 2, Horizontal),\n",
        red: ROOMS,
    },
    Defect {
        name: "rooms: uniformMay draws on an empty overlap",
        file: "grids/src/rooms/halls.rs",
        from: "if low > high {\n",
        to: "if low > high {\n        draws.choose(numbers(0, 0));\n",
        red: ROOMS,
    },
    Defect {
        name: "spread: the large group is first on a tie",
        file: "grids/src/spread.rs",
        from: "without_groups(&false, &true, innermost.small, innermost.large)?",
        to: "without_groups(&true, &false, innermost.large, innermost.small)?",
        red: SPREAD,
    },
    Defect {
        name: "spread: the large group is first on a tie, item by item",
        file: "grids/src/spread/lazy.rs",
        from: "if alternates { reversed }",
        to: "if alternates { reversed != (depth > 0) }",
        red: SPREAD,
    },
    Defect {
        name: "spread: the roles are not swapped",
        file: "grids/src/spread.rs",
        from: "if na < nb { (nb, na) } else { (na, nb) };",
        to: "(na, nb);",
        red: SPREAD,
    },
];

/// Files by their paths.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The files below a folder of the project, at the same paths below `to`.
fn files(from: &Path, to: &Path) -> Tree {
    let mut found = Tree::new();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type().unwrap().is_dir() {
            // A workspace of its own, which the copy cannot hold.
            true if entry.file_name() == "no_std_probe" => {}
            true => found.append(&mut files(&from, &to)),
            false => drop(found.insert(to, fs::read(&from).unwrap())),
        }
    }
    found
}

/// Makes a folder hold these files and no others, and leaves alone what is there already: cargo goes by the times of files.
fn place(folder: &Path, tree: &Tree) {
    fs::create_dir_all(folder).unwrap();
    for path in files(folder, Path::new("")).into_keys().filter(|path| !tree.contains_key(path)) {
        // The lock file is cargo's.
        if path != Path::new("Cargo.lock") {
            fs::remove_file(folder.join(path)).unwrap();
        }
    }
    for (path, text) in tree {
        let path = folder.join(path);
        if fs::read(&path).is_ok_and(|there| there == *text) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Workspaces side by side, with the fixtures that their tests look for two folders above a crate.
struct Group {
    folder: PathBuf,
    crates: &'static [&'static str],
}

impl Group {
    fn new(name: &str, crates: &'static [&'static str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted").join(name);
        place(&folder.join("fixtures"), &files(&root().join("fixtures"), Path::new("")));
        Self { folder, crates }
    }

    /// A workspace of these crates with the project's own settings; the others of the group are the sound ones. In the
    /// common target folder its packages are told from those of other workspaces by their version.
    fn workspace(&self, name: &str, version: usize, crates: &[&str]) -> Tree {
        let mut tree = Tree::new();
        for krate in crates {
            tree.append(&mut files(&root().join("crates").join(krate), Path::new(krate)));
        }
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let mut manifest: toml::Table = manifest.parse().unwrap();
        // Settings of the compiler would be for speed: these tests are to be compiled quickly.
        manifest.remove("profile");
        let workspace = manifest["workspace"].as_table_mut().unwrap();
        workspace.retain(|key, _| !["default-members", "exclude"].contains(&key));

        workspace["members"] = crates.to_vec().into();
        workspace["package"]["version"] = format!("0.1.{version}").into();
        for krate in self.crates {
            let here = if crates.contains(krate) { String::new() } else { format!("../{SOUND}/") };
            workspace["dependencies"][*krate]["path"] = format!("{here}{krate}").into();
        }
        tree.insert("Cargo.toml".into(), manifest.to_string().into_bytes());
        let lock = self.folder.join(name).join("Cargo.lock");
        if !lock.exists() {
            fs::create_dir_all(lock.parent().unwrap()).unwrap();
            fs::copy(root().join("Cargo.lock"), lock).unwrap();
        }
        tree
    }

    /// Runs tests of one file in a workspace, compiled rather quickly than well; the names of those that failed. A copy that
    /// does not compile is no defect found.
    fn red_tests(&self, workspace: &str, package: &str, file: &str, tests: &[&str]) -> Vec<String> {
        let target = if file == LIB { vec!["--lib"] } else { vec!["--test", file] };
        let output = Command::new(env!("CARGO"))
            .args(["test", "--package", package])
            .args(target)
            .args(["--", "--exact"])
            .args(tests)
            .current_dir(self.folder.join(workspace))
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_TEST_DEBUG", "false")
            .output_in_time()
            .unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let verdicts: Vec<_> =
            stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... ")).collect();
        assert_eq!(verdicts.len(), tests.len(), "{tests:?} of {package} ran:\n{stdout}\n{stderr}");
        let red = verdicts.into_iter().filter(|&(_, verdict)| verdict != "ok");
        red.map(|(test, _)| test.to_owned()).collect()
    }
}

/// The name of the workspace without a defect.
const SOUND: &str = "sound";

fn every_defect_turns_its_test_red(group: &Group, defects: &[Defect]) {
    place(&group.folder.join(SOUND), &group.workspace(SOUND, 0, group.crates));
    let mut files: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for &Defect { red: (package, file, test), .. } in defects {
        let tests = files.entry((package, file)).or_default();
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    for ((package, file), tests) in files {
        assert_eq!(group.red_tests(SOUND, package, file, &tests), [""; 0], "the unchanged copy is green");
    }
    for (Defect { name, file, from, to, red: (package, tests, test) }, number) in defects.iter().zip(1..) {
        let (changed, _) = file.split_once('/').unwrap();
        let crates = if changed == *package { vec![changed] } else { vec![changed, package] };
        let folder = format!("{number}-{tests}");
        let mut tree = group.workspace(&folder, number, &crates);
        let text = tree.get_mut(Path::new(file)).unwrap_or_else(|| panic!("{name}: there is a file {file}"));
        let sound = String::from_utf8(text.clone()).unwrap();
        assert_eq!(sound.matches(from).count(), 1, "{name}: the line to change stands once in {file}");
        *text = sound.replacen(from, to, 1).into_bytes();
        place(&group.folder.join(&folder), &tree);
        assert_eq!(group.red_tests(&folder, package, tests, &[test]), [*test], "{name}: the test is red");
        println!("{name}: {test}");
    }
}

#[test]
fn every_defect_in_generators_turns_its_test_red() {
    every_defect_turns_its_test_red(&Group::new("generators", &["generators", "rogue", "lockstep"]), &GENERATORS);
}

#[test]
fn every_defect_in_grids_turns_its_test_red() {
    every_defect_turns_its_test_red(&Group::new("grids", &["generators", "permute", "grids", "lockstep"]), &GRIDS);
}
