//! Ten programs for drista, and for loom, which needs its own types. Names that end in `_wrong` have an error.
#![allow(dead_code)]
#[cfg(loom)]
use loom::{
    cell::UnsafeCell,
    hint::spin_loop,
    sync::atomic::{fence, AtomicBool, AtomicUsize, Ordering::*},
    sync::{Arc, Condvar, Mutex},
    thread,
};
#[cfg(not(loom))]
use std::{
    hint::spin_loop,
    sync::atomic::{fence, AtomicBool, AtomicUsize, Ordering::*},
    sync::{Arc, Condvar, Mutex},
    thread,
};

/// loom's cell takes functions.
#[cfg(not(loom))]
struct UnsafeCell<T>(std::cell::UnsafeCell<T>);
#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }
    fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.0.get())
    }
    fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
}

struct Data(UnsafeCell<usize>);
unsafe impl Send for Data {}
unsafe impl Sync for Data {}
impl Data {
    fn new() -> Data {
        Data(UnsafeCell::new(0))
    }
    fn get(&self) -> usize {
        self.0.with(|p| unsafe { *p })
    }
    fn set(&self, value: usize) {
        self.0.with_mut(|p| unsafe { *p = value })
    }
}

fn atomic() -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(0))
}

/// Wait until the thread can go on: loom has to be told.
fn pause() {
    spin_loop();
    #[cfg(loom)]
    thread::yield_now();
}

fn send(release: bool) {
    let both = Arc::new((Data::new(), AtomicBool::new(false)));
    let other = both.clone();
    let t = thread::spawn(move || {
        other.0.set(42);
        other.1.store(true, if release { Release } else { Relaxed });
    });
    if both.1.load(Acquire) {
        assert_eq!(both.0.get(), 42);
    }
    t.join().unwrap();
}

pub fn message() {
    send(true)
}

pub fn message_wrong() {
    send(false)
}

pub fn store_buffering() {
    let (x, y) = (atomic(), atomic());
    let (x2, y2) = (x.clone(), y.clone());
    let t = thread::spawn(move || {
        x2.store(1, SeqCst);
        y2.load(SeqCst)
    });
    y.store(1, SeqCst);
    let a = x.load(SeqCst);
    let b = t.join().unwrap();
    assert!(a == 1 || b == 1);
}

pub fn fences() {
    let (x, y) = (atomic(), atomic());
    let (x2, y2) = (x.clone(), y.clone());
    let t = thread::spawn(move || {
        x2.store(1, Relaxed);
        fence(SeqCst);
        y2.load(Relaxed)
    });
    y.store(1, Relaxed);
    fence(SeqCst);
    let a = x.load(Relaxed);
    let b = t.join().unwrap();
    assert!(a == 1 || b == 1);
}

pub fn peterson() {
    let all = Arc::new((
        AtomicBool::new(false),
        AtomicBool::new(false),
        AtomicUsize::new(0),
        Data::new(),
    ));
    let enter = |all: &(AtomicBool, AtomicBool, AtomicUsize, Data), me: usize| {
        let (mine, theirs) = if me == 0 { (&all.0, &all.1) } else { (&all.1, &all.0) };
        mine.store(true, SeqCst);
        all.2.store(1 - me, SeqCst);
        while theirs.load(SeqCst) && all.2.load(SeqCst) != me {
            pause();
        }
        all.3.set(all.3.get() + 1);
        mine.store(false, SeqCst);
    };
    let other = all.clone();
    let t = thread::spawn(move || enter(&other, 1));
    enter(&all, 0);
    t.join().unwrap();
    assert_eq!(all.3.get(), 2);
}

fn lock(release: bool) {
    let both = Arc::new((AtomicBool::new(false), Data::new()));
    let add = move |both: &(AtomicBool, Data)| {
        while both.0.swap(true, Acquire) {
            pause();
        }
        both.1.set(both.1.get() + 1);
        both.0.store(false, if release { Release } else { Relaxed });
    };
    let other = both.clone();
    let t = thread::spawn(move || add(&other));
    add(&both);
    t.join().unwrap();
}

pub fn spin_lock() {
    lock(true)
}

pub fn spin_lock_wrong() {
    lock(false)
}

pub fn mutex() {
    let n = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let n = n.clone();
            thread::spawn(move || *n.lock().unwrap() += 1)
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(*n.lock().unwrap(), 3);
}

/// The flag is set without the lock, so that the waiting thread may miss the signal.
pub fn lost_signal_wrong() {
    let all = Arc::new((Mutex::new(()), Condvar::new(), AtomicBool::new(false)));
    let other = all.clone();
    let t = thread::spawn(move || {
        other.2.store(true, Release);
        other.1.notify_one();
    });
    let mut guard = all.0.lock().unwrap();
    while !all.2.load(Acquire) {
        guard = all.1.wait(guard).unwrap();
    }
    drop(guard);
    t.join().unwrap();
}

/// Counts owners with relaxed operations; the last one frees what others may still read.
pub fn count_wrong() {
    let all = Arc::new((AtomicUsize::new(2), Data::new()));
    let leave = |all: &(AtomicUsize, Data)| {
        all.1.get();
        if all.0.fetch_sub(1, Relaxed) == 1 {
            all.1.set(1);
        }
    };
    let other = all.clone();
    let t = thread::spawn(move || leave(&other));
    leave(&all);
    t.join().unwrap();
}
