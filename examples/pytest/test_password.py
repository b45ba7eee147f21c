"""QtPass#1146: each letter of a password is equally likely.

It was: `assert chi_square(counts of 1000 letters) < 25`, with 9 degrees of freedom, which a fair source exceeds once in 337 runs.
"""

import string
from typing import Any

from roguelab import assert_draws

LETTERS = string.digits


def password(length: int, rng: Any) -> str:
    return "".join(rng.choice(LETTERS) for _ in range(length))


def test_letters_of_passwords_are_equally_likely() -> None:
    assert_draws(lambda rng: LETTERS.index(password(1, rng)), len(LETTERS), against=0.05)
