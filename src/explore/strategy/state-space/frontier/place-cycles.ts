/**
 * Which steps may close a cycle of states, by what threads may do before and after them. So that no thread is ignored
 * on a cycle, one state of it must be left by steps of all threads; the order in which states are explored does not
 * matter, as it does where a path is known (Kurshan et al., Static partial order reduction, TACAS 1998).
 *
 * Places have ranks. On a cycle of states each thread comes back to where it was. So if the thread that goes on comes
 * to a higher rank with each step, and no other thread comes to a lower one, there is no cycle. Any ranks do; those
 * that follow the steps, apart from steps back to the head of a loop, take few other steps for such.
 */

/** By number of a place, from 1: the places from which it is reached in one step. */
export type PlaceGraph = readonly (readonly number[] | undefined)[];

export class Cycles {
  /** By place. */
  private readonly ranks: Int32Array;

  /** The graph of `count` places. */
  constructor(
    graph: PlaceGraph,
    private readonly count: number,
  ) {
    this.ranks = new Int32Array(count + 1);
    const after: number[][] = Array.from({ length: count + 1 }, () => []);
    graph.forEach((before, to) => before?.forEach((from) => after[from]?.push(to)));
    let rank = count;
    const seen = new Set<number>();
    for (let first = 1; first <= count; first++) {
      if (seen.has(first)) continue;
      seen.add(first);
      // Each place has its rank when all that come after it have theirs: the reverse postorder.
      const path = [{ place: first, next: 0 }];
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        if (at.next === after[at.place].length) {
          this.ranks[at.place] = rank--;
          path.pop();
          continue;
        }
        const to = after[at.place][at.next++];
        if (to > count || seen.has(to)) continue;
        seen.add(to);
        path.push({ place: to, next: 0 });
      }
    }
  }

  /** Has the place a rank? */
  knows(place: number): boolean {
    return place <= this.count;
  }

  /**
   * May a step close a cycle with which a thread comes from one place to the other? `goesOn`: did the thread begin the
   * step? Otherwise it may stay where it is.
   */
  mayClose(from: number, to: number, goesOn: boolean): boolean {
    if (!this.knows(from) || !this.knows(to)) return true;
    return goesOn ? this.ranks[to] <= this.ranks[from] : this.ranks[to] < this.ranks[from];
  }
}
