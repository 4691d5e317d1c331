import {
  ObservationalEquivalence,
  ReadsFromEquivalence,
  ValuesOfGraphs,
} from '../../../src/explore/equivalence/equivalence';
import { Refinement } from '../../../src/explore/equivalence/refinement';
import { ExplorationRestart } from '../../../src/explore/common/restart';
import { Rc11 } from '../../../src/model/rc11';
import { Order } from '../../../src/program/label';
import { programOf } from '../../oracle/program-of';
import { GraphBuilder, load } from '../graphs';

const program = programOf([]);
const rc11 = new Rc11('rc11');
const read = { thread: 1, label: load(0, Order.Acquire) };

test('by reads-from all sources count; with co each graph counts as its orders', () => {
  const g = new GraphBuilder(rc11);
  g.begin(1, 2);
  g.write(1, 0, 1);
  g.write(2, 0, 2);
  const [rf, co] = [new ReadsFromEquivalence(false), new ReadsFromEquivalence(true)];
  expect([rf.branchesBySource(), rf.mergesStates, rf.identityOf()]).toEqual([true, false, undefined]);
  expect([rf.weightOf(rc11, g.graph), co.weightOf(rc11, g.graph)]).toEqual([1, 2]);
});

test('by values states are merged once graphs repeat', () => {
  const refinement = new Refinement(rc11.happensBefore, true);
  const apart = new ObservationalEquivalence(refinement, program);
  expect([apart.mergesStates, apart.branchesBySource(read)]).toEqual([false, true]);
  apart.balance(10, 1);
  expect(() => {
    apart.balance(1000, 1);
  }).toThrow(ExplorationRestart);
  const merged = new ObservationalEquivalence(refinement, program);
  expect([merged.mergesStates, merged.branchesBySource(read)]).toEqual([true, false]);
});

test('a bound compares values but keeps graphs apart', () => {
  const bounded = new ValuesOfGraphs(program);
  expect([bounded.mergesStates, bounded.branchesBySource(), bounded.weightOf()]).toEqual([false, true, 1]);
});
