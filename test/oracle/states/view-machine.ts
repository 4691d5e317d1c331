/**
 * What a machine does under RC11 and C++20 without seq_cst (which counts as acq_rel), as threads with views of a memory
 * that keeps all its writes: Kang et al., A promising semantics for relaxed-memory concurrency, POPL 2017, without
 * promises. A view tells for each location the oldest write that may be read. Plain data does not race here, and of
 * objects there are mutexes alone.
 */
import { firstPlace, instructionAt, nextPlace, valueOf, type Machine, type Place, type Shared } from './machine';
import type { MemoryOrder } from '../litmus';

type View = readonly number[];

interface Message {
  readonly value: number;
  /** Is it an update's, which follows the message before at once? */
  readonly follows: boolean;
  /** What those that acquire it have seen. */
  readonly view: View;
  /** What later messages of the same thread release, too. */
  readonly released: View;
  readonly by: number;
}

interface ViewThread {
  readonly place: Place;
  readonly seen: View;
  /** What an acquire fence would see, and what the last release fence has released. */
  readonly acquirable: View;
  readonly fenced: View;
  readonly joined: boolean;
  /** What it has read, where it has gone on with it; empty unless that is asked for. */
  readonly read: readonly number[];
}

interface ViewState {
  readonly threads: readonly (ViewThread | null)[];
  /** By location: its messages in coherence order. */
  readonly memory: readonly (readonly Message[])[];
  readonly owners: readonly number[];
  /** By mutex: what its last unlock has released. */
  readonly mutexes: readonly View[];
}

/** A thread may lag behind another one that writes for ever: then there is no end of messages. */
const MESSAGES = 25;

/**
 * Where all threads stand, as texts; undefined: there are more than `limit` states. `sequence`: release sequences.
 * `remembers`: with what each has read, unless it came back to look again.
 */
export function reachablePlaces(
  machine: Machine,
  sequence: 'c11' | 'c20',
  limit: number,
  remembers: boolean,
): Set<string> | undefined {
  const none = new Array<number>(machine.locs).fill(0);
  const initial: Message = { value: 0, follows: false, view: none, released: none, by: -1 };
  const thread = (t: number, seen: View): ViewThread => ({
    place: firstPlace(machine, t),
    seen,
    acquirable: seen,
    fenced: none,
    joined: false,
    read: [],
  });
  const first: ViewState = {
    threads: machine.threads.map((_, t) => (t === 0 ? thread(0, none) : null)),
    memory: none.map(() => [initial]),
    owners: new Array<number>(machine.mutexes ?? 0).fill(-1),
    mutexes: new Array<View>(machine.mutexes ?? 0).fill(none),
  };
  const places = new Set<string>();
  const visited = new Set([keyOf(first)]);
  const todo = [first];
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    places.add(JSON.stringify(state.threads.map((u) => u && [u.place, u.read])));
    for (let t = 0; t < state.threads.length; t++) {
      const me = state.threads[t];
      const i = me === null ? undefined : instructionAt(machine, t, me.place);
      if (i === undefined) continue;
      for (const next of new ViewSteps(machine, { sequence, remembers }, state, t, me!, thread).of(i)) {
        const key = keyOf(next);
        if (visited.has(key)) continue;
        if (visited.size >= limit || next.memory.some(({ length }) => length > MESSAGES)) return undefined;
        visited.add(key);
        todo.push(next);
      }
    }
  }
  return places;
}

class ViewSteps {
  constructor(
    private readonly machine: Machine,
    private readonly how: { readonly sequence: 'c11' | 'c20'; readonly remembers: boolean },
    private readonly state: ViewState,
    private readonly t: number,
    private readonly here: ViewThread,
    private readonly thread: (t: number, seen: View) => ViewThread,
  ) {}

  of(i: Shared): ViewState[] {
    const { state, t, here } = this;
    switch (i.op) {
      case 'load':
        return this.visible(i.x).map((at) => this.read(i.x, at, i.o, i.r));
      case 'store':
        return this.visible(i.x)
          .filter((at) => !this.isFollowed(i.x, at))
          .map((at) => this.write(this.go({}), i.x, at, this.value(i.v), i.o, undefined));
      case 'add':
      case 'xor':
      case 'xchg':
      case 'cas':
        return this.visible(i.x).flatMap((at) => this.update(i, at));
      case 'fence': {
        const seen = acquires(i.o) ? joined(here.seen, here.acquirable) : here.seen;
        return [this.go({ seen, fenced: releases(i.o) ? seen : here.fenced })];
      }
      case 'choose':
        return Array.from({ length: i.n }, (_, v) => this.go({}, { r: i.r, v }));
      case 'create':
        return [replaced(this.go({}), i.t, this.thread(i.t, here.seen))];
      case 'join': {
        const other = state.threads[i.t];
        if (other === null || instructionAt(this.machine, i.t, other.place) !== undefined) return [];
        const next = this.go({ seen: joined(here.seen, other.seen), acquirable: joined(here.acquirable, other.seen) });
        return [replaced(next, i.t, { ...other, joined: true })];
      }
      case 'lock': {
        if (state.owners[i.m] !== -1) return [];
        const view = state.mutexes[i.m];
        const next = this.go({ seen: joined(here.seen, view), acquirable: joined(here.acquirable, view) });
        return [{ ...next, owners: state.owners.with(i.m, t) }];
      }
      case 'unlock':
        return [
          {
            ...this.go({}),
            owners: state.owners.with(i.m, -1),
            mutexes: state.mutexes.with(i.m, joined(state.mutexes[i.m], here.seen)),
          },
        ];
      case 'fail':
      case 'assume':
        return [];
      default:
        throw new Error(`the view machine does not know ${i.op}`);
    }
  }

