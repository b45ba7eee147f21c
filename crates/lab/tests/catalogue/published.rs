//! Outputs that were published, or printed by what nobody here wrote.

use generators::catalogue::{Generator, Stream, Structure};

use super::super::Voucher;

/// A row, where its outputs are published or what printed them, where the stream begins, and the outputs.
type Published = (&'static str, &'static str, From, Outputs);

/// Where the stream begins.
enum From {
    Seed(u64),
    State(&'static [u64]),
}

/// What becomes of an output before it is printed, and what was printed.
enum Outputs {
    Words(fn(u64) -> u64, &'static [u64]),
    Fractions(fn(u64) -> f64, &'static [f64]),
}

use From::{Seed, State};
use Outputs::{Fractions, Words};

const ROWS: &[Published] = &[
    (
        "msvc-rand",
        "published",
        Seed(1),
        Words(all, &[41, 18467, 6334, 26500, 19169, 15724, 11478, 29358, 26962, 24464]),
    ),
    (
        "ansi-c-rand",
        "published",
        Seed(1),
        Words(all, &[16838, 5758, 10113, 17515, 31051, 5627, 23010, 7419, 16212, 4086, 2749, 12767]),
    ),
    (
        "borland-rand",
        "published",
        Seed(1),
        Words(all, &[346, 130, 10982, 1090, 11656, 7117, 17595, 6415, 22948, 31126]),
    ),
    // Random(255) of Delphi 2009.
    ("delphi-random", "published", Seed(1), Words(|x| (x * 255) >> 32, &[8, 219, 51, 69, 171, 81, 41, 94, 108, 20])),
    ("delphi-random", "published", Seed(4), Words(|x| (x * 255) >> 32, &[32, 89, 57, 123, 221, 66, 176, 0, 149, 13])),
    // A fresh program.
    (
        "vb6-rnd",
        "published",
        Seed(327_680),
        Fractions(visual_basic, &[0.705_547_5, 0.533_424, 0.579_518_6, 0.289_562_5, 0.301_948, 0.774_740_1]),
    ),
    (
        "numerical-recipes",
        "numerical-recipes-page-284",
        Seed(0),
        Words(
            all,
            &[0x3c6e_f35f, 0x4750_2932, 0xd1cc_f6e9, 0xaaf9_5334, 0x6252_e503, 0x9f2e_c686, 0x57fe_6c2d, 0xa3d9_5fa8],
        ),
    ),
    ("pokemon-gen3", "published", Seed(0), Words(all, &[0, 0xe97e, 0x5271, 0x31b0, 0x8e42, 0xe2cc])),
    (
        "dotnet-random",
        "dotnet-tests",
        Seed(0),
        Words(
            all,
            &[
                1_559_595_546,
                1_755_192_844,
                1_649_316_166,
                1_198_642_031,
                442_452_829,
                1_200_195_957,
                1_945_678_308,
                949_569_752,
                2_099_272_109,
                587_775_847,
            ],
        ),
    ),
    (
        "dotnet-random",
        "dotnet-tests",
        Seed(1),
        Words(
            all,
            &[
                534_011_718,
                237_820_880,
                1_002_897_798,
                1_657_007_234,
                1_412_011_072,
                929_393_559,
                760_389_092,
                2_026_928_803,
                217_468_053,
                1_379_662_799,
            ],
        ),
    ),
    (
        "php-mt-rand",
        "php-tests",
        Seed(1),
        Words(all, &[895_547_922, 2_141_438_069, 1_546_885_062, 2_002_651_684, 245_631]),
    ),
    (
        "mulberry32",
        "published",
        Seed(42),
        Fractions(
            fraction_32,
            &[
                0.601_103_751_920_163_6,
                0.448_290_558_997_541_67,
                0.852_465_793_490_409_9,
                0.669_734_041_439_369_3,
                0.174_813_898_745_924_23,
            ],
        ),
    ),
    (
        "mulberry32",
        "published",
        Seed(1),
        Fractions(
            fraction_32,
            &[0.627_073_940_588_161_3, 0.002_735_721_180_215_478, 0.527_447_039_959_952_2, 0.981_050_967_471_674_1],
        ),
    ),
    (
        "numpy-default-rng",
        "numpy-2.4.6",
        Seed(42),
        Fractions(
            fraction_53,
            &[
                0.773_956_048_555_963_3,
                0.438_878_439_752_052_3,
                0.858_597_919_911_382_5,
                0.697_368_029_059_363_9,
                0.094_177_347_887_649_53,
                0.975_622_351_636_755_9,
            ],
        ),
    ),
    // default_rng(1 << 40)
    (
        "numpy-default-rng",
        "numpy-2.4.6",
        Seed(1 << 40),
        Words(all, &[6_655_761_860_222_389_633, 11_588_987_068_175_201_250, 18_358_741_258_079_589_334]),
    ),
    (
        "lua-random",
        "lua-5.4",
        Seed(42),
        Words(
            all,
            &[
                17_170_454_028_988_085_989,
                8_333_941_968_102_511_665,
                10_088_212_813_307_690_315,
                14_639_139_687_739_055_445,
            ],
        ),
    ),
    // The default generator of the Python package tcod 21.2.2, get_int(0, 2147483646).
    (
        "libtcod-cmwc",
        "tcod-21.2.2",
        Seed(1),
        Words(
            |x| x % 2_147_483_647,
            &[409_308_278, 1_948_231_475, 825_775_868, 1_400_785_383, 963_734_135, 1_490_731_666],
        ),
    ),
    (
        "libtcod-cmwc",
        "tcod-21.2.2",
        Seed(42),
        Words(
            |x| x % 2_147_483_647,
            &[1_586_541_335, 66_084_410, 1_473_605_813, 1_608_491_243, 431_420_205, 1_282_770_898],
        ),
    ),
    (
        "xorshift64*",
        "rosetta-code",
        Seed(1_234_567),
        Words(high_32, &[3_540_625_527, 2_750_739_987, 4_037_983_143, 1_993_361_440, 3_809_424_708]),
    ),
    ("xorshift128+", "firefox-tests", State(&[1, 4]), Words(all, &[0x80_0049, 0x300_0186, 0x4000_0300_1145])),
    (
        "middle-square-weyl",
        "crate-msws-0.2",
        Seed(0xb5ad_4ece_da1c_e2a9),
        Words(
            all,
            &[0xb5ad_4ece, 0xdf4e_e85c, 0x1889_155f, 0xc6dc_bccf, 0x1106_e0c5, 0x4730_66ae, 0x374a_c427, 0x21e9_e9bf],
        ),
    ),
    (
        "jsf32",
        "commons-rng-tests",
        Seed(0xb5ad_4ece),
        Words(all, &[0x3b05_df0d, 0xc1b2_22b1, 0xdc38_504a, 0x5a92_9fee, 0x695f_52ee, 0x4924_6926]),
    ),
    ("well512a", "commons-rng-tests", State(WELL), Words(all, WELL_512)),
    ("well1024a", "commons-rng-tests", State(WELL), Words(all, WELL_1024)),
    ("xorshift1024*", "commons-rng-tests", State(STAR), Words(high_32, STAR_OUTPUTS)),
    // The seed that Marsaglia's paper has.
    (
        "xorshift32",
        "published",
        Seed(2_463_534_242),
        Words(all, &[723_471_715, 2_497_366_906, 2_064_144_800, 2_008_045_182, 3_532_304_609]),
    ),
    (
        "xorshift64",
        "published",
        Seed(88_172_645_463_325_252),
        Words(
            all,
            &[
                8_748_534_153_485_358_512,
                3_040_900_993_826_735_515,
                3_453_997_556_048_239_312,
                16_431_732_851_926_010_853,
            ],
        ),
    ),
];

/// The states of the tests of WELL.
const WELL: &[u64] = &[
    0x2c28_78c6,
    0x47af_36c4,
    0xf422_e677,
    0xf08f_d8d3,
    0xee9a_47c7,
    0xba98_3942,
    0xa2a9_f9a5,
    0x1d44_3748,
    0x8fc2_60b2,
    0x5275_c681,
    0x4a2f_5a28,
    0x2911_683d,
    0xa204_c27e,
    0xb20a_6a26,
    0x54ba_33be,
    0x67d6_3eb0,
    0xdc81_74cf,
    0x3e73_a4bc,
    0x6fce_0775,
    0x9e61_41fc,
    0x5232_218a,
    0x0fa9_e601,
    0x0b6f_db4a,
    0xf10a_0a8c,
    0x9782_9dba,
    0xc60b_0778,
    0x0566_db41,
    0x6208_07aa,
    0x599b_89c9,
    0x1a34_942b,
    0x6baa_e3da,
    0x4ba0_b73d,
];

/// Outputs of `WELL512a` from the first 16 words of [`WELL`].
#[rustfmt::skip]
const WELL_512: &[u64] = &[
    0x6171_4569, 0x6fdd_4898, 0xc5f4_7050, 0x810a_6b1c, 0xc1af_8b8c, 0x92a9_8227, 0x64cb_1d8d, 0x2457_8071,
    0x793b_296a, 0x2122_98db, 0x0065_f1a0, 0x74b6_a737, 0x6f40_110d, 0xa84d_2dfb, 0x7a23_fc8a, 0xf489_5b35,
    0x8573_2a6e, 0x3055_0ad9,
];

/// Outputs of `WELL1024a` from [`WELL`].
#[rustfmt::skip]
const WELL_1024: &[u64] = &[
    0xa7dc_11e2, 0x9dea_7324, 0x844c_7605, 0x8502_5732, 0x92ad_1e10, 0x968e_8090, 0xfd92_cb4e, 0x665e_1202,
    0x7eff_3e03, 0x2eb2_5d85, 0x2200_2049, 0x5cfc_119b,
];

/// The state of the test of xorshift1024*.
#[rustfmt::skip]
const STAR: &[u64] = &[
    0x012d_e1ba_bb3c_4104, 0xa5a8_18b8_fc5a_a503, 0xb124_ea2b_701f_4993, 0x18e0_3749_33d8_c782, 0x2af8_df66_8d68_ad55,
    0x76e5_6f59_daa0_6243, 0xf58c_016f_0f01_e30f, 0x8eea_fa41_683d_bbf4, 0x7bf1_2134_7c06_677f, 0x4fd0_c88d_25db_5ccb,
    0x99af_3be9_ebe0_a272, 0x94f2_b33b_74d0_bdcb, 0x24b5_d9d7_a00a_3140, 0x79d9_83d7_81a3_4a3c, 0x582e_4a84_d595_f5ec,
    0x7316_fe8b_0f60_6d20,
];

/// The high halves of its outputs.
#[rustfmt::skip]
const STAR_OUTPUTS: &[u64] = &[
    0xd85e_9fc0, 0xaf49_65c9, 0x067d_a398, 0x2771_c41d, 0xf71a_471e, 0x9534_49ae, 0x8aa5_70c7, 0xae59_db2a,
    0x3d46_f316, 0x72dc_8399, 0xf562_4d78, 0xb7a7_9275, 0xf793_5420, 0x0e5d_2f2a, 0x0f8f_57ed, 0x5e91_8ea7,
    0xeeb8_dbdb, 0xf16f_88df,
];

fn all(output: u64) -> u64 {
    output
}

fn high_32(output: u64) -> u64 {
    output >> 32
}

fn fraction_32(output: u64) -> f64 {
    output as f64 / 4_294_967_296.
}

fn fraction_53(output: u64) -> f64 {
    (output >> 11) as f64 / 9_007_199_254_740_992.
}

/// Visual Basic prints seven digits of a number of single precision.
fn visual_basic(output: u64) -> f64 {
    (output as f64 / 16_777_216. * 1e7).round() / 1e7
}

pub(crate) fn vouchers() -> Vec<Voucher> {
    let voucher = |row: &'static Published| Voucher {
        by: row.1,
        key: row.0,
        agrees: Box::new(|generator| agrees(row, generator)),
        missing: None,
    };
    ROWS.iter().map(voucher).collect()
}

fn agrees((.., from, outputs): &Published, generator: &Generator) -> Result<(), String> {
    let mut stream = stream(from, generator)?;
    match *outputs {
        Words(shown, words) => words.iter().enumerate().try_for_each(|(at, &theirs)| {
            let ours = shown(stream());
            if ours == theirs { Ok(()) } else { Err(format!("output {at}: ours {ours:#x}, theirs {theirs:#x}")) }
        }),
        Fractions(shown, fractions) => fractions.iter().enumerate().try_for_each(|(at, &theirs)| {
            let ours = shown(stream());
            if ours.to_bits() == theirs.to_bits() {
                Ok(())
            } else {
                Err(format!("output {at}: ours {ours}, theirs {theirs}"))
            }
        }),
    }
}

fn stream(from: &From, generator: &Generator) -> Result<Stream, String> {
    match (from, generator.structure) {
        (&Seed(seed), _) => Ok((generator.seeded)(seed)),
        (&State(words), Structure::Linear { from_state, .. } | Structure::Invertible { from_state, .. }) => {
            Ok(from_state(words))
        }
        _ => Err("the row takes no state".into()),
    }
}
