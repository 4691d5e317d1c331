/* clang-format off: the tables keep their lines. */
/*
 * The wire protocol between the scheduler and the checked program. The other end is src/channel/protocol.ts: the two
 * files mirror each other and are read side by side.
 *
 * A Unix stream socket pair; the program's end has the number in the environment variable DRISTA_FD.
 * Every frame is { struct dr_header, body }, little-endian, both ways.
 *
 *   program -> scheduler   HELLO    once, before main and after constructors
 *   scheduler -> program   PREPARE  replaces the promoted atoms and the threads' names for the runs to come
 *   program -> scheduler   READY    answer to PREPARE
 *   scheduler -> program   RUN      one schedule
 *   program -> scheduler   RESULT   all that happened in that run
 *   scheduler -> program   SAVE     asks for the record of accesses over all runs (shadow/shadow.h)
 *   program -> scheduler   SAVED    answer to SAVE: bytes that only the runtime understands; none: too many
 *   scheduler -> program   RESTORE  those bytes, in the place of the record that a server of the same program has;
 *                                   none: it is to begin anew; before PREPARE
 *   program -> scheduler   READY    answer to RESTORE
 *   scheduler -> program   MERGE    those bytes of another server that explored the same program at the same time;
 *                                   between runs
 *   program -> scheduler   MERGED   answer to MERGE: conflicts that only the runs of both show, as struct dr_atom
 *   (end of file)                   the server exits at once
 *
 * HELLO   { u32 magic; u32 version; u32 pid; u32 modules; } then per module
 *         { u64 base; u64 size; u32 path length; path bytes, padded to 8 }
 * PREPARE { u32 atoms; u32 threads; u32 input; u32 unused; } then atoms as struct dr_atom, then threads as struct
 *         dr_name, then `input` bytes of the symbolic input: for each object { u32 thread; u32 index; u32 size;
 *         u32 unused; } and its bytes, padded to 8. Thread number i+1 is names[i] (0 is main). Threads not named get
 *         the next free numbers in order of first creation, and keep them in all later runs of this server.
 * RUN     { u64 flags; u64 max_events; u64 time_limit_ms; u64 timeouts; u64 unroll; u32 steps; u32 patches;
 *         u32 policy; u32 seed; u64 object; u32 threads; u32 unused; } then steps as struct dr_step, then patches as
 *         struct dr_patch, then numbers of threads as u16, padded to 8
 * RESULT  struct dr_result, then events as struct dr_event, stacks as struct dr_stack, conflicts as struct
 *         dr_atom, entries as struct dr_symbolic, then the bytes of strings. Events are in the order in which they
 *         took effect.
 */
/* clang-format on */
#ifndef DRISTA_PROTOCOL_H
#define DRISTA_PROTOCOL_H

#include <stdint.h>

#define DR_MAGIC 0x54535244u /* "DRST" */
/* Also that of what the pass announces (pass/plugin.cc): objects of another version cannot be part of a program. */
#define DR_VERSION 22u

struct dr_header {
	uint32_t length; /* of the body */
	uint16_t type; /* enum dr_frame */
	uint16_t processor; /* where the server should run until the next frame, plus one; 0: anywhere. To it only */
};

enum dr_frame {
	DR_HELLO = 1,
	DR_PREPARE = 2,
	DR_READY = 3,
	DR_RUN = 4,
	DR_RESULT = 5,
	DR_SAVE = 6,
	DR_SAVED = 7,
	DR_RESTORE = 8,
	DR_MERGE = 9,
	DR_MERGED = 10
};

/* Event kinds. "waits": the event needs a value, so the thread stands before it until the schedule (or,
 * after the schedule's end, the runtime's own policy) gives it one. All others take effect at once. */
