/** What a simulated group of workers is made of. Times are seconds. */

import type { BranchTree } from './tree';

/** What takes how long. */
export interface Costs {
  /** One unit of a recorded tree. */
  readonly unit: number;
  /** One run of the program. */
  readonly run: number;
  /** A message on its way. */
  readonly latency: number;
  /** What a message costs its sender, and what it costs its receiver. */
  readonly send: number;
  readonly receive: number;
  /** The final report of one worker, for the first one. */
  readonly report: number;
  /** How long the first worker is alone, and how long another one takes to start then. */
  readonly alone: number;
  readonly start: number;
  /** Messages a second that the place takes through which all pass. Infinity: there is none. */
  readonly messagesPerSecond: number;
}

/** What workers do that one worker would not do. */
export interface Overhead {
  /** Runs of the program that another worker had made. */
  runs: number;
  /** Coming to the state where a branch begins. */
  replay: number;
  /** Sending and receiving messages. */
  handling: number;
  /** Work that was lost with workers that died. */
  lost: number;
}

/** What a simulation has come to. */
export interface Outcome {
  readonly workers: number;
  /** From the beginning to the end. */
  readonly seconds: number;
  /** The time of one worker that does all of it, divided by that. */
  readonly speedUp: number;
  /** The share of all workers' time in which they waited. */
  readonly idle: number;
  /** Time spent on what one worker would not have done, divided by the time of one worker. */
  readonly overhead: Overhead;
  readonly messages: number;
  /** How many branches were handed over. */
  readonly branches: number;
  /** The most searches that one worker had begun and not ended. */
  readonly nesting: number;
  /** The share of the time in which the first worker takes reports, or that the one that leads does. */
  readonly lead: number;
}

/** What one worker takes for the tree. */
export function timeAlone(tree: BranchTree, { unit, run }: Costs): number {
  return tree.work * unit + tree.runs * run;
}

/** The overhead, divided by the time of one worker. */
export function sharesOf({ runs, replay, handling, lost }: Overhead, alone: number): Overhead {
  return { runs: runs / alone, replay: replay / alone, handling: handling / alone, lost: lost / alone };
}

/** A place through which all messages pass: one after the other. */
export class Broker {
  private free = 0;
  messages = 0;

  constructor(private readonly costs: Costs) {}

  /** Do workers reach each other without it, by memory that they share? */
  get isDirect(): boolean {
    return this.costs.messagesPerSecond === Infinity;
  }

  /** When `n` messages that are sent now have arrived. */
  arrival(now: number, n = 1): number {
    const { latency, messagesPerSecond } = this.costs;
    this.messages += n;
    if (this.isDirect) return now + latency;
    this.free = Math.max(this.free, now + latency / 2) + n / messagesPerSecond;
    return this.free + latency / 2;
  }
}
