/**
 * The plain accesses of a thread since it last released anything. Two states that differ only in these differ in the
 * races that follow: whoever touches the same data next, and has not synchronised with the thread, races with them.
 */
import { isWrite, type GraphEvent } from '../../../../graph/event';
import { Kind, type LocationId, type ThreadId } from '../../../../program/label';
import { isRelease } from '../../../../program/memory-order';
import { EventFold } from './event-fold';

/**
 * Accesses, and what came before: the text of the set before the thread created another one, whose accesses come after
 * these alone.
 */
export interface AccessSet {
  readonly before: string;
  readonly accesses: ReadonlySet<number>;
  /** The set before that, and the thread that was created. */
  readonly created?: { readonly thread: ThreadId; readonly before: AccessSet };
}

/** The numbering as data. */
export interface AccessSetsCheckpoint {
  readonly sets: AccessSet[];
  readonly numbers: Map<string, number>;
  readonly next: Map<number, number>[];
}

/** Numbers for sets of accesses; 0 is the empty set. Sets are reached from each other by adding an access. */
export class AccessSets {
  private sets: AccessSet[] = [{ before: '', accesses: new Set() }];
  private numbers = new Map<string, number>([['|', 0]]);
  /**
   * By set: the set with one more access (2 * location, + 1 for a write), or after the creation of thread t (-1 - t).
   */
  private next: Map<number, number>[] = [];
  private readonly fold = new EventFold<number>(0, (set, e) => this.follow(set, e));

  /** All numbers, for `restore`. */
  checkpoint(): AccessSetsCheckpoint {
    const { sets, numbers, next } = this;
    return { sets, numbers, next };
  }

  /** Goes on with what `checkpoint` returned, in its place. Nothing was asked before. */
  restore({ sets, numbers, next }: AccessSetsCheckpoint): void {
    Object.assign(this, { sets, numbers, next });
  }

  /** The number of the set of the thread whose events these are. */
  of(events: readonly GraphEvent[]): number {
    return this.fold.of(events);
  }

  /**
   * The accesses of its thread that the event releases (2 * location, + 1 for a write): until then others that have not
   * synchronised with the thread race with them. `events`: those of the thread, with this one.
   */
  releasedBy(events: readonly GraphEvent[], e: GraphEvent): number[] {
    if (!releases(e)) return [];
    const released: number[] = [];
    const before = this.fold.of(events, e.index);
    for (let at: AccessSet | undefined = this.sets[before]; at !== undefined; at = at.created?.before)
      released.push(...at.accesses);
    return released;
  }

  /** May an access by another thread race with one of the set? */
  meets(set: number, by: ThreadId, loc: LocationId, writes: boolean): boolean {
    for (let at: AccessSet | undefined = this.sets[set]; at !== undefined; at = at.created?.before) {
      if (at.accesses.has(2 * loc + 1) || (writes && at.accesses.has(2 * loc))) return true;
      // What came before its creation comes before all that it does.
      if (at.created?.thread === by) return false;
    }
    return false;
  }

  private follow(set: number, e: GraphEvent): number {
    switch (e.label.kind) {
      case Kind.PlainRead:
        return this.add(set, 2 * e.loc);
      case Kind.PlainWrite:
        return this.add(set, 2 * e.loc + 1);
      case Kind.Create:
        return set === 0 ? 0 : this.add(set, -1 - e.label.thread);
      default:
        return releases(e) ? 0 : set;
    }
  }

  private add(set: number, what: number): number {
    const known = (this.next[set] ??= new Map<number, number>());
    let to = known.get(what);
    if (to === undefined) known.set(what, (to = this.numberOf(extended(this.sets[set], what))));
    return to;
  }

  private numberOf(set: AccessSet): number {
    const key = textOf(set);
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.sets.push(set) - 1));
    return number;
  }
}

function extended(set: AccessSet, what: number): AccessSet {
  if (what < 0) {
    const thread = -1 - what;
    return { before: `${textOf(set)}/${thread}/`, accesses: new Set(), created: { thread, before: set } };
  }
  const accesses = new Set(set.accesses).add(what);
  // A write races with all that a read of the same data races with.
  if (accesses.has(what | 1)) accesses.delete(what & ~1);
  return { ...set, accesses };
}

function textOf({ before, accesses }: AccessSet): string {
  return `${before}|${[...accesses].sort((a, b) => a - b).join()}`;
}

/** May what comes before the event in its thread happen before what others do later, because of the event? */
function releases(e: GraphEvent): boolean {
  const { kind, order } = e.label;
  if (kind === Kind.Store || kind === Kind.Rmw) return isWrite(e) && isRelease(order);
  return e.sync !== undefined && e.sync.releases !== 'nothing';
}
