/**
 * What bench/libraries.mjs checks. `changes` are made in a copy of the library's headers or sources, as [file, text,
 * text instead]: bugs, where `kind` is seeded. `repairs` are changes too, without which the library itself would be
 * found to be wrong.
 */

export const boost = { library: 'boost::lockfree', package: 'libboost1.74-dev', copied: 'boost/lockfree' };
export const concurrent = {
  library: 'moodycamel::ConcurrentQueue',
  package: 'libconcurrentqueue-dev',
  copied: 'concurrentqueue',
};
export const readerWriter = {
  library: 'moodycamel::ReaderWriterQueue',
  package: 'libreaderwriterqueue-dev',
  copied: 'readerwriterqueue',
};
export const atomicQueue = { library: 'atomic_queue', package: 'libatomic-queue-dev', copied: 'atomic_queue' };
const cds = { library: 'libcds' };

/**
 * nsync's loops that spin count how often they have, up to 7: without it they only look, and are explored as waiting.
 */
export const nsync = { library: 'nsync', repairs: [['internal/common.c', 'if (attempts < 7)', 'if (0)']] };

/** Concurrency Kit's loads and stores are volatile: as C11 has them, relaxed atomics. */
const volatileLoads = [
  [
    'include/gcc/ck_pr.h',
    'r = CK_PR_ACCESS(*(const T *)target);',
    'r = __atomic_load_n((const T *)target, __ATOMIC_RELAXED);',
  ],
  [
    'include/gcc/ck_pr.h',
    'CK_CC_DECONST_PTR(*(volatile void *const*)(target))',
    '__atomic_load_n((void *const *)target, __ATOMIC_RELAXED)',
  ],
  ['include/gcc/ck_pr.h', 'CK_PR_ACCESS(*(T *)target) = v;', '__atomic_store_n((T *)target, v, __ATOMIC_RELAXED);'],
  [
    'include/gcc/ck_pr.h',
    '*(volatile void **)target = CK_CC_DECONST_PTR(v);',
    '__atomic_store_n((void **)target, CK_CC_DECONST_PTR(v), __ATOMIC_RELAXED);',
  ],
];
export const ck = { library: 'ck', repairs: volatileLoads };

/** The same of liburcu, whose read-modify-writes and fences are inline assembly besides. */
export const liburcu = {
  library: 'liburcu',
  repairs: [
    ['include/urcu/system.h', 'CMM_ACCESS_ONCE(p)', '__atomic_load_n(&(p), __ATOMIC_CONSUME)'],
    [
      'include/urcu/system.h',
      '({ CMM_ACCESS_ONCE(x) = (v); })',
      '({ __typeof__(x) _n = (v); __atomic_store_n(&(x), _n, __ATOMIC_RELAXED); _n; })',
    ],
    ['include/urcu/uatomic.h', '#include <urcu/uatomic/x86.h>', '#include <urcu/uatomic/generic.h>'],
    ['include/urcu/arch/x86.h', '__asm__ __volatile__ ("mfence":::"memory")', '__sync_synchronize()'],
    ['include/urcu/arch/x86.h', '__asm__ __volatile__ ("lfence":::"memory")', '__sync_synchronize()'],
    ['include/urcu/arch/x86.h', '__asm__ __volatile__ ("sfence"::: "memory")', '__sync_synchronize()'],
    ['include/urcu/arch/x86.h', '#define cmm_smp_rmb() cmm_barrier()', '#define cmm_smp_rmb() __sync_synchronize()'],
    ['include/urcu/arch/x86.h', '#define cmm_smp_wmb() cmm_barrier()', '#define cmm_smp_wmb() __sync_synchronize()'],
  ],
};
export const cuckoo = { library: 'libcuckoo', package: 'libcuckoo-dev', copied: 'libcuckoo' };
const zstd = { library: 'libzstd', options: ['--max-steps', '1000000'] };
const sqlite = { library: 'sqlite3', options: ['--max-steps', '100000'] };
const uv = { library: 'libuv1' };

/** Hazard pointers as they have to be in C11: see what is found without. */
const hazardPointers = [
  [
    'cds/gc/hp.h',
    'sync_.fetch_add( 1, atomics::memory_order_acq_rel )',
    'atomics::atomic_thread_fence( atomics::memory_order_seq_cst )',
  ],
  [
    'src/hp.cpp',
    'thread_record* pNode = thread_list_.load(',
    'atomics::atomic_thread_fence( atomics::memory_order_seq_cst );\nthread_record* pNode = thread_list_.load(',
  ],
  ['src/hp.cpp', 'hp->get( atomics::memory_order_relaxed )', 'hp->get( atomics::memory_order_acquire )'],
  [
    'src/hp.cpp',
    'pNode->thread_id_.load( atomics::memory_order_relaxed )',
    'pNode->thread_id_.load( atomics::memory_order_acquire )',
  ],
];

