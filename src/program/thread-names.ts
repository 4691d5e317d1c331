/** Names of threads: (creator, index among its children), which the runtime numbers. */
import type { ThreadName } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import { Kind } from './label';

export class ThreadNames {
  private readonly names: (ThreadName | undefined)[];

  constructor(names: readonly ThreadName[] = []) {
    this.names = [...names];
  }

  /** Name i is that of thread i + 1. */
  get all(): readonly ThreadName[] {
    const gap = this.names.findIndex((n) => n === undefined);
    return this.names.slice(0, gap < 0 ? undefined : gap) as ThreadName[];
  }

  /** Learns the names of threads that a run created. */
  learn(run: RunResult): void {
    if (run.threads <= this.names.length + 1) return;
    const children: number[] = [];
    for (let i = 0; i < run.events; i++) {
      if (run.kind(i) !== (Kind.Create as number)) continue;
      const creator = run.thread(i);
      const child = children[creator] ?? 0;
      children[creator] = child + 1;
      const at = run.other(i) - 1;
      while (this.names.length <= at) this.names.push(undefined);
      this.names[at] ??= { creator, child };
    }
  }

  /**
   * Adds the names of another worker. Returns false if the numbers differ: then these stay first, and the other's
   * further names come after them.
   */
  agree(others: readonly ThreadName[]): boolean {
    const fits = others.every((name, i) => this.names[i] === undefined || same(this.names[i], name));
    if (fits)
      others.forEach((name, i) => {
        this.names[i] ??= name;
      });
    else
      for (const name of others) if (!this.names.some((n) => n !== undefined && same(n, name))) this.names.push(name);
    return fits;
  }
}

function same(a: ThreadName, b: ThreadName): boolean {
  return a.creator === b.creator && a.child === b.child;
}
