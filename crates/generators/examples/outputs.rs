//! Prints the first outputs of a seed, by a row of the catalogue and by the type of the same generator.

use core::num::NonZeroU32;

use roguelab_generators::bounding::LowBits;
use roguelab_generators::bsd_random::Type3;
use roguelab_generators::catalogue::find;
use roguelab_generators::draw::{Dice, Draw};

fn main() {
    // Any of the generators, chosen at run time.
    let generator = find("random-bsd").expect("the catalogue has it");
    println!("{}: {}", generator.key, generator.about);
    let mut stream = (generator.seeded)(42);
    let by_row: Vec<u64> = (0..5).map(|_| stream()).collect();
    println!("{by_row:?}");

    // The type is faster and needs no allocator.
    let mut random = Type3::srrandom(42);
    let by_type: Vec<u64> = (0..5).map(|_| u64::from(random.next_word())).collect();
    assert_eq!(by_row, by_type);

    // A die, as Rogue rolls it: get_rand(1, 6).
    let six = NonZeroU32::new(6).expect("six is not zero");
    let mut dice = Dice::<_, LowBits<14>>::new(Type3::srrandom(42));
    let rolls: Vec<u32> = (0..5).map(|_| dice.draw(six) + 1).collect();
    println!("{rolls:?}");
}
