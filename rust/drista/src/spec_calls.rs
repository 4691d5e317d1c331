//! The functions of <drista/spec.h>, which cargo drista links with the program (cargo-drista/std/spec.c).
use super::Outcome;
use std::ffi::{c_void, CString};
use std::mem::{size_of, MaybeUninit};
use std::os::raw::{c_char, c_int, c_uint};

/// At most so many arguments: DRISTA_SPEC_PARAMETERS.
const PARAMETERS: usize = 2;

type Function = extern "C" fn(*mut c_void, *const i64) -> i64;

#[repr(C)]
struct StateKind {
    make: extern "C" fn() -> *mut c_void,
    copy: extern "C" fn(*const c_void) -> *mut c_void,
    release: extern "C" fn(*mut c_void),
    equal: extern "C" fn(*const c_void, *const c_void) -> c_int,
}

extern "C" {
    fn drista_rust_spec_standard(name: *const c_char);
    fn drista_rust_spec_own(name: *const c_char, state: *const StateKind);
    fn drista_rust_spec_object(make: extern "C" fn() -> *mut c_void, release: extern "C" fn(*mut c_void));
    fn drista_rust_spec_operation(name: *const c_char, perform: Function, specification: Option<Function>);
    fn drista_rust_spec_parameter(values: c_int);
    fn drista_rust_spec_setting(name: *const c_char, value: c_int);
    fn drista_rust_spec_initial(operation: *const c_char, calls: c_int);
    fn drista_rust_spec_drain(operation: *const c_char);
    fn drista_rust_spec_look(operation: *const c_char);
    fn drista_rust_spec_wait(condition: c_int) -> c_int;
    fn drista_rust_spec_need(condition: c_int) -> c_int;
    fn drista_rust_spec_choose(n: c_uint) -> c_uint;
    fn drista_rust_spec_main(argc: c_int, argv: *mut *mut c_char) -> c_int;
}

/// A function of which only the type is known: it captures nothing, so that all its values are the same.
fn function<F: Copy>() -> F {
    assert!(
        size_of::<F>() == 0,
        "the function of an operation must not use variables from outside"
    );
    unsafe { MaybeUninit::<F>::uninit().assume_init() }
}

extern "C" fn make<T, M: Fn() -> T + Copy>() -> *mut c_void {
    Box::into_raw(Box::new(function::<M>()())).cast()
}

extern "C" fn make_default<S: Default>() -> *mut c_void {
    Box::into_raw(Box::new(S::default())).cast()
}

extern "C" fn copy<S: Clone>(state: *const c_void) -> *mut c_void {
    Box::into_raw(Box::new(unsafe { (*state.cast::<S>()).clone() })).cast()
}

extern "C" fn release<T>(object: *mut c_void) {
    drop(unsafe { Box::from_raw(object.cast::<T>()) })
}

extern "C" fn equal<S: PartialEq>(a: *const c_void, b: *const c_void) -> c_int {
    unsafe { (*a.cast::<S>() == *b.cast::<S>()) as c_int }
}

unsafe fn arguments<'a>(first: *const i64) -> &'a [i64] {
    std::slice::from_raw_parts(first, PARAMETERS)
}

extern "C" fn perform<T, R: Outcome, F: Fn(&T, &[i64]) -> R + Copy>(object: *mut c_void, first: *const i64) -> i64 {
    unsafe { function::<F>()(&*object.cast::<T>(), arguments(first)).number() }
}

extern "C" fn specify<S, R: Outcome, G: Fn(&mut S, &[i64]) -> R + Copy>(state: *mut c_void, first: *const i64) -> i64 {
    unsafe { function::<G>()(&mut *state.cast::<S>(), arguments(first)).number() }
}

/// For as long as the program runs.
fn name(text: &str) -> *const c_char {
    CString::new(text).unwrap_or_default().into_raw()
}

pub fn standard<T, M: Fn() -> T + Copy>(specification: &str) {
    unsafe {
        drista_rust_spec_standard(name(specification));
        drista_rust_spec_object(make::<T, M>, release::<T>);
    }
}

pub fn own<T, S: Default + Clone + PartialEq, M: Fn() -> T + Copy>(specification: &str) {
    let state = StateKind {
        make: make_default::<S>,
        copy: copy::<S>,
        release: release::<S>,
        equal: equal::<S>,
    };
    unsafe {
        drista_rust_spec_own(name(specification), &state);
        drista_rust_spec_object(make::<T, M>, release::<T>);
    }
}

pub fn operation<T, R: Outcome, F: Fn(&T, &[i64]) -> R + Copy>(operation: &str) {
    unsafe { drista_rust_spec_operation(name(operation), perform::<T, R, F>, None) }
}

pub fn specified<T, S, R: Outcome, Q: Outcome, F, G>(operation: &str)
where
    F: Fn(&T, &[i64]) -> R + Copy,
    G: Fn(&mut S, &[i64]) -> Q + Copy,
{
    unsafe { drista_rust_spec_operation(name(operation), perform::<T, R, F>, Some(specify::<S, Q, G>)) }
}

pub fn parameter(values: u32) {
    unsafe { drista_rust_spec_parameter(values as c_int) }
}

/// `value`: of a setting that is a number.
pub fn setting(text: &str, value: u32) {
    unsafe { drista_rust_spec_setting(name(text), value as c_int) }
}

pub fn initial(operation: &str, calls: u32) {
    unsafe { drista_rust_spec_initial(name(operation), calls as c_int) }
}

pub fn drain(operation: &str) {
    unsafe { drista_rust_spec_drain(name(operation)) }
}

pub fn look(operation: &str) {
    unsafe { drista_rust_spec_look(name(operation)) }
}

pub fn wait(condition: bool) {
    unsafe { drista_rust_spec_wait(condition as c_int) };
}

pub fn need(condition: bool) {
    unsafe { drista_rust_spec_need(condition as c_int) };
}

pub fn choose(n: u32) -> u32 {
    unsafe { drista_rust_spec_choose(n) }
}

/// The harness has taken the name of the test: the rest is for the main function of <drista/spec.h>.
pub fn run() {
    let mut words: Vec<*mut c_char> = std::env::args()
        .enumerate()
        .filter(|(i, _)| *i != 1)
        .map(|(_, word)| name(&word) as *mut c_char)
        .collect();
    let count = words.len() as c_int;
    words.push(std::ptr::null_mut());
    let code = unsafe { drista_rust_spec_main(count, words.as_mut_ptr()) };
    std::process::exit(code)
}
