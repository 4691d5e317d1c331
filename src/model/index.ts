import type { Model, ModelName } from './model';
import { Rc11 } from './rc11';
import { Sc } from './sc';

export const modelNames: readonly ModelName[] = ['rc11', 'c20', 'sc'];

export function modelOf(name: ModelName): Model {
  return name === 'sc' ? new Sc() : new Rc11(name);
}
