/** The kinds of random programs that explorations are compared on. */
import type { Shape } from '../oracle/random';

export const shapes: Readonly<Record<string, Partial<Shape>>> = {
  'atomics': {},
  'relaxed and acquire-release': { seqCst: 'none', maxOps: 11 },
  'much seq_cst': { seqCst: 'heavy', maxOps: 11 },
  'all seq_cst': { seqCst: 'all', fences: false },
  'one location': { locs: 1, blocks: 5 },
  'mutexes': { mutexes: 2, maxOps: 12 },
  'plain data': { plain: 1, maxOps: 11 },
  'plain data under mutexes': { mutexes: 1, plain: 2, locs: 1, maxOps: 12 },
  'plain accesses to atomics': { mixed: true, plain: 1, locs: 1 },
  'threads created by threads': { creation: true },
  'all together': { creation: true, mutexes: 1, plain: 1, locs: 1, mixed: true, maxOps: 9 },
};

/** Under sc a plain search bears more. */
export const largeShapes: Readonly<Record<string, Partial<Shape>>> = {
  'atomics': { maxOps: 20, blocks: 6, threads: [3, 4], fences: false },
  'three locations': { maxOps: 18, blocks: 6, threads: [2, 3], locs: 3, fences: false },
  'mutexes': { maxOps: 18, blocks: 5, threads: [2, 4], mutexes: 2, fences: false },
};
