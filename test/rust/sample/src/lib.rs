//! Structures and tests for test/rust/cargo-drista.test.ts.
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::*};

pub struct Flag {
    pub data: AtomicUsize,
    pub ready: AtomicBool,
}
impl Flag {
    pub const fn new() -> Flag {
        Flag {
            data: AtomicUsize::new(0),
            ready: AtomicBool::new(false),
        }
    }
}

pub struct Stack {
    top: AtomicPtr<Node>,
}
struct Node {
    value: usize,
    next: *mut Node,
}
unsafe impl Send for Stack {}
unsafe impl Sync for Stack {}
impl Stack {
    pub fn new() -> Stack {
        Stack {
            top: AtomicPtr::new(std::ptr::null_mut()),
        }
    }
    pub fn push(&self, value: usize) {
        let node = Box::into_raw(Box::new(Node {
            value,
            next: self.top.load(Relaxed),
        }));
        while let Err(now) = unsafe { self.top.compare_exchange((*node).next, node, Release, Relaxed) } {
            unsafe { (*node).next = now }
        }
    }
    pub fn pop(&self) -> Option<usize> {
        let mut top = self.top.load(Acquire);
        while !top.is_null() {
            match self.top.compare_exchange(top, unsafe { (*top).next }, Acquire, Acquire) {
                Ok(_) => return Some(unsafe { (*top).value }),
                Err(now) => top = now,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::UnsafeCell;
    use std::mem::MaybeUninit;
    use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
    use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, Once, RwLock};
    use std::thread;
    use std::time::Duration;

    #[drista::test(error = "assertion")]
    fn message_relaxed() {
        let flag = Arc::new(Flag::new());
        let other = flag.clone();
        let t = thread::spawn(move || {
            other.data.store(42, Relaxed);
            other.ready.store(true, Relaxed);
        });
        if flag.ready.load(Acquire) {
            assert_eq!(flag.data.load(Relaxed), 42);
        }
        t.join().unwrap();
    }
    #[drista::test]
    fn message() {
        let flag = Arc::new(Flag::new());
        let other = flag.clone();
        let t = thread::spawn(move || {
            other.data.store(42, Relaxed);
            other.ready.store(true, Release);
        });
        if flag.ready.load(Acquire) {
            assert_eq!(flag.data.load(Relaxed), 42);
        }
        t.join().unwrap();
    }
    #[drista::test]
    fn stack() {
        let s = Arc::new(Stack::new());
        let o = s.clone();
        let t = thread::spawn(move || {
            o.push(1);
            o.pop()
        });
        s.push(2);
        let a = s.pop();
        let b = t.join().unwrap();
        assert_ne!(a, b);
    }
    #[drista::test]
    fn mutex() {
        let m = Arc::new(Mutex::new(0));
        let hs: Vec<_> = (0..2)
            .map(|_| {
                let m = m.clone();
                thread::spawn(move || {
                    *m.lock().unwrap() += 1;
                })
            })
            .collect();
        for h in hs {
            h.join().unwrap();
        }
        assert_eq!(*m.lock().unwrap(), 2);
    }
    #[drista::test]
    fn condvar() {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let p = pair.clone();
        let t = thread::spawn(move || {
            *p.0.lock().unwrap() = true;
            p.1.notify_one();
        });
        let mut ready = pair.0.lock().unwrap();
        while !*ready {
            ready = pair.1.wait(ready).unwrap();
        }
        drop(ready);
        t.join().unwrap();
    }
    #[drista::test]
    fn rwlock() {
        let l = Arc::new(RwLock::new(0));
        let o = l.clone();
        let t = thread::spawn(move || {
            *o.write().unwrap() += 1;
        });
        let seen = *l.read().unwrap();
        assert!(seen <= 1);
        t.join().unwrap();
    }
    #[drista::test]
    fn park() {
        let flag = Arc::new(AtomicBool::new(false));
        let o = flag.clone();
        let t = thread::spawn(move || {
            while !o.load(Acquire) {
                thread::park();
            }
        });
        flag.store(true, Release);
        t.thread().unpark();
        t.join().unwrap();
    }
    #[drista::test]
    fn spin() {
        let l = Arc::new((AtomicBool::new(false), Flag::new()));
        let o = l.clone();
        let add = |l: &(AtomicBool, Flag)| {
            while l.0.swap(true, Acquire) {
                std::hint::spin_loop();
            }
            l.1.data.store(l.1.data.load(Relaxed) + 1, Relaxed);
            l.0.store(false, Release);
        };
        let t = thread::spawn(move || add(&o));
        add(&l);
        t.join().unwrap();
        assert_eq!(l.1.data.load(Relaxed), 2);
    }
    thread_local!(static LOCAL: std::cell::Cell<u32> = std::cell::Cell::new(7));
    #[drista::test]
    fn locals() {
        LOCAL.with(|l| l.set(8));
        let t = thread::spawn(|| LOCAL.with(|l| l.get()));
        assert_eq!(t.join().unwrap(), 7);
    }
    #[drista::test]
    #[should_panic(expected = "boom")]
    fn panics() {
        panic!("boom");
    }
    #[drista::test(error = "assertion")]
    #[should_panic]
    fn panics_not() {}
    #[drista::test(error = "deadlock")]
    fn deadlock() {
        let a = Arc::new((Mutex::new(0), Mutex::new(0)));
        let b = a.clone();
        let t = thread::spawn(move || {
            let _x = b.0.lock().unwrap();
            let _y = b.1.lock().unwrap();
        });
        {
            let _x = a.1.lock().unwrap();
            let _y = a.0.lock().unwrap();
        }
        t.join().unwrap();
    }
    #[drista::test(model = "sc")]
    fn chosen() {
        let n = AtomicUsize::new(drista::choose(3) as usize);
        drista::assume(n.load(Relaxed) < 2);
        thread::scope(|s| {
            s.spawn(|| n.fetch_add(1, Relaxed));
        });
        assert!(n.load(Relaxed) < 3);
    }
    #[drista::test]
    fn once() {
        static ONCE: Once = Once::new();
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = || {
            ONCE.call_once(|| {
                CALLS.fetch_add(1, Relaxed);
            });
            assert_eq!(CALLS.load(Relaxed), 1);
        };
        let t = thread::spawn(call);
        call();
        t.join().unwrap();
    }
    #[drista::test]
    fn barrier() {
        let b = Arc::new(Barrier::new(2));
        let o = b.clone();
        let t = thread::spawn(move || o.wait().is_leader());
        assert_ne!(b.wait().is_leader(), t.join().unwrap());
    }
    #[drista::test]
    fn channel() {
        let (s, r) = mpsc::channel();
        let t = thread::spawn(move || s.send(1).unwrap());
        assert_eq!(r.recv(), Ok(1));
        assert!(r.recv().is_err());
        t.join().unwrap();
    }
    #[drista::test]
    fn bounded_channel() {
        let (s, r) = mpsc::sync_channel(1);
        let t = thread::spawn(move || s.send(1).unwrap());
        assert_eq!(r.recv(), Ok(1));
        t.join().unwrap();
    }
    #[drista::test]
    fn wait_timeout() {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let p = pair.clone();
        let t = thread::spawn(move || {
            *p.0.lock().unwrap() = true;
            p.1.notify_one();
        });
        let ready = pair.0.lock().unwrap();
        let (ready, time) = pair.1.wait_timeout(ready, Duration::from_millis(10)).unwrap();
        assert!(*ready || time.timed_out());
        drop(ready);
        t.join().unwrap();
    }
    /// A mutex, locked, is moved, and what lay there is used for another one.
    #[drista::test]
    fn moved() {
        let mut all: Vec<Mutex<u32>> = Vec::new();
        for i in 0..5 {
            all.push(Mutex::new(i));
            *all[0].lock().unwrap() += 1;
        }
        let all = Arc::new(all);
        let o = all.clone();
        let t = thread::spawn(move || o.iter().map(|m| *m.lock().unwrap()).sum::<u32>());
        assert_eq!(t.join().unwrap(), 15);
        assert!(all[4].try_lock().is_ok());
    }
    #[drista::test]
    fn poisoned() {
        let m = Arc::new(Mutex::new(0));
        let o = m.clone();
        assert!(catch_unwind(AssertUnwindSafe(|| {
            let _guard = o.lock().unwrap();
            resume_unwind(Box::new(1));
        }))
        .is_err());
        assert!(m.is_poisoned());
    }
    #[drista::test(error = "data-race")]
    fn race() {
        struct Shared(UnsafeCell<u32>);
        unsafe impl Sync for Shared {}
        static SHARED: Shared = Shared(UnsafeCell::new(0));
        let t = thread::spawn(|| unsafe { *SHARED.0.get() = 1 });
        unsafe { *SHARED.0.get() = 2 };
        t.join().unwrap();
    }
    /// Optimised, the writes to what nobody reads would not be there.
    #[drista::test(error = "data-race")]
    fn race_on_local() {
        let mut local = [0; 2];
        struct Pointer(*mut u32);
        unsafe impl Send for Pointer {}
        let p = Pointer(&mut local[1]);
        thread::scope(|s| {
            s.spawn(move || {
                let p = p;
                unsafe { *p.0 = 1 }
            });
            local[1] = 2;
        });
    }
    #[drista::test]
    fn undefined_payloads() {
        let q = Arc::new(Mutex::new(Vec::<(usize, MaybeUninit<u32>)>::new()));
        let o = q.clone();
        let t = thread::spawn(move || o.lock().unwrap().push((1, MaybeUninit::uninit())));
        let moved: Option<Option<[usize; 3]>> = std::mem::replace(&mut Some(None), None);
        assert!(moved.is_some());
        q.lock().unwrap().push((2, MaybeUninit::uninit()));
        t.join().unwrap();
        assert_eq!(q.lock().unwrap().iter().map(|x| x.0).sum::<usize>(), 3);
    }
    #[drista::test(inconclusive, tune = "weak-cas=strong")]
    fn weak() {
        let n = Arc::new(AtomicUsize::new(0));
        let o = n.clone();
        let add = |n: &AtomicUsize| {
            let mut steps = 0;
            while n.compare_exchange_weak(n.load(Relaxed), 1, Relaxed, Relaxed).is_err() {
                steps += 1;
            }
            steps
        };
        let t = thread::spawn(move || add(&o));
        add(&n);
        t.join().unwrap();
    }
    #[drista::spec]
    fn stack_is_one() -> drista::Spec<Stack> {
        drista::Spec::new("stack", Stack::new)
            .operation("push", |s, a| s.push(a[0] as usize))
            .operation("pop", |s, _| s.pop())
            .calls(3)
    }
    #[derive(Default, Clone, PartialEq)]
    struct Count(i64);
    #[drista::spec(error = "specification")]
    fn counter_is_none() -> drista::Spec<AtomicUsize, Count> {
        drista::Spec::own("a counter", || AtomicUsize::new(0))
            .specified(
                "add",
                |n, a| n.store(n.load(Relaxed) + a[0] as usize, Relaxed),
                |n: &mut Count, a| n.0 += a[0],
            )
            .parameter(2)
            .specified("get", |n, _| n.load(Relaxed), |n, _| n.0)
            .look("get")
            .calls(2)
    }
    /// In C++20 a store of the same thread does not continue a release sequence.
    #[drista::test(error = "assertion")]
    fn release_sequence() {
        let flag = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let o = flag.clone();
        let t = thread::spawn(move || {
            o.0.store(1, Relaxed);
            o.1.store(1, Release);
            o.1.store(2, Relaxed);
        });
        if flag.1.load(Acquire) == 2 {
            assert_eq!(flag.0.load(Relaxed), 1);
        }
        t.join().unwrap();
    }
    /// A reader waits for a writer that waits.
    #[drista::test(error = "deadlock")]
    fn reads_twice() {
        let l = Arc::new(RwLock::new(0));
        let o = l.clone();
        let t = thread::spawn(move || *o.write().unwrap() = 1);
        {
            let _a = l.read().unwrap();
            let _b = l.read().unwrap();
        }
        t.join().unwrap();
    }
    #[drista::test(error = "exit-code")]
    fn exits() {
        std::process::exit(3)
    }
    #[drista::test(error = "assertion")]
    #[should_panic]
    fn exits_without_panic() {
        std::process::exit(0)
    }
    #[test]
    fn ordinary() {}
}
