//! The tests of the program and of the script `.ci/run`, in one program: it is linked once.

mod child;
mod ci_run;
mod command_line;
#[cfg(unix)]
mod stand_ins;
mod tidy;
