//! `roguelab scan` and `roguelab merge` as a user meets them: the same bytes whatever the threads, the shards and the kills.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::child::{ChildInTime as _, CommandInTime as _};

use generators::bsd_random::Type3;
use rogue::random::{get_rand, srrandom};
use tempfile::TempDir;

const QUESTION: [&str; 5] =
    ["scan", "--subject", "rrandom", "--where", "word(0) % 6 == 3 && get_rand(1, 1, 100) == 42"];

fn roguelab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    roguelab(arguments).output_in_time().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that it was done; the result.
fn result(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts the exit code, and that the error names each of these.
fn assert_refused(code: i32, arguments: &[&str], needles: &[&str]) {
    let output = run(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{}", stderr(&output));
    for needle in needles {
        assert!(stderr(&output).contains(needle), "`{needle}` is not in: {}", stderr(&output));
    }
}

fn asked<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUESTION[..], more].concat()
}

/// A folder with room for files by name.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn a_scan_finds_what_playing_each_seed_finds() {
    let seeds = 30_000;
    let matching: Vec<i32> = (0..seeds)
        .filter(|&seed| {
            let mut dice = srrandom(seed);
            get_rand(&mut dice, 1, 100);
            Type3::srrandom(seed).next_word() % 6 == 3 && get_rand(&mut dice, 1, 100) == 42
        })
        .collect();
    let text = result(&asked(&["--to", "29999", "--keep", "5"]));
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["predicate"], "word(0) % 6 == 3 && get_rand(1, 1, 100) == 42");
    assert_eq!((&found["seeds"], &found["matches"]), (&30_000.into(), &matching.len().into()));
    assert_eq!(found["first"], serde_json::json!(matching[..5]));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let results = ["1", "2", "7"].map(|threads| result(&asked(&["--to", "5000000", "--threads", threads])));
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn shards_merge_to_the_whole_in_any_order_and_grouping() {
    let files = Files::new();
    for subject in ["rrandom-type0", "pcg32"] {
        let question = ["scan", "--subject", subject, "--where", "word(1) % 5000 == 7", "--from=-3000000", "--to=-1"];
        let whole = result(&question);
        for (i, n) in (1..=4).map(|i| (i, 4)) {
            let (shard, out) = (format!("{i}/{n}"), files.name(&i.to_string()));
            let told = result(&[&question[..], &["--shard", &shard, "--out", &out]].concat());
            assert!(told.contains(&format!("the result is in {out}")), "{told}");
        }
        let [one, two, three, four, some] = ["1", "2", "3", "4", "some"].map(|name| files.name(name));
        assert_eq!(result(&["merge", &four, &two, &one, &three]), whole);
        result(&["merge", &three, &one, "--partial", "--out", &some]);
        assert_eq!(result(&["merge", &two, &some, &four]), whole);
    }
}

#[test]
fn what_does_not_merge_is_refused_by_the_names_of_its_files() {
    let files = Files::new();
    let make = |name: &str, more: &[&str]| {
        let out = files.name(name);
        result(&[&asked(more)[..], &["--out", &out]].concat());
        out
    };
    let (low, overlapping) = (make("low", &["--to", "99"]), make("overlapping", &["--from", "99", "--to", "120"]));
    let high = ["--from", "100", "--to", "120"];
    let other_keep = make("other-keep", &[&high[..], &["--keep", "3"]].concat());
    let other_predicate = files.name("other-predicate");
    let asked = ["scan", "--subject", "rrandom", "--where", "coin_toss(0)", "--out", &other_predicate];
    result(&[&asked[..], &high].concat());
    assert_refused(2, &["merge", &low, &overlapping], &["low and ", "overlapping do not merge", "the seeds 99 to 99"]);
    assert_refused(2, &["merge", &low, &other_keep], &["other-keep", "keep of one is 16, of the other 3"]);
    assert_refused(2, &["merge", &low, &other_predicate], &["other-predicate", "`coin_toss(0)`"]);
    assert_refused(2, &["merge", &low, &low], &["do not merge"]);
    assert_refused(2, &["merge", &low, &files.name("nowhere")], &["cannot read", "nowhere"]);

    let newer = files.name("newer");
    fs::write(&newer, fs::read_to_string(&low).unwrap().replace("roguelab-scan/2", "roguelab-scan/3")).unwrap();
    assert_refused(2, &["merge", &low, &newer], &["newer is of the version roguelab-scan/3"]);
    fs::write(&newer, "{}").unwrap();
    assert_refused(2, &["merge", &newer], &["newer is not written by `roguelab scan`"]);
}