const clean = (name, client, library, more = {}) => ({
  kind: 'clean',
  expected: 'verified',
  name,
  client,
  ...library,
  ...more,
});
const large = (name, client, library) => ({ kind: 'large', expected: 'inconclusive', name, client, ...library });
const seeded = (name, client, library, note, ...changes) => ({
  kind: 'seeded',
  expected: 'error',
  name,
  client,
  ...library,
  note,
  changes,
});
const bug = (name, client, library, note) => ({
  kind: 'seeded',
  expected: 'error',
  name,
  client,
  ...library,
  note,
  define: ['BUG'],
});
const found = (name, client, library, define, note, why) => ({
  kind: 'found',
  expected: 'error',
  name,
  client,
  ...library,
  define,
  note,
  why,
});

const unseen = (name, client, library, expected, why) => ({ kind: 'unseen', expected, name, client, library, why });

const relaxed = 'boost::lockfree::detail::memory_order_relaxed';

export const rows = [
  clean('boost-spsc', 'boost-spsc.cc', boost),
  clean('boost-queue', 'boost-queue.cc', boost),
  clean('boost-stack', 'boost-stack.cc', boost),
  clean('concurrent-queue', 'concurrent-queue.cc', concurrent),
  clean('concurrent-queue-3', 'concurrent-queue-3.cc', concurrent),
  clean('reader-writer-queue', 'reader-writer-queue.cc', readerWriter),
  clean('atomic-queue', 'atomic-queue.cc', atomicQueue),
  clean('atomic-queue2', 'atomic-queue2.cc', atomicQueue),
  clean('cds-queue', 'cds-queue.cc', cds),
  clean('cds-stack', 'cds-stack.cc', { ...cds, repairs: hazardPointers }, { note: 'hazard pointers repaired' }),
  clean('nsync-mutex', 'nsync-mutex.c', nsync),
  clean('nsync-once', 'nsync-once.c', nsync),
  clean('nsync-readers', 'nsync-readers.c', nsync),
  clean('nsync-counter', 'nsync-counter.c', nsync),
  clean('ck-lock', 'ck-lock.c', ck),
  clean('ck-ticket', 'ck-lock.c', ck, { define: ['TICKET'] }),
  clean('ck-ring', 'ck-ring.c', ck),
  clean('cuckoo', 'cuckoo.cc', cuckoo),
  clean('zstd', 'zstd.c', zstd),

  clean('urcu', 'urcu.c', liburcu),
  clean('sqlite', 'sqlite.c', sqlite),
  clean('uv', 'uv.c', uv),
  clean('nsync-note', 'nsync-note.c', nsync),
  large('nsync-condition', 'nsync-condition.c', nsync),

  seeded('boost-spsc-relaxed', 'boost-spsc.cc', boost, 'push publishes with a relaxed store', [
    'spsc_queue.hpp',
    'write_index_.store(next, memory_order_release)',
    'write_index_.store(next, memory_order_relaxed)',
  ]),
  bug('boost-spsc-bug', 'boost-spsc.cc', boost, 'the client writes the data after it has pushed'),
  seeded('boost-queue-relaxed', 'boost-queue.cc', boost, 'push links the new node with a relaxed exchange', [
    'queue.hpp',
    'tail_node->next.compare_exchange_weak(next, new_tail_next)',
    `tail_node->next.compare_exchange_weak(next, new_tail_next, ${relaxed})`,
  ]),
  seeded('boost-stack-relaxed', 'boost-stack.cc', boost, 'push publishes with a relaxed exchange', [
    'stack.hpp',
    'if (tos.compare_exchange_weak(old_tos, new_tos))\n',
    `if (tos.compare_exchange_weak(old_tos, new_tos, ${relaxed}))\n`,
  ]),
  seeded('concurrent-queue-relaxed', 'concurrent-queue.cc', concurrent, 'enqueue publishes with a relaxed store', [
    'concurrentqueue.h',
    'this->tailIndex.store(newTailIndex, std::memory_order_release)',
    'this->tailIndex.store(newTailIndex, std::memory_order_relaxed)',
  ]),
  seeded('reader-writer-queue-relaxed', 'reader-writer-queue.cc', readerWriter, 'without its release fences', [
    'readerwriterqueue.h',
    '\tfence(memory_order_release);',
    '\t',
  ]),
  seeded('atomic-queue-relaxed', 'atomic-queue2.cc', atomicQueue, 'all its releases are relaxed', [
    'defs.h',
    'R = std::memory_order_release',
    'R = std::memory_order_relaxed',
  ]),
  bug(
    'atomic-queue-bug',
    'atomic-queue2.cc',
    atomicQueue,
    'the client says in a relaxed flag of its own that there is something',
  ),
  seeded('cds-queue-relaxed', 'cds-queue.cc', cds, 'enqueue links the new node with a relaxed exchange', [
    'cds/intrusive/msqueue.h',
    'compare_exchange_strong( tmp, pNew, memory_model::memory_order_release',
    'compare_exchange_strong( tmp, pNew, memory_model::memory_order_relaxed',
  ]),
  seeded(
    'cds-stack-relaxed',
    'cds-stack.cc',
    { ...cds, repairs: hazardPointers },
    'push publishes with a relaxed exchange',
    [
      'cds/intrusive/treiber_stack.h',
      'compare_exchange_weak( t, pNew, memory_model::memory_order_release',
      'compare_exchange_weak( t, pNew, memory_model::memory_order_relaxed',
    ],
  ),
  seeded('nsync-mutex-relaxed', 'nsync-mutex.c', nsync, 'nsync_mu_unlock releases with a relaxed exchange', [
    'internal/mu.c',
    'ATM_CAS_REL (&mu->word, MU_WLOCK, 0)',
    'ATM_CAS (&mu->word, MU_WLOCK, 0)',
  ]),
  bug('nsync-mutex-bug', 'nsync-mutex.c', nsync, 'the client counts after it has unlocked'),
  seeded('nsync-once-relaxed', 'nsync-once.c', nsync, 'nsync_run_once_spin says with a relaxed store that it has run', [
    'internal/once.c',
    'ATM_STORE_REL (once, 2)',
    'ATM_STORE (once, 2)',
  ]),
  bug('ck-lock-bug', 'ck-lock.c', ck, 'the client counts after it has unlocked'),
  bug('urcu-bug', 'urcu.c', liburcu, 'the client does not wait for its readers before it frees'),
  bug('uv-bug', 'uv.c', uv, 'main writes what the job writes too'),

  unseen(
    'glib',
    'glib.c',
    'glib',
    'error',
    'the lock of the queue is taken by calls of futex inside GLib, which is not compiled for drista: ' +
      'what it orders seems to race',
  ),
  unseen(
    'libgomp',
    'openmp.c',
    'libgomp',
    'failure',
    'its threads wait for each other by calls of the kernel of its own',
  ),
  unseen(
    'libomp',
    'openmp.c',
    'libomp',
    'failure',
    'its barriers are atomics of its own, which are not seen; libarcher, which it loads, uses containers ' +
      'of a libstdc++ of its own',
  ),

  found(
    'cds-queue-3',
    'cds-queue-3.cc',
    cds,
    [],
    'one thread adds a number, two others take one',
    'dequeue moves the head with an acquire exchange, which releases nothing: who finds the new head there uses the ' +
      'node without being ordered after its allocation',
  ),
  found(
    'ck-found',
    'ck-lock.c',
    { library: 'ck' },
    [],
    'two threads count under a spinlock',
    'its loads and stores are volatile, which orders nothing in C11',
  ),
  found(
    'urcu-queue-found',
    'urcu-queue.c',
    liburcu,
    [],
    'two threads enqueue, one dequeues',
    'the head is initialised again by a plain store',
  ),
  found(
    'boost-queue-found',
    'boost-queue.cc',
    boost,
    ['TWO_PRODUCERS'],
    'two threads push, a third pops',
    'taking a node from the free list reads its `next` plainly; a thread that had it before may be giving it ' +
      'back or using it. The exchange that follows then fails, so nothing comes of it, but in C11 it is a data race',
  ),
  found(
    'openmp-found',
    'openmp.c',
    { library: 'libomp, compiled with drista' },
    [],
    'two threads add numbers up',
    'a thread writes its place in its record, while the one that has created it reads that',
  ),
  found('boost-stack-found', 'boost-stack.cc', boost, ['BOTH'], 'two threads push and pop', 'the same'),
  found(
    'cds-stack-found',
    'cds-stack.cc',
    cds,
    [],
    'two threads push and pop',
    'the scan reads hazard pointers with relaxed loads (hp.cpp): it frees a node without being ordered ' +
      'after the reads of the thread that has just let go of it',
  ),
  found(
    'cds-reuse-found',
    'cds-reuse.cc',
    cds,
    [],
    'two threads, of which the second comes when the first has gone',
    'the record of a thread that has gone is taken over with a relaxed exchange (alloc_thread_data in ' +
      'hp.cpp), so what the first wrote in it is not ordered before',
  ),
];
