//! The harness of tests that drista checks, in the place of the crate `test` of the standard library: one call runs one
//! test, in the main thread. rustc's `--test` makes the list of tests from the types here (rustc 1.61 to 1.63,
//! rustc_builtin_macros, test.rs).
#![feature(process_exitcode_internals, staged_api)]
#![unstable(feature = "test", issue = "50297")]

use std::any::Any;
use std::env;
use std::ffi::CString;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, Termination};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

extern "C" {
    fn atexit(function: extern "C" fn()) -> i32;
    fn drista_runtime_assert_failed(expression: *const i8, file: *const i8, line: i32, function: *const i8);
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShouldPanic {
    No,
    Yes,
    YesWithMessage(&'static str),
}

#[derive(Clone, Copy)]
pub enum TestType {
    UnitTest,
    IntegrationTest,
    DocTest,
    Unknown,
}

pub enum TestName {
    StaticTestName(&'static str),
}
pub use TestName::StaticTestName;

pub struct TestDesc {
    pub name: TestName,
    pub ignore: bool,
    /// Of tests that drista checks: `drista: ` and what they say of that (the attribute `#[drista::test]`).
    pub ignore_message: Option<&'static str>,
    pub should_panic: ShouldPanic,
    pub compile_fail: bool,
    pub no_run: bool,
    pub test_type: TestType,
}

/// Benchmarks are compiled, and not run.
pub struct Bencher;

pub enum TestFn {
    StaticTestFn(fn()),
    StaticBenchFn(fn(&mut Bencher)),
}
pub use TestFn::{StaticBenchFn, StaticTestFn};

pub struct TestDescAndFn {
    pub desc: TestDesc,
    pub testfn: TestFn,
}

/// Fails if a test returns an error.
pub fn assert_test_result<T: Termination>(result: T) {
    let code = result.report().to_i32();
    assert_eq!(code, 0, "the test returned an error");
}

/// The main function of a program of tests: `--list`, or the name of a test, and what that takes.
pub fn test_main_static(tests: &[&TestDescAndFn]) {
    let given: Vec<String> = env::args().skip(1).collect();
    match given.first().map(String::as_str) {
        Some("--list") => tests.iter().for_each(|test| list(test)),
        Some(name) => match tests.iter().find(|test| name_of(test) == name) {
            Some(test) => run(test),
            None => stop(&format!("there is no test of the name {}", name)),
        },
        None => stop("give the name of a test, or --list; `cargo drista test` runs them"),
    }
}

/// The same, for programs that abort when they panic.
pub fn test_main_static_abort(tests: &[&TestDescAndFn]) {
    test_main_static(tests)
}

fn stop(why: &str) -> ! {
    eprintln!("{}", why);
    process::exit(2)
}

fn name_of(test: &TestDescAndFn) -> &'static str {
    let TestName::StaticTestName(name) = test.desc.name;
    name
}

/// A line for each test that drista checks: its name, a tab, and what it says of that.
fn list(test: &TestDescAndFn) {
    if let Some(said) = test
        .desc
        .ignore_message
        .and_then(|message| message.strip_prefix("drista:"))
    {
        println!("{}\t{}", name_of(test), said.trim());
    }
}

fn run(test: &TestDescAndFn) {
    let body = match test.testfn {
        TestFn::StaticTestFn(body) => body,
        TestFn::StaticBenchFn(_) => stop("benchmarks are not run"),
    };
    let expected = test.desc.should_panic;
    if expected == ShouldPanic::No {
        panic::set_hook(Box::new(|info| {
            let (file, line) = info.location().map_or(("", 0), |place| (place.file(), place.line()));
            fail(&text_of(info.payload()), file, line);
        }));
        return body();
    }
    panic::set_hook(Box::new(|_| {}));
    unsafe { atexit(at_exit) };
    match (panic::catch_unwind(AssertUnwindSafe(body)), expected) {
        (Ok(()), _) => fail("the test did not panic as expected", name_of(test), 0),
        (Err(payload), ShouldPanic::YesWithMessage(part)) if !text_of(&*payload).contains(part) => {
            let said = format!(
                "the test panicked with \"{}\", not with \"{}\"",
                text_of(&*payload),
                part
            );
            fail(&said, name_of(test), 0)
        }
        _ => HAS_PANICKED.store(true, Relaxed),
    }
}

/// The test that is to panic has done so.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

extern "C" fn at_exit() {
    if !HAS_PANICKED.load(Relaxed) {
        fail("the test exited, and did not panic as expected", "", 0)
    }
}

/// What a panic says, in one line.
fn text_of(payload: &dyn Any) -> String {
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        _ => "a panic with a value that is no text",
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reports an error to drista, which ends the execution.
fn fail(what: &str, file: &str, line: u32) {
    let text = |of: &str| CString::new(of.replace('\0', " ")).unwrap_or_default();
    unsafe { drista_runtime_assert_failed(text(what).as_ptr(), text(file).as_ptr(), line as i32, text("").as_ptr()) }
}
