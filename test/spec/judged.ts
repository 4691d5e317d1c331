/** Random histories, and whether a specification permits them, by trying all orders of the calls. */
import type { History } from '../../src/spec/call-history';
import type { RandomNumbers } from '../../src/explore/strategy/random-numbers';

/** A specification in a few lines, beside the one in C (runtime/include/drista/spec-standard.h). */
export interface Model {
  /** The calls from which histories are made. */
  readonly calls: readonly ((own: number) => string)[];
  /** The results that histories have. */
  readonly results: readonly string[];
  readonly initial: readonly Item[];
  /**
   * What the call returns, and the state after it; undefined: it cannot be made now. `taken`: what it takes out.
   */
  apply(state: readonly Item[], call: string, number: number): Step | undefined;
}

export interface Item {
  readonly value: string;
  /** The call that has put it in. */
  readonly from: number;
}

export interface Step {
  readonly result: string;
  readonly state: readonly Item[];
  readonly taken?: Item;
}

const put = (state: readonly Item[], value: string, from: number): Step => ({
  result: '',
  state: [...state, { value, from }],
});
const take = (state: readonly Item[], at: number): Step =>
  at < 0 || at >= state.length
    ? { result: 'none', state }
    : { result: state[at].value, state: state.toSpliced(at, 1), taken: state[at] };
const argument = (call: string): string => /\((.*)\)/.exec(call)![1];

export const models: Readonly<Record<string, Model>> = {
  queue: {
    calls: [(own) => `push(${own})`, () => 'pop()'],
    results: ['1', '2', '3', 'none'],
    initial: [],
    apply: (state, call, number) => (call === 'pop()' ? take(state, 0) : put(state, argument(call), number)),
  },
  stack: {
    calls: [(own) => `push(${own})`, () => 'pop()'],
    results: ['1', '2', '3', 'none'],
    initial: [],
    apply: (state, call, number) =>
      call === 'pop()' ? take(state, state.length - 1) : put(state, argument(call), number),
  },
  channel: {
    calls: [(own) => `send(${own})`, () => 'receive()'],
    results: ['1', '2', '3'],
    initial: [],
    apply: (state, call, number) => {
      if (call !== 'receive()') return put(state, argument(call), number);
      return state.length === 0 ? undefined : take(state, 0);
    },
  },
  set: {
    calls: [() => 'add(1)', () => 'add(2)', () => 'remove(1)', () => 'contains(1)', () => 'contains(2)'],
    results: ['0', '1'],
    initial: [],
    apply: (state, call) => {
      const at = state.findIndex(({ value }) => value === argument(call));
      if (call.startsWith('contains')) return { result: at < 0 ? '0' : '1', state };
      if (call.startsWith('remove'))
        return { result: at < 0 ? '0' : '1', state: at < 0 ? state : state.toSpliced(at, 1) };
      return at < 0 ? { ...put(state, argument(call), 0), result: '1' } : { result: '0', state };
    },
  },
  register: {
    calls: [(own) => `write(${own})`, () => 'read()', (own) => `exchange(${own})`],
    results: ['0', '1', '2', '3'],
    initial: [{ value: '0', from: -1 }],
    apply: (state, call) => {
      const [{ value }] = state;
      if (call === 'read()') return { result: value, state };
      return { result: call.startsWith('write') ? '' : value, state: [{ value: argument(call), from: -1 }] };
    },
  },
};

export interface RandomHistory extends History {
  readonly client: string;
}

/** A client with results, and an order in which calls of a thread follow each other, and others do by chance. */
export function randomHistory(model: Model, random: RandomNumbers): RandomHistory {
  const threads = 1 + random.below(3);
  const calls: { readonly text: string; readonly thread: number }[] = [];
  for (let thread = 0; thread < threads; thread++)
    for (let n = 1 + random.below(2); n > 0; n--)
      calls.push({ text: model.calls[random.below(model.calls.length)](calls.length + 1), thread });
  // Calls are intervals of time; which ends come before which beginnings, only a part of it is known.
  const intervals = calls.map(({ thread }, i) => {
    const first = calls.findIndex((call) => call.thread === thread);
    const begin = 10 * (i - first) + random.below(8);
    return [begin, begin + 1 + random.below(8 - (begin % 10) + 1)];
  });
  const isKnown = calls.map(() => calls.map(() => random.below(3) > 0));
  const closed = (of: (i: number, j: number) => boolean): boolean[][] =>
    calls.map((_, i) => calls.map((__, j) => of(i, j)));
  const before = closed(
    (i, j) =>
      i !== j && (calls[i].thread === calls[j].thread ? i < j : isKnown[i][j] && intervals[i][1] < intervals[j][0]),
  );
  for (const k of calls.keys())
    for (const i of calls.keys()) for (const j of calls.keys()) before[i][j] ||= before[i][k] && before[k][j];
  const began = closed((i, j) => i !== j && (before[i][j] || (isKnown[j][i] && intervals[i][0] < intervals[j][1])));
  const texts = Array.from({ length: threads }, (_, t) =>
    calls
      .filter(({ thread }) => thread === t)
      .map(({ text }) => text)
      .join(' '),
  );
  const results = calls.map(({ text }) => {
    const returns = !/^(?:push|send|write)/.test(text);
    return returns ? model.results[random.below(model.results.length)] : '';
  });
  return { client: texts.join(' | '), results, before, began };
}

/** Is there an order of the calls that explains the history? Tries all. */
export function isPermitted(model: Model, { client, results, before, began }: RandomHistory): boolean {
  const calls = client.split(/ \| | /);
  const search = (state: readonly Item[], made: readonly number[]): boolean => {
    if (made.length === calls.length) return true;
    return calls.some((call, i) => {
      if (made.includes(i) || calls.some((_, j) => before[j][i] && !made.includes(j))) return false;
      const step = model.apply(state, call, i);
      if (step === undefined || (step.result !== '' && step.result !== results[i])) return false;
      if (step.taken !== undefined && !began[step.taken.from][i]) return false;
      return search(step.state, [...made, i]);
    });
  };
  return search(model.initial, []);
}
