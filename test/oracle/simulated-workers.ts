/**
 * Several workers in one thread: whenever chance says so a worker hands a branch over, to a new worker with trees of
 * its own, which explores it at once or when the result is asked for. So what depends on who knows what when is tried
 * in many ways, and the same ways for the same seed.
 */
import { Speculations } from '../../src/explore/histories/speculations';
import type { Branch, BranchResult, Collected, Part, Worker, WorkerLead } from '../../src/explore/session/worker-group';
import { Stop } from '../../src/explore/session/stop';
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { assist } from '../../src/explore/parallel-search';
import type { HistoryNode, Program, Schedule } from '../../src/program/program';

/** What all have in common. */
interface Common {
  readonly options: ExploreOptions;
  readonly make: () => Program;
  readonly dice: RandomNumbers;
  readonly names: Set<string>;
  executions: number;
  cut: boolean;
  /** What remains of searches that a Stop has ended. */
  readonly parts: Part[];
}

/** A branch that was handed over; `found`: it was explored at once. */
interface HandedOver {
  readonly branch: Branch;
  readonly found: (() => BranchResult) | undefined;
}

/** For ExploreOptions.startWorkers; `make` makes the program anew. */
export function simulatedWorkers(
  program: Program,
  options: ExploreOptions,
  make: () => Program,
  seed: number,
): (worker: Worker) => WorkerLead {
  const dice = new RandomNumbers(seed);
  return (worker) => {
    const common: Common = { options, make, dice, names: new Set(), executions: 0, cut: worker.round.cut, parts: [] };
    return new Simulated(common, program, worker, 0);
  };
}

class Simulated implements WorkerLead {
  readonly speculations = new Speculations();
  private asked = 0;
  private readonly handedOver = new Set<HandedOver>();

  constructor(
    private readonly common: Common,
    private readonly program: Program,
    private readonly worker: Worker,
    private readonly depth: number,
  ) {}

  get cut(): boolean {
    return this.common.cut;
  }
  set cut(cut: boolean) {
    this.common.cut = cut;
  }

  isWorkWanted(): boolean {
    return this.depth < 3 && this.asked++ > 2 && this.common.dice.below(4) === 0;
  }

  handOver(branch: Branch): () => boolean {
    const other = this.common.make();
    const found = this.common.dice.below(2) === 0 ? this.explore(other, branch) : undefined;
    const handedOver: HandedOver = { branch, found };
    this.handedOver.add(handedOver);
    return () => {
      this.handedOver.delete(handedOver);
      return this.takeUp((found ?? this.explore(other, branch))());
    };
  }

  count(n: number): number {
    return (this.common.executions += n) - n;
  }

  get executions(): number {
    return this.common.executions;
  }

  isNew(name: string): boolean {
    return this.common.names.size < this.common.names.add(name).size;
  }

  forget(name: string): void {
    this.common.names.delete(name);
  }

  /** After a Stop that can be resumed: keeps what remains of this worker; the other one takes what it has found. */
  private leaveTo(other: Worker): void {
    for (const { branch, found } of this.handedOver)
      if (found === undefined) this.common.parts.push({ path: branch, base: branch.length });
      else other.absorb(found());
    this.common.parts.push(...this.worker.rests);
  }

  collect(): Collected {
    this.leaveTo(this.worker);
    const { parts, names } = this.common;
    return { parts, names: Buffer.from([...names].join(''), 'hex') };
  }

  finish(): void {
    /* Nobody else is at work. */
  }
  dismiss(): void {
    /* Nobody else is at work. */
  }

  private takeUp(found: BranchResult): boolean {
    this.worker.absorb(found);
    return found.performed;
  }

  /** What another worker finds in the branch; calling that teaches this one. */
  private explore(other: Program, branch: Branch): () => BranchResult {
    teach(other, this.program.nodes);
    let found: BranchResult | undefined;
    let crew!: Simulated;
    const {
      found: left,
      restart: afresh,
      resumable,
    } = assist(other, this.common.options, this.worker.round, (worker) => {
      crew = new Simulated(this.common, other, worker, this.depth + 1);
      return Object.assign(crew, {
        serve: () => {
          found = worker.explore(branch);
        },
      });
    });
    if (afresh !== undefined) this.worker.restartWith(afresh);
    if (found === undefined) {
      this.worker.absorb(left); // an error throws
      if (resumable !== true) this.worker.stop();
      crew.leaveTo(this.worker);
      this.learn(other, crew);
      throw new Stop('another worker was stopped', true);
    }
    return () => {
      this.learn(other, crew);
      return found!;
    };
  }

  private learn(other: Program, { speculations }: Simulated): void {
    const mine = teach(this.program, other.nodes);
    for (const [what, node, n] of speculations.all) this.speculations.rely(what, mine[node].id, n);
  }
}

/** Grows the program's trees by nodes of another's. Returns for each the node here. */
function teach(program: Program, nodes: readonly HistoryNode[]): HistoryNode[] {
  const context = (): Schedule => {
    throw new Error('programs in memory need no schedule');
  };
  const here: HistoryNode[] = [];
  for (const { thread, parent, value } of nodes.slice())
    here.push(parent === null ? program.root(thread, value, context) : program.child(here[parent.id], value, context));
  return here;
}
