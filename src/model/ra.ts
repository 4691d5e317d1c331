/**
 * Release-acquire (Lahav, Giannarakis, Vafeiadis, Taming release-acquire consistency, POPL 2016, the model RA): RC11 in
 * which each atomic access and fence is acq_rel, seq_cst ones too. So hb = (po ∪ rf)+ where accesses are atomic, and
 * psc has no events to order. RA does not ask that hb and the coherence orders of all locations agree, as the paper's
 * strong release-acquire (SRA) does: 2+2W may end with both first values.
 */
import { Order } from '../program/label';
import { C11HappensBefore } from './c11-happens-before';
import { C11Model, psc } from './c11-model';
import { c11OfMixedSizes } from './mixed-sizes';
import { scWhereRobust } from './sequential-consistency';

export class Ra extends C11Model {
  constructor() {
    // Sequential consistency has fewer executions than RA has of seq_cst accesses.
    const happensBefore = new C11HappensBefore('c11', () => Order.AcqRel);
    super('ra', happensBefore, scWhereRobust(happensBefore, false), psc, c11OfMixedSizes('ra', happensBefore));
  }
}
