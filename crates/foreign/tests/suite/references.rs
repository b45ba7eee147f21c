//! A session owns its build of Rogue's C: it starts afresh, logs its draws, and makes others wait.

use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use roguelab_foreign::OracleError;
use roguelab_foreign::reference::{Kind, Session, WordSize};

const SIZES: [WordSize; 2] = [WordSize::Native, WordSize::Bits32];

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
fn draws_are_noted_once_with_their_bounds_in_order() {
    let mut session = Session::begin(WordSize::Bits32);
    let value = session.get_rand(9, -3).unwrap();
    let toss = session.coin_toss();
    let noted: Vec<_> = session
        .take_draws()
        .unwrap()
        .into_iter()
        .map(|draw| (draw.lo, draw.hi, draw.value))
        .collect();
    assert_eq!(noted, [(-3, 9, i64::from(value)), (0, 1, i64::from(toss))]);
    assert!(session.take_draws().unwrap().is_empty());
    drop(session);
    assert!(
        Session::begin(WordSize::Native).take_draws().is_none(),
        "that build notes none"
    );
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
    assert_eq!(
        session.take_draws().unwrap().len(),
        1,
        "the log is whole again"
    );
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
fn a_loop_in_c_equals_calls_from_rust() {
    for size in SIZES {
        let mut session = seeded(size, Kind::Type3, 7);
        let one_by_one = (0..1000).fold(0, |all, _| all ^ session.rrandom() as u32);
        session.srrandom(7);
        assert_eq!(session.rrandoms_xor(1000), one_by_one);
    }
}

#[test]
fn a_range_too_wide_for_c_is_refused_and_draws_nothing() {
    let mut session = Session::begin(WordSize::Bits32);
    for (x, y) in [
        (i32::MIN, i32::MAX),
        (0, i32::MAX),
        (i32::MAX, 0),
        (i32::MIN, -1),
    ] {
        let why = format!("get_rand({x}, {y}): the range has more than 2147483647 values");
        let refused = OracleError::Refused(why);
        assert_eq!(session.get_rands(x, y, &mut [0; 4]), Err(refused.clone()));
        assert_eq!(session.get_rand(x, y), Err(refused));
    }
    assert!(session.take_draws().unwrap().is_empty());
    for (x, y) in [(1, i32::MAX), (i32::MIN, -2), (i32::MIN, i32::MIN), (5, 5)] {
        let value = session.get_rand(x, y).unwrap();
        assert!((x..=y).contains(&value), "{value} for ({x}, {y})");
    }
}

#[test]
fn a_session_leaves_nothing_behind_even_if_it_panics() {
    for size in SIZES {
        let fresh = |session: &Session| {
            let names = [
                session.potions(),
                session.scrolls(),
                session.wands(),
                session.rings(),
            ];
            (names, session.is_wood(), session.ring())
        };
        let expected = fresh(&Session::begin(size));
        assert!(expected.0[1..].concat().iter().all(String::is_empty));
        let panicked = thread::spawn(move || {
            let mut session = seeded(size, Kind::Type0, 3);
            session.new_game(12345);
            panic!("on purpose, in a session, with {:?}", session.potions());
        });
        assert!(panicked.join().is_err());
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
        thread::yield_now();
        let words = first_words::<64>(&mut first);
        order.lock().unwrap().push("first");
        drop(first);
        assert_eq!(
            second.join().unwrap(),
            first_words(&mut seeded(size, Kind::Type3, -1))
        );
        assert_eq!(words, first_words::<64>(&mut seeded(size, Kind::Type3, 0)));
        assert_eq!(*order.lock().unwrap(), ["first", "second"]);
    }
}
