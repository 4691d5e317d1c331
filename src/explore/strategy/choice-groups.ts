/** The choices that a pending event has in a state. */
import { readsUndefined } from '../../graph/conflict';
import type { ExecutionGraph } from '../../graph/graph';
import { isObjectKind } from '../../object';
import type { Value } from '../../program/label';
import type { Equivalence } from '../equivalence/equivalence';
import { candidates, elsewhere, type Candidate, type Choice } from '../extend/candidates';
import type { Pending } from '../extend/extender';
import { excludesCandidate, seesNew } from '../prune/feasibility';
import type { ExcludedWrites } from '../store/closed-states';

/**
 * All choices that the writes of the graph offer to the pending event, without excluded writes. The model may forbid
 * some of them. Where the event counts by the write that it reads from, each candidate is a choice of its own, else
 * candidates with the same outcome are one choice.
 */
export function choicesOf(
  graph: ExecutionGraph,
  p: Pending,
  equivalence: Equivalence,
  excluded: ExcludedWrites | undefined,
): Choice[] {
  const all = candidates(graph, p.thread, p.label);
  if (equivalence.branchesBySource(p)) {
    const choices: Choice[] = [];
    for (const c of all) if (!excludesCandidate(excluded, c)) choices.push([c]);
    return choices;
  }
  const choices = byOutcome(graph, p, all);
  if (excluded === undefined) return choices;
  return choices.filter((choice) =>
    choice.some((c) => (c.elsewhere === true ? seesNew(graph, excluded, p.label) : !excludesCandidate(excluded, c))),
  );
}

function byOutcome(graph: ExecutionGraph, p: Pending, all: readonly Candidate[]): Choice[] {
  const groups = new Map<Value | string, Candidate[]>();
  const add = (c: Candidate): void => {
    const outcome = c.misuse ?? (readsUndefined({ label: p.label, source: c.source }) ? 'undefined' : c.read);
    const group = groups.get(outcome);
    if (group === undefined) groups.set(outcome, [c]);
    else group.push(c);
  };
  all.forEach(add);
  if (isObjectKind(p.label.kind)) elsewhere(graph, p.label, all).forEach(add);
  return [...groups.values()];
}
