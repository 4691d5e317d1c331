/** The kinds of random programs that explorations are compared on. */
import type { Shape } from '../oracle/random';

export const shapes: Readonly<Record<string, Partial<Shape>>> = {
  'atomics': {},
  'relaxed and acquire-release': { seqCst: 'none', maxOps: 11 },
  'much seq_cst': { seqCst: 'heavy', maxOps: 11 },
  'all seq_cst': { seqCst: 'all', fences: false },
  'one location': { locs: 1, blocks: 5 },
  'loops that wait': { awaits: true, maxOps: 11 },
  'loops that wait, one location': { awaits: true, locs: 1, maxOps: 11, blocks: 5 },
  'loops that wait, plain data and mutexes': { awaits: true, plain: 1, locs: 1, mutexes: 1, maxOps: 12 },
  'loops that take a mutex': { lockedLoops: 'unseen', locs: 1, mutexes: 1, threads: [2, 3], maxOps: 8 },
  'loops that take mutexes': { lockedLoops: 'unseen', locs: 2, mutexes: 2, plain: 1, threads: [2, 3], blocks: 3, maxOps: 8 },
  'loops that take read-write locks': { lockedLoops: 'unseen', locs: 1, rwlocks: 1, plain: 1, threads: [2, 3], maxOps: 7 },
  'loops that wait with a time-limit': { lockedLoops: 'unseen', locs: 1, mutexes: 1, conds: 1, plain: 1, threads: [2, 2], maxOps: 6 },
  'loops that take locks that others try': { lockedLoops: 'tried', locs: 1, mutexes: 1, plain: 1, threads: [2, 2], maxOps: 8 },
  'loops that take read-write locks that others try': { lockedLoops: 'tried', locs: 1, rwlocks: 1, plain: 1, threads: [2, 2], maxOps: 8 },
  'waits with a time-limit, locks that others try': { lockedLoops: 'tried', locs: 1, mutexes: 1, conds: 1, plain: 1, threads: [2, 2], blocks: 2, maxOps: 6 },
  'two locks at once': { lockedLoops: 'back-off', locs: 1, mutexes: 2, plain: 1, fences: false, threads: [2, 2], blocks: 2, maxOps: 8 },
  'mutexes': { mutexes: 2, maxOps: 12 },
  'plain data': { plain: 1, maxOps: 11 },
  'plain data under mutexes': { mutexes: 1, plain: 2, locs: 1, maxOps: 12 },
  'plain accesses to atomics': { mixed: true, plain: 1, locs: 1 },
  'threads created by threads': { creation: true },
  'condition variables': { mutexes: 1, conds: 1, locs: 1, fences: false, threads: [2, 3], maxOps: 13 },
  'two condition variables': { mutexes: 2, conds: 2, locs: 1, fences: false, threads: [2, 3], maxOps: 13 },
  'condition variables and plain data': { mutexes: 1, conds: 1, plain: 1, locs: 1, threads: [2, 4], maxOps: 14 },
  'timed waits': { mutexes: 1, conds: 1, locs: 1, timed: true, fences: false, threads: [2, 3], maxOps: 12 },
  'spurious wake-ups': { mutexes: 1, conds: 1, plain: 1, locs: 1, timed: true, spurious: true, threads: [2, 3], maxOps: 12 },
  'read-write locks': { rwlocks: 1, locs: 1, threads: [2, 4], maxOps: 12 },
  'plain data under read-write locks': { rwlocks: 1, plain: 1, locs: 1, timed: true, threads: [2, 3], maxOps: 11 },
  'semaphores': { semaphores: 1, locs: 1, threads: [2, 3], maxOps: 11 },
  'semaphores and plain data': { semaphores: 2, plain: 1, locs: 1, timed: true, threads: [2, 3], maxOps: 12 },
  'barriers': { barriers: 1, locs: 2, threads: [2, 4], maxOps: 10 },
  'barriers and plain data': { barriers: 1, plain: 1, locs: 1, threads: [2, 4], maxOps: 11 },
  'two barriers': { barriers: 2, locs: 1, threads: [2, 3], blocks: 2, maxOps: 10 },
  'once': { onces: 1, locs: 1, threads: [2, 4], maxOps: 13 },
  'once and plain data': { onces: 2, plain: 1, locs: 1, threads: [2, 3], maxOps: 13 },
  'objects all together': {
    mutexes: 1, conds: 1, rwlocks: 1, semaphores: 1, barriers: 1, onces: 1, plain: 1, locs: 1, timed: true, threads: [2, 4], maxOps: 14,
  },
  'cancelled threads': { cancels: true, locs: 1, threads: [2, 3], maxOps: 10 },
  'cancelled waits on condition variables': { cancels: true, mutexes: 1, conds: 1, locs: 1, fences: false, threads: [2, 3], maxOps: 12 },
  'cancelled threads, objects and plain data': {
    cancels: true, mutexes: 1, conds: 1, semaphores: 1, onces: 1, rwlocks: 1, plain: 1, locs: 1, timed: true, threads: [2, 3], maxOps: 12,
  },
  'exit and handlers': { exits: true, creation: true, threads: [1, 3], blocks: 3, maxOps: 8 },
  'exit and handlers, all seq_cst': { exits: true, creation: true, seqCst: 'all', fences: false, threads: [1, 3], blocks: 3, maxOps: 8 },
  'exit and handlers, loops that wait': { exits: true, creation: true, awaits: true, fences: false, threads: [2, 3], blocks: 3, maxOps: 7 },
  'exit and handlers, plain data and mutexes': { exits: true, creation: true, plain: 1, mutexes: 1, locs: 1, threads: [2, 3], blocks: 3, maxOps: 8 },
  'exit after all threads': { exits: true, threads: [2, 3], blocks: 3, maxOps: 8 },
  'exit, semaphores and condition variables': { exits: true, creation: true, mutexes: 1, conds: 1, semaphores: 1, locs: 1, fences: false, threads: [2, 3], blocks: 3, maxOps: 9 },
  'all together': { creation: true, mutexes: 1, plain: 1, locs: 1, mixed: true, maxOps: 9 },
};

