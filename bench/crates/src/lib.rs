//! Tests of crates: bench/crates.mjs checks them.
#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::{AcqRel, Acquire};
    use std::sync::Arc;
    use std::thread;

    #[drista::test]
    fn array_queue() {
        let q = Arc::new(crossbeam_queue::ArrayQueue::new(2));
        let o = q.clone();
        let t = thread::spawn(move || {
            o.push(1).unwrap();
        });
        q.push(2).unwrap();
        t.join().unwrap();
        let mut v = vec![q.pop().unwrap(), q.pop().unwrap()];
        v.sort();
        assert_eq!(v, [1, 2]);
    }
    #[drista::test]
    fn array_queue_pop() {
        let q = Arc::new(crossbeam_queue::ArrayQueue::new(2));
        let o = q.clone();
        let t = thread::spawn(move || {
            o.push(Box::new(1)).unwrap();
        });
        if let Some(n) = q.pop() {
            assert_eq!(*n, 1)
        }
        t.join().unwrap();
    }
    #[drista::test]
    fn seg_queue() {
        let q = Arc::new(crossbeam_queue::SegQueue::new());
        let o = q.clone();
        let t = thread::spawn(move || {
            o.push(Box::new(1));
        });
        if let Some(n) = q.pop() {
            assert_eq!(*n, 1)
        }
        t.join().unwrap();
    }
    #[drista::test]
    fn unbounded() {
        let (s, r) = crossbeam_channel::unbounded();
        let t = thread::spawn(move || {
            s.send(1).unwrap();
        });
        assert_eq!(r.recv(), Ok(1));
        t.join().unwrap();
    }
    #[drista::test]
    fn bounded() {
        let (s, r) = crossbeam_channel::bounded(1);
        let t = thread::spawn(move || {
            s.send(1).unwrap();
        });
        assert_eq!(r.recv(), Ok(1));
        t.join().unwrap();
    }
    #[drista::test]
    fn zero() {
        let (s, r) = crossbeam_channel::bounded(0);
        let t = thread::spawn(move || {
            s.send(1).unwrap();
        });
        assert_eq!(r.recv(), Ok(1));
        t.join().unwrap();
    }
    #[drista::test]
    fn deque() {
        let w = crossbeam_deque::Worker::new_lifo();
        let s = w.stealer();
        let t = thread::spawn(move || s.steal().success());
        w.push(Box::new(1));
        let a = w.pop();
        let b = t.join().unwrap();
        assert!(a.is_some() || b.is_some() || w.pop().is_some());
    }
    #[drista::test]
    fn epoch() {
        use crossbeam_epoch::{self as epoch, Atomic, Owned};
        let a = Arc::new(Atomic::new(1));
        let o = a.clone();
        let t = thread::spawn(move || {
            let g = epoch::pin();
            let old = o.swap(Owned::new(2), AcqRel, &g);
            unsafe { g.defer_destroy(old) };
        });
        {
            let g = epoch::pin();
            let n = unsafe { *a.load(Acquire, &g).deref() };
            assert!(n == 1 || n == 2);
        }
        t.join().unwrap();
    }
    #[drista::test]
    fn pl_mutex() {
        let m = Arc::new(parking_lot::Mutex::new(0));
        let o = m.clone();
        let t = thread::spawn(move || *o.lock() += 1);
        *m.lock() += 1;
        t.join().unwrap();
        assert_eq!(*m.lock(), 2);
    }
    #[drista::test]
    fn swap() {
        let m = Arc::new(arc_swap::ArcSwap::from_pointee(1));
        let o = m.clone();
        let t = thread::spawn(move || o.store(Arc::new(2)));
        let n = **m.load();
        assert!(n == 1 || n == 2);
        t.join().unwrap();
    }
    #[drista::test]
    fn spin_mutex() {
        let m = Arc::new(spin::Mutex::new(0));
        let o = m.clone();
        let t = thread::spawn(move || *o.lock() += 1);
        *m.lock() += 1;
        t.join().unwrap();
        assert_eq!(*m.lock(), 2);
    }
    #[drista::test]
    fn once_cell() {
        static C: once_cell::sync::OnceCell<i32> = once_cell::sync::OnceCell::new();
        let t = thread::spawn(|| *C.get_or_init(|| 1));
        let a = *C.get_or_init(|| 2);
        assert_eq!(a, t.join().unwrap());
    }
}
