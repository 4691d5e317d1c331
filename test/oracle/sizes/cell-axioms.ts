/**
 * The axioms of memory models for accesses of several sizes, over cells: an access reads and writes each of its cells
 * by a node of its own. `si` leads from each node of an access to the others (same instruction).
 */
import type { ModelName } from '../../../src/model/names';
import { Relation } from '../relation';
import type { SizedOp, SizedOrder } from './sized';

export interface CellEvent {
  readonly thread: number;
  /** Its place in its thread. */
  readonly index: number;
  readonly op: SizedOp;
  /** By cell of the access: where it reads from (null: the initial value); empty: it reads nothing. */
  readonly sources: readonly (CellEvent | null)[];
  /** The digits that it read and wrote; undefined: it did not. */
  readonly read: readonly number[] | undefined;
  readonly written: readonly number[] | undefined;
  /** The order of its read, where that is a read-modify-write that fails. */
  readonly o: SizedOrder;
}

export interface CellExecution {
  readonly events: readonly CellEvent[];
  /** By cell: its writes in coherence order, without the initial one. */
  readonly co: ReadonlyMap<number, readonly CellEvent[]>;
  /** By cell: a name of the cells that accesses connect with it. */
  readonly areaOf: (cell: number) => number;
}

type Order = SizedOrder | 'plain';

interface Node {
  readonly event: CellEvent | null;
  readonly type: 'R' | 'W' | 'F';
  readonly cell: number;
  readonly order: Order;
}

const acquiring: readonly Order[] = ['acq', 'ar', 'sc'];
const releasing: readonly Order[] = ['rel', 'ar', 'sc'];

function nodesOf(event: CellEvent): Node[] {
  const { op, read, written, o } = event;
  if (op.op === 'F') return [{ event, type: 'F', cell: -1, order: o }];
  const order = op.op === 'PR' || op.op === 'PW' ? 'plain' : o;
  const all = (type: 'R' | 'W', digits: readonly number[] | undefined): Node[] =>
    (digits ?? []).map((_, i) => ({ event, type, cell: op.at + i, order }));
  return [...all('R', read), ...all('W', written)];
}

export class CellAxioms {
  private readonly nodes: Node[] = [];
  private readonly n: number;
  private readonly sb: Relation;
  private readonly si: Relation;
  private readonly rmw: Relation;
  private readonly rf: Relation;
  private readonly co: Relation;
  private readonly fr: Relation;

  constructor(private readonly x: CellExecution) {
    const { nodes } = this;
    for (const cell of x.co.keys()) nodes.push({ event: null, type: 'W', cell, order: 'plain' });
    for (const event of x.events) nodes.push(...nodesOf(event));
    this.n = nodes.length;
    const find = (event: CellEvent | null, type: Node['type'], cell: number): number =>
      nodes.findIndex((node) => node.event === event && node.type === type && node.cell === cell);
    this.sb = this.pairs(
      (a, b) =>
        b.event !== null &&
        (a.event === null ? true : a.event.thread === b.event.thread && a.event.index < b.event.index),
    );
    this.si = this.pairs((a, b) => a.event !== null && a.event === b.event && a !== b);
    this.rmw = this.pairs(
      (a, b) => a.event !== null && a.event === b.event && a.type === 'R' && b.type === 'W' && a.cell === b.cell,
    );
    this.rf = Relation.empty(this.n);
    nodes.forEach(({ event, type, cell }, i) => {
      if (type !== 'R' || event!.op.op === 'F') return;
      this.rf.add(find(event!.sources[cell - event!.op.at], 'W', cell), i);
    });
    this.co = Relation.empty(this.n);
    for (const [cell, writes] of x.co) {
      const all = [null, ...writes].map((w) => find(w, 'W', cell));
      all.forEach((a, i) => {
        for (const b of all.slice(i + 1)) this.co.add(a, b);
      });
    }
    this.fr = this.rf.inverse().then(this.co);
  }

  private pairs(holds: (a: Node, b: Node) => boolean): Relation {
    const r = Relation.empty(this.n);
    this.nodes.forEach((a, i) => {
      this.nodes.forEach((b, j) => {
        if (holds(a, b)) r.add(i, j);
      });
    });
    return r;
  }

  private on(holds: (a: Node) => boolean): Relation {
    return Relation.on(this.n, (i) => holds(this.nodes[i]));
  }

