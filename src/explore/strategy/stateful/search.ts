/**
 * Sequential consistency by explicit states: one interleaving step by step, and a table of the states that were
 * visited, each a place for every thread and a value for every location. What such a state allows follows from it
 * alone, so it is entered once; and an execution, by the values that its reads return, is a combination of the places
 * where threads end, whatever memory holds then. This is many times faster than asking for every combination of
 * histories whether some interleaving gives it, where interleavings are not many more than combinations; where they are
 * (`pays`), and for plain data and synchronisation objects, there is the partition.
 */
import { Kind, type ThreadId, type Value } from '../../../program/label';
import type { Program } from '../../../program/program';
import type { Model } from '../../../model/model';
import { Completion } from '../../session/completion';
import { describeWaiting } from '../../common/error-text';
import { Estimate } from '../tree-size-estimate';
import type { GraphExtender } from '../../extend/extender';
import { LeftWaiting } from '../../session/left-waiting';
import type { Session } from '../../session/session';
import type { Counts } from '../../common/verdict';
import type { PathStep } from './path';
import { Op, Places, type PlacesCheckpoint, SPINS, NotStateful, UNKNOWN } from './places';
import { waitingForEver, waitingThreads } from './stuck';
import { Trees } from './trees';
import { Vector } from './vector';
import { VectorSet } from '../../store/vector-set';

/** A state on the path. */
interface Frame {
  mark: number;
  events: number;
  /** The thread and its way that come next. */
  thread: ThreadId;
  way: number;
  /** Those taken last. */
  taken: number;
  takenWay: number;
  /** Could some thread go on? */
  served: boolean;
  /**
   * For the estimate: threads that have not ended; states entered below the first that went on, below others, and when
   * that began.
   */
  ways: number;
  begun: number;
  first: number;
  later: number;
  since: number;
}

/** The search as data. */
export interface StatefulCheckpoint {
  readonly places: PlacesCheckpoint;
  readonly nextSample: number;
  /** Size of the vectors. */
  readonly threads: number;
  readonly slots: number;
  /** For each frame: thread, way, taken, takenWay, served. */
  readonly path: readonly (readonly number[])[];
  readonly arrived: boolean;
  readonly visited: Int32Array;
  readonly ended: Int32Array;
}

/** States before the first look at whether the search pays. */
const LOOK = 20_000;
/** Bytes for the states that were visited: more are not remembered, which costs repetition, but loses nothing. */
const MEMORY = 2 ** 30;
/** More states than this for an execution are more than the partition costs. */
const MANY = 60;

export class StatefulSearch {
  private readonly visited = new VectorSet(16);
  private readonly ended = new VectorSet(8);
  private readonly vector = new Vector(this.visited, this.ended);
  private readonly places: Places;
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** Is the present state a new one, for which there is no frame yet? */
  private arrived = false;
  private threads = 0;
  /** Events on the path. */
  private events = 0;
  private readonly trees: Trees;
  /** By place: does an execution go on there? What is wrong there was told. */
  private readonly told = new Map<number, boolean>();
  /** Most of what comes after the first branch was visited in it. */
  private readonly estimate = new Estimate(0.01);
  private readonly completion: Completion;
  private readonly leftWaiting: LeftWaiting;
  private nextLook = LOOK;

  constructor(
    private readonly program: Program,
    model: Model,
    private readonly growth: GraphExtender,
    private readonly session: Session,
  ) {
    this.places = new Places(
      (loc) => program.initial(loc),
      (l) => {
        this.growth.see(l);
      },
      (slot) => {
        this.vector.reach(slot);
      },
    );
    const steps = (): PathStep[] => this.frames.slice(0, this.depth).map((f) => ({ thread: f.taken, way: f.takenWay }));
    this.trees = new Trees(program, model, session, steps);
    this.completion = new Completion(program, model, session);
    this.leftWaiting = new LeftWaiting(program, session);
  }

  /** Explores from the beginning. */
  run(): void {
    this.arrived = this.begin();
    this.proceed();
  }

  /** Goes on with a search that was kept. */
  resume(kept: StatefulCheckpoint): void {
    const { counts } = this.session;
    this.session.counts = { ...counts };
    this.vector.reach(kept.slots - 1);
    this.vector.setPlace(kept.threads - 1, 0);
    this.places.recall(kept.places, this.program.nodes);
    this.visited.recall(kept.visited, (v) => this.vector.hashOf(v));
    this.ended.recall(kept.ended, (v) => this.vector.hashOf(v));
    this.completion.nextSample = kept.nextSample;
    let there = this.begin();
    kept.path.forEach(([thread, way, taken, takenWay, served], i) => {
      if (!there) throw new Error('the decisions that were kept do not fit the program');
      const f = this.push();
      Object.assign(f, { thread, way, taken, takenWay, served: served === 1 });
      if (i < kept.path.length - 1 || kept.arrived) there = this.perform(f) === 'entered';
    });
    this.arrived = kept.arrived && there;
    this.session.counts = counts;
    for (let d = 0; d < this.depth; d++) this.frames[d].since = counts.states;
    this.proceed();
  }

