/** The shape of random litmus programs: how large they are, and what occurs in them. */
import type { Op, RetriedExchange } from './litmus';

export interface Shape {
  /** Fewest and most threads; with `creation`, main is one of them. */
  readonly threads: readonly [number, number];
  /** Most blocks per thread: an access, a fence, a skip with its body, a critical section with its body. */
  readonly blocks: number;
  /** Programs with more operations than that are left out. */
  readonly maxOps: number;
  /** Locations of atomics. */
  readonly locs: number;
  /** `heavy`: two of three accesses are seq_cst. */
  readonly seqCst: 'none' | 'some' | 'heavy' | 'all';
  readonly rmw: boolean;
  /** Weak compare-exchanges, and loops that retry them. */
  readonly weak: boolean;
  /** Updates whose results are not used. */
  readonly blind: boolean;
  /** Loops of strong compare-exchanges, and what they may do before each. */
  readonly retries: readonly (NonNullable<RetriedExchange['touch']>['how'] | 'none')[];
  /** Loops that wait. */
  readonly awaits: boolean;
  /** Loops that wait, and keep what they have found for later ones. */
  readonly caches: boolean;
  /** Loops that sleep on futexes; `told`: some that wake are told how many slept. */
  readonly sleeps: 'none' | 'untold' | 'told';
  /**
   * Loops that take locks in each turn. `unseen`: nobody tries to lock; `back-off`: two threads that give way to each
   * other.
   */
  readonly lockedLoops: 'none' | 'unseen' | 'tried' | 'back-off';
  readonly fences: boolean;
  readonly skips: boolean;
  readonly mutexes: number;
  /** Condition variables; needs a mutex. */
  readonly conds: number;
  readonly rwlocks: number;
  readonly semaphores: number;
  /** Barriers; most threads come to each. */
  readonly barriers: number;
  /** Do threads use what a wait at a barrier returns? */
  readonly results: 'used' | 'unused' | 'some';
  readonly onces: number;
  /** Waits and locks that may time out. */
  readonly timed: boolean;
  /** Waits on condition variables may end without a signal; there is no C form of that. */
  readonly spurious: boolean;
  /** Locations of plain data, numbered after the atomic ones. */
  readonly plain: number;
  /** Plain accesses to atomic locations too. */
  readonly mixed: boolean;
  /**
   * Plain data is accessed only where flags, all of the value 1, pass it on; there are no other accesses to atomics.
   * `synchronising`: most flags are stored with release and loaded with acquire.
   */
  readonly flags: 'none' | 'relaxed' | 'synchronising';
  /**
   * Each thread accesses a location, and then that of the next thread, with at most `blocks` blocks in between. There
   * is a location for each thread.
   */
  readonly crossing: boolean;
  /** One thread allocates a heap block and publishes it by flags: `locs` of them. */
  readonly heap: boolean;
  /** Some threads free it, and so does the one that creates them; with `heap`. */
  readonly frees: boolean;
  /** Thread 0 is main; threads are created and joined anywhere in main or in other threads. */
  readonly creation: boolean;
  /** Some threads do the same. */
  readonly equal: boolean;
  /** Threads cancel others and themselves; not together with `creation`. */
  readonly cancels: boolean;
  /** Calls that may fail: so many in one execution at most; 0: there are none. */
  readonly faults: number;
  /** Handlers, calls of exit, assertions. */
  readonly exits: boolean;
}

export const defaultShape: Shape = {
  threads: [2, 4],
  blocks: 4,
  maxOps: 10,
  locs: 2,
  seqCst: 'some',
  rmw: true,
  weak: false,
  blind: false,
  retries: [],
  awaits: false,
  caches: false,
  sleeps: 'none',
  lockedLoops: 'none',
  fences: true,
  skips: true,
  mutexes: 0,
  conds: 0,
  rwlocks: 0,
  semaphores: 0,
  barriers: 0,
  results: 'used',
  onces: 0,
  timed: false,
  spurious: false,
  plain: 0,
  mixed: false,
  flags: 'none',
  crossing: false,
  heap: false,
  frees: false,
  creation: false,
  equal: false,
  cancels: false,
  faults: 0,
  exits: false,
};

/** What a block finds where it stands. */
export interface Context {
  /** Registers that were set. */
  readonly registers: readonly string[];
  /**
   * What the thread holds: `m0` a mutex, `l0` a read-write lock for reading, `w0` for writing; `n0`: it runs this
   * routine.
   */
  readonly held: readonly string[];
  /** Which thread it is in. */
  readonly thread: number;
}

/** A piece of a thread whose registers are not named yet; `at` is where its first operation will be. */
export type Block = (at: number, context: Context) => Op[];