enum dr_kind {
	DR_BEGIN = 1, /* object: start routine, value: argument */
	DR_END = 2, /* value: return value; op 1: main's, which then waits for the others and exits */
	DR_CREATE = 3, /* other: the child; value: argument; object: start routine */
	DR_JOIN = 4, /* waits; other: the thread joined; result: its return value. op 1: only waits for its end; result:
			how many threads it created */
	DR_DETACH = 5, /* other */
	DR_LOAD = 6, /* waits; object, size, order; result: value read; op: DR_CANCEL_... or 0 */
	DR_STORE = 7, /* object, size, order; value; op DR_CANCEL_POINT: it cancels the thread `other` */
	DR_RMW = 8, /* waits; object, size, order, fail_order, op; value: operand or desired, expected; result: value
		       read */
	DR_FENCE = 9, /* order */
	DR_PLAIN_READ = 10, /* promoted data; waits when the atom is mixed; object, size: the atom; result; op */
	DR_PLAIN_WRITE = 11, /* promoted data; object, size: the atom; value: the atom's content afterwards; op */
	DR_MUTEX_INIT = 12, /* waits; object; op: type; result: return value, for this and all that follow */
	DR_MUTEX_LOCK = 13, /* waits; op: type */
	DR_MUTEX_TRYLOCK = 14, /* waits; op: type */
	DR_MUTEX_UNLOCK = 15, /* op: type */
	DR_MUTEX_DESTROY = 16, /* waits; op: type */
	DR_CHOOSE = 17, /* waits; value: n; result: 0..n-1; op: dr_choice */
	DR_ASSUME_FAILED = 18, /* ends the run */
	DR_HELD = 19, /* the call that follows has a time-limit, but has timed out `value` times here: it waits without
			 the limit */
	DR_ERROR = 20, /* op: dr_error; text; object: faulting address. The run stops here */
	DR_EXIT = 21, /* exit() was called or main returned; value: code; op 1: another thread had called it before.
			 Other threads run to their ends, then the run stops. With DR_PENDING it is no event: the
			 thread's exit handlers had not finished when the run stopped */
	DR_UNSUPPORTED = 22, /* text: the name. The run stops here */
	/* Operations on objects: docs/explanation/objects.md defines their meaning and results. */
	DR_MUTEX_DIED = 23,
	DR_MUTEX_CONSISTENT = 24,
	DR_COND_INIT = 25,
	DR_COND_BLOCK = 26,
	DR_COND_WAKE = 27,
	DR_COND_SIGNAL = 28,
	DR_COND_BROADCAST = 29,
	DR_COND_DESTROY = 30,
	DR_RW_INIT = 31,
	DR_RW_RDLOCK = 32,
	DR_RW_WRLOCK = 33,
	DR_RW_TRYRDLOCK = 34,
	DR_RW_TRYWRLOCK = 35,
	DR_RW_RDUNLOCK = 36,
	DR_RW_WRUNLOCK = 37,
	DR_RW_DESTROY = 38,
	DR_SEM_INIT = 39,
	DR_SEM_WAIT = 40,
	DR_SEM_TRYWAIT = 41,
	DR_SEM_POST = 42,
	DR_SEM_GETVALUE = 43,
	DR_SEM_DESTROY = 44,
	DR_BARRIER_INIT = 45,
	DR_BARRIER_ARRIVE = 46,
	DR_BARRIER_LEAVE = 47,
	DR_BARRIER_DESTROY = 48,
	DR_ONCE_BEGIN = 49,
	DR_ONCE_END = 50,
	DR_FUTEX_ENTER = 51,
	DR_FUTEX_LEAVE = 52,
	DR_FUTEX_AWAIT = 53,
	DR_FUTEX_WAKE = 54,
	DR_OBSERVE = 55, /* drista_observe; text: NAME=VALUE; value: digest of it. With DR_OBSERVES only */
	DR_LOOP_BOUND = 56, /* value: how often the thread went back to the head of a loop, the limit (unroll of RUN; 0:
			       no limit). Nothing more of the thread happens. op DR_BOUND_THREADS: it is about to create
			       a thread more than the value */
};

/* op of DR_CHOOSE. _ROUND: there is nothing to choose (n is 1): the thread goes round a loop, in the same state as
 * before, and has performed no other event that waits. _FAULT: whether a call fails, or does less than it could; 0: it
 * does not; expected: the most faults of an execution; text: the call, then a line for each fault (core/faults.h).
 * _POWER: whether the power is lost, and what is on the disk then; text: a line for each value (io/crash.h) */
enum dr_choice { DR_ROUND = 1, DR_FAULT = 2, DR_POWER = 3 };
/* op of DR_ASSUME_FAILED: the power was lost, and the command that looked at the files found nothing wrong */
enum { DR_AFTER_POWER = 1 };
/* op of DR_LOOP_BOUND */
enum { DR_BOUND_THREADS = 1 };

/* Bits of op: of operations on mutexes besides the type; of DR_COND_WAKE and DR_FUTEX_AWAIT; _CANCELLED of
 * DR_COND_BLOCK too: the thread may be cancelled while it waits. */
