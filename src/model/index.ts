/** The registry of memory models: names of the command line, help texts, and constructors. */
import type { Model, ModelName } from './model';
import { Ra } from './ra';
import { Rc11 } from './rc11';
import { Sc } from './sc';

export interface ModelEntry {
  /** For the help of the command line. */
  readonly help: string;
  create(): Model;
}

/** In the order of help texts; the first is the default. */
export const models: Readonly<Record<ModelName, ModelEntry>> = {
  rc11: { help: 'C11 as repaired by RC11', create: () => new Rc11('rc11') },
  c20: { help: 'C++20', create: () => new Rc11('c20', 'c20') },
  ra: { help: 'release-acquire', create: () => new Ra() },
  sc: { help: 'sequential consistency', create: () => new Sc() },
};

export const modelNames = Object.keys(models) as readonly ModelName[];

/** A new model of this name. */
export function modelOf(name: ModelName): Model {
  return models[name].create();
}
