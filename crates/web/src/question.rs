//! The questions, as they come in JSON. The fields have the names of the program's options; an empty text stands for none.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A question; its field `ask` says which.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(crate) enum Question {
    /// What made these numbers?
    Who(WhoQuestion),
    /// How do two lists differ, of which the first ends after `first` bytes of the input?
    WhoDiffers(WhoQuestion),
    /// Are these the words of a generator?
    Check(CheckQuestion),
    /// What are the words of a generator?
    Words(WordsQuestion),
    /// Which generators can be checked, and in which languages can an adapter be written?
    Generators {},
    /// What is an adapter for a generator in a language?
    Adapter(AdapterQuestion),
    /// Are these counts fair?
    Counts(CountsQuestion),
    /// Did an event come as often as it should?
    Rate(RateQuestion),
    /// Are these items fair?
    Test(TestQuestion),
    /// Do two streams come from one distribution, of which the first ends after `first` bytes of the input?
    TestAgainst(TestQuestion),
    /// What is the law of a rule?
    Bias(BiasQuestion),
    /// What is the law of a shuffle?
    Shuffle(ShuffleQuestion),
    /// How many arrangements can a generator with so many bits of state reach?
    Reach(ReachQuestion),
    /// What is everything called in a game of Rogue?
    Game(GameQuestion),
    /// Which game is in the save file that the input is?
    Save(SaveQuestion),
    /// Which games of Rogue fit what was seen?
    Find(FindQuestion),
    /// What can be seen in a game of Rogue?
    RogueNames {},
}

/// The text of an option, for which JSON may also have a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text(pub(crate) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(Self::default()),
            Value::String(text) => Ok(Self(text)),
            Value::Number(number) => Ok(Self(number.to_string())),
            _ => Err(D::Error::custom(
                "the value of an option is a text or a number",
            )),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WhoQuestion {
    pub(crate) kind: Text,
    pub(crate) endian: Text,
    pub(crate) bits: Text,
    pub(crate) below: Text,
    pub(crate) base: Text,
    pub(crate) dice: Text,
    pub(crate) alphabet: Text,
    pub(crate) range: Text,
    pub(crate) normal: Text,
    pub(crate) rule: Text,
    /// Whether the numbers are doubles of the host, which were written with as few digits as tell them from all others.
    pub(crate) doubles: bool,
    pub(crate) within: Text,
    pub(crate) seconds: Text,
    pub(crate) all: bool,
    pub(crate) seed: Text,
    pub(crate) times: Text,
    pub(crate) only: Text,
    pub(crate) next: Text,
    pub(crate) previous: Text,
    /// How many bytes of the input are the first list.
    pub(crate) first: usize,
    /// The name of the file that the input is from; empty if it was typed.
    pub(crate) file: Text,
    /// The name of the file of the second list.
    pub(crate) other: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CheckQuestion {
    pub(crate) generator: Text,
    pub(crate) seed: Text,
    pub(crate) rule: Text,
    pub(crate) state: Text,
    pub(crate) file: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WordsQuestion {
    pub(crate) generator: Text,
    pub(crate) seed: Text,
    /// How many words are left out before the first.
    pub(crate) skip: usize,
    pub(crate) number: usize,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AdapterQuestion {
    pub(crate) generator: Text,
    pub(crate) lang: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CountsQuestion {
    /// A list for each run, or a table of several lines.
    pub(crate) counts: Vec<String>,
    /// How many items there are, for percentages.
    pub(crate) of: Text,
    pub(crate) weights: Text,
    pub(crate) dice: Text,
    /// How many different values each draw has.
    pub(crate) drawn: Text,
    pub(crate) alpha: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RateQuestion {
    pub(crate) rate: Text,
    pub(crate) chance: Text,
    pub(crate) alpha: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TestQuestion {
    pub(crate) kind: Text,
    pub(crate) endian: Text,
    pub(crate) bits: Text,
    pub(crate) below: Text,
    pub(crate) weights: Text,
    /// The names of the values or of the entries, in their order.
    pub(crate) symbols: Text,
    pub(crate) permutations: bool,
    pub(crate) base: Text,
    pub(crate) normal: Text,
    pub(crate) exponential: Text,
    pub(crate) alpha: Text,
    pub(crate) only: Text,
    pub(crate) skip: Text,
    pub(crate) limit: Text,
    /// How many bytes of the input are the first stream.
    pub(crate) first: usize,
    pub(crate) file: Text,
    /// The name of the file of the second stream.
    pub(crate) other: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BiasQuestion {
    pub(crate) rule: Text,
    pub(crate) n: Text,
    pub(crate) bits: Text,
    #[serde(rename = "rand-max")]
    pub(crate) rand_max: Text,
    pub(crate) pity: Text,
    pub(crate) alpha: Text,
    pub(crate) power: Text,
    pub(crate) all: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ShuffleQuestion {
    pub(crate) shuffle: Text,
    pub(crate) n: Text,
    pub(crate) times: Text,
    pub(crate) all: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReachQuestion {
    #[serde(rename = "state-bits")]
    pub(crate) state_bits: Text,
    pub(crate) n: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct GameQuestion {
    pub(crate) seed: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SaveQuestion {
    pub(crate) file: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FindQuestion {
    pub(crate) potion: Vec<String>,
    pub(crate) scroll: Vec<String>,
    pub(crate) wand: Vec<String>,
    pub(crate) staff: Vec<String>,
    pub(crate) ring: Vec<String>,
    pub(crate) draw: Vec<String>,
    /// The first start that is wanted; now, if it is not given.
    pub(crate) from: Text,
    /// The most games and starts that are listed.
    pub(crate) number: Text,
}