enum { DR_MUTEX_SPIN = 3, DR_MUTEX_ROBUST = 4, DR_MUTEX_IN_WAIT = 8 };
/* `value` of the tries of a call with a time-limit that may not time out any more: they wait. */
#define DR_NEVER UINT32_MAX
enum { DR_WAIT_TIMED = 1, DR_WAIT_SPURIOUS = 2, DR_WAIT_CANCELLED = 4 };
/* op of the load by which a thread checks whether it is cancelled; _WAIT: if it is not, it waits in its next event. */
enum { DR_CANCEL_POINT = 1, DR_CANCEL_WAIT = 2 };
/* op of a DR_LOAD or DR_STORE that is a plain access in the program. */
enum { DR_AS_PLAIN = 4 };
/* op of a DR_PLAIN_READ or DR_PLAIN_WRITE: the access is volatile; memory was freed; it was allocated, and nothing has
 * initialised it; it was allocated with known contents, as by calloc; it lies in a block that the thread has allocated
 * since its last event other than a plain access, so that no other thread knows it. (The scheduler uses 5 and 6.) */
enum { DR_FREED = 1, DR_IS_VOLATILE = 2, DR_ALLOCATED = 3, DR_ALLOCATED_KNOWN = 4, DR_YOUNG = 7 };

enum dr_error { DR_ASSERTION = 1, DR_ABORT = 2, DR_CRASH = 3, DR_MISUSE = 4, DR_MEMORY = 5, DR_AFTER_CRASH = 6 };

enum dr_rmw {
	DR_XCHG = 1,
	DR_ADD = 2,
	DR_SUB = 3,
	DR_AND = 4,
	DR_OR = 5,
	DR_XOR = 6,
	DR_NAND = 7,
	DR_CAS = 8,
	DR_APPEND = 9, /* io/printed.h; text: the bytes, escaped; expected: their number */
	DR_DIGEST = 10, /* the same for something else than what is printed */
	DR_CAS_WEAK = 11, /* a compare-exchange that may fail spuriously: DR_FAILS */
	DR_CAS_HELD = 12 /* one that may not because of DR_WEAK_HELD */
};
#define DR_RMW_UNUSED 16 /* added: the program does not use the result */

/* Memory orders are the compilers' 0..5 (__ATOMIC_RELAXED .. __ATOMIC_SEQ_CST). */

struct dr_value {
	uint64_t lo, hi;
}; /* zero-extended */

/* Flag of an event that waits: since its last such event the thread has come to the head of a loop that may wait for
 * memory to change (pass/iterations.cc). */
#define DR_WAITING_LOOP 2u
/* Flag of an event that accesses memory: nothing has written it in this run since it was allocated. */
#define DR_UNINITIALISED 4u
/* Flag of a DR_RMW with DR_CAS_WEAK: it has failed although it has read what it expected (C11 7.17.7.4p4). */
#define DR_FAILS 8u
/* What the pass says of a loop at its head (pass/iterations.h): it may wait for memory to change; a thread may go round
 * it for ever and perform no event that returns a value (pass/endless-loops.h). */
#define DR_LOOP_WAITS 1u
#define DR_LOOP_ENDLESS 2u
#define DR_PENDING 1u /* flag of an event: it was not performed; the thread waited before it when the run stopped */

struct dr_event {
	uint8_t kind, order, fail_order, op;
	uint16_t thread, other; /* thread numbers */
	uint32_t flags;
	uint32_t size; /* bytes */
	uint64_t object; /* address */
	uint64_t site; /* return address of the interposed call */
	uint64_t spin; /* at DR_LOAD, DR_RMW, DR_MUTEX_LOCK and _TRYLOCK, DR_RW_..LOCK and _TRY..LOCK, DR_COND_BLOCK,
			  DR_SEM_TRYWAIT and _GETVALUE: fingerprint of the thread's machine state; 0 elsewhere */
	uint32_t stack; /* index into stacks plus one; 0: none */
	uint32_t text; /* offset into strings plus one; 0: none */
	struct dr_value value, expected, result;
	struct dr_value
		before; /* what memory held at the object before the event; of a synchronisation object: hi 1 if it is
			   destroyed and not initialised since (DR_ONCE_BEGIN: if it has not run), lo what its first
			   operation in a run finds there: a semaphore's count, how often a mutex is held, 1 for a
			   read-write lock that is written, readers + 1 for one that is read; INIT: 0 */
	uint64_t machine; /* where `spin` is not 0: another fingerprint, of the state at a loop's head and what
			     followed, or of registers and bytes of the stack; 0: not known. Equal ones of either kind
			     say that the states are equal. */
	uint64_t stores; /* of events that return a value: the part of both that counts changes of which no more is
			    known */
	uint64_t state[2]; /* of the same events: identifies the thread's local state after this event
			      (thread-state/local-state.h); 0: unknown */
};
_Static_assert(sizeof(struct dr_event) == 144, "an event is 144 bytes");

