/**
 * The tree of states that a search has visited, as data: what each state cost, which branches it has, and which run of
 * the program showed what it needs. A state is a number; a branch leads to a state with a greater one.
 */
import { gunzipSync, gzipSync } from 'node:zlib';

/** Where a branch leads that is no state: its event cannot be performed, or the execution ends with it. */
export const NOWHERE = -1;

/** One state while the tree is made. */
export interface StateRecord {
  readonly parent: number;
  /** The choice of the parent, or `deferred`: its event is deferred. */
  readonly branch: number | 'deferred';
  /** Units of work: the state itself, each branch of it that led nowhere, and each event appended. */
  readonly cost: number;
  /** The run of the program that first showed the histories of the state: its number from 1; 0: none was needed. */
  readonly run: number;
  /** How many choices the event has that was performed here. 0 in a state without branches. */
  readonly choices: number;
  /** Could the event be deferred, as far as was known when the state was entered? */
  readonly deferrable: boolean;
}

/** The columns of a tree, by state; a branch that defers is -1; `choices` is twice the choices, and 1 if deferrable. */
const columns = {
  parent: (r: StateRecord): number => r.parent,
  branch: (r: StateRecord): number => (r.branch === 'deferred' ? NOWHERE : r.branch),
  cost: (r: StateRecord): number => r.cost,
  run: (r: StateRecord): number => r.run,
  choices: (r: StateRecord): number => r.choices * 2 + (r.deferrable ? 1 : 0),
};
type Columns = Readonly<Record<keyof typeof columns, Int32Array>>;
const names = Object.keys(columns) as (keyof Columns)[];

export class BranchTree {
  /** How many states there are. */
  readonly size: number;
  /** The runs that the states need: the greatest number, and how many there are. */
  readonly lastRun: number;
  readonly runs: number;
  private readonly offsets: Int32Array;
  private readonly children: Int32Array;
  private readonly deferredStates: Int32Array;
  private readonly fromRoot: Float64Array;

  private constructor(private readonly columns: Columns) {
    const { parent, branch, cost, run, choices } = columns;
    const n = (this.size = parent.length);
    this.offsets = new Int32Array(n + 1);
    for (let s = 0; s < n; s++) this.offsets[s + 1] = this.offsets[s] + (choices[s] >> 1);
    this.children = new Int32Array(this.offsets[n]).fill(NOWHERE);
    this.deferredStates = new Int32Array(n).fill(NOWHERE);
    this.fromRoot = new Float64Array(n);
    this.lastRun = run.reduce((most, r) => Math.max(most, r), 0);
    this.runs = new Set(run.filter((r) => r > 0)).size;
    for (let s = 0; s < n; s++) {
      const p = parent[s];
      if (p >= s) throw new Error(`state ${s} comes before its parent ${p}`);
      this.fromRoot[s] = cost[s] + (p < 0 ? 0 : this.fromRoot[p]);
      if (p < 0) continue;
      if (branch[s] === NOWHERE) this.deferredStates[p] = s;
      else if (branch[s] >= this.choices(p)) throw new Error(`state ${p} has no choice ${branch[s]}`);
      else this.children[this.offsets[p] + branch[s]] = s;
    }
  }

  static of(records: readonly StateRecord[]): BranchTree {
    const column = (name: keyof Columns): [string, Int32Array] => [name, Int32Array.from(records, columns[name])];
    return new BranchTree(Object.fromEntries(names.map(column)) as Columns);
  }

  /** What the state cost. */
  cost(state: number): number {
    return this.columns.cost[state];
  }

  /** What a worker spends that comes to the state from the root, by decisions that it was given. */
  costFromRoot(state: number): number {
    return this.fromRoot[state];
  }

  /** What all states cost. */
  get work(): number {
    return this.columns.cost.reduce((sum, cost) => sum + cost, 0);
  }

  /** What a worker spends at least, however many there are. */
  get longestPath(): number {
    return this.fromRoot.reduce((most, cost) => Math.max(most, cost), 0);
  }

  /** The run that first showed the histories of the state; 0: none was needed. */
  run(state: number): number {
    return this.columns.run[state];
  }

  choices(state: number): number {
    return this.columns.choices[state] >> 1;
  }

  /** Could the event be deferred, as far as was known when the state was entered? */
  deferrable(state: number): boolean {
    return (this.columns.choices[state] & 1) === 1;
  }

  /** The state that the choice leads to, or NOWHERE. */
  child(state: number, choice: number): number {
    return this.children[this.offsets[state] + choice];
  }

  /** The state in which the event is deferred; NOWHERE where that was not explored. */
  deferredState(state: number): number {
    return this.deferredStates[state];
  }

  /** The shape: the longest path, states without a state below them, and states below each other one. */
  get shape(): { readonly depth: number; readonly leaves: number; readonly branching: number } {
    const { parent } = this.columns;
    const depths = new Int32Array(this.size),
      below = new Int32Array(this.size);
    for (let s = 1; s < this.size; s++) {
      depths[s] = depths[parent[s]] + 1;
      below[parent[s]]++;
    }
    const leaves = below.reduce((sum, b) => sum + (b === 0 ? 1 : 0), 0);
    const depth = depths.reduce((most, d) => Math.max(most, d), 0);
    return { depth, leaves, branching: (this.size - 1) / Math.max(1, this.size - leaves) };
  }

  /** The tree as bytes: its columns, compressed. */
  encode(): Buffer {
    return gzipSync(Buffer.concat(names.map((name) => Buffer.from(this.columns[name].buffer))));
  }

  /** The tree that `encode` has made bytes of. */
  static decode(bytes: Uint8Array): BranchTree {
    const raw = gunzipSync(bytes);
    const size = raw.length / 4 / names.length;
    if (!Number.isInteger(size)) throw new Error('these bytes are no tree of branches');
    const words = new Int32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
    const column = (name: string, i: number): [string, Int32Array] => [name, words.slice(i * size, (i + 1) * size)];
    return new BranchTree(Object.fromEntries(names.map(column)) as Columns);
  }
}
