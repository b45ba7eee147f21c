//! `roguelab scan` and `roguelab merge` as a user meets them: the same bytes whatever the threads, the shards and the kills.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::child::ChildInTime as _;
use crate::program::{Files, Said, assert_has, roguelab, run, signal};

use generators::bsd_random::Type3;
use rogue::random::{get_rand, srrandom};

const QUESTION: [&str; 5] =
    ["scan", "--subject", "rrandom", "--where", "word(0) % 6 == 3 && get_rand(1, 1, 100) == 42"];

/// Asserts that it was done; the result.
fn result(arguments: &[&str]) -> String {
    run(arguments).ended(0, &[])
}

/// Asserts that it is refused, without a result, and that the error names each of these.
fn refused(arguments: &[&str], needles: &[&str]) {
    let said = run(arguments);
    said.refused(needles);
    assert_eq!(said.stdout, "");
}

fn asked<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUESTION[..], more].concat()
}

/// Scans so many shards; the names of their results.
fn shards(files: &Files, question: &[&str], count: u32) -> Vec<String> {
    let shard = |i: u32| {
        let (shard, out) = (format!("{i}/{count}"), files.name(&i.to_string()));
        let told = result(&[question, &["--shard", &shard, "--out", &out]].concat());
        assert_has(&told, &[&format!("the result is in {out}")]);
        out
    };
    (1..=count).map(shard).collect()
}

fn merge<'a>(shards: impl IntoIterator<Item = &'a String>, more: &[&'a str]) -> Said {
    run(&["merge"]
        .into_iter()
        .chain(shards.into_iter().map(String::as_str))
        .chain(more.iter().copied())
        .collect::<Vec<_>>())
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
    let files = Files::new(&[]);
    for subject in ["rrandom-type0", "pcg32"] {
        let question = ["scan", "--subject", subject, "--where", "word(1) % 5000 == 7", "--from=-3000000", "--to=-1"];
        let whole = result(&question);
        let shards = shards(&files, &question, 4);
        let [one, two, three, four] = &shards[..] else { panic!("four shards") };
        assert_eq!(merge([four, two, one, three], &[]).ended(0, &[]), whole);
        let some = files.name("some");
        merge([three, one], &["--partial", "--out", &some]).ended(0, &[]);
        assert_eq!(merge([two, &some, four], &[]).ended(0, &[]), whole);
    }
}

#[test]
fn what_does_not_merge_is_refused_by_the_names_of_its_files() {
    let files = Files::new(&[]);
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
    refused(&["merge", &low, &overlapping], &["low and ", "overlapping do not merge", "the seeds 99 to 99"]);
    refused(&["merge", &low, &other_keep], &["other-keep", "keep of one is 16, of the other 3"]);
    refused(&["merge", &low, &other_predicate], &["other-predicate", "`coin_toss(0)`"]);
    refused(&["merge", &low, &low], &["do not merge"]);
    refused(&["merge", &low, &files.name("nowhere")], &["cannot read", "nowhere"]);

    let newer = files.name("newer");
    fs::write(&newer, fs::read_to_string(&low).unwrap().replace("roguelab-scan/2", "roguelab-scan/3")).unwrap();
    refused(&["merge", &low, &newer], &["newer is of the version roguelab-scan/3"]);
    fs::write(&newer, "{}").unwrap();
    refused(&["merge", &newer], &["newer is not written by `roguelab scan`"]);
}

#[test]
fn an_edited_result_is_refused_and_so_is_a_forged_seed() {
    let files = Files::new(&[]);
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
        refused(&["merge", &name], &["result is not as it was written", "SHA-256"]);
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
    refused(&["merge", &name], &["seed 0 is listed and does not match"]);
    // The checkpoint of such a scan is refused as well.
    fs::write(PathBuf::from(files.name("state")), format!("{{\"span\":{{\"from\":0,\"to\":99}},\"outcome\":{text}}}"))
        .unwrap();
    let scan = ["scan", "--subject", "rrandom", "--where", "word(0) == 1", "--to", "99", "--keep", "2"];
    let checkpoint = ["--checkpoint", &files.name("state")];
    refused(&[&scan[..], &checkpoint].concat(), &["seed 0 is listed and does not match", "--restart"]);
}

