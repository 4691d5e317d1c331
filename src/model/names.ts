/** The names of the memory models, and what they stand for. */

/** For the help of the command line. In the order of help texts; the first is the default. */
export const modelHelp = {
  rc11: 'C11 as repaired by RC11',
  c20: 'C++20',
  imm: 'RC11 with load buffering',
  ra: 'release-acquire',
  ccon: 'causal consistency of Drišta',
  tso: 'total store order, as on x86',
  pso: 'partial store order',
  sc: 'sequential consistency',
} as const;

export type ModelName = keyof typeof modelHelp;

export const modelNames = Object.keys(modelHelp) as readonly ModelName[];

/** Those in which loads may read from later stores: all executions are explored by one worker, without a bound. */
export const loadBufferingModels: readonly ModelName[] = ['imm'];

/** The others. */
export const modelsWithoutCycles = modelNames.filter((name) => !loadBufferingModels.includes(name));
