/** Which threads get nowhere though nobody is fair to them, from the definition. */
import { components } from './graph-components';
import type { Node } from './starving';
import type { StateMachine } from './state-machine';

export interface Hindered {
  /** Threads that, where all others stand still in some state, wait there, or go on for ever. */
  readonly alone: ReadonlySet<number>;
  /** Do several threads go on for ever in some execution, whatever others do? */
  readonly together: boolean;
}

export function hinderedThreads(rules: StateMachine, nodes: readonly Node[]): Hindered {
  const alone = new Set<number>();
  for (const { state, steps } of nodes)
    for (const t of state.threads.keys()) {
      if (state.threads[t] === null || rules.hasEnded(state, t)) continue;
      const joins = rules.next(state, t)?.op === 'join';
      // A thread that has done all that it does may be stopped before it ends.
      if (joins && t !== 0) alone.add(t);
      if (!joins && !steps.some(({ thread, kind }) => thread === t && kind !== 'sleeps')) alone.add(t);
    }
  const edges = nodes.map(({ steps, next }) =>
    steps.filter((s) => 'next' in s).map(({ thread }, i) => ({ thread, to: next[i] })),
  );
  for (const t of rules.machine.threads.keys())
    if (cycles(edges.map((all) => all.filter(({ thread }) => thread === t))).length > 0) alone.add(t);
  return { alone, together: cycles(edges).some((acting) => acting.size > 1) };
}

/** Of each component with an edge: the threads of its edges. */
function cycles(edges: readonly (readonly { readonly thread: number; readonly to: number }[])[]): Set<number>[] {
  return components(edges.map((all) => all.map(({ to }) => to)))
    .map((members) => {
      const within = new Set(members);
      return new Set(members.flatMap((n) => edges[n].filter(({ to }) => within.has(to)).map(({ thread }) => thread)));
    })
    .filter((acting) => acting.size > 0);
}
