//! Mutexes and condition variables of the standard library as those of POSIX, which are objects of drista: a lock is one
//! event, where the standard library's own for Linux is a loop of atomics and futexes with as many executions as it has
//! ways. What they guarantee is the same. (The read-write lock stays: readers wait for a writer that waits, which those
//! of POSIX need not.) They may be moved while nobody uses them: the runtime knows a lock by its address, and
//! keeps all else of it in its bytes.
//!
//! The bytes are those of glibc 2.31 and later on x86-64, with the mark of a static initialiser
//! (runtime/include/marked/pthread.h).
mod futex_rwlock;

use crate::cell::UnsafeCell;
use crate::time::Duration;

pub(crate) use futex_rwlock::{MovableRwLock, RwLock};

pub(crate) type MovableMutex = Mutex;
pub(crate) type MovableCondvar = Condvar;

const MARK: u32 = 0x53;

extern "C" {
    fn pthread_cond_clockwait(
        condvar: *mut libc::pthread_cond_t,
        mutex: *mut libc::pthread_mutex_t,
        clock: libc::clockid_t,
        until: *const libc::timespec,
    ) -> libc::c_int;
}

/// Fails only if a thread uses a lock wrongly, which drista reports itself.
fn done(result: libc::c_int) {
    if result != 0 {
        crate::process::abort()
    }
}

#[repr(C, align(8))]
pub struct Mutex(UnsafeCell<[u32; 10]>);

unsafe impl Send for Mutex {}
unsafe impl Sync for Mutex {}

impl Mutex {
    pub const fn new() -> Mutex {
        Mutex(UnsafeCell::new([0, 0, 0, 0, 0, MARK, 0, 0, 0, 0]))
    }
    fn raw(&self) -> *mut libc::pthread_mutex_t {
        self.0.get().cast()
    }
    pub unsafe fn init(&mut self) {}
    pub unsafe fn lock(&self) {
        done(libc::pthread_mutex_lock(self.raw()))
    }
    pub unsafe fn try_lock(&self) -> bool {
        libc::pthread_mutex_trylock(self.raw()) == 0
    }
    pub unsafe fn unlock(&self) {
        done(libc::pthread_mutex_unlock(self.raw()))
    }
}

#[repr(C, align(8))]
pub struct Condvar(UnsafeCell<[u32; 12]>);

unsafe impl Send for Condvar {}
unsafe impl Sync for Condvar {}

impl Condvar {
    pub const fn new() -> Condvar {
        Condvar(UnsafeCell::new([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, MARK]))
    }
    fn raw(&self) -> *mut libc::pthread_cond_t {
        self.0.get().cast()
    }
    pub unsafe fn notify_one(&self) {
        done(libc::pthread_cond_signal(self.raw()))
    }
    pub unsafe fn notify_all(&self) {
        done(libc::pthread_cond_broadcast(self.raw()))
    }
    pub unsafe fn wait(&self, mutex: &Mutex) {
        done(libc::pthread_cond_wait(self.raw(), mutex.raw()))
    }
    /// Returns false if the time was over.
    pub unsafe fn wait_timeout(&self, mutex: &Mutex, time: Duration) -> bool {
        let mut now: libc::timespec = crate::mem::zeroed();
        done(libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now));
        let end = Duration::new(now.tv_sec as u64, now.tv_nsec as u32).checked_add(time);
        let end = match end.filter(|end| end.as_secs() <= i64::MAX as u64) {
            Some(end) => end,
            None => {
                self.wait(mutex);
                return true;
            }
        };
        let until = libc::timespec {
            tv_sec: end.as_secs() as libc::time_t,
            tv_nsec: end.subsec_nanos() as libc::c_long,
        };
        match pthread_cond_clockwait(self.raw(), mutex.raw(), libc::CLOCK_MONOTONIC, &until) {
            libc::ETIMEDOUT => false,
            result => {
                done(result);
                true
            }
        }
    }
}
