/**
 * Strongly connected components (Sharir, A strong-connectivity algorithm and its applications in data flow analysis,
 * 1981): in the order in which a depth-first search leaves the nodes, the last one first, each component is what
 * reaches the node.
 */
export function components(next: readonly (readonly number[])[]): number[][] {
  const previous: number[][] = next.map(() => []);
  next.forEach((to, from) => {
    for (const n of to) previous[n].push(from);
  });
  const found: number[][] = [];
  const seen = new Set<number>();
  for (const n of leavingOrder(next).reverse()) {
    if (seen.has(n)) continue;
    seen.add(n);
    const component = [n];
    for (let i = 0; i < component.length; i++) {
      for (const m of previous[component[i]]) {
        if (seen.has(m)) continue;
        seen.add(m);
        component.push(m);
      }
    }
    found.push(component);
  }
  return found;
}

function leavingOrder(next: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (let first = 0; first < next.length; first++) {
    if (seen.has(first)) continue;
    seen.add(first);
    const path = [{ n: first, done: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      if (top.done === next[top.n].length) {
        order.push(top.n);
        path.pop();
        continue;
      }
      const m = next[top.n][top.done++];
      if (!seen.has(m)) {
        seen.add(m);
        path.push({ n: m, done: 0 });
      }
    }
  }
  return order;
}
