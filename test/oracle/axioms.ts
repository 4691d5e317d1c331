/**
 * The axioms of the memory models, written as relations over one execution, as in Lahav, Vafeiadis, Kang, Hur, Dreyer:
 * "Repairing sequential consistency in C/C++11" (PLDI 2017), section 3, figure "RC11".
 *
 * `ra` is the model RA of Lahav, Giannarakis, Vafeiadis: "Taming release-acquire consistency" (POPL 2016), section 3,
 * in which each atomic access synchronises; fences order nothing.
 *
 * `ccon` is CCon of Drišta: causal.ts.
 *
 * `tso` is x86-TSO (Owens, Sarkar, Sewell, TPHOLs 2009), in the form of Alglave, Maranget, Tautschnig: "Herding cats"
 * (TOPLAS 2014), figure 21. `pso` keeps fewer stores in order. What compilers make of C11 accesses, fences and POSIX
 * functions is said below (`keepsOrder`).
 *
 * Beyond the papers: `asw` (thread creation, joining, and what synchronisation objects order: objects.ts) is part of
 * hb. An object is a location whose operations are rmws, and reads where they leave its state as it is, but none of
 * them atomic: so they take part in coherence and atomicity, and synchronise through asw only.
 */
import type { ModelName } from '../../src/model/names';
import { frees, Kind, Order, type LocationId } from '../../src/program/label';
import { hasSequence } from './causal';
import type { Event, Execution } from './execution';
import { isObjectKind, synchronised } from './objects';
import { Relation } from './relation';

/** A node of the graph as the paper has it: an rmw event is a read node and a write node. Null: the initial write. */
interface Node {
  readonly event: Event | null;
  readonly loc: LocationId;
  readonly type: 'R' | 'W' | 'F' | 'other';
  readonly order: Order;
}

const acquires = [Order.Consume, Order.Acquire, Order.AcqRel, Order.SeqCst];
const releases = [Order.Release, Order.AcqRel, Order.SeqCst];

function nodesOf(event: Event): Node[] {
  const { kind, loc, order, failOrder } = event.label;
  switch (kind) {
    case Kind.Load:
    case Kind.PlainRead:
      return [{ event, loc, type: 'R', order }];
    case Kind.Store:
    case Kind.PlainWrite:
      return [{ event, loc, type: 'W', order }];
    case Kind.Fence:
      return [{ event, loc: -1, type: 'F', order }];
    case Kind.Rmw:
      return readAndWrite(event, event.written === undefined ? failOrder : order, order);
    default:
      if (isObjectKind(kind)) return readAndWrite(event, Order.Plain, Order.Plain);
      return [{ event, loc: -1, type: 'other', order: Order.Plain }];
  }
}

function readAndWrite(event: Event, ofRead: Order, ofWrite: Order): Node[] {
  const { loc } = event.label;
  const read: Node = { event, loc, type: 'R', order: ofRead };
  return event.written === undefined ? [read] : [read, { event, loc, type: 'W', order: ofWrite }];
}

export class Axioms {
  /** Beside ATOMICITY. The compiler asks for each model of the engine; no code is shared. */
  private static readonly models: Readonly<Record<ModelName, (a: Axioms) => boolean>> = {
    sc: (a) => a.isSequential(),
    rc11: (a) => a.isRc11('rc11'),
    c20: (a) => a.isRc11('c20'),
    imm: (a) => a.isRc11('imm'),
    ra: (a) => a.isRa(),
    ccon: (a) => hasSequence(a.x),
    tso: (a) => a.hasStoreOrder(true),
    pso: (a) => a.hasStoreOrder(false),
  };

  private readonly nodes: Node[] = [];
  private readonly n: number;
  private readonly sb: Relation;
  private readonly rmw: Relation;
  private readonly asw: Relation;
  private readonly rf: Relation;
  private readonly co: Relation;
  private readonly fr: Relation;

  constructor(private readonly x: Execution) {
    const initial = new Map<LocationId, number>();
    for (const loc of x.co.keys()) {
      initial.set(loc, this.nodes.length);
      this.nodes.push({ event: null, loc, type: 'W', order: Order.Plain });
    }
    const first = new Map<Event, number>();
    const last = new Map<Event, number>();
    for (const event of x.events) {
      first.set(event, this.nodes.length);
      this.nodes.push(...nodesOf(event));
      last.set(event, this.nodes.length - 1);
    }
    const n = (this.n = this.nodes.length);
    this.sb = Relation.empty(n);
    this.rmw = Relation.empty(n);
    this.asw = Relation.empty(n);
    this.rf = Relation.empty(n);
    this.co = Relation.empty(n);

    for (let i = 0; i < n; i++) for (let j = initial.size; j < n; j++) if (this.programOrder(i, j)) this.sb.add(i, j);
    for (const event of x.events) {
      const read = first.get(event)!,
        written = last.get(event)!;
      if (read !== written) this.rmw.add(read, written);
      const { kind, loc } = event.label;
      if (kind === Kind.Create || kind === Kind.Join) this.addThreadEdge(event, x.events, last);
      else if (this.nodes[read].type === 'R')
        this.rf.add(event.source ? last.get(event.source)! : initial.get(loc)!, read);
    }
    for (const [loc, chain] of x.co) {
      if (chain.length === 0 || !isObjectKind(chain[0].label.kind)) continue;
      const looks = x.events.filter((e) => e.label.loc === loc && e.written === undefined);
      for (const [a, b] of synchronised(chain, looks)) this.asw.add(last.get(a)!, first.get(b)!);
    }
    for (const [loc, writes] of x.co) {
      const all = [initial.get(loc)!, ...writes.map((w) => last.get(w)!)];
      all.forEach((a, i) => all.slice(i + 1).forEach((b) => this.co.add(a, b)));
    }
    this.fr = this.rf.inverse().then(this.co);
  }

