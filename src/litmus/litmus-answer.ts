/** What the executions of a litmus test have shown, as herd7 says it. */
import { holds, placeText, propositionText, type LitmusValue, type Place } from './final-condition';
import type { LitmusTest } from './litmus-test';

/** A final state: the values of the observed places by name (placeText), and how many executions end in it. */
export interface FinalState {
  readonly values: ReadonlyMap<string, LitmusValue>;
  readonly executions: number;
}

export interface LitmusAnswer {
  readonly name: string;
  readonly kind: 'Allowed' | 'Forbidden' | 'Required';
  /** The places that are shown, and their values by state; each state once, sorted as by herd7. */
  readonly places: readonly string[];
  readonly states: readonly { readonly values: readonly string[]; readonly executions: number }[];
  /** Undef: some execution has a data race, so the behaviour is undefined (C11 5.1.2.4p25). */
  readonly result: 'Ok' | 'No' | 'Undef';
  /** Executions whose final state satisfies the proposition, and others. */
  readonly positive: number;
  readonly negative: number;
  readonly condition: string;
  readonly observation: 'Always' | 'Sometimes' | 'Never';
}

const kinds = { exists: 'Allowed', '~exists': 'Forbidden', forall: 'Required' } as const;

/** Decides the condition of the test. `races`: has some execution a data race? */
export function answer(test: LitmusTest, all: readonly FinalState[], races: boolean): LitmusAnswer {
  const { name, shown, filter, quantifier, proposition } = test;
  const valueIn =
    ({ values }: FinalState) =>
    (place: Place): LitmusValue =>
      values.get(placeText(place))!;
  const kept = all.filter((state) => filter === undefined || holds(filter, valueIn(state)));
  let positive = 0;
  let negative = 0;
  const states = new Map<string, { values: LitmusValue[]; executions: number }>();
  for (const state of kept) {
    if (holds(proposition, valueIn(state))) positive += state.executions;
    else negative += state.executions;
    const values = shown.map(valueIn(state));
    const known = states.get(values.join());
    if (known === undefined) states.set(values.join(), { values, executions: state.executions });
    else known.executions += state.executions;
  }
  const sorted = [...states.values()].sort((a, b) => compareValues(a.values, b.values));
  const isOk = quantifier === 'exists' ? positive > 0 : quantifier === '~exists' ? positive === 0 : negative === 0;
  return {
    name,
    kind: kinds[quantifier],
    places: shown.map(placeText),
    states: sorted.map(({ values, executions }) => ({ values: values.map(String), executions })),
    result: races ? 'Undef' : isOk ? 'Ok' : 'No',
    positive,
    negative,
    condition: `${quantifier} (${propositionText(proposition)})`,
    observation: positive === 0 ? 'Never' : negative === 0 ? 'Always' : 'Sometimes',
  };
}

/** Numbers come before addresses. */
function compareValues(a: readonly LitmusValue[], b: readonly LitmusValue[]): number {
  const i = a.findIndex((value, at) => value !== b[at]);
  if (i < 0) return 0;
  if (typeof a[i] !== typeof b[i]) return typeof a[i] === 'bigint' ? -1 : 1;
  return a[i] < b[i] ? -1 : 1;
}

/**
 * The answer in the lines of herd7. Witnesses of a `~exists` are the executions that speak for it, so those that do not
 * satisfy the proposition; the observation counts by the proposition.
 */
export function answerLines(a: LitmusAnswer): string[] {
  const [witnesses, others] = a.kind === 'Forbidden' ? [a.negative, a.positive] : [a.positive, a.negative];
  return [
    `Test ${a.name} ${a.kind}`,
    `States ${a.states.length}`,
    ...a.states.map(({ values }) => values.map((value, i) => `${a.places[i]}=${value};`).join(' ')),
    a.result,
    'Witnesses',
    `Positive: ${witnesses} Negative: ${others}`,
    ...(a.result === 'Undef' ? ['Flag *undef*'] : []),
    `Condition ${a.condition}`,
    `Observation ${a.name} ${a.observation} ${a.positive} ${a.negative}`,
  ];
}
