/**
 * A C program in memory as the exploration takes it (program/program.ts). A node of a history tree holds the state of
 * its thread, so a history is extended without running it anew.
 */
import {
  describeThread,
  Kind,
  type Label,
  type LocationId,
  type SiteId,
  type ThreadId,
  type Value,
} from '../../program/label';
import { Restart, type HistoryNode, type Program } from '../../program/program';
import type { NameSource } from '../../report/report';
import { parseC } from './c-parser';
import { codeOf, type CCode } from './function-code';
import { Interpreter } from './interpreter';
import type { CallPlace, Numbering, Stretch, ThreadState } from './interpreted-thread';
import type { Cell } from './memory';

interface StateNode extends HistoryNode {
  readonly after: ThreadState;
  readonly children: Map<Value, StateNode>;
}

/** The program in the text. Throws a DristaError with line and column where it is not in the subset. */
export function interpretedProgram(text: string, file: string): InterpretedProgram {
  return new InterpretedProgram(codeOf(parseC(text, file), file));
}

export class InterpretedProgram implements Program, Numbering {
  nodes: StateNode[] = [];
  private readonly roots = new Map<string, StateNode>();
  private readonly interpreter: Interpreter;
  private readonly sites = new Map<string, SiteId>();
  private readonly stacks: (readonly CallPlace[])[] = [];
  private readonly states = new Map<string, number>();
  private readonly children = new Map<string, ThreadId>();
  private readonly creators: { readonly creator: ThreadId; readonly child: number }[] = [];
  /** Locations that are accessed by atomic operations, by others, and by both. */
  private readonly atomics = new Set<LocationId>();
  private readonly plains = new Set<LocationId>();
  private readonly mixed = new Set<LocationId>();
  /** Parts of stacks that other threads access. */
  private readonly shared = new Set<LocationId>();

  constructor(private readonly code: CCode) {
    this.interpreter = new Interpreter(code, this);
  }

  root(thread: ThreadId, argument: Value): HistoryNode {
    const key = `${thread} ${argument}`;
    const known = this.roots.get(key);
    if (known !== undefined) return known;
    const node = this.add(thread, null, 0, this.interpreter.begin(thread, argument));
    this.roots.set(key, node);
    return node;
  }

  child(node: HistoryNode, value: Value): HistoryNode {
    const parent = node as StateNode;
    const known = parent.children.get(value);
    if (known !== undefined) return known;
    const made = this.add(parent.thread, parent, value, this.interpreter.resume(parent.after, value));
    parent.children.set(value, made);
    return made;
  }

  private add(thread: ThreadId, parent: StateNode | null, value: Value, stretch: Stretch): StateNode {
    const { segment, pending, state: after, key } = stretch;
    const state = 1 + this.state(key);
    const node = { id: this.nodes.length, thread, parent, value, segment, pending, children: new Map(), state, after };
    this.nodes.push(node);
    return node;
  }

  initial(loc: LocationId): Value {
    return loc < 0 ? 0 : this.cellOf(loc).initial;
  }

  isMixed(loc: LocationId): boolean {
    return this.mixed.has(loc);
  }

  restart(): void {
    this.nodes = [];
    this.roots.clear();
  }

  place(site: SiteId): string {
    const [{ at }] = this.stacks[site];
    return `${this.code.file}:${at.line}`;
  }

  /** Names of errors' events: the same in all instances. */
  nameOf({ site, loc, kind }: Label): string {
    return site >= 0
      ? this.stacks[site].map((p) => `${p.function}:${p.at.line}:${p.at.column}`).join(' ')
      : `${Kind[kind]} ${loc}`;
  }

  data(loc: LocationId): string {
    return this.cellOf(loc).name;
  }

  /** Names of what the events of this program are on. */
  get names(): NameSource {
    return {
      stack: ({ site }) =>
        site < 0 ? [] : this.stacks[site].map((p) => ({ file: this.code.file, line: p.at.line, function: p.function })),
      data: ({ loc }) => (loc < 0 ? '' : this.data(loc)),
      initial: ({ loc }) => this.initial(loc),
      pointer: () => undefined,
      isVolatile: () => false, // the accesses themselves say so
      mutex: () => '',
      text: (said) => said,
      creator: (t) => this.creators[t - 1],
    };
  }

  /** The number of the call stack with the key. */
  site(key: string, stack: () => readonly CallPlace[]): SiteId {
    let site = this.sites.get(key);
    if (site === undefined) {
      this.sites.set(key, (site = this.stacks.length));
      this.stacks.push(stack());
    }
    return site;
  }

  state(key: string): number {
    let number = this.states.get(key);
    if (number === undefined) this.states.set(key, (number = this.states.size));
    return number;
  }

  /** The n-th child of the thread: main is 0, others are numbered as they become known. */
  childOf(thread: ThreadId, n: number): ThreadId {
    const key = `${thread} ${n}`;
    let child = this.children.get(key);
    if (child === undefined) {
      this.children.set(key, (child = this.creators.length + 1));
      this.creators.push({ creator: thread, child: n });
    }
    return child;
  }

  /** Is it the id of a thread that some execution has created (its number plus 1)? */
  isThread(id: bigint): boolean {
    return id > 1n && id <= BigInt(this.creators.length + 1);
  }

  /** Are plain accesses to the cell events? Not as long as it is known to one thread alone. */
  isShared({ loc, owner, atomic }: Cell): boolean {
    return owner === undefined || atomic || this.shared.has(loc);
  }

  /** Throws Restart when it becomes known that a location is accessed by several threads, or in both ways. */
  accessed(cell: Cell, thread: ThreadId, atomically: boolean): 'privately' | 'as event' {
    const { loc, owner, name } = cell;
    if (!this.isShared(cell)) {
      if (thread === owner && !atomically) return 'privately';
      this.shared.add(loc);
      throw new Restart(`${describeThread(thread)} accesses ${name}`);
    }
    (atomically ? this.atomics : this.plains).add(loc);
    if (!this.mixed.has(loc) && this.atomics.has(loc) && this.plains.has(loc)) {
      this.mixed.add(loc);
      throw new Restart(`${name} is accessed by atomic operations and without`);
    }
    return 'as event';
  }

  private cellOf(loc: LocationId): Cell {
    return this.code.memory.locations[loc];
  }
}