  /** sb: initial writes before everything else, and the order of each thread. */
  private programOrder(i: number, j: number): boolean {
    const a = this.nodes[i].event,
      b = this.nodes[j].event;
    return a === null || (b !== null && a.thread === b.thread && i < j);
  }

  private addThreadEdge(event: Event, events: readonly Event[], last: ReadonlyMap<Event, number>): void {
    if (event.label.kind === Kind.Join) return this.asw.add(last.get(event.source!)!, last.get(event)!);
    const begin = events.find((e) => e.thread === event.label.thread && e.index === 0);
    if (begin) this.asw.add(last.get(event)!, last.get(begin)!);
  }

  /** [X], for nodes of a type and at least an order. */
  private on(condition: (node: Node) => boolean): Relation {
    return Relation.on(this.n, (i) => condition(this.nodes[i]));
  }

  private sameLoc = (i: number, j: number): boolean =>
    this.nodes[i].loc >= 0 && this.nodes[i].loc === this.nodes[j].loc;

  /** hb = (sb ∪ sw ∪ asw)+, sw = [E⊒rel];([F];sb)?;rs;rf;[R⊒rlx];(sb;[F])?;[E⊒acq] */
  happensBefore(model: ModelName): Relation {
    const { sb, rf } = this;
    if (model === 'ra') return sb.union(this.betweenAtomics(rf), this.asw).plus();
    const release = this.on((e) => releases.includes(e.order));
    const acquire = this.on((e) => acquires.includes(e.order));
    const fence = this.on((e) => e.type === 'F');
    const atomicRead = this.on((e) => e.type === 'R' && e.order !== Order.Plain);
    const sw = release.then(
      fence.then(sb).optional(),
      this.releaseSequence(model),
      rf,
      atomicRead,
      sb.then(fence).optional(),
      acquire,
    );
    return sb.union(sw, this.asw).plus();
  }

  /** Under ra sw is rf of atomic accesses; the initial writes come before everything by sb. */
  private betweenAtomics(relation: Relation): Relation {
    const isAtomic = (i: number): boolean => this.nodes[i].order !== Order.Plain;
    return relation.filter((i, j) => isAtomic(i) && isAtomic(j));
  }

  /**
   * C11 (and C17), 5.1.2.4p10, as in the paper: rs = [W];(sb|loc)?;[W⊒rlx];(rf;rmw)*. C++20 (P0982) leaves out the
   * later writes of the same thread: rs = [W⊒rlx];(rf;rmw)*. Under sc only races ask for it, which are C11's.
   */
  private releaseSequence(model: ModelName): Relation {
    const atomicWrite = this.on((e) => e.type === 'W' && e.order !== Order.Plain);
    const updates = this.rf.then(this.rmw).star();
    if (model === 'c20') return atomicWrite.then(updates);
    const write = this.on((e) => e.type === 'W');
    return write.then(this.sb.filter(this.sameLoc).optional(), atomicWrite, updates);
  }

  isConsistent(model: ModelName): boolean {
    return this.isAtomic() && Axioms.models[model](this);
  }

  /** ATOMICITY: rmw ∩ (fr;co) = ∅ */
  private isAtomic(): boolean {
    return this.rmw.intersect(this.fr.then(this.co)).isEmpty();
  }

  /** Sequential consistency as an axiom (Shasha and Snir 1988). */
  private isSequential(): boolean {
    return this.sb.union(this.asw, this.rf, this.co, this.fr).isAcyclic();
  }

  /**
   * For each location hb, and the rf, co and fr of it, are acyclic: with co total that is irreflexive hb, and no hb
   * against co or fr. rf between plain accesses is no part of hb, so it is asked for too.
   */
  private isRa(): boolean {
    const { sb, rf, co, fr, asw } = this;
    const hb = this.happensBefore('ra');
    if (!sb.union(rf, asw).isAcyclic()) return false;
    return [...new Set(this.nodes.map((node) => node.loc))].every((loc) => {
      const here = (i: number, j: number): boolean => this.nodes[i].loc === loc && this.nodes[j].loc === loc;
      return loc < 0 || hb.union(rf, co, fr).filter(here).isAcyclic();
    });
  }

