//! `cargo drista test`: builds the tests of a package with an instrumented standard library, and lets `drista test`
//! check those with `#[drista::test]`.
mod doctor;
mod failure;
mod instrumented_std;
mod json_lines;
mod specifications;
mod test_programs;
mod toolchain;

use failure::Failure;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{exit, Command};
use test_programs::{built_tests, Test};
use toolchain::Toolchain;

const USAGE: &str = "\
cargo drista test [options] [NAME] [-- options of drista]
cargo drista doctor           says what is there for it, and what is missing

Checks tests that have #[drista::test] in all executions: each with NAME in its
name, or all. Other tests are left to `cargo test`.

Options:
  -j, --jobs N            so many tests side by side
  --report FORM=FILE      write the results as json, junit or tap; FILE -: to stdout
  --time-limit SECONDS    for each test
  --no-cache              check also what is unchanged since an earlier run
  -p, --package NAME, --features F, --all-features, --no-default-features,
  --lib, --test NAME, --bins, --workspace, --offline, --locked
                          as for cargo test
  -h, --help

Options of drista are those of a check: -- --model sc --keep-going.
Exit codes: 0 all tests are as expected, 1 some are not, 2 wrong use or a test
could not be built or checked, 3 some could not be decided within a limit.
";

/// What the command line says.
#[derive(Default)]
struct Asked {
    name: Option<String>,
    /// For `cargo test`, for `drista test`, and for each check.
    cargo: Vec<String>,
    runner: Vec<String>,
    check: Vec<String>,
}

fn main() {
    match run() {
        Ok(code) => exit(code),
        Err(Failure(text)) => {
            eprintln!("cargo drista: {}", text);
            exit(2)
        }
    }
}

fn run() -> Result<i32, Failure> {
    // cargo gives the name of the subcommand first.
    let mut args: Vec<String> = env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some("drista") {
        args.remove(0);
    }
    let asked = match args.first().map(String::as_str) {
        Some("test") => read(&args[1..])?,
        Some("doctor") => return Ok(doctor::run()),
        Some("-h") | Some("--help") | None => None,
        Some(other) => {
            return Err(Failure::new(format!(
                "there is no command `{}`: use cargo drista test or doctor",
                other
            )))
        }
    };
    let asked = match asked {
        Some(asked) => asked,
        None => {
            print!("{}", USAGE);
            return Ok(0);
        }
    };
    let toolchain = Toolchain::find()?;
    let sysroot = instrumented_std::made_for(&toolchain)?;
    let target = target_folder()?;
    let specifications = specifications::compiled(&toolchain, &target)?;
    let tests = built_tests(&toolchain, &sysroot, &specifications, &target, &asked.cargo)?;
    let wanted: Vec<&Test> = tests
        .iter()
        .filter(|t| asked.name.as_ref().map_or(true, |n| t.name.contains(n)))
        .collect();
    if wanted.is_empty() {
        return Err(Failure::new(match asked.name {
            Some(name) => format!("no test with #[drista::test] has `{}` in its name", name),
            None => "no test has #[drista::test]: add the crate drista to dev-dependencies, and mark a test".into(),
        }));
    }
    let folder = target.join("tests");
    write(&folder, &wanted, &asked.check)?;
    let status = Command::new(&toolchain.drista)
        .arg("test")
        .args(&asked.runner)
        .arg(".")
        .current_dir(&folder)
        .status()
        .map_err(|error| Failure::new(format!("{} cannot be run ({})", toolchain.drista.display(), error)))?;
    if status.code() == Some(1) {
        eprintln!(
            "cargo drista: the executions are saved in {}: call drista replay there",
            folder.display()
        );
    }
    Ok(status.code().unwrap_or(2))
}