  private value(v: Parameters<typeof valueOf>[0]): number {
    return valueOf(v, this.here.place, this.machine.modulus);
  }

  /** The places of the messages that the thread may read. */
  private visible(x: number): number[] {
    const { length } = this.state.memory[x];
    return Array.from({ length }, (_, at) => at).slice(this.here.seen[x]);
  }

  private isFollowed(x: number, at: number): boolean {
    return (this.state.memory[x] as readonly (Message | undefined)[])[at + 1]?.follows === true;
  }

  private go(change: Partial<ViewThread>, register?: { r: number; v: number }): ViewState {
    const { machine, state, t, here } = this;
    const place = nextPlace(machine, t, here.place, register);
    const isRead =
      this.how.remembers && change.seen !== undefined && register !== undefined && place.pc > here.place.pc;
    const read = isRead ? [...here.read, register.v] : here.read;
    return replaced(state, t, { ...here, ...change, place, read });
  }

  private read(x: number, at: number, o: MemoryOrder = 'sc', r: number): ViewState {
    const { here } = this;
    const { value, view } = this.state.memory[x][at];
    const own = here.seen.with(x, Math.max(here.seen[x], at));
    const seen = acquires(o) ? joined(own, view) : own;
    return this.go({ seen, acquirable: joined(joined(here.acquirable, view), own) }, { r, v: value });
  }

  private update(i: Extract<Shared, { op: 'add' | 'xor' | 'xchg' | 'cas' }>, at: number): ViewState[] {
    const { value } = this.state.memory[i.x][at];
    if (i.op === 'cas' && value !== this.value(i.e)) return [this.read(i.x, at, i.fo, i.r)];
    if (this.isFollowed(i.x, at)) return [];
    const v = this.value(i.v);
    const written = i.op === 'add' ? value + v : i.op === 'xor' ? value ^ v : v;
    return [this.write(this.read(i.x, at, i.o, i.r), i.x, at, written, i.o, this.state.memory[i.x][at])];
  }

  /** Writes after the message at the place; `source`: that message, if the write is an update. */
  private write(
    state: ViewState,
    x: number,
    at: number,
    value: number,
    o: MemoryOrder = 'sc',
    source: Message | undefined,
  ): ViewState {
    const { t } = this;
    const shift = (view: View): View => (view[x] > at ? view.with(x, view[x] + 1) : view);
    const threads = state.threads.map(
      (u) => u && { ...u, seen: shift(u.seen), acquirable: shift(u.acquirable), fenced: shift(u.fenced) },
    );
    const memory = state.memory.map((messages) =>
      messages.map((m) => ({ ...m, view: shift(m.view), released: shift(m.released) })),
    );
    const me = threads[t]!;
    const seen = me.seen.with(x, at + 1);
    const acquirable = me.acquirable.with(x, Math.max(at + 1, me.acquirable[x]));
    let released = releases(o) ? seen : me.fenced;
    const own = memory[x].slice(0, at + 1).findLast(({ by }) => by === t);
    if (this.how.sequence === 'c11' && own !== undefined) released = joined(released, own.released);
    const view = source === undefined ? released : joined(released, memory[x][at].view);
    const message: Message = { value, follows: source !== undefined, view, released, by: t };
    return {
      ...state,
      threads: threads.with(t, { ...me, seen, acquirable }),
      memory: memory.with(x, memory[x].toSpliced(at + 1, 0, message)),
      mutexes: state.mutexes.map(shift),
    };
  }
}

function replaced(state: ViewState, t: number, thread: ViewThread): ViewState {
  return { ...state, threads: state.threads.with(t, thread) };
}

function joined(a: View, b: View): View {
  return a.map((n, x) => Math.max(n, b[x]));
}

function acquires(o: MemoryOrder = 'sc'): boolean {
  return o === 'acq' || o === 'ar' || o === 'sc';
}

function releases(o: MemoryOrder = 'sc'): boolean {
  return o === 'rel' || o === 'ar' || o === 'sc';
}

/** Messages that nobody can read any more do not count. */
function keyOf({ threads, memory, owners, mutexes }: ViewState): string {
  const least = memory.map((_, x) =>
    threads.reduce((n, u) => (u === null || u.joined ? n : Math.min(n, u.seen[x])), memory[x].length - 1),
  );
  const cut = (view: View): View => view.map((n, x) => Math.max(0, n - least[x]));
  return JSON.stringify([
    threads.map((u) => u && [u.place, u.read, u.joined, cut(u.seen), cut(u.acquirable), cut(u.fenced)]),
    memory.map((messages, x) =>
      messages
        .slice(least[x])
        .map(({ value, follows, view, released, by }, n) => [value, follows && n > 0, cut(view), cut(released), by]),
    ),
    // A thread's later writes release what its last one does.
    memory.map((messages) => threads.map((_, t) => cut(messages.findLast(({ by }) => by === t)?.released ?? []))),
    owners,
    mutexes.map(cut),
  ]);
}