/** Those that have a C form. */
export const compiledShapes = Object.entries(shapes).filter(([, shape]) => !shape.spurious);

/** Under sc a plain search bears more. */
export const largeShapes: Readonly<Record<string, Partial<Shape>>> = {
  'atomics': { maxOps: 20, blocks: 6, threads: [3, 4], fences: false },
  'loops that wait': { maxOps: 18, blocks: 6, threads: [3, 4], awaits: true, fences: false },
  'loops that take locks': { lockedLoops: 'unseen', mutexes: 2, rwlocks: 1, threads: [2, 3], blocks: 4, maxOps: 12, fences: false },
  'loops that take locks that others try': { lockedLoops: 'tried', mutexes: 1, rwlocks: 1, threads: [2, 3], blocks: 3, maxOps: 10, fences: false },
  'two locks at once': { lockedLoops: 'back-off', locs: 1, mutexes: 2, threads: [2, 3], blocks: 3, maxOps: 10, fences: false },
  'three locations': { maxOps: 18, blocks: 6, threads: [2, 3], locs: 3, fences: false },
  'mutexes': { maxOps: 18, blocks: 5, threads: [2, 4], mutexes: 2, fences: false },
  'condition variables': { maxOps: 20, blocks: 4, threads: [3, 4], mutexes: 1, conds: 1, locs: 1, timed: true, fences: false },
  'cancelled threads': { maxOps: 16, blocks: 4, threads: [3, 4], mutexes: 1, conds: 1, semaphores: 1, locs: 1, cancels: true, fences: false },
  'exit and handlers': { maxOps: 16, blocks: 4, threads: [2, 4], exits: true, creation: true, seqCst: 'all', fences: false },
  'exit, loops that wait and mutexes': { maxOps: 16, blocks: 4, threads: [2, 4], exits: true, creation: true, awaits: true, mutexes: 1, fences: false },
  'objects': {
    maxOps: 22, blocks: 6, threads: [2, 4], mutexes: 1, conds: 1, rwlocks: 1, semaphores: 1, barriers: 1, onces: 1, locs: 1, timed: true, fences: false,
  },
};
