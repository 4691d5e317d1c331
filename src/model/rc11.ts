/**
 * RC11 (Lahav et al., Repairing sequential consistency in C/C++11, PLDI 2017). `c20` differs in the release sequence
 * only (C++20 [intro.races]).
 */
import { C11HappensBefore, type ReleaseSequence } from './c11-happens-before';
import { C11Model, psc } from './c11-model';
import { c11OfMixedSizes } from './mixed-sizes';
import { scWhereRobust } from './sequential-consistency';

export class Rc11 extends C11Model {
  constructor(name: string, sequence: ReleaseSequence = 'c11') {
    const happensBefore = new C11HappensBefore(sequence);
    super(name, happensBefore, scWhereRobust(happensBefore), psc, c11OfMixedSizes(name, happensBefore));
  }
}
