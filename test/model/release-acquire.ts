/**
 * A model as a stranger would add it: release-acquire consistency (Lahav, Giannarakis, Vafeiadis, Taming
 * release-acquire consistency, POPL 2016, model RA). Every atomic access and fence counts as acq_rel, seq_cst ones too.
 */
import { C11HappensBefore } from '../../src/model/c11-happens-before';
import { Rc11 } from '../../src/model/rc11';
import { Order } from '../../src/program/label';

export class ReleaseAcquire extends Rc11 {
  /** Sequential consistency has fewer executions than RA has of seq_cst accesses. */
  override readonly strengthening = undefined;

  constructor() {
    super('release-acquire', new C11HappensBefore('c11', (o) => (o === Order.Plain ? o : Order.AcqRel)));
  }
}