  keep(): StatefulCheckpoint {
    return {
      places: this.places.keep(),
      nextSample: this.completion.nextSample,
      threads: this.vector.threads,
      slots: this.vector.slots,
      path: this.frames.slice(0, this.depth).map((f) => [f.thread, f.way, f.taken, f.takenWay, Number(f.served)]),
      arrived: this.arrived,
      visited: this.visited.keep(),
      ended: this.ended.keep(),
    };
  }

  get counts(): Counts {
    return this.session.counts;
  }

  /**
   * How much has been explored, from 0 to 1: an estimate. The root is by experience: the nearer to the top, the more
   * was visited already.
   */
  explored(): number {
    return Math.sqrt(
      this.estimate.done(
        this.frames.slice(0, this.depth).map(({ ways, begun }) => ({ ways, begun, postponed: false })),
      ),
    );
  }

  private proceed(): void {
    for (;;) {
      if (this.arrived) {
        this.enter();
        this.arrived = false;
        this.session.counts.states++;
      } else if (this.depth > 0) {
        this.step(this.frames[this.depth - 1]);
      } else {
        return;
      }
    }
  }

  private enter(): void {
    const { session, vector } = this;
    session.tick(this.depth, this);
    this.pays();
    if (this.visited.has(vector.values, vector.hash)) return;
    if (this.events > session.maxSteps) {
      this.growth.errors.tooLong(this.trees.graph());
    } else if (this.ways() === 0) {
      this.complete();
    } else {
      this.push();
    }
    if (this.visited.bytes < MEMORY) this.visited.add(vector.values, vector.hash);
    else
      session.note(
        'there are more states than are kept in memory: from some on, what was explored may be explored again',
      );
  }

  /** Gives up where interleavings are many more than executions. */
  private pays(): void {
    const { states, executions } = this.session.counts;
    if (states < this.nextLook) return;
    if (states > MANY * executions) throw new NotStateful('there are too many interleavings');
    this.nextLook *= 2;
  }

  /** How many threads have not ended. */
  private ways(): number {
    let n = 0;
    for (let t = 0; t < this.threads; t++) if (this.places.op[this.vector.place(t)] !== Op.Nothing) n++;
    return n;
  }

  private push(): Frame {
    const f = (this.frames[this.depth++] ??= newFrame());
    f.mark = this.vector.mark();
    f.events = this.events;
    f.thread = f.way = f.begun = f.first = f.later = 0;
    f.served = false;
    f.ways = this.ways();
    f.since = this.session.counts.states + 1;
    return f;
  }

  /** The next thread's next step, or the end of the state. */
  private step(f: Frame): void {
    this.vector.undo(f.mark);
    this.events = f.events;
    const { states } = this.session.counts;
    if (f.begun <= 1) f.first += states - f.since;
    else f.later += states - f.since;
    f.since = states;
    while (f.thread < this.threads) {
      const place = this.vector.place(f.thread);
      const op = this.places.op[place];
      f.taken = f.thread;
      f.takenWay = f.way;
      if (op === Op.Choose && f.way + 1 < this.places.value[place]) {
        f.way++;
      } else {
        f.thread++;
        f.way = 0;
      }
      if (op === Op.Nothing || op === Op.Join) continue;
      const how = this.perform(f);
      if (how === 'spins') continue;
      f.served = true;
      f.begun++;
      if (how === 'ended') return;
      this.arrived = true;
      return;
    }
    this.depth--;
    if (!f.served) this.stuck();
    this.estimate.learn({ first: f.first, later: f.later, postponed: 0 }, f.ways);
  }

  /** Takes the frame's step; only `entered` changes the state for good. */
  private perform(f: Frame): 'entered' | 'ended' | 'spins' {
    const { places, vector } = this;
    const { taken: t } = f;
    const place = vector.place(t);
    const { [place]: slot } = places.slot;
    let next = place + 1;
    switch (places.op[place]) {
      case Op.Store:
        vector.setHeld(slot, places.value[place]);
        break;
      case Op.Choose:
        next = this.after(place, f.takenWay);
        break;
      default: {
        const read = vector.held(slot);
        next = this.after(place, read);
        const written = next > 0 && places.op[place] === Op.Rmw ? places.writes(place, read) : -1;
        if (written >= 0) vector.setHeld(slot, written);
      }
    }
    if (next === SPINS) return 'spins';
    return next !== UNKNOWN && this.arrive(t, next) && this.settle() ? 'entered' : 'ended';
  }

