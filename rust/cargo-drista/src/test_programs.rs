//! The programs of tests, and the tests in them that drista checks.
use crate::failure::{output, Failure};
use crate::instrumented_std::{flags, Sysroot};
use crate::json_lines::text_member;
use crate::toolchain::{cargo, Toolchain};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Test {
    /// As cargo test names it.
    pub name: String,
    /// The name with that of its crate.
    pub title: String,
    pub program: PathBuf,
    /// What drista is to find, and options: `verified --model sc`.
    pub directive: String,
}

/// Builds the tests of the package; `args`: for `cargo test`.
pub fn built_tests(
    toolchain: &Toolchain,
    sysroot: &Sysroot,
    specifications: &Path,
    target: &Path,
    args: &[String],
) -> Result<Vec<Test>, Failure> {
    let mut rustflags = flags(toolchain, sysroot);
    rustflags.push(format!("-Clink-arg={}", specifications.display()));
    let done = Command::new(cargo())
        .args(&[
            "test",
            "--no-run",
            "--message-format=json-render-diagnostics",
            "--target",
            &toolchain.host,
        ])
        .args(args)
        // -Zsanitizer, and a standard library of one's own, are for nightly compilers; this says that it is meant.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", rustflags.join("\u{1f}"))
        .env("CARGO_TARGET_DIR", target)
        // Without optimisation each access of a local variable is one of memory.
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("DRISTA", &toolchain.drista)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure::new(format!("cargo cannot be run ({})", error)))?;
    if !done.status.success() {
        return Err(Failure::new("the tests could not be built"));
    }
    let mut tests = Vec::new();
    for line in String::from_utf8_lossy(&done.stdout).lines() {
        let executable = match text_member(line, "executable") {
            Some(path) if line.contains("\"test\":true}") => PathBuf::from(path),
            _ => continue,
        };
        let named = line
            .find("\"target\":{")
            .and_then(|at| text_member(&line[at..], "name"));
        let listed = output(Command::new(&executable).arg("--list"))?;
        for (name, directive) in listed
            .lines()
            .filter_map(|l| l.find('\t').map(|at| (&l[..at], &l[at + 1..])))
        {
            let title = format!("{}::{}", named.as_deref().unwrap_or(""), name);
            tests.push(Test {
                name: name.into(),
                title,
                program: executable.clone(),
                directive: directive.into(),
            });
        }
    }
    Ok(tests)
}
