/** One execution of a machine, event by event, from the definitions: does each event take place, and go well? */
import { isPlain, type Machine } from '../states/machine';
import { siteText } from '../states/machine-program';
import type { State } from '../states/state';
import { StateMachine } from '../states/state-machine';

export class Replay {
  private readonly rules: StateMachine;
  private state: State;

  constructor(machine: Machine) {
    this.rules = new StateMachine(machine);
    const first = settle(this.rules, { ...this.rules.first(), known: {} });
    if (first === undefined || first === 'endless')
      throw new Error('the machine goes wrong, or does not end, before its first event');
    this.state = first;
  }

  /**
   * Performs the thread's event at the site. `value`: of a signal that may wake several threads, the one that it wakes
   * (+ 1). `input`: of a choice. Returns what is wrong; undefined: nothing.
   */
  perform(thread: number, site: number, value: number | null, input: number): string | undefined {
    const { rules, state } = this;
    const i = rules.next(state, thread);
    const at = i === undefined ? 'its end' : `${thread}:${state.threads[thread]!.pc}`;
    if (i === undefined || at !== siteText(site)) return `thread ${thread} is at ${at}, not at ${siteText(site)}`;
    const steps = rules.steps(state).filter((step) => step.thread === thread);
    const isChoice = i.op === 'choose';
    const woken = i.op === 'signal' && steps.length > 1 ? state.waiting[i.c].indexOf(Number(value) - 1) : 0;
    const step = steps.at(isChoice ? input : woken);
    if (step === undefined) return `thread ${thread} has to wait at ${at}`;
    const after = 'next' in step ? settle(rules, { ...step.next, known: {} }) : undefined;
    if (after === undefined || after === 'endless') return `thread ${thread} goes wrong at ${at}`;
    this.state = after;
    return undefined;
  }

  /** Have all threads ended that were created? */
  get hasEnded(): boolean {
    return this.state.threads.every((place, t) => place === null || this.rules.hasEnded(this.state, t));
  }
}

/**
 * Performs what threads do without an event: undefined where that goes wrong, 'endless' where it does not end (a thread
 * that writes plain data for ever).
 */
export function settle(rules: StateMachine, from: State): State | 'endless' | undefined {
  const seen = new Set<string>();
  for (let state = from; ;) {
    const step = rules.steps(state).find(({ thread }) => {
      const i = rules.next(state, thread)!;
      return isPlain(i) || ['create', 'join', 'detach', 'fail', 'assume'].includes(i.op);
    });
    if (step === undefined) return state;
    if (!('next' in step)) return undefined;
    state = { ...step.next, known: {} };
    const key = JSON.stringify(state);
    if (seen.has(key)) return 'endless';
    seen.add(key);
  }
}
