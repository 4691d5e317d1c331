/** Makes memory models. Their names are in names.ts, which the command line can load without the models. */
import { Ccon } from './ccon';
import { Imm } from './imm';
import type { Model } from './model';
import type { ModelName } from './names';
import { Ra } from './ra';
import { Rc11 } from './rc11';
import { Sc } from './sc';
import { Tso } from './tso';

const makers: Readonly<Record<ModelName, () => Model>> = {
  rc11: () => new Rc11('rc11'),
  c20: () => new Rc11('c20', 'c20'),
  imm: () => new Imm(),
  ra: () => new Ra(),
  ccon: () => new Ccon(),
  tso: () => new Tso('tso'),
  pso: () => new Tso('pso'),
  sc: () => new Sc(),
};

/** A new model of this name. */
export function modelOf(name: ModelName): Model {
  return makers[name]();
}
