/**
 * Spellings of options that have changed: they work for one release, and drista says the new ones. Nothing else knows
 * of them, so that this file goes as a whole.
 */
import type { Option } from './option';

interface OldSpelling {
  /** The option that has it now. */
  readonly into: string;
  /** What comes before its value there; without `takes` all of it. */
  readonly text: string;
  /** What its value is called; undefined: it is a flag. */
  readonly takes?: string;
}

const forms = ['json', 'junit', 'sarif', 'dot', 'svg', 'html', 'tap'].map((name): [string, OldSpelling] => [
  name,
  { into: 'report', text: `${name}=`, takes: 'FILE' },
]);

const tuned = ['chance', 'runs', 'isolation', 'local-states', 'timeouts', 'weak-cas', 'unroll', 'max-inputs'].map(
  (name): [string, OldSpelling] => [name, { into: 'tune', text: `${name}=`, takes: 'VALUE' }],
);

const inputs = ['stdin', 'file', 'arg', 'client'].map((name): [string, OldSpelling] => [
  `symbolic-${name}`,
  { into: 'symbolic', text: `${name}:`, takes: name === 'file' ? 'NAME=N' : 'N' },
]);

const minimising = ['minimise', 'minimize'].flatMap((name): [string, OldSpelling][] => [
  [name, { into: 'tune', text: 'minimise=on' }],
  [`no-${name}`, { into: 'tune', text: 'minimise=off' }],
  [`${name}-executions`, { into: 'tune', text: 'minimise=', takes: 'N' }],
]);

export const oldSpellings: Readonly<Record<string, OldSpelling>> = Object.fromEntries([
  ...forms,
  ...tuned,
  ...inputs,
  ...minimising,
  ['check-exit-code', { into: 'check', text: 'exit-code' }],
  ['check-progress', { into: 'check', text: 'progress' }],
  ['env-all', { into: 'env', text: 'all' }],
  ['env-unset', { into: 'env', text: '-', takes: 'NAME' }],
  ['seed', { into: 'strategy', text: 'seed=', takes: 'N' }],
  ['pct-depth', { into: 'strategy', text: 'depth=', takes: 'N' }],
] satisfies [string, OldSpelling][]);

/** The arguments in the present spelling, for a command with these options. Says what has changed. */
export function currentSpelling(args: readonly string[], table: Readonly<Record<string, Option>>): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const all: string[] = [];
  const ofStrategy: string[] = [];
  const said = new Set<string>();
  for (let i = 0; i < end; i++) {
    const [, name, , given] = /^--([a-z-]+)(=(.*))?$/s.exec(args[i]) ?? [];
    const known = name !== undefined && Object.hasOwn(oldSpellings, name) ? oldSpellings[name] : undefined;
    const old = known?.takes === undefined && given !== undefined ? undefined : known;
    const isPresent = name !== undefined && Object.hasOwn(table, name) && table[name].within === undefined;
    if (old === undefined || isPresent || !Object.hasOwn(table, old.into)) {
      all.push(args[i]);
      continue;
    }
    const value = old.takes === undefined ? '' : (given ?? (isValue(args[i + 1], i + 1 < end) ? args[++i] : undefined));
    if (value === undefined) {
      all.push(`--${old.into}`);
      continue;
    }
    said.add(`--${name}${old.takes === undefined ? '' : ` ${old.takes}`} is now ${newSpelling(old)}`);
    if (old.into === 'strategy') ofStrategy.push(`${old.text}${value}`);
    else if (old.into === 'report' || old.into === 'tune' || old.into === 'check')
      all.push(`--${old.into}`, `${old.text}${value}`);
    else all.push(`--${old.into}=${old.text}${value}`);
  }
  for (const line of said) process.stderr.write(`drista: ${line}\n`);
  return [...withStrategy(all, ofStrategy), ...args.slice(end)];
}

function isValue(next: string | undefined, exists: boolean): boolean {
  return exists && next !== undefined && (next === '-' || !next.startsWith('-'));
}

/** As the line to the user has it. */
function newSpelling({ into, text, takes = '' }: OldSpelling): string {
  if (into === 'strategy') return `--strategy NAME:${text}${takes}`;
  return into === 'symbolic' ? `--symbolic=${text}${takes}` : `--${into} ${text}${takes}`;
}

/** The arguments with these keys of the last strategy that is given. */
function withStrategy(args: readonly string[], keys: readonly string[]): readonly string[] {
  if (keys.length === 0) return args;
  const at = args.findLastIndex((arg) => arg === '--strategy' || arg.startsWith('--strategy='));
  if (at < 0) return [...args, '--strategy', `partition:${keys.join(',')}`];
  const place = args[at] === '--strategy' ? at + 1 : at;
  return args.map((arg, i) => (i === place ? `${arg}${arg.includes(':') ? ',' : ':'}${keys.join(',')}` : arg));
}