/* A node of the tree of call stacks: the call site of the innermost function (which contains the event's site), and the
 * entry of its caller. The runtime's own frames are left out. */
struct dr_stack {
	uint64_t pc;
	uint32_t parent; /* index plus one; 0: none */
	uint32_t unused;
};

/* A piece of plain data whose accesses are events. Atoms do not overlap; size is 1..16. */
#define DR_MIXED 1u /* also accessed by atomics: a plain read of it waits */
struct dr_atom {
	uint64_t address;
	uint32_t size;
	uint32_t flags;
};

struct dr_name {
	uint16_t creator, child;
	uint32_t unused;
}; /* the child-th thread (from 0) that creator made */

/* Of expressions that depend on symbolic input: how each is made. */
enum dr_symbolic_op {
	DR_SYMBOLIC_INPUT = 1, /* byte b of the object with the id a */
	DR_SYMBOLIC_CONSTANT = 2, /* value */
	DR_SYMBOLIC_CONCAT = 3, /* a: the high bits, b: the low ones */
	DR_SYMBOLIC_EXTRACT = 4, /* byte number b of a */
	DR_SYMBOLIC_ZEXT = 5, /* of a, as the next two */
	DR_SYMBOLIC_SEXT = 6,
	DR_SYMBOLIC_TRUNC = 7,
	DR_SYMBOLIC_ADD = 16, /* of a and b, as all that follow; the operands have the same width */
	DR_SYMBOLIC_SUB = 17,
	DR_SYMBOLIC_MUL = 18,
	DR_SYMBOLIC_UDIV = 19,
	DR_SYMBOLIC_SDIV = 20,
	DR_SYMBOLIC_UREM = 21,
	DR_SYMBOLIC_SREM = 22,
	DR_SYMBOLIC_SHL = 23,
	DR_SYMBOLIC_LSHR = 24,
	DR_SYMBOLIC_ASHR = 25,
	DR_SYMBOLIC_AND = 26,
	DR_SYMBOLIC_OR = 27,
	DR_SYMBOLIC_XOR = 28,
	DR_SYMBOLIC_EQ = 32, /* one bit, as all that follow */
	DR_SYMBOLIC_NE = 33,
	DR_SYMBOLIC_UGT = 34,
	DR_SYMBOLIC_UGE = 35,
	DR_SYMBOLIC_ULT = 36,
	DR_SYMBOLIC_ULE = 37,
	DR_SYMBOLIC_SGT = 38,
	DR_SYMBOLIC_SGE = 39,
	DR_SYMBOLIC_SLT = 40,
	DR_SYMBOLIC_SLE = 41,
	/* No expressions: */
	DR_SYMBOLIC_OBJECT = 64, /* id: thread << 32 | how many it had made before; a: size; text: name */
	DR_SYMBOLIC_BRANCH = 65, /* the thread went the way of `value`, which a is; b: site; id: events so far */
	DR_SYMBOLIC_PIN = 66, /* from here the thread depends on a being `value`; b, id: as above */
	DR_SYMBOLIC_UNSEEN = 67, /* expressions do not show what happened; b: site; text: what */
	DR_SYMBOLIC_HELD = 68, /* an atomic object has an expression */
	DR_SYMBOLIC_READS = 69, /* the thread's next event reads from a write; id: events so far; a: the write: its
				   event in this run, from 1; 0: the initial one */
	DR_SYMBOLIC_EXCHANGE = 70, /* the thread's next event, number id, compares what it reads with a; 0: with what
				      has no expression. What it does is the next branch */
	DR_SYMBOLIC_ASK = 71, /* if event id, a compare-exchange, read from write b (as above), a would decide what it
				 does */
};

struct dr_symbolic {
	uint64_t id, a, b;
	struct dr_value value;
	uint8_t op, bits;
	uint16_t thread;
	uint32_t text;
};

/* The pending event of the thread must be of this kind on this object (0: not compared); it returns the value. */
struct dr_step {
	uint16_t thread;
	uint8_t kind;
	uint8_t fails; /* 1: DR_CAS_WEAK fails spuriously, whatever the value is */
	uint32_t source; /* the write that it reads from: its thread, and in the lowest 22 bits which event of that it
			    is, from 1; all bits: the initial one; 0: not known */
	uint64_t object;
	struct dr_value value;
};

/* Written to memory when the schedule has been followed, before the run continues by the runtime's policy. */
struct dr_patch {
	uint64_t address;
	uint32_t size;
	uint32_t unused;
	struct dr_value value;
};

