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
    use std::sync::{Arc, Condvar, Mutex, RwLock};
    use std::thread;

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
    #[test]
    fn ordinary() {}
}
