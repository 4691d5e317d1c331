//! Data structures against their specifications: `cargo drista test` calls the operations from a few threads, in every
//! way up to a size, and compares what they return with what the specification does.
//!
//! ```ignore
//! #[drista::spec]
//! fn stack() -> drista::Spec<Stack> {
//!     drista::Spec::new("stack", Stack::new)
//!         .operation("push", |stack, a| stack.push(a[0]))
//!         .operation("pop", |stack, _| stack.pop())
//! }
//! ```
//!
//! Under `cargo test` such a function is a test that does nothing.
// Of functions only the type is used, and without drista nothing is.
#![allow(unused_variables)]
use std::marker::PhantomData;

#[cfg(drista)]
#[path = "spec_calls.rs"]
mod calls;

/// What an operation may return: numbers, truth, nothing, or perhaps a number.
pub trait Outcome {
    #[doc(hidden)]
    fn number(self) -> i64;
}
macro_rules! numbers {
    ($($number:ty),*) => { $(impl Outcome for $number {
        fn number(self) -> i64 {
            self as i64
        }
    })* };
}
numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, bool);
impl Outcome for () {
    fn number(self) -> i64 {
        i64::MIN
    }
}
impl<N: Outcome> Outcome for Option<N> {
    fn number(self) -> i64 {
        self.map_or(i64::MIN + 1, N::number)
    }
}

/// An object of type T, its operations, and their specification, whose state has type S.
pub struct Spec<T, S = ()>(PhantomData<(T, S)>);

impl<T: Sync + 'static> Spec<T> {
    /// A standard specification: queue, stack, deque, set, map, counter, register, lock, rwlock, semaphore, channel.
    pub fn new<M: Fn() -> T + Copy>(specification: &str, make: M) -> Spec<T> {
        #[cfg(drista)]
        calls::standard::<T, M>(specification);
        Spec(PhantomData)
    }

    /// A specification of one's own: see `specified`.
    pub fn own<S: Default + Clone + PartialEq + 'static, M: Fn() -> T + Copy>(name: &str, make: M) -> Spec<T, S> {
        #[cfg(drista)]
        calls::own::<T, S, M>(name);
        Spec(PhantomData)
    }

    /// An operation that the standard specification has. Its arguments are `a[0]` and `a[1]`.
    pub fn operation<R: Outcome, F: Fn(&T, &[i64]) -> R + Copy>(self, name: &str, perform: F) -> Self {
        #[cfg(drista)]
        calls::operation::<T, R, F>(name);
        self
    }
}

impl<T: Sync + 'static, S: Default + Clone + PartialEq + 'static> Spec<T, S> {
    /// An operation, and what it does to the state of the specification and returns there.
    pub fn specified<R: Outcome, Q: Outcome, F, G>(self, name: &str, perform: F, specify: G) -> Self
    where
        F: Fn(&T, &[i64]) -> R + Copy,
        G: Fn(&mut S, &[i64]) -> Q + Copy,
    {
        #[cfg(drista)]
        calls::specified::<T, S, R, Q, F, G>(name);
        self
    }

    /// The last operation of a specification of one's own has one more parameter, from 1 to `values`; 0: each call has
    /// a value of its own.
    pub fn parameter(self, values: u32) -> Self {
        #[cfg(drista)]
        calls::parameter(values);
        self
    }
}

macro_rules! numbers_of {
    ($($(#[$said:meta])* $name:ident),*) => {
                impl<T, S> Spec<T, S> { $(
            $(#[$said])*
            pub fn $name(self, n: u32) -> Self {
                #[cfg(drista)]
                calls::setting(stringify!($name), n);
                self
            }
        )* }
    };
}
numbers_of!(
    /// Clients have at most so many calls (default: 4).
    calls,
    /// Clients have at most so many threads (default: 3).
    threads,
    /// A queue, stack, deque or channel has room for so many elements: a push returns whether there was room.
    capacity,
    /// Each call ends after at most so many steps.
    wait_free
);

macro_rules! flags_of {
    ($($(#[$said:meta])* $name:ident),*) => {
        impl<T, S> Spec<T, S> { $(
            $(#[$said])*
            pub fn $name(self) -> Self {
                #[cfg(drista)]
                calls::setting(stringify!($name), 0);
                self
            }
        )* }
    };
}
flags_of!(
    /// What is taken out need not happen after it was put in.
    unsynchronised,
    /// A call ends if all other threads stand still, wherever they do.
    obstruction_free,
    /// Some call ends, whichever threads go on.
    lock_free
);

impl<T, S> Spec<T, S> {
    /// Up to so many calls of the operation are made before all threads.
    pub fn initial(self, operation: &str, calls: u32) -> Self {
        #[cfg(drista)]
        calls::initial(operation, calls);
        self
    }

    /// The operation is called after all threads, as often as there have been other calls, and once more.
    pub fn drain(self, operation: &str) -> Self {
        #[cfg(drista)]
        calls::drain(operation);
        self
    }

    /// The operation is called after all threads, once with each of the values that its parameters may have.
    pub fn look(self, operation: &str) -> Self {
        #[cfg(drista)]
        calls::look(operation);
        self
    }

    /// Called by what `#[drista::spec]` makes.
    #[doc(hidden)]
    pub fn run(self) {
        #[cfg(drista)]
        calls::run()
    }
}

/// For specifications of one's own: the operation waits until the condition holds. Returns it; the result does not count
/// if it is false.
pub fn wait(condition: bool) -> bool {
    #[cfg(drista)]
    calls::wait(condition);
    condition
}

/// The operation may only be called where the condition holds: other clients are left out. Returns it.
pub fn need(condition: bool) -> bool {
    #[cfg(drista)]
    calls::need(condition);
    condition
}

/// One of 0 to `n - 1`: the specification permits each.
pub fn any_of(n: u32) -> u32 {
    #[cfg(drista)]
    return calls::choose(n);
    #[cfg(not(drista))]
    0
}
