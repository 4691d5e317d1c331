//! `cargo drista doctor`: what is there for checking tests in Rust, and what is missing.
use crate::failure::Failure;
use crate::instrumented_std;
use crate::toolchain::Toolchain;

/// Prints it. Returns the exit code: 0 if tests can be checked, 2 otherwise.
pub fn run() -> i32 {
    let toolchain = match Toolchain::find() {
        Ok(toolchain) => toolchain,
        Err(Failure(why)) => {
            println!("tests in Rust cannot be checked: {}", why);
            return 2;
        }
    };
    let lacks = instrumented_std::lacks(&toolchain);
    println!(
        "{}",
        match lacks {
            None => "tests in Rust can be checked",
            Some(_) => "tests in Rust cannot be checked",
        }
    );
    row(
        "rustc",
        &format!("{} ({})", toolchain.release, toolchain.rustc.display()),
    );
    row("drista", &toolchain.drista.display().to_string());
    row(
        "loops",
        if toolchain.plugin().is_some() {
            "known by drista's pass"
        } else {
            "known by the bytes of the stack: drista has no pass for the LLVM of this rustc, so exchanges do not fail \
             spuriously, and some tests cannot be checked"
        },
    );
    row(
        "std",
        &match (&lacks, instrumented_std::existing(&toolchain)) {
            (Some(Failure(why)), _) => why.clone(),
            (None, Some(folder)) => format!("instrumented: {}", folder.display()),
            (None, None) => "is built with instrumentation by the first test, which takes two minutes".into(),
        },
    );
    if lacks.is_none() {
        0
    } else {
        2
    }
}

fn row(name: &str, text: &str) {
    println!("  {:<8}{}", name, text);
}