  isConsistent(model: ModelName): boolean {
    const { rmw, fr, co, rf, sb } = this;
    if (!rmw.intersect(fr.then(co)).isEmpty()) return false; // ATOMICITY, of each cell
    if (model === 'sc') return this.isAcyclicOfAll(sb.union(rf, co, fr));
    if (
      !sb
        .union(
          rf,
          this.si.filter((i, j) => i < j),
        )
        .isAcyclic()
    )
      return false; // NO-THIN-AIR
    const hb = this.happensBefore(model);
    const eco = rf.union(co, fr).plus();
    if (!hb.then(eco.optional()).isIrreflexive()) return false; // COHERENCE
    const between = (i: number, j: number): boolean => {
      const [a, b] = [this.nodes[i].event, this.nodes[j].event];
      return a !== null && b !== null && a.thread !== b.thread;
    };
    if (!this.isAcyclicOfAll(rf.union(co, fr).filter(between))) return false; // AT ONCE
    return model === 'ra' || this.isAcyclicOfAll(this.partialSc(hb, eco));
  }

  /** Is the relation acyclic, where an access is one? */
  private isAcyclicOfAll(relation: Relation): boolean {
    const elsewhere = relation.filter((i, j) => i === j || !this.si.has(i, j));
    const reflexive = this.si.optional();
    const lifted = reflexive.then(elsewhere, reflexive);
    return lifted.isAcyclic();
  }

  /** hb = (sb ∪ si?;sw;si?)+ */
  private happensBefore(model: ModelName): Relation {
    const { sb, rf } = this;
    const si = this.si.optional();
    if (model === 'ra') {
      const atomic = (i: number): boolean => this.nodes[i].order !== 'plain';
      return sb
        .union(
          si.then(
            rf.filter((i, j) => atomic(i) && atomic(j)),
            si,
          ),
        )
        .plus();
    }
    const atomicWrite = this.on((a) => a.type === 'W' && a.order !== 'plain');
    const updates = rf.then(this.rmw).star();
    const sameCell = sb.filter((i, j) => this.nodes[i].cell === this.nodes[j].cell);
    const sequence =
      model === 'c20'
        ? atomicWrite.then(updates)
        : this.on((a) => a.type === 'W').then(sameCell.optional(), atomicWrite, updates);
    const fence = this.on((a) => a.type === 'F');
    const sw = this.on((a) => releasing.includes(a.order)).then(
      fence.then(sb).optional(),
      sequence,
      rf,
      this.on((a) => a.type === 'R' && a.order !== 'plain'),
      sb.then(fence).optional(),
      this.on((a) => acquiring.includes(a.order)),
    );
    return sb.union(si.then(sw, si)).plus();
  }

  /** psc = psc_base ∪ psc_F; locations differ where no access connects them. */
  private partialSc(hb: Relation, eco: Relation): Relation {
    const { sb, co, fr, nodes, x } = this;
    const area = (i: number): number => (nodes[i].cell < 0 ? -1 : x.areaOf(nodes[i].cell));
    const elsewhere = sb.filter((i, j) => area(i) < 0 || area(i) !== area(j));
    const here = hb.filter((i, j) => nodes[i].cell >= 0 && nodes[i].cell === nodes[j].cell);
    const seqCst = this.on((a) => a.order === 'sc');
    const fence = this.on((a) => a.type === 'F' && a.order === 'sc');
    const scb = sb.union(elsewhere.then(hb, elsewhere), here, co, fr);
    const base = seqCst.union(fence.then(hb.optional())).then(scb, seqCst.union(hb.optional().then(fence)));
    return base.union(fence.then(hb.union(hb.then(eco, hb)), fence));
  }

  /** Do two accesses race (C11 5.1.2.4p25)? */
  races(model: ModelName): boolean {
    const hb = this.happensBefore(model);
    return this.nodes.some((a, i) =>
      this.nodes.some(
        (b, j) =>
          a.event !== null &&
          b.event !== null &&
          a.event.thread !== b.event.thread &&
          a.cell >= 0 &&
          a.cell === b.cell &&
          (a.type === 'W' || b.type === 'W') &&
          (a.order === 'plain' || b.order === 'plain') &&
          !hb.has(i, j) &&
          !hb.has(j, i),
      ),
    );
  }
}
