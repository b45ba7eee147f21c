//! The references of BSD random, Rogue and PCG32 give what the documents' own code gave, in both word sizes, and a session
//! owns its build.

use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use foreign::reference::{Kind, RangeError, ReferencePcg32, Session, WordSize};
use serde_json::Value;

use crate::{hex, list, numbers, vectors};

const SIZES: [WordSize; 2] = [WordSize::Native, WordSize::Bits32];

/// Seeds at and next to the edges, and some with many bits.
const EDGE_SEEDS: [i32; 10] = [0, 1, 2, -1, i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1, 0x5555_5555, 1_700_000_000];

fn names(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The vectors of every seed, with the seed; fails if there are none.
fn rogue_seeds() -> Vec<(i32, Value)> {
    let file = vectors("rogue.json");
    list(&file["seeds"])
        .iter()
        .map(|entry| (i32::try_from(entry["seed"].as_i64().unwrap()).unwrap(), entry.clone()))
        .collect()
}

fn seeded(size: WordSize, kind: Kind, seed: i32) -> Session {
    let mut session = Session::begin(size);
    session.set_kind(kind);
    session.srrandom(seed);
    session
}

fn first_words<const N: usize>(session: &mut Session) -> [u32; N] {
    let mut words = [0; N];
    session.rrandoms(&mut words);
    words
}

#[test]
fn words_of_both_types_equal_the_vectors() {
    for size in SIZES {
        for (seed, expected) in rogue_seeds() {
            for (kind, key) in [(Kind::Type3, "rrandom_type3_first64"), (Kind::Type0, "type0_lcg_first64")] {
                let expected = numbers(&expected[key]);
                assert_eq!(expected.len(), 64);
                let one_by_one: Vec<i64> = {
                    let mut session = seeded(size, kind, seed);
                    (0..64).map(|_| session.rrandom()).collect()
                };
                assert!(one_by_one.iter().copied().eq(expected.iter().map(|&word| i64::from(word))), "{seed} {kind:?}");
                assert_eq!(first_words::<64>(&mut seeded(size, kind, seed))[..], expected, "{seed} {kind:?}");
            }
        }
    }
}

#[test]
fn draws_equal_the_vectors() {
    for size in SIZES {
        for (seed, expected) in rogue_seeds() {
            let mut session = seeded(size, Kind::Type3, seed);
            let draws: Vec<u32> = (0..32).map(|_| session.get_rand(1, 100).unwrap().cast_unsigned()).collect();
            assert_eq!(draws, numbers(&expected["get_rand_1_100_first32"]), "{seed}");
            session.srrandom(seed);
            let mut draws = [0; 32];
            session.get_rands(100, 1, &mut draws).unwrap();
            assert_eq!(draws.map(i32::cast_unsigned)[..], numbers(&expected["get_rand_1_100_first32"]), "{seed}");
            session.srrandom(seed);
            let tosses: Vec<u32> = (0..32).map(|_| u32::from(session.coin_toss())).collect();
            assert_eq!(tosses, numbers(&expected["coin_toss_first32"]), "{seed}");
        }
    }
}

#[test]
fn unseeded_equals_seed_one() {
    let expected = numbers(&vectors("rogue.json")["unseeded_type3_first64"]);
    for size in SIZES {
        let mut session = Session::begin(size);
        assert_eq!(session.ring()[..2], [0x9a31_9039, 0x32d9_c024]);
        let unseeded = session.ring();
        assert_eq!(first_words::<64>(&mut session)[..], expected);
        session.srrandom(1);
        assert_eq!(session.ring(), unseeded);
    }
}

#[test]
fn tables_of_a_new_game_equal_the_vectors() {
    for size in SIZES {
        for (seed, expected) in rogue_seeds() {
            let mut session = seeded(size, Kind::Type3, seed);
            let step_by_step = seed % 2 == 0;
            if step_by_step {
                session.mix_colors();
                session.get_wand_and_ring_materials();
                session.make_scroll_titles();
            } else {
                session.new_game(seed);
            }
            assert_eq!(session.potions(), names(&expected["potions"]), "{seed}");
            assert_eq!(session.wands(), names(&expected["wands"]), "{seed}");
            assert_eq!(session.rings(), names(&expected["rings"]), "{seed}");
            assert_eq!(session.scrolls(), names(&expected["scrolls"]), "{seed}");
        }
    }
}

#[test]
fn draws_are_noted_once_with_their_bounds_in_order() {
    let mut session = Session::begin(WordSize::Bits32);
    let value = session.get_rand(9, -3).unwrap();
    let toss = session.coin_toss();
    let noted: Vec<_> = session.take_draws().unwrap().into_iter().map(|draw| (draw.lo, draw.hi, draw.value)).collect();
    assert_eq!(noted, [(-3, 9, i64::from(value)), (0, 1, i64::from(toss))]);
    assert!(session.take_draws().unwrap().is_empty());
}

#[test]
fn the_native_build_notes_no_draws() {
    let mut session = Session::begin(WordSize::Native);
    session.coin_toss();
    assert!(session.take_draws().is_none());
}

#[test]
#[should_panic(expected = "drew more than its log")]
fn a_log_cut_short_is_never_handed_out() {
    let mut session = Session::begin(WordSize::Bits32);
    session.get_rands(0, 1, &mut vec![0; 65_537]).unwrap();
    session.take_draws();
}

#[test]
fn more_draws_than_the_log_holds_can_be_forgotten() {
    let drawn = |size| {
        let mut session = seeded(size, Kind::Type3, 7);
        let mut values = vec![0; 70_000];
        session.get_rands(1, 100, &mut values).unwrap();
        session.forget_draws();
        (values, session)
    };
    let (expected, mut native) = drawn(WordSize::Native);
    let (values, mut session) = drawn(WordSize::Bits32);
    assert_eq!(values, expected);
    assert_eq!(session.coin_toss(), native.coin_toss());
    assert_eq!(session.take_draws().unwrap().len(), 1, "the log is whole again");
}

#[test]
fn wand_is_wood_if_its_material_grew() {
    const WOODS: [&str; 15] = [
        "teak", "oak", "cherry", "birch", "pine", "cedar", "redwood", "balsa", "ivory", "walnut", "maple", "mahogany",
        "elm", "palm", "wooden",
    ];
    for size in SIZES {
        let mut session = Session::begin(size);
        for seed in EDGE_SEEDS {
            session.new_game(seed);
            let expected: Vec<bool> = session.wands().iter().map(|wand| WOODS.contains(&wand.as_str())).collect();
            assert_eq!(session.is_wood()[..], expected);
        }
    }
}

#[test]
#[should_panic(expected = "no other can be begun before it ends")]
fn a_session_that_could_wait_for_ever_is_refused() {
    let _narrow = Session::begin(WordSize::Bits32);
    let _native = Session::begin(WordSize::Native);
}

#[test]
#[should_panic(expected = "a session of the native build already")]
fn a_second_session_of_the_same_thread_is_refused() {
    let _native = Session::begin(WordSize::Native);
    let _again = Session::begin(WordSize::Native);
}

#[test]
fn both_word_sizes_give_the_same() {
    let mut wide = Session::begin(WordSize::Native);
    let mut narrow = Session::begin(WordSize::Bits32);
    assert_eq!(wide.word_bytes(), size_of::<std::ffi::c_long>());
    assert_eq!(narrow.word_bytes(), 4);
    assert_ne!(wide.code_address(), narrow.code_address(), "they are different code");
    let seeds = EDGE_SEEDS.into_iter().chain(rogue_seeds().into_iter().map(|(seed, _)| seed));
    for seed in seeds {
        for kind in [Kind::Type0, Kind::Type3] {
            for session in [&mut wide, &mut narrow] {
                session.set_kind(kind);
                session.srrandom(seed);
            }
            assert_eq!(wide.ring(), narrow.ring(), "{seed} {kind:?}");
            assert_eq!(first_words::<5000>(&mut wide), first_words::<5000>(&mut narrow), "{seed} {kind:?}");
            assert_eq!(wide.ring(), narrow.ring(), "{seed} {kind:?}");
            assert_eq!(wide.rand_percent(50), narrow.rand_percent(50));
            wide.new_game(seed);
            narrow.new_game(seed);
            assert_eq!(wide.potions(), narrow.potions(), "{seed} {kind:?}");
            assert_eq!(wide.wands(), narrow.wands(), "{seed} {kind:?}");
            assert_eq!(wide.rings(), narrow.rings(), "{seed} {kind:?}");
            assert_eq!(wide.scrolls(), narrow.scrolls(), "{seed} {kind:?}");
        }
    }
}

#[test]
fn loops_in_c_equal_calls_from_rust() {
    for size in SIZES {
        let one_by_one = {
            let mut session = seeded(size, Kind::Type3, 7);
            (0..1000).fold(0, |all, _| all ^ session.rrandom() as u32)
        };
        assert_eq!(seeded(size, Kind::Type3, 7).rrandoms_xor(1000), one_by_one);
        let percents = |mut session: Session| (0..200).map(move |_| session.rand_percent(30)).collect::<Vec<_>>();
        let mut draws = [0; 200];
        seeded(size, Kind::Type3, 7).get_rands(1, 100, &mut draws).unwrap();
        assert_eq!(percents(seeded(size, Kind::Type3, 7)), draws.map(|draw| draw <= 30));
    }
}

#[test]
fn a_range_too_wide_for_c_is_refused_and_draws_nothing() {
    let ends = |error: RangeError| (error.x, error.y);
    let mut session = Session::begin(WordSize::Bits32);
    for (x, y) in [(i32::MIN, i32::MAX), (0, i32::MAX), (i32::MAX, 0), (-1, i32::MAX - 1), (i32::MIN, -1)] {
        assert_eq!(session.get_rand(x, y).map_err(ends), Err((x, y)));
        assert_eq!(session.get_rands(x, y, &mut [0; 4]).map_err(ends), Err((x, y)));
    }
    assert!(session.take_draws().unwrap().is_empty());
    for (x, y) in [(1, i32::MAX), (i32::MAX, i32::MAX), (i32::MIN, -2), (i32::MIN, i32::MIN), (5, 5)] {
        let value = session.get_rand(x, y).unwrap();
        assert!((x..=y).contains(&value), "{value} for ({x}, {y})");
    }
}

#[test]
fn a_session_leaves_nothing_behind() {
    for size in SIZES {
        let fresh = |session: &Session| {
            (session.potions(), session.scrolls(), session.wands(), session.rings(), session.is_wood(), session.ring())
        };
        let mut session = Session::begin(size);
        let expected = fresh(&session);
        assert!(expected.1.iter().chain(&expected.2).chain(&expected.3).all(String::is_empty));
        session.set_kind(Kind::Type0);
        session.new_game(12345);
        assert_ne!(fresh(&session), expected);
        drop(session);
        let mut session = Session::begin(size);
        assert_eq!(fresh(&session), expected);
        assert!(session.take_draws().is_none_or(|draws| draws.is_empty()));
        assert_eq!(session.rrandom(), 2_078_917_053);
    }
}

#[test]
fn sessions_of_one_build_wait_for_each_other() {
    for size in SIZES {
        let order = Arc::new(Mutex::new(Vec::new()));
        let both_run = Arc::new(Barrier::new(2));
        let mut first = seeded(size, Kind::Type3, 0);
        let second = thread::spawn({
            let (order, both_run) = (Arc::clone(&order), Arc::clone(&both_run));
            move || {
                both_run.wait();
                let mut second = seeded(size, Kind::Type3, -1);
                order.lock().unwrap().push("second");
                first_words::<64>(&mut second)
            }
        });
        both_run.wait();
        let words: Vec<u32> = (0..64)
            .map(|_| {
                thread::yield_now();
                first.rrandom() as u32
            })
            .collect();
        order.lock().unwrap().push("first");
        drop(first);
        let seeds = rogue_seeds();
        let expected = |seed| numbers(&seeds.iter().find(|entry| entry.0 == seed).unwrap().1["rrandom_type3_first64"]);
        assert_eq!(words, expected(0));
        assert_eq!(second.join().unwrap()[..], expected(-1));
        assert_eq!(*order.lock().unwrap(), ["first", "second"]);
    }
}

#[test]
fn a_panic_in_a_session_does_not_close_the_build() {
    for size in SIZES {
        let panicked = thread::spawn(move || {
            let mut session = Session::begin(size);
            session.new_game(3);
            panic!("on purpose, in a session");
        })
        .join();
        assert!(panicked.is_err());
        assert_eq!(Session::begin(size).rrandom(), 2_078_917_053);
    }
}

#[test]
fn pcg32_equals_the_vectors() {
    let file = vectors("pcg32.json");
    for expected in list(&file["generators"]) {
        let (a, b) = (hex(&expected["args"][0]), hex(&expected["args"][1]));
        let start = match expected["kind"].as_str().unwrap() {
            "srandom" => ReferencePcg32::srandom(a, b),
            "raw" => ReferencePcg32::new_raw(a, b),
            kind => panic!("unknown kind {kind}"),
        };
        assert_eq!(start.state(), hex(&expected["state"]));
        assert_eq!(start.inc(), hex(&expected["inc"]));

        let mut rng = start.clone();
        let words: Vec<u32> = (0..64).map(|_| rng.random()).collect();
        assert_eq!(words, numbers(&expected["first64"]));
        assert_eq!(rng.state(), hex(&expected["state_after_64"]));
        assert_eq!(rng.inc(), start.inc(), "an even increment is kept");
        let mut bulk = [0; 64];
        start.clone().fill(&mut bulk);
        assert_eq!(bulk[..], words);

        let advanced = |delta| {
            let mut rng = start.clone();
            rng.advance(delta);
            rng
        };
        let mut far = advanced(1 << 40);
        assert_eq!(far.state(), hex(&expected["advance_2pow40"]["state"]));
        let next: Vec<u32> = (0..8).map(|_| far.random()).collect();
        assert_eq!(next, numbers(&expected["advance_2pow40"]["next8"]));
        assert_eq!(advanced(1_000_000).state(), hex(&expected["advance_1000000_state"]));
        assert_eq!(advanced(u64::MAX).state(), hex(&expected["state_one_step_back"]));
        assert_eq!(advanced(0), start);
        assert_eq!(advanced(64).state(), rng.state());
    }
}

// Where another C library is, there is no such oracle and no such test; here nothing excuses its absence.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn glibc_started_from_the_same_words_agrees_with_the_reference() {
    use foreign::glibc::GlibcRandom;

    for (kind, number) in [(Kind::Type0, 0), (Kind::Type3, 3)] {
        let mut session = Session::begin(WordSize::Native);
        session.set_kind(kind);
        for seed in EDGE_SEEDS {
            session.srrandom(seed);
            let mut oracle = GlibcRandom::with_words(number, &session.ring()).unwrap();
            let mut expected = [0; 2000];
            oracle.fill(&mut expected);
            assert_eq!(first_words::<2000>(&mut session), expected, "{seed} {kind:?}");
        }
    }
}
