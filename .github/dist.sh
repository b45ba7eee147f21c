#!/usr/bin/env bash
# Packs the program for a release: .github/dist.sh TARGET FOLDER [PROGRAM]
#
# Builds it for the target, unless PROGRAM is one already built; it must run on this machine, for it writes its own man pages
# and completions. FOLDER gets roguelab-VERSION-TARGET.tar.gz, and its SHA-256 in a file beside it.
set -euo pipefail

if (($# < 2 || $# > 3)); then
    echo 'usage: .github/dist.sh TARGET FOLDER [PROGRAM]' >&2
    exit 2
fi
target=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
suffix=
if [[ $target == *-windows-* ]]; then
    suffix=.exe
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

program=${3-}
if [[ -z $program ]]; then
    (cd "$root" && cargo build --release --locked -p roguelab --bin roguelab --target "$target" --target-dir target)
    program=$root/target/$target/release/roguelab$suffix
fi
version=$("$program" --version)
version=${version#roguelab }

name=roguelab-$version-$target
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
mkdir -p "$staged/$name/completions"
cp "$program" "$staged/$name/roguelab$suffix"
(cd "$root" && cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$staged/$name")
mkdir "$staged/$name/man"
"$program" man --out "$staged/$name/man" >&2
for shell in bash elvish fish powershell zsh; do
    "$program" completions "$shell" >"$staged/$name/completions/roguelab.$shell"
done

# From its own folder: to tar, `D:` in a path is another machine.
(cd "$staged" && tar -czf archive "$name")
mv "$staged/archive" "$folder/$name.tar.gz"
cd "$folder"
if command -v sha256sum >/dev/null; then
    sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
else
    shasum -a 256 "$name.tar.gz" >"$name.tar.gz.sha256"
fi
echo "$folder/$name.tar.gz"