  /**
   * UNIPROC: acyclic(po-loc ∪ com); GHB: acyclic(ppo ∪ fence ∪ rfe ∪ co ∪ fr). `total`: stores stay in order.
   * Creating and joining are fences, and part of the order.
   */
  private hasStoreOrder(total: boolean): boolean {
    const { sb, rf, co, fr, asw } = this;
    if (!sb.filter(this.sameLoc).union(rf, co, fr).isAcyclic()) return false;
    const rfe = rf.filter((i, j) => this.nodes[i].event?.thread !== this.nodes[j].event?.thread);
    const kept = sb.filter((i, j) => this.keepsOrder(i, j, total));
    return kept.union(this.acrossThreads(asw), rfe, co, fr).isAcyclic();
  }

  /** What joins and begins; what objects order is of their locations. */
  private acrossThreads(asw: Relation): Relation {
    return asw.filter((i, j) => this.nodes[i].type === 'other' && this.nodes[j].type === 'other');
  }

  /** ppo and fences: are the two, of one thread and in its order, performed in this order? */
  private keepsOrder(i: number, j: number, total: boolean): boolean {
    const a = this.nodes[i],
      b = this.nodes[j];
    if (a.event === null || b.event === null || a.event === b.event) return true;
    const between = this.nodes.slice(i + 1, j).filter((node) => node.event!.thread === a.event!.thread);
    if ([a, ...between, b].some((node) => this.isFullFence(node))) return true;
    if ([a, ...between].some((node) => node.type === 'W' && isLocked(node))) return true;
    if (isLocked(b)) return true;
    if (a.type === 'R') return b.type === 'R' || b.type === 'W';
    if (a.type !== 'W' || b.type !== 'W') return false;
    if (total || releases.includes(b.order) || isObjectKind(b.event.label.kind)) return true;
    return between.some((node) => node.type === 'F' && releases.includes(node.order));
  }

  private isFullFence(node: Node): boolean {
    const { kind } = node.event!.label;
    if (kind === Kind.Fence) return node.order === Order.SeqCst;
    if (kind >= Kind.FutexEnter && kind <= Kind.FutexWake) return true;
    return [Kind.Begin, Kind.End, Kind.Create, Kind.Join].includes(kind);
  }

  private isRc11(model: ModelName): boolean {
    const { sb, rf, co, fr } = this;
    const hb = this.happensBefore(model);
    const eco = rf.union(co, fr).plus();
    if (!hb.then(eco.optional()).isIrreflexive()) return false; // COHERENCE
    if (model !== 'imm' && !sb.union(rf, this.asw).isAcyclic()) return false; // NO-THIN-AIR; imm: load-buffering.ts
    return this.partialSc(hb, eco).isAcyclic(); // SC
  }

  /** psc = psc_base ∪ psc_F */
  private partialSc(hb: Relation, eco: Relation): Relation {
    const { sb, co, fr } = this;
    const seqCst = this.on((e) => e.order === Order.SeqCst);
    const fence = this.on((e) => e.type === 'F' && e.order === Order.SeqCst);
    const elsewhere = sb.filter((i, j) => !this.sameLoc(i, j));
    const scb = sb.union(elsewhere.then(hb, elsewhere), hb.filter(this.sameLoc), co, fr);
    const base = seqCst.union(fence.then(hb.optional())).then(scb, seqCst.union(hb.optional().then(fence)));
    return base.union(fence.then(hb.union(hb.then(eco, hb)), fence));
  }

  /**
   * Pairs of events that conflict, at least one of them plain, unordered by hb (C11 5.1.2.4p25); and those of which one
   * frees memory, and the other one, which happens later, accesses it (6.2.4p2).
   */
  races(model: ModelName): [Event, Event][] {
    const accesses = this.nodes.flatMap((node, i) =>
      node.event && isAccess(node.event) ? [{ ...node, event: node.event, i }] : [],
    );
    if (!accesses.some((a) => a.order === Order.Plain)) return [];
    const hb = this.happensBefore(model);
    const found: [Event, Event][] = [];
    for (const a of accesses) {
      for (const b of accesses) {
        if (a.i >= b.i || a.loc !== b.loc) continue;
        const conflict = a.event.thread !== b.event.thread && (a.type === 'W' || b.type === 'W');
        const races =
          conflict && (a.order === Order.Plain || b.order === Order.Plain) && !hb.has(a.i, b.i) && !hb.has(b.i, a.i);
        const isFreed = frees(a.event.label) && hb.has(a.i, b.i);
        if (races || isFreed) found.push([a.event, b.event]);
      }
    }
    return found;
  }
}

function isAccess(event: Event): boolean {
  return [Kind.Load, Kind.Store, Kind.Rmw, Kind.PlainRead, Kind.PlainWrite].includes(event.label.kind);
}

/**
 * Is the access a locked instruction: a read-modify-write, also one that fails; a seq_cst store; a function that
 * changes an object? A function that changes nothing only reads.
 */
function isLocked({ event }: Node): boolean {
  const { kind, order } = event!.label;
  if (kind === Kind.Rmw) return true;
  if (kind === Kind.Store) return order === Order.SeqCst;
  return isObjectKind(kind) && event!.written !== undefined;
}
