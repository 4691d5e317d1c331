/** Cycles of a directed graph whose edges are computed when a node is reached. */

const OPEN = 1;
const CLOSED = 2;

/** Is there a cycle? The nodes are the numbers below `n`. Only what the roots lead to is looked at. */
export function hasCycle(n: number, roots: Iterable<number>, successors: (node: number) => readonly number[]): boolean {
  return findCycle(n, roots, successors) !== undefined;
}

/** The nodes of a cycle, in its order; undefined if there is none. */
export function findCycle(
  n: number,
  roots: Iterable<number>,
  successors: (node: number) => readonly number[],
): readonly number[] | undefined {
  const state = new Uint8Array(n);
  const path: number[] = [];
  const left: (readonly number[])[] = [];
  const next: number[] = [];
  const enter = (node: number): void => {
    state[node] = OPEN;
    path.push(node);
    left.push(successors(node));
    next.push(0);
  };
  for (const root of roots) {
    if (state[root] !== 0) continue;
    enter(root);
    while (path.length > 0) {
      const top = path.length - 1;
      if (next[top] === left[top].length) {
        state[path[top]] = CLOSED;
        path.pop();
        left.pop();
        next.pop();
        continue;
      }
      const to = left[top][next[top]++];
      if (state[to] === OPEN) return path.slice(path.indexOf(to));
      if (state[to] === 0) enter(to);
    }
  }
  return undefined;
}
