//! Compares a port with its reference, and prints the first difference: the port of C's `rand` forgets `% 32768`.

use roguelab_lockstep::{
    Answer, Budget, CaseKind, Failure, RESET, Runner, Seen, Side, Start, Subject, TomlSubject,
};

const SUBJECT: &str = r#"
name = "rand"
about = "the generator that the C standard prints"
op = [
    { name = "srand", does = "Sets the state.", arguments = [{ name = "seed", type = "u32" }], seeds = true },
    { name = "rand", does = "One step, and 15 bits of the state.", shows = "u32" },
]"#;

struct Rand {
    state: u32,
    output: fn(u32) -> u32,
}

impl Side for Rand {
    fn apply(&mut self, op: &str) -> Answer {
        if op == RESET {
            self.state = 1;
        } else if let Some(seed) = op.strip_prefix("srand ") {
            self.state = seed.parse().expect("it is a u32");
        } else {
            self.state = self.state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            return Answer::Seen(Seen::number((self.output)(self.state)));
        }
        Answer::Seen(Seen::nothing())
    }
}

fn start<'a>(output: fn(u32) -> u32) -> Start<'a> {
    Box::new(move || Ok(Box::new(Rand { state: 1, output })))
}

fn main() -> Result<(), Failure> {
    let subject = TomlSubject::read(SUBJECT, &|_| false).expect("the description is right");
    let names = ["reference".to_owned(), "port".to_owned()];
    let reference = start(|state| state / 65536 % 32768);
    let port = start(|state| state / 65536);
    let cases = subject.cases(CaseKind::Random, &Budget::default());
    let judged = Runner::new(&subject, names, reference, port).run(cases.into_iter().collect())?;
    match judged.difference {
        Some(difference) => println!("{difference}"),
        None => println!("no difference"),
    }
    Ok(())
}
