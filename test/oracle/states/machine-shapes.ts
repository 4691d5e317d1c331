/** Shapes of random machines, for the tests and for `npm run fuzz -- --states`. */
import type { MachineShape } from './random-machine';

export const machineShapes: Readonly<Record<string, Partial<MachineShape>>> = {
  'loops that wait': { endlessLoops: false },
  'loops without end': { locs: 2 },
  choices: { choices: true, blocks: 2 },
  'many assertions': { asserts: 'all' },
  locks: { mutexes: 2 },
  'locks without tries': { mutexes: 2, tries: false, endlessLoops: false },
  conditions: { mutexes: 1, conds: 1, locs: 1, blocks: 2 },
  'conditions and time': { mutexes: 1, conds: 1, locs: 1, timed: true, blocks: 2 },
  'two conditions': { mutexes: 2, conds: 2, locs: 1, blocks: 2 },
  'read-write locks': { rwlocks: 2, locs: 1 },
  semaphores: { semaphores: 2, locs: 1 },
  barriers: { barriers: 1, locs: 1 },
  'two barriers': { barriers: 2, locs: 1 },
  once: { onces: 2, locs: 1 },
  'plain data under locks': { mutexes: 2, plain: 2, locked: true, locs: 1 },
  'plain data and conditions': { mutexes: 1, conds: 1, plain: 1, locked: true, locs: 1, blocks: 2 },
  'plain data that races': { plain: 1, locs: 1, blocks: 2 },
  'plain data on atomics': { plain: 1, locs: 1, mixed: true, blocks: 2, frees: true },
  'plain data and tries': { plain: 1, mutexes: 1, rwlocks: 1, semaphores: 1, locs: 1, blocks: 2 },
  'plain data and objects': { plain: 1, mutexes: 1, conds: 1, semaphores: 1, barriers: 1, onces: 1, locs: 1, blocks: 2 },
  'freed data': { plain: 1, mutexes: 1, locked: true, frees: true, locs: 1, blocks: 2 },
  mixed: { mutexes: 1, conds: 1, rwlocks: 1, semaphores: 1, barriers: 1, onces: 1, timed: true, locs: 1, choices: true },
};
