/** The names of the memory models, and what they stand for. */

/** For the help of the command line. In the order of help texts; the first is the default. */
export const modelHelp = {
  rc11: 'C11 as repaired by RC11',
  c20: 'C++20',
  ra: 'release-acquire',
  ccon: 'causal consistency of Drišta',
  sc: 'sequential consistency',
} as const;

export type ModelName = keyof typeof modelHelp;

export const modelNames = Object.keys(modelHelp) as readonly ModelName[];
