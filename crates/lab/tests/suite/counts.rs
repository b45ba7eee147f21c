//! `roguelab test --counts` and `--rate`: counts that people have posted.

use crate::program::run;
use crate::test_command::{assert_refused, assert_verdict};

#[test]
fn counts_have_one_verdict_and_words_for_the_evidence() {
    // biblyon's d20; apache/mxnet issue 9843, five tries that were taken for five verdicts; a die of six million rolls;
    // and counts that nobody would call fair.
    let d20 = "15,3,2,1,10,3,3,5,7,9,8,5,10,7,5,1,9,1,5,10";
    let tries = "--counts 200561,200496,199515,200039,199389 --counts 198895,200007,200598,200780,199720 \
        --counts 200509,200524,199203,200596,199168 --counts 199922,200497,200741,199937,198903 \
        --counts 199609,200258,199725,201138,199270";
    for (arguments, code, shown) in [
        (
            format!("--counts {d20}"),
            0,
            &[
                "119 items of 20 values",
                "chi-square 46.210 with 19 degrees",
                "The evidence is weak: about 181 more",
                "\nPASS\n",
            ][..],
        ),
        (
            tries.to_owned(),
            0,
            &[
                "5000000 items in 5 runs",
                "chi-square 48.926 with 20 degrees",
                "p 3.15e-4 (as uneven or more)",
                "The evidence is weak",
            ],
        ),
        (
            format!("{tries} --alpha 1e-3"),
            1,
            &["The evidence is strong.", "\nFAIL\n"],
        ),
        (
            "--counts 1000068,999375,999525,1001486,1000059,999487".to_owned(),
            0,
            &[
                "chi-square 3.096 with 5 degrees",
                "Nothing is unusual",
                "comes 1.006 times as often as it should",
            ],
        ),
        (
            "--counts 192,325,182,250,316".to_owned(),
            1,
            &["value 2 of 5 came 325 times instead of 253.0"],
        ),
        (
            "--counts 9940,60 --weights 99.4,0.6".to_owned(),
            0,
            &["10000 items of 2 values, with the weights 99.4,0.6"],
        ),
        // Too even is not fair either.
        (
            "--counts 5000,5000,5000,5000,5000,5000,5000,5000".to_owned(),
            1,
            &["\nFAIL\n"],
        ),
        (
            "--rate 0/84 --chance 0.07".to_owned(),
            0,
            &[
                "0.0023 (as rarely or more)",
                "0.0045 two-sided",
                "from 0.0000 to 0.0430",
                "The evidence is weak",
            ],
        ),
        (
            "--rate 6/84 --chance 0.07".to_owned(),
            0,
            &["Nothing is unusual"],
        ),
    ] {
        let words: Vec<&str> = ["test"]
            .into_iter()
            .chain(arguments.split_whitespace())
            .collect();
        assert_verdict(&run(&words), code, shown);
    }
}

#[test]
fn counts_that_cannot_be_judged_are_refused() {
    for (arguments, said) in [
        ("--counts 5", "how often each value came"),
        ("--counts 1,2.5", "how often each value came"),
        ("--counts 1,2 --weights 1,2,3", "2 counts for 3 cells"),
        ("--counts 1,2 --counts 1,2,3", "3 counts for 2 cells"),
        ("--counts 18446744073709551615,1", "they sum to more than"),
        ("--counts 0,0", "0 items are too few"),
        ("--rate 5/4 --chance 0.1", "at most the number of tries"),
        ("--rate 0/0 --chance 0.1", "0 items are too few"),
        ("--rate 5 --chance 0.1", "like 0/84"),
        ("--rate 5/9", "--chance"),
        ("--counts 1,2 --below 2", "cannot be used with"),
    ] {
        let words: Vec<&str> = ["test"]
            .into_iter()
            .chain(arguments.split_whitespace())
            .collect();
        assert_refused(&run(&words), &[said]);
    }
}
