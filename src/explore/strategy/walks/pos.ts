/**
 * Partial order sampling (Yuan, Yang, Gu, Partial order aware concurrency sampling, CAV 2018): each event has a random
 * priority, the one with the highest is performed, and events that conflict with it get new priorities. So the orders
 * of conflicting events are sampled nearly uniformly, whatever independent events come in between.
 */
import { isAtOnce } from '../../../object';
import type { AfterSchedule } from '../../../program/program';
import type { Pending } from '../../extend/extender';
import type { RandomNumbers } from '../random-numbers';
import { drawSeed, EFFECTS, rankOf } from './ranks';
import { conflict, type NextStep, type SchedulingPolicy } from './scheduling-policy';

export class Pos implements SchedulingPolicy {
  private seed = 0;
  /** By thread: how often the priority of what it waits for was drawn, and how many of its writes have taken effect. */
  private draws: number[] = [];
  private effects: number[] = [];
  readonly durable: readonly number[] = [];

  constructor(private readonly random: RandomNumbers) {}

  begin(): void {
    this.seed = drawSeed(this.random);
    this.draws = [];
    this.effects = [];
  }

  choose<S extends NextStep>(steps: readonly S[]): S {
    return steps.reduce((a, b) => (this.priority(b) > this.priority(a) ? b : a));
  }

  taken({ thread, label, waits }: NextStep, pending: readonly Pending[]): void {
    const of = waits ? this.draws : this.effects;
    of[thread] = (of[thread] ?? 0) + 1;
    // What takes effect at once, such as unlocking, cannot come in the other order.
    if (isAtOnce(label.kind)) return;
    for (const other of pending)
      if (other.thread !== thread && conflict(other.label, label))
        this.draws[other.thread] = (this.draws[other.thread] ?? 0) + 1;
  }

  continuation(): AfterSchedule {
    return { by: 'events', seed: this.seed };
  }

  private priority({ thread, waits }: NextStep): number {
    return waits
      ? rankOf(this.seed, thread, this.draws[thread] ?? 0)
      : rankOf(this.seed + EFFECTS, thread, this.effects[thread] ?? 0);
  }
}
