from deck import shuffle
from roguelab import assert_shuffle


def test_the_shuffle_is_fair():
    assert_shuffle(shuffle, 6)
