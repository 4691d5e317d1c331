/** Local states of random programs in memory: from equal states, equal values lead to equal events and states. */
import { explore } from '../../src/explore/explorer';
import type { HistoryNode } from '../../src/program/program';
import type { Label } from '../../src/program/label';
import { dataProgram } from './data-program';
import { stateIn } from './program-of';
import { randomLitmus } from './random';
import { shapes } from './shapes';

/** How often the thread has stored is part of its fingerprint for loops, and of no state. */
function textOf(l: Label | null): string {
  return JSON.stringify(l === null ? null : { ...l, spin: stateIn(l.spin) });
}

/** How many histories of the program have met, with what differs after that. */
function meetings(nodes: readonly HistoryNode[]): { readonly met: number; readonly differences: unknown[] } {
  const first = new Map<number, HistoryNode>();
  const differences: unknown[] = [];
  let met = 0;
  for (const node of nodes) {
    const twin = first.get(node.state!);
    if (twin === undefined) {
      first.set(node.state!, node);
      continue;
    }
    met++;
    const mine = textOf(node.pending),
      theirs = textOf(twin.pending);
    if (mine !== theirs) differences.push([mine, theirs]);
    for (const [value, child] of node.children) {
      const other = twin.children.get(value);
      if (other === undefined) continue;
      if (child.state !== other.state || JSON.stringify(child.segment) !== JSON.stringify(other.segment))
        differences.push([node.id, twin.id, value]);
    }
  }
  return { met, differences };
}

test.each(Object.entries(shapes))('%s', (_, shape) => {
  let met = 0;
  for (const litmus of randomLitmus(shape, 77, 20)) {
    const program = dataProgram(litmus);
    explore(program, { model: 'rc11', equivalence: 'rf', explicit: false, maxExecutions: 2000 });
    const found = meetings(program.nodes);
    expect(found.differences).toEqual([]);
    met += found.met;
  }
  expect(met).toBeGreaterThan(0);
});
