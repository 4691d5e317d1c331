//! Tests of concurrent code that `cargo drista test` checks in every execution.
//!
//! ```ignore
//! #[drista::test]
//! fn two_pushes() {
//!     let stack = Arc::new(Stack::new());
//!     let threads: Vec<_> = (0..2).map(|i| { let stack = stack.clone(); thread::spawn(move || stack.push(i)) }).collect();
//!     ...
//! }
//! ```
//!
//! Threads, atomics and locks are those of `std`. Without drista, `#[drista::test]` is `#[test]`: then `choose`
//! returns 0, and `assume` ends the test where the condition does not hold.
pub use drista_macros::{spec, test};
pub use spec::Spec;

pub mod spec;

#[cfg(drista)]
extern "C" {
    fn drista_runtime_choose(n: u32) -> u32;
    fn drista_runtime_assume_failed();
    fn drista_runtime_observe(name: *const u8, kind: i32, value: u64);
}

/// One of 0 to `n - 1`: all are explored.
pub fn choose(n: u32) -> u32 {
    assert!(n > 0, "drista::choose needs at least one choice");
    #[cfg(drista)]
    return unsafe { drista_runtime_choose(n) };
    #[cfg(not(drista))]
    0
}

/// Executions in which the condition does not hold are not explored any further.
pub fn assume(condition: bool) {
    if condition {
        return;
    }
    #[cfg(drista)]
    unsafe {
        drista_runtime_assume_failed()
    };
    std::process::exit(0)
}

/// Makes the value a part of the outcome of the execution, which `drista outcomes` lists.
#[allow(unused_variables)]
pub fn observe(name: &str, value: i64) {
    #[cfg(drista)]
    {
        let name = format!("{}\0", name.replace('\0', " "));
        unsafe { drista_runtime_observe(name.as_ptr(), 0, value as u64) }
    }
}