  /**
   * The place after the thread's pending event returned the value with the number; UNKNOWN where that is beyond a
   * limit.
   */
  private after(place: number, value: number): number {
    const known = this.places.child(place, value);
    if (known !== UNKNOWN) return known;
    const { places } = this;
    const op = places.op[place];
    const read =
      op === Op.Choose ? value : op === Op.Join ? places.returnedAs(value) : places.valueOf(places.slot[place], value);
    const child = this.trees.child(places.nodes[place], read, op === Op.Join);
    return child === undefined ? UNKNOWN : places.lead(place, value, child);
  }

  /** Goes back to the beginning, and does what main does first. */
  private begin(): boolean {
    this.vector.undo(0);
    this.depth = this.events = 0;
    return this.start(0, 0) && this.settle();
  }

  private start(t: ThreadId, value: Value): boolean {
    const root = this.trees.root(t, value);
    if (root === undefined) return false;
    this.threads = Math.max(this.threads, t + 1);
    return this.arrive(t, this.places.root(root));
  }

  /** The thread comes to the place. False when the execution ends there. */
  private arrive(t: ThreadId, place: number): boolean {
    this.vector.setPlace(t, place);
    const arriving = this.places.arriving[place];
    this.events += arriving.length + 1;
    this.session.counts.events += arriving.length + 1;
    if (arriving.length > 0 && !this.judged(t, place)) return false;
    if (arriving.at(-1)?.kind === Kind.AssumeFailed) {
      this.session.assumptionFailed();
      return false;
    }
    // Whoever was created begins only now: where the thread ends the run itself, they never do.
    return arriving.every((l) => l.kind !== Kind.Create || this.start(l.thread, l.value));
  }

  /**
   * Tells, the first time, of exits and errors on the way to the place. False when the execution ends with one of them.
   */
  private judged(t: ThreadId, place: number): boolean {
    let goesOn = this.told.get(place);
    if (goesOn === undefined) {
      const arriving = this.places.arriving[place].filter(({ kind }) => kind === Kind.Exit || kind === Kind.Error);
      goesOn = arriving.every((l) => this.growth.judge(this.trees.graph(), t, l));
      this.told.set(place, goesOn);
    }
    return goesOn;
  }

  /** Joins of threads that have ended. */
  private settle(): boolean {
    const { places, vector } = this;
    for (let again = true; again;) {
      again = false;
      for (let t = 0; t < this.threads; t++) {
        const place = vector.place(t);
        if (places.op[place] !== Op.Join) continue;
        const end = vector.place(places.slot[place]);
        if (places.op[end] !== Op.Nothing || places.value[end] === 0) continue;
        const next = this.after(place, places.value[end]);
        if (next === UNKNOWN || !this.arrive(t, next)) return false;
        again = true;
      }
    }
    return true;
  }

  /** Counts the combination of places, once. */
  private complete(): void {
    const { vector } = this,
      hash = vector.hashOfPlaces();
    if (this.ended.has(vector.values, hash)) return;
    this.session.mayComplete();
    if (this.growth.exits.size > 1) this.completion.compareExits(this.trees.graph());
    this.completion.complete(() => this.trees.graph(), this.threads);
    if (this.ended.bytes < this.session.roomForExecutions) this.ended.add(vector.values, hash);
    else this.session.manyExecutions();
  }

  /**
   * No thread can go on: a deadlock, a livelock, the end of a program that called exit, or a state that does not last.
   */
  private stuck(): void {
    const waiting = waitingForEver(this.places, this.vector, this.threads);
    if (waiting === undefined) {
      this.session.counts.deadEnds++;
    } else if (waiting === 'exited') {
      this.leftWaiting.note(
        waitingThreads(this.places, this.vector, this.threads),
        (t) => this.places.exited[this.vector.place(t)],
      );
      this.complete();
    } else {
      const graph = this.trees.graph();
      const involved = this.growth.pending(graph).map(({ thread, label }) => ({ thread, label }));
      this.growth.errors.error(
        graph,
        waiting,
        involved.map(({ thread, label }) => describeWaiting(thread, label)).join('; '),
        involved,
      );
    }
  }
}

function newFrame(): Frame {
  return {
    mark: 0,
    events: 0,
    thread: 0,
    way: 0,
    taken: 0,
    takenWay: 0,
    served: false,
    ways: 0,
    begun: 0,
    first: 0,
    later: 0,
    since: 0,
  };
}