/// A result with the digest that its content has.
fn reseal(text: &str) -> String {
    let refused = scan::Outcome::parse(text).unwrap_err().to_string();
    let (was, is) = refused.split_once("its SHA-256 is ").unwrap().1.split_once(", and that of its content ").unwrap();
    text.replace(was, is)
}

#[test]
fn a_missing_shard_is_noticed() {
    let files = Files::new(&[]);
    let shards = shards(&files, &asked(&["--to", "299"]), 3);
    for (places, missing) in [
        (&[0, 2][..], "100 seeds are missing: 100 to 199"),
        (&[0, 1], "100 seeds are missing: 200 to 299"),
        (&[1], "200 seeds are missing: 0 to 99, 200 to 299"),
    ] {
        let merged = |more: &[&str]| merge(places.iter().map(|&place| &shards[place]), more);
        merged(&[]).refused(&[missing, "--partial"]);
        let partial = merged(&["--partial"]);
        assert_has(&partial.stderr, &[missing]);
        partial.ended(0, &[]);
    }
}

#[test]
fn wrong_usage_is_told_with_what_belongs_there() {
    let of = |subject, predicate| ["scan", "--subject", subject, "--where", predicate];
    refused(&of("rrandom", "word(0) = 3"), &["column 9", "\n  word(0) = 3\n          ^\n", "`==`"]);
    refused(&of("boss-maze", "1 == 1"), &["boss-maze", "rrandom, rrandom-type0, get_rand, pcg32"]);
    refused(&of("rrandon", "1 == 1"), &["no subject is called `rrandon`", "a scan knows: rrandom, "]);
    refused(&of("pcg32", "coin_toss(0)"), &["pcg32 has no coin_toss"]);
    for (more, needle) in [
        (&["--from", "5", "--to", "4"][..], "--to is before --from"),
        (&["--from", "4294967296"], "-2147483648 to 4294967295"),
        (&["--shard", "0/2"], "I from 1 to N"),
        (&["--shard", "3/2"], "I from 1 to N"),
        (&["--stream", "1"], "--stream is for pcg32"),
        (&["--restart"], "--checkpoint"),
        (&["--out", "same", "--checkpoint", "same"], "the same file"),
        (&["--engine", "mpi"], "cargo build --release -p roguelab --features mpi"),
    ] {
        refused(&asked(more), &[needle]);
    }
}

#[test]
fn a_shard_without_seeds_is_a_result_that_merges() {
    let files = Files::new(&[]);
    let range = ["--from", "9", "--to", "10"];
    let shards = shards(&files, &asked(&range), 3);
    assert_has(&fs::read_to_string(&shards[0]).unwrap(), &["\"ranges\": []"]);
    assert_eq!(merge(&shards, &[]).ended(0, &[]), result(&asked(&range)));
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
    let files = Files::new(&[]);
    let checkpoint = PathBuf::from(files.name("state"));
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
    let said = Said::from(start(&checkpoint).output_in_time().unwrap());
    assert_has(&said.stderr, &["going on from the checkpoint"]);
    assert_eq!(said.stdout, result(&asked(&["--to", MANY])));
    assert_eq!(kept(&checkpoint), MANY.parse::<u64>().unwrap() + 1);
}

#[test]
fn a_scan_that_is_interrupted_keeps_what_it_has() {
    let files = Files::new(&[]);
    let checkpoint = PathBuf::from(files.name("state"));
    let mut scan = start(&checkpoint);
    wait(&mut scan, &checkpoint, 0);
    signal(&scan, "INT");
    let said = Said::from(scan.output_in_time().unwrap());
    assert_eq!((said.code, said.stdout.as_str()), (Some(130), ""), "{}", said.stderr);
    assert_has(&said.stderr, &["the same command goes on from here"]);

    let state = files.name("state");
    let other = ["--to", "5000000", "--checkpoint", &state];
    refused(&asked(&other), &["state is of another scan", &format!("the seeds 0 to {MANY}"), "--restart"]);
    let again = result(&asked(&[&other[..], &["--restart"]].concat()));
    assert_eq!(again, result(&asked(&["--to", "5000000"])));
}