#[test]
fn an_edited_result_is_refused_and_so_is_a_forged_seed() {
    let files = Files::new();
    let name = files.name("result");
    result(&asked(&["--to", "99999", "--out", &name]));
    let text = fs::read_to_string(&name).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (matches, first) = (found["matches"].as_u64().unwrap(), found["first"][0].as_i64().unwrap());
    for (from, to) in [
        (format!("\"matches\": {matches}"), format!("\"matches\": {}", matches - 1)),
        (format!("    {first},"), format!("    {},", first - 1)),
    ] {
        assert!(text.contains(&from), "{from}");
        fs::write(&name, text.replacen(&from, &to, 1)).unwrap();
        assert_refused(2, &["merge", &name], &["result is not as it was written", "SHA-256"]);
    }
    // A forger can make the digest right, and not the seed.
    let source = scan::Source::find("rrandom", None).unwrap();
    let question = scan::Predicate::parse("word(0) >= 0", source).unwrap();
    let whole = scan::Span::new(0, 99).unwrap();
    let forged = scan::Scan { source, predicate: question, whole, span: Some(whole), keep: 2 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let outcome = forged.run(&pool, forged.start(), &false.into(), &mut |_| Ok(())).unwrap();
    let text = reseal(&outcome.to_text().replace("word(0) >= 0", "word(0) == 1"));
    fs::write(&name, &text).unwrap();
    assert_refused(2, &["merge", &name], &["seed 0 is listed and does not match"]);
    // The checkpoint of such a scan is refused as well.
    fs::write(files.path("state"), format!("{{\"span\":{{\"from\":0,\"to\":99}},\"outcome\":{text}}}")).unwrap();
    let scan = ["scan", "--subject", "rrandom", "--where", "word(0) == 1", "--to", "99", "--keep", "2"];
    let checkpoint = ["--checkpoint", &files.name("state")];
    assert_refused(2, &[&scan[..], &checkpoint].concat(), &["seed 0 is listed and does not match", "--restart"]);
}

/// A result with the digest that its content has.
fn reseal(text: &str) -> String {
    let refused = scan::Outcome::parse(text).unwrap_err().to_string();
    let (was, is) = refused.split_once("its SHA-256 is ").unwrap().1.split_once(", and that of its content ").unwrap();
    text.replace(was, is)
}

#[test]
fn a_missing_shard_is_noticed() {
    let files = Files::new();
    let shards: Vec<String> = (1..=3).map(|i| files.name(&i.to_string())).collect();
    for (i, out) in (1..).zip(&shards) {
        result(&asked(&["--to", "299", "--shard", &format!("{i}/3"), "--out", out]));
    }
    for (names, missing) in [
        (&[&shards[0], &shards[2]][..], "100 seeds are missing: 100 to 199"),
        (&[&shards[0], &shards[1]], "100 seeds are missing: 200 to 299"),
        (&[&shards[1]], "200 seeds are missing: 0 to 99, 200 to 299"),
    ] {
        let merge: Vec<&str> = std::iter::once("merge").chain(names.iter().map(|name| name.as_str())).collect();
        assert_refused(2, &merge, &[missing, "--partial"]);
        let partial = run(&[&merge[..], &["--partial"]].concat());
        assert_eq!(partial.status.code(), Some(0));
        assert!(stderr(&partial).contains(missing), "{}", stderr(&partial));
    }
}

#[test]
fn wrong_usage_is_told_with_what_belongs_there() {
    let of = |subject, predicate| ["scan", "--subject", subject, "--where", predicate];
    assert_refused(2, &of("rrandom", "word(0) = 3"), &["column 9", "\n  word(0) = 3\n          ^\n", "`==`"]);
    assert_refused(2, &of("boss-maze", "1 == 1"), &["boss-maze", "rrandom, rrandom-type0, get_rand, pcg32"]);
    assert_refused(2, &of("rrandon", "1 == 1"), &["no subject is called `rrandon`", "a scan knows: rrandom, "]);
    assert_refused(2, &of("pcg32", "coin_toss(0)"), &["pcg32 has no coin_toss"]);
    for (more, needle) in [
        (&["--from", "5", "--to", "4"][..], "--to is before --from"),
        (&["--from", "4294967296"], "-2147483648 to 4294967295"),
        (&["--shard", "0/2"], "I from 1 to N"),
        (&["--shard", "3/2"], "I from 1 to N"),
        (&["--stream", "1"], "--stream is for pcg32"),
        (&["--restart"], "--checkpoint"),
        (&["--out", "same", "--checkpoint", "same"], "the same file"),
        (&["--engine", "mpi"], "cargo build --release -p lab --features mpi"),
    ] {
        assert_refused(2, &asked(more), &[needle]);
    }
}

#[test]
fn a_shard_without_seeds_is_a_result_that_merges() {
    let files = Files::new();
    let range = ["--from", "9", "--to", "10"];
    let shards: Vec<String> = (1..=3).map(|i| files.name(&i.to_string())).collect();
    for (i, out) in (1..).zip(&shards) {
        result(&asked(&[&range[..], &["--shard", &format!("{i}/3"), "--out", out]].concat()));
    }
    assert!(fs::read_to_string(&shards[0]).unwrap().contains("\"ranges\": []"));
    let merge: Vec<&str> = std::iter::once("merge").chain(shards.iter().map(String::as_str)).collect();
    assert_eq!(result(&merge), result(&asked(&range)));
}

#[test]
fn what_a_scan_knows_are_subjects() {
    for name in scan::Source::NAMES {
        assert_eq!(subjects::registry::find(name).unwrap().name(), name);
    }
}

/// Enough seeds that a scan is killed in their middle: some steps of a checkpoint each.
const MANY: &str = "268435455";

/// A scan that keeps a checkpoint at each step.
fn start(checkpoint: &Path) -> Child {
    let mut command = roguelab(&asked(&["--to", MANY, "--threads", "1", "--every", "0", "--checkpoint"]));
    command.arg(checkpoint).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// How many seeds a checkpoint has.
fn kept(checkpoint: &Path) -> u64 {
    let Ok(text) = fs::read_to_string(checkpoint) else { return 0 };
    let saved: serde_json::Value = serde_json::from_str(&text).expect("a checkpoint is always whole");
    saved["outcome"]["seeds"].as_u64().unwrap()
}

/// Waits until a checkpoint has more seeds than before, or the scan has ended.
fn wait(scan: &mut Child, checkpoint: &Path, before: u64) {
    while kept(checkpoint) <= before && scan.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_scan_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let files = Files::new();
    let checkpoint = files.path("state");
    let mut in_time = 0;
    // At once, before it has kept anything.
    let mut scan = start(&checkpoint);
    scan.kill().unwrap();
    scan.wait_in_time().unwrap();
    for delay in 0..4 {
        let before = kept(&checkpoint);
        let mut scan = start(&checkpoint);
        wait(&mut scan, &checkpoint, before);
        std::thread::sleep(Duration::from_micros(700 * delay));
        scan.kill().unwrap();
        if !scan.wait_in_time().unwrap().success() {
            assert!(kept(&checkpoint) > before, "a killed scan keeps what it has come to");
            in_time += 1;
        }
    }
    // A machine that is busy enough lets a scan end before it is killed, but not each time.
    assert!(in_time >= 2, "{in_time} of 4 kills came in time");
    let output = start(&checkpoint).output_in_time().unwrap();
    assert!(stderr(&output).contains("going on from the checkpoint"), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), result(&asked(&["--to", MANY])));
    assert_eq!(kept(&checkpoint), MANY.parse::<u64>().unwrap() + 1);
}

#[test]
fn a_scan_that_is_interrupted_keeps_what_it_has() {
    let files = Files::new();
    let checkpoint = files.path("state");
    let mut scan = start(&checkpoint);
    wait(&mut scan, &checkpoint, 0);
    assert!(Command::new("kill").args(["-INT", &scan.id().to_string()]).status_in_time().unwrap().success());
    let output = scan.output_in_time().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{}", stderr(&output));
    assert!(stderr(&output).contains("the same command goes on from here"), "{}", stderr(&output));

    let state = files.name("state");
    let other = ["--to", "5000000", "--checkpoint", &state];
    assert_refused(2, &asked(&other), &["state is of another scan", &format!("the seeds 0 to {MANY}"), "--restart"]);
    let anew = result(&asked(&[&other[..], &["--restart"]].concat()));
    assert_eq!(anew, result(&asked(&["--to", "5000000"])));
}
