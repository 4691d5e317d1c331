/** Answers of herd7 and of drista to litmus tests, and how they differ. */

/** An answer. */
export interface HerdAnswer {
  /** The lines of its states, sorted. */
  readonly states: readonly string[];
  /** Ok, No, or Undef, where some execution has a data race. */
  readonly result: string;
  /** Did the answer end at a limit of loops? */
  readonly bounded: boolean;
  /** Executions that satisfy the condition, and others. */
  readonly positive: number;
  readonly negative: number;
}

/** An answer of `drista litmus --report json=FILE`. */
export interface DristaAnswer {
  readonly places: readonly string[];
  readonly states: readonly { readonly values: readonly string[] }[];
  readonly result: string;
  readonly positive: number;
  readonly negative: number;
}

/** The answer that herd7 has printed; undefined: there is none. Numbers may be hexadecimal. */
export function herdAnswer(text: string): HerdAnswer | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const states = lines.findIndex((line) => /^States \d+$/.test(line));
  const observation = lines.map((line) => /^Observation \S+ \w+ (\d+) (\d+)$/.exec(line)).find((found) => found);
  if (states < 0 || !observation) return undefined;
  const end = states + 1 + Number(lines[states].slice('States '.length));
  const words = lines[end].split(' ');
  return {
    states: lines
      .slice(states + 1, end)
      .map((line) => line.replace(/=(-?)(0x[\da-f]+)/g, (_, sign: string, hex: string) => `=${sign}${BigInt(hex)}`))
      .sort(),
    result: words.at(-1)!,
    bounded: words.includes('Loop'),
    positive: Number(observation[1]),
    negative: Number(observation[2]),
  };
}

/** The answer of drista in the form of herd7's. */
export function dristaAnswer({ places, states, result, positive, negative }: DristaAnswer): HerdAnswer {
  const lines = states.map(({ values }) => values.map((value, i) => `${places[i]}=${value};`).join(' '));
  return { states: lines.sort(), result, bounded: false, positive, negative };
}

/**
 * How drista's answer differs from herd7's; undefined: it does not. Of a program with a data race only the result
 * counts, since drista does not follow an execution beyond one. Of a loop that herd7 has bounded, the numbers of
 * executions do not count.
 */
export function difference(herd: HerdAnswer, drista: HerdAnswer): string | undefined {
  if (herd.result !== drista.result) return `${drista.result}, herd7 has ${herd.result}`;
  if (herd.result === 'Undef') return undefined;
  const missing = herd.states.filter((state) => !drista.states.includes(state));
  const more = drista.states.filter((state) => !herd.states.includes(state));
  if (missing.length + more.length > 0)
    return [...missing.map((state) => `without ${state}`), ...more.map((state) => `with ${state}`)].join(' ');
  const counts = ({ positive, negative }: HerdAnswer): string => `${positive} ${negative}`;
  if (herd.bounded || counts(herd) === counts(drista)) return undefined;
  return `${counts(drista)} executions, herd7 has ${counts(herd)}`;
}