/// Reads the arguments; None: help is asked for.
fn read(args: &[String]) -> Result<Option<Asked>, Failure> {
    let mut asked = Asked::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = |of: &str| {
            rest.next()
                .cloned()
                .ok_or_else(|| Failure::new(format!("{} needs a value", of)))
        };
        match arg.as_str() {
            "-h" | "--help" => return Ok(None),
            "--" => {
                asked.check = rest.cloned().collect();
                break;
            }
            "--no-cache" => asked.runner.push(arg.clone()),
            "-j" | "--jobs" | "--time-limit" => asked.runner.extend(vec![arg.clone(), value(arg)?]),
            "--report" => asked.runner.extend(vec![arg.clone(), absolute(&value(arg)?)?]),
            "-p" | "--package" | "--features" | "--test" => asked.cargo.extend(vec![arg.clone(), value(arg)?]),
            "--all-features"
            | "--no-default-features"
            | "--lib"
            | "--bins"
            | "--workspace"
            | "--offline"
            | "--locked" => asked.cargo.push(arg.clone()),
            other if other.starts_with('-') => {
                return Err(Failure::new(format!(
                    "{} is no option: see cargo drista test --help",
                    other
                )))
            }
            name if asked.name.is_none() => asked.name = Some(name.into()),
            second => return Err(Failure::new(format!("`{}` is a second name: give one", second))),
        }
    }
    Ok(Some(asked))
}

/// `FORM=FILE` with an absolute path, since drista runs in another folder.
fn absolute(report: &str) -> Result<String, Failure> {
    let at = report
        .find('=')
        .ok_or_else(|| Failure::new(format!("--report {} is not FORM=FILE", report)))?;
    let (form, file) = (&report[..at], &report[at + 1..]);
    let here = env::current_dir().map_err(|error| Failure::new(format!("no working folder ({})", error)))?;
    Ok(if file == "-" {
        report.into()
    } else {
        format!("{}={}", form, here.join(file).display())
    })
}

/// Where programs of tests are built: a folder of its own, as they have other flags than those of cargo test.
fn target_folder() -> Result<PathBuf, Failure> {
    if let Some(folder) = env::var_os("CARGO_TARGET_DIR") {
        return Ok(PathBuf::from(folder).join("drista"));
    }
    let manifest = failure::output(Command::new(toolchain::cargo()).args(&[
        "locate-project",
        "--workspace",
        "--message-format",
        "plain",
    ]))?;
    let root = Path::new(manifest.trim()).parent().unwrap_or_else(|| Path::new("."));
    Ok(root.join("target").join("drista"))
}

/// Writes a file for each test that says what is expected, for `drista test`.
fn write(folder: &Path, tests: &[&Test], check: &[String]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::not_written(folder, &error);
    // What drista remembers of earlier checks lies beside the tests.
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)?.flatten() {
        if entry.file_name().to_string_lossy().contains("::") {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    fs::write(folder.join("drista.config.json"), "{ \"include\": [\"*::*\"] }\n").map_err(failed)?;
    for test in tests {
        let options: String = check.iter().map(|word| format!(" {}", quoted(word))).collect();
        let said = format!("{}{}", test.directive, options);
        // Rust's memory model is that of C++20 (std::sync::atomic).
        let model = unless(said.contains("--model"), " --model c20");
        let (kind, directive, code) = match test.directive.strip_prefix("specification ") {
            Some(directive) => ("// drista: specification\n", directive, ""),
            None => (
                "",
                test.directive.as_str(),
                unless(said.contains("--check"), " --check exit-code"),
            ),
        };
        let text = format!(
            "// drista: program {}\n// drista: arguments {}\n{}// drista: {}{}{}{}\n",
            quoted(&test.program.display().to_string()),
            quoted(&test.name),
            kind,
            directive,
            model,
            code,
            options
        );
        fs::write(folder.join(&test.title), text).map_err(failed)?;
    }
    Ok(())
}

/// The option, unless the test says another one.
fn unless(is_said: bool, option: &str) -> &str {
    if is_said {
        ""
    } else {
        option
    }
}

/// As a word of a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