/* Flags of RUN. */
#define DR_SHOW_OUTPUT 1u /* the program's stdout and stderr are left open; else they go to /dev/null */
#define DR_STOP_AT_END 2u /* stop when the schedule has been followed, as if DR_CUT */
#define DR_TRAP \
	4u /* raise SIGTRAP when the schedule has been followed; the run is in the server's own process, which \
	      does not serve any more (for a debugger) */
#define DR_REVERSED 8u /* of several threads created meanwhile the last one starts first */
#define DR_SPURIOUS 16u /* waits on condition variables may end without a signal: DR_COND_WAKE has DR_WAIT_SPURIOUS */
#define DR_ROLLBACK 32u /* in the server's own process, where that gives the same result (rollback.h) */
#define DR_NAMES 64u /* notes describe objects on the heap and on stacks: names.h */
#define DR_NO_PREEMPTION 128u /* a thread in a long sequence of plain accesses does not let others run */
#define DR_STATES 256u /* events that return a value have the thread's local state */
/* The program may read its clock, errno, or exceptions of floating point: fingerprints include how far time-outs have
 * advanced it, errno, or which exceptions are raised. */
#define DR_CLOCK_READ 512u
#define DR_ERRNO_READ 4096u
#define DR_RAISED_READ 8192u
/* Accesses to promoted data by the program's own instructions are atomic: DR_LOAD and DR_STORE with op DR_AS_PLAIN,
 * relaxed, with DR_RACES_SC seq_cst. With DR_VOLATILE_... those by volatile accesses are, and have that order. Plain
 * reads of every atom wait then, as if all were DR_MIXED. */
#define DR_RACES_IGNORED 16384u
#define DR_RACES_SC 32768u
#define DR_VOLATILE_RELAXED 65536u
#define DR_VOLATILE_SC 131072u
/* The program has atomic sections (pthread/section.h), and sequential consistency is wanted. */
#define DR_SECTIONS 262144u
#define DR_SYMBOLIC 524288u /* drista_symbolic is allowed */
#define DR_WEAK_HELD 1048576u /* weak compare-exchanges do not fail spuriously: DR_CAS_HELD */
/* Some code is not seen: what a thread does may depend on more than the results of its events. */
#define DR_HIDES_DATA 2097152u
#define DR_TELLS_ALL 4194304u /* results that the program does not use count all the same */
#define DR_OBSERVES 1024u /* drista_observe is an event: DR_OBSERVE */
#define DR_PRINTS 2048u /* what is printed on standard output is an event: DR_RMW with DR_APPEND */

/* How the run goes on after its schedule (policy of RUN): by the runtime's own policy, or the thread with the highest
 * rank goes first. */
enum dr_policy {
	DR_OWN_POLICY = 0,
	DR_RANK_THREADS = 1, /* drawn once; the threads listed rank below all others, the last one lowest */
	DR_RANK_EVENTS = 2, /* drawn for each event that waits, and anew where another one on its object comes first */
	DR_RANK_STEPS = 3, /* drawn anew for all after each event that waits; events on `object` are performed by the
			      threads listed, in that order */
};

enum dr_status {
	DR_COMPLETE = 0, /* every thread ended, or exit was called and no other thread can continue */
	DR_STUCK = 1, /* some threads have not ended, and none of them can continue */
	DR_STOPPED = 2, /* DR_ERROR, DR_ASSUME_FAILED or DR_UNSUPPORTED */
	DR_TIME = 3, /* killed at time_limit_ms */
	DR_CUT = 4, /* max_events reached, or DR_STOP_AT_END */
	DR_DIED = 5, /* the process ended without a result (raw _exit, a fault in the runtime): see wait_status */
	DR_DIVERGED = 6, /* step number `followed` did not fit: see text */
	DR_FULL = 7, /* killed since it used more memory than DRISTA_MEMORY allows */
	DR_KILLED = 8, /* killed by SIGKILL from outside, for example by the kernel when memory runs out */
};

struct dr_result {
	uint32_t status, wait_status; /* as from waitpid */
	uint32_t followed; /* steps of the schedule that took effect */
	uint32_t text; /* offset into strings plus one, for DR_DIVERGED and DR_DIED */
	uint32_t events, stacks, conflicts, strings; /* counts; strings in bytes */
	uint32_t threads; /* thread numbers in use so far in this server */
	uint32_t notes; /* offset into strings plus one: notes for the report that are no errors, one a line; 0: none */
	uint32_t symbolics; /* count */
	uint32_t unused;
};

#endif
