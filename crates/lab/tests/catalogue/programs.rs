//! Languages and C libraries: a program in the language prints what its own generators make.
//!
//! A row has a declaration, in which `seed` is the seed, and an expression that is the next output.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use generators::catalogue::Generator;
use subjects::oracles::Policy;
use subjects::oracles::libraries;

use super::super::child::CommandInTime as _;
use super::super::{OUTPUTS, Voucher, equal, seeds};

type Row = (&'static str, &'static str, &'static str);

/// The C++ library. Its engine of any parameters vouches for the arithmetic, not for who uses them.
const CPP: &[Row] = &[
    ("minstd-16807", "std::minstd_rand0 g(seed);", "g()"),
    ("minstd-48271", "std::minstd_rand g(seed);", "g()"),
    ("mt19937", "std::mt19937 g(seed);", "g()"),
    ("mt19937-64", "std::mt19937_64 g(seed);", "g()"),
    ("ranlux24-base", "std::ranlux24_base g(seed);", "g()"),
    ("ranlux48-base", "std::ranlux48_base g(seed);", "g()"),
    ("ranlux24", "std::ranlux24 g(seed);", "g()"),
    ("ranlux48", "std::ranlux48 g(seed);", "g()"),
    ("ansi-c-rand", "lcg32<1103515245, 12345> g(seed);", "g() >> 16 & 0x7fff"),
    ("numerical-recipes", "lcg32<1664525, 1013904223> g(seed);", "g()"),
    ("mmix", "lcg64<6364136223846793005u, 1442695040888963407u> g(seed);", "g()"),
    ("newlib-rand", "lcg64<6364136223846793005u, 1> g(seed);", "g() >> 32 & 0x7fffffff"),
    ("musl-rand", "lcg64<6364136223846793005u, 1> g(uint32_t(seed - 1));", "g() >> 33"),
    (
        "wichmann-hill",
        "std::linear_congruential_engine<uint32_t, 171, 0, 30269> x(seed % 30268 + 1);
         std::linear_congruential_engine<uint32_t, 172, 0, 30307> y(seed / 30268 % 30306 + 1);
         std::linear_congruential_engine<uint32_t, 170, 0, 30323> z(seed / 30268 / 30306 % 30322 + 1);",
        "(x() * 30307ull * 30323 + y() * 30269ull * 30323 + z() * 30269ull * 30307) % (30269ull * 30307 * 30323)",
    ),
];

/// The GNU C library.
const GLIBC: &[Row] = &[
    (
        "drand48",
        "drand48_data d; srand48_r(seed, &d); double x;",
        "(drand48_r(&d, &x), x * 281474976710656.0)",
    ),
    (
        "lrand48",
        "drand48_data d; srand48_r(seed, &d); long x;",
        "(lrand48_r(&d, &x), x)",
    ),
    (
        "mrand48",
        "drand48_data d; srand48_r(seed, &d); long x;",
        "(mrand48_r(&d, &x), uint32_t(x))",
    ),
    ("glibc-rand-r", "unsigned s = seed;", "rand_r(&s)"),
    ("bsd-rand", RANDOM[0], "(random_r(&d, &x), x)"),
    ("random-glibc-type-1", RANDOM[1], "(random_r(&d, &x), x)"),
    ("random-glibc-type-2", RANDOM[2], "(random_r(&d, &x), x)"),
    ("random-glibc", RANDOM[3], "(random_r(&d, &x), x)"),
    ("random-glibc-type-4", RANDOM[4], "(random_r(&d, &x), x)"),
    (
        "rogue3",
        LCONG,
        "(nrand48_r(s, &d, &x), (uint32_t(s[1]) << 16 | s[0]) >> 1 & 0x3fff)",
    ),
    ("rogue5", LCONG, "(nrand48_r(s, &d, &x), s[1])"),
];

/// The five sizes of state.
const RANDOM: [&str; 5] = [
    "random_data d = {}; char s[8]; initstate_r(seed, s, 8, &d); int x;",
    "random_data d = {}; char s[32]; initstate_r(seed, s, 32, &d); int x;",
    "random_data d = {}; char s[64]; initstate_r(seed, s, 64, &d); int x;",
    "random_data d = {}; char s[128]; initstate_r(seed, s, 128, &d); int x;",
    "random_data d = {}; char s[256]; initstate_r(seed, s, 256, &d); int x;",
];

/// Any multiplier and increment modulo 2^48, of which the low 32 bits are a generator themselves.
const LCONG: &str =
    "drand48_data d; unsigned short p[7] = {0, 0, 0, 11109, 0, 0, 13849}; lcong48_r(p, &d);
    unsigned short s[3] = {(unsigned short) seed, (unsigned short) (seed >> 16), 0}; long x;";

/// The PCG author's header.
const PCG: &[Row] = &[
    ("pcg32", "pcg32 g(seed, 54);", "g()"),
    ("pcg32-oneseq", "pcg32 g(seed);", "g()"),
    ("pcg32-fast", "pcg32_fast g(seed);", "g()"),
    (
        "pcg-rxs-m-xs-32",
        "pcg_engines::oneseq_rxs_m_xs_32_32 g(seed);",
        "g()",
    ),
    (
        "pcg-rxs-m-xs-64",
        "pcg_engines::oneseq_rxs_m_xs_64_64 g(seed);",
        "g()",
    ),
    ("pcg64", "pcg64 g(seed);", "g()"),
    ("pcg64-fast", "pcg64_fast g(seed);", "g()"),
];

const JAVA: &[Row] = &[
    (
        "java-random",
        "java.util.Random g = new java.util.Random(seed);",
        "g.nextInt() & 0xffffffffL",
    ),
    (
        "splitmix64",
        "java.util.SplittableRandom g = new java.util.SplittableRandom(seed);",
        "g.nextLong()",
    ),
];

const PYTHON: &[Row] = &[(
    "mt19937-array",
    "random.seed(seed)",
    "random.getrandbits(32)",
)];

const PERL: &[Row] = &[("drand48", "srand($seed);", "int(rand() * 2**48)")];

/// V8 makes 64 numbers at a time, and hands them out from the last to the first.
const NODE: &[Row] = &[("v8-math-random", "", "Math.random() * 2 ** 52")];

pub(crate) fn vouchers(policy: Policy) -> Vec<Voucher> {
    let pcg = match policy {
        Policy::Off => Err("oracles are off".into()),
        Policy::Auto | Policy::Require => version(&compiler()).and_then(|()| {
            libraries::pcg_cpp()
                .map(drop)
                .map_err(|missing| missing.to_string())
                .or_else(|why| match policy {
                    Policy::Require => Ok(()),
                    _ => Err(why),
                })
        }),
    };
    let glibc = if foreign::glibc::is_available() {
        version(&compiler())
    } else {
        Err("this is not glibc".into())
    };
    [
        of("c++", CPP, version(&compiler()), |key, seeds| {
            run(Command::new(compiled(&CPP_PROGRAM)?).arg(key).args(seeds))
        }),
        of("glibc", GLIBC, glibc, |key, seeds| {
            run(Command::new(compiled(&GLIBC_PROGRAM)?).arg(key).args(seeds))
        }),
        of("pcg-cpp", PCG, pcg, |key, seeds| {
            run(Command::new(compiled(&PCG_PROGRAM)?).arg(key).args(seeds))
        }),
        of("java", JAVA, version("java"), |key, seeds| {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("Catalogue-{key}.java"));
            fs::write(&file, java()).map_err(|error| error.to_string())?;
            run(Command::new("java").arg(file).arg(key).args(seeds))
        }),
        of("python", PYTHON, version("python3"), |_, seeds| {
            run(Command::new("python3").args(["-c", &python()]).args(seeds))
        }),
        of("perl", PERL, version("perl"), |_, seeds| {
            run(Command::new("perl").args(["-e", &perl()]).args(seeds))
        }),
        of("node", NODE, version("node"), |_, seeds| {
            let mut lines = Vec::new();
            for seed in seeds {
                let mut line = run(Command::new("node").args([
                    &format!("--random-seed={seed}"),
                    "-e",
                    &node(),
                ]))?;
                // Whole blocks, in the order of their making.
                line[0].truncate(OUTPUTS / 64 * 64);
                line[0].chunks_mut(64).for_each(<[u64]>::reverse);
                lines.append(&mut line);
            }
            Ok(lines)
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The outputs of a key for seeds: a line a seed.
type Lines = Result<Vec<Vec<u64>>, String>;

fn of(
    by: &'static str,
    rows: &'static [Row],
    available: Result<(), String>,
    outputs: fn(&'static str, &[String]) -> Lines,
) -> Vec<Voucher> {
    let missing = available.err();
    let voucher = |&(key, ..): &Row| Voucher {
        by,
        key,
        agrees: Box::new(move |generator: &Generator| {
            // Perl, srand48 and V8 take 32 bits, and V8 one of them as a sign.
            let seeds = seeds(generator, if by == "node" { 31 } else { 64 });
            let lines = outputs(key, &seeds.iter().map(u64::to_string).collect::<Vec<_>>())?;
            if lines.len() != seeds.len() {
                return Err(format!("{} lines for {} seeds", lines.len(), seeds.len()));
            }
            seeds
                .iter()
                .zip(lines)
                .try_for_each(|(&seed, line)| equal(generator, seed, &line))
        }),
        missing: missing.clone(),
    };
    rows.iter().map(voucher).collect()
}

fn run(command: &mut Command) -> Lines {
    let output = command
        .output_in_time()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{command:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |word: &str| {
        word.parse()
            .map_err(|_| format!("{word} is no number of 64 bits"))
    };
    text.lines()
        .map(|line| line.split_whitespace().map(number).collect())
        .collect()
}

fn version(tool: &str) -> Result<(), String> {
    let output = Command::new(tool)
        .arg("--version")
        .output_in_time()
        .map_err(|error| format!("{tool}: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{tool} --version: {}", output.status))
    }
}

fn compiler() -> String {
    std::env::var("CXX")
        .ok()
        .filter(|cxx| !cxx.trim().is_empty())
        .unwrap_or_else(|| "c++".into())
}

type Program = LazyLock<Result<PathBuf, String>>;

static CPP_PROGRAM: Program = Program::new(|| compile("cpp", CPP, None));
static GLIBC_PROGRAM: Program = Program::new(|| compile("glibc", GLIBC, None));
static PCG_PROGRAM: Program = Program::new(|| {
    let library = libraries::pcg_cpp().map_err(|missing| missing.to_string())?;
    compile("pcg", PCG, library.place().parent())
});

fn compiled(program: &'static Program) -> Result<&'static Path, String> {
    program.as_deref().map_err(Clone::clone)
}

fn compile(name: &str, rows: &[Row], header: Option<&Path>) -> Result<PathBuf, String> {
    let mut text = String::from(
        "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <random>\n#include <string>\n\
         template<uint32_t A, uint32_t C> using lcg32 = std::linear_congruential_engine<uint32_t, A, C, 0>;\n\
         template<uint64_t A, uint64_t C> using lcg64 = std::linear_congruential_engine<uint64_t, A, C, 0>;\n",
    );
    if header.is_some() {
        text += "#include \"pcg_random.hpp\"\n";
    }
    text += "int main(int argc, char **argv) {\n  std::string key = argv[1];\n  for (int i = 2; i < argc; i++) {\n    \
             uint64_t seed = strtoull(argv[i], nullptr, 10);\n";
    for (key, declaration, output) in rows {
        let _ = write!(
            text,
            "    if (key == \"{key}\") {{\n      {declaration}\n      for (int n = 0; n < {OUTPUTS}; n++)\n        \
             printf(\"%llu \", (unsigned long long) ({output}));\n    }}\n",
        );
    }
    text += "    puts(\"\");\n  }\n}\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (
        folder.join(format!("catalogue-{name}.cpp")),
        folder.join(format!("catalogue-{name}")),
    );
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(compiler());
    command
        .args(["-std=c++11", "-O1"])
        .arg(&source)
        .arg("-o")
        .arg(&program);
    if let Some(header) = header {
        command.arg("-I").arg(header);
    }
    let output = command
        .output_in_time()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(program)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn java() -> String {
    let mut text = String::from(
        "class Catalogue {\n  public static void main(String[] args) {\n    for (int i = 1; i < args.length; i++) {\n      \
         long seed = Long.parseUnsignedLong(args[i]);\n      StringBuilder line = new StringBuilder();\n",
    );
    for (key, declaration, output) in JAVA {
        let _ = write!(
            text,
            "      if (args[0].equals(\"{key}\")) {{\n        {declaration}\n        for (int n = 0; n < {OUTPUTS}; n++)\n          \
             line.append(Long.toUnsignedString({output})).append(' ');\n      }}\n",
        );
    }
    text + "      System.out.println(line);\n    }\n  }\n}\n"
}

fn python() -> String {
    let (_, declaration, output) = PYTHON[0];
    format!(
        "import random, sys\nfor seed in map(int, sys.argv[1:]):\n  {declaration}\n  print(*[{output} for _ in range({OUTPUTS})])"
    )
}

fn perl() -> String {
    let (_, declaration, output) = PERL[0];
    format!(
        "for $seed (@ARGV) {{ {declaration} print join(' ', map {{ {output} }} 1..{OUTPUTS}), qq(\\n); }}"
    )
}

fn node() -> String {
    format!(
        "console.log(Array.from({{length: {OUTPUTS}}}, () => {}).join(' '))",
        NODE[0].2
    )
}
