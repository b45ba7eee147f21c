#[test]
fn the_shuffle_is_fair() {
    roguelab_gof::assert_shuffle(6, |deck, rng| deck::shuffle(deck, || rng.next_u32()));
}

#[test]
fn the_loot_is_as_rare_as_it_says() {
    roguelab_gof::assert_weighted(&[95, 4, 1], |rng| deck::loot(rng.next_u32()));
}
