/** Leads a search in parts: gives the rest away at random states, and explores parts in random order. */
import { Speculations } from '../../src/explore/histories/speculations';
import {
  GivenAway,
  type Part,
  type PartLead,
  type PartsCheckpoint,
  type Worker,
} from '../../src/explore/session/worker-group';

/** A small generator of random numbers below 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class RandomLead implements PartLead {
  cut = false;
  executions = 0;
  /** How many parts were explored. */
  parts = 0;
  readonly speculations = new Speculations();
  private readonly names = new Set<string>();
  private open: Part[] = [];
  private cutBefore = false;
  private steps = 0;

  constructor(
    private readonly worker: Worker,
    private readonly random: () => number,
  ) {}

  explore({ parts, names, speculations, cut }: PartsCheckpoint): void {
    for (const [what, node, n] of speculations) this.speculations.rely(what, node, n);
    for (const name of Buffer.from(names).toString('hex').match(/.{32}/g) ?? []) this.names.add(name);
    this.cutBefore = cut;
    // As messages have them.
    const open = (this.open = parts.map(sent));
    while (open.length > 0) {
      const [part] = open.splice(Math.floor(this.random() * open.length), 1);
      this.parts++;
      this.steps = 0;
      const { found, remaining } = this.worker.explorePart(part);
      this.worker.absorb(found);
      open.push(...remaining.map(sent));
    }
  }

  checkpoint(): PartsCheckpoint {
    return {
      parts: [...this.open, ...this.worker.rests],
      speculations: this.speculations.all,
      names: Buffer.from([...this.names].join(''), 'hex'),
      cut: this.cutBefore,
      round: '',
    };
  }

  dismiss(): void {
    // There is nobody to tell.
  }

  count(n: number): number {
    this.executions += n;
    return this.executions - n;
  }

  isNew(name: string): boolean {
    if (this.names.has(name)) return false;
    this.names.add(name);
    return true;
  }

  forget(name: string): void {
    this.names.delete(name);
  }

  /** Not at the first state of a part: there must be progress. */
  isWorkWanted(): boolean {
    return this.steps++ > 0 && this.random() < 0.3;
  }

  take(split: (branches: number) => Part[]): never {
    throw new GivenAway(split(Math.floor(this.random() * 4)));
  }

  handOver(): never {
    throw new Error('what remains is given away as a whole');
  }
}

function sent(part: Part): Part {
  return JSON.parse(JSON.stringify(part)) as Part;
}
