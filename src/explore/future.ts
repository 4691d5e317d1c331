/**
 * What a thread may still write, as far as its history tree is known. Below a node whose pending event was never
 * served in any run nothing is known, so it may write anything.
 */
import { Kind, type Label, type LocationId, type ThreadId } from '../program/label';
import type { HistoryNode, Program } from '../program/program';
import { isAtOnce, isChosen, isObjectKind } from '../object';

interface Summary {
  readonly locs: ReadonlySet<LocationId>;
  readonly creates: ReadonlySet<ThreadId>;
  readonly unknown: boolean;
}

export class Future {
  private summaries = new Map<number, Summary>();
  private version = -1;
  private readonly roots: HistoryNode[][] = [];

  constructor(private readonly program: Program) {}

  /** Makes a thread's root known, so that creating the thread counts as what it may write. */
  addRoot(node: HistoryNode): void {
    const known = (this.roots[node.thread] ??= []);
    if (!known.includes(node)) known.push(node);
  }

  /** The roots that were made known. */
  get known(): readonly HistoryNode[] {
    return this.roots.flat();
  }

  /** May a thread that stands at the node (its pending event not performed) still write the location? */
  mayWrite(node: HistoryNode, loc: LocationId): boolean {
    return this.may(node, loc, new Set());
  }

  private may(node: HistoryNode, loc: LocationId, seen: Set<ThreadId>): boolean {
    const summary = this.below(node);
    return summary.unknown || summary.locs.has(loc) || [...summary.creates].some((t) => this.created(t, loc, seen));
  }

  private created(t: ThreadId, loc: LocationId, seen: Set<ThreadId>): boolean {
    if (seen.has(t)) return false;
    seen.add(t);
    const roots = this.roots[t];
    return roots === undefined || roots.some((root) => writesIn(root.segment, loc) || this.may(root, loc, seen)
      || root.segment.some((l) => l.kind === Kind.Create && this.created(l.thread, loc, seen)));
  }

  private below(node: HistoryNode): Summary {
    if (this.version !== this.program.nodes) {
      this.summaries = new Map();
      this.version = this.program.nodes;
    }
    let summary = this.summaries.get(node.id);
    if (summary === undefined) {
      summary = this.summarise(node);
      this.summaries.set(node.id, summary);
    }
    return summary;
  }

  private summarise(node: HistoryNode): Summary {
    const locs = new Set<LocationId>();
    const creates = new Set<ThreadId>();
    if (node.pending === null) return { locs, creates, unknown: false };
    if (node.children.size === 0) return { locs, creates, unknown: true };
    let unknown = false;
    if (mayChange(node.pending)) locs.add(node.pending.loc);
    for (const child of node.children.values()) {
      for (const l of child.segment) {
        if (isWriteKind(l)) locs.add(l.loc);
        if (l.kind === Kind.Create) creates.add(l.thread);
      }
      const summary = this.below(child);
      for (const loc of summary.locs) locs.add(loc);
      for (const t of summary.creates) creates.add(t);
      unknown ||= summary.unknown;
    }
    return { locs, creates, unknown };
  }
}

function writesIn(segment: readonly Label[], loc: LocationId): boolean {
  return segment.some((l) => l.loc === loc && isWriteKind(l));
}

function isWriteKind(l: Label): boolean {
  return l.kind === Kind.Store || l.kind === Kind.PlainWrite || isAtOnce(l.kind);
}

/** May the event, which waits for a value, change its location? A wait that only another operation can end does not. */
function mayChange(l: Label): boolean {
  return l.kind === Kind.Rmw || (isObjectKind(l.kind) && !(isChosen(l.kind) && l.op === 0));
}
