/** The last line of the report for people. */
import { listed } from '../base/listed';
import { isStatement } from '../compiler/unseen-statements';
import { shellWord } from './printable';
import type { SummarisedFaults, Summary } from './summary';

/** The last line: the verdict and the counts. */
export function verdictText(s: Summary): string {
  const crashed = s.crashes === undefined ? '' : ` and ${plural(s.crashes, 'crash', 'es')}`;
  const blocked = `${crashed}${s.blocked > 0 ? ` and ${s.blocked} blocked` : ''}`;
  const first =
    s.sampled === undefined && s.verdict === 'error' && s.executions === 0 && s.blocked === 0 && s.errors.length === 1;
  const executions =
    s.states !== undefined
      ? `${plural(s.states, 'state')}, ${s.executions} of them final`
      : first
        ? 'the first execution'
        : `${plural(s.executions, s.verdict === 'error' ? 'other execution' : 'execution')}${blocked}`;
  const sampled = s.sampled === undefined ? '' : `, ${s.sampled.executions} more by chance`;
  const counts = `${executions}${sampled}, ${plural(s.runs, 'run')}, ${s.seconds.toFixed(1)} s`;
  const seen =
    s.unseen !== undefined
      ? `; ${unseenText(s.unseen)}`
      : s.level === undefined
        ? ''
        : `; ${s.program} was not built with drista cc, so data races and atomics cannot be seen: build it with ` +
          '`drista cc`';
  const under =
    `${s.level === 'pthread-calls' ? 'at the level of pthread calls ' : ''}under ${s.model}, equivalence ` +
    `${s.equivalence}${s.faults === undefined ? '' : `, with at most ${faultsText(s.faults)}`}` +
    (s.crashes === undefined ? '' : ', with losses of power (--crash)');
  const rest = s.limitsHit.length === 0 ? '' : `; not explored: ${limitsText(s.limitsHit, s.bound)}`;
  const part = s.explored === undefined ? '' : exploredText(s.explored);
  const left =
    s.checkpoint === undefined ? rest + part : `${rest}${part}; go on with: drista --resume ${shellWord(s.checkpoint)}`;
  switch (s.verdict) {
    case 'verified':
      return `${harmless(s)} ${under} (${counts})${seen}`;
    case 'error':
      return `${errorsText(s.errors)} found ${under} (${counts})${left}${seen}`;
    case 'inconclusive':
      return `inconclusive: no error so far ${under} (${counts})${left}${seen}`;
  }
}

/** How many faults executions could have, and of which calls. */
function faultsText({ kinds, max }: SummarisedFaults): string {
  return `${plural(max, 'fault')} (${kinds.join(', ')})`;
}

/** What a check without errors has shown. */
function harmless({ level, unseen }: Summary): string {
  if (level === undefined) return 'verified: no error in any execution';
  return unseen === undefined ? 'no errors' : 'no errors found';
}

function errorsText(errors: Summary['errors']): string {
  const possible = errors.every((e) => e.possible !== undefined);
  return plural(errors.length, possible ? 'possible error' : 'error');
}

/** Which code was not seen, by its names. */
function unseenText(names: readonly string[]): string {
  const [code, statements] = [names.filter((name) => !isStatement(name)), names.filter(isStatement)];
  return [
    ...(code.length === 0
      ? []
      : code.length === 1
        ? [`${code[0]} was seen only at its pthread calls`]
        : [`${listed(code)} were seen only at their pthread calls`]),
    ...(statements.length === 0 ? [] : [`not seen: ${listed(statements)}`]),
  ].join('; ');
}

/** What was not explored because of the limits; `bound`: the value of --bound. */
export function limitsText(limitsHit: readonly string[], bound?: string): string {
  return limitsHit
    .map((l) => (l !== 'bound' ? (limits[l] ?? l) : bound === undefined ? 'executions beyond --bound' : beyond(bound)))
    .join('; ');
}

/** By limit: what was not explored because of it. */
const limits: Record<string, string> = {
  sample: 'executions that chance did not choose',
  timeouts: 'executions in which a call times out more often than --tune timeouts allows',
  unroll: 'executions in which a thread goes round a loop more often than --tune unroll allows',
  'weak-cas': 'executions in which a weak compare-exchange fails spuriously as often as it can (--tune weak-cas)',
  executions: 'the executions after --max-executions',
  time: 'what was left when --time-limit was over',
  'run-time': 'what was left when a single run took longer than --run-limit',
  'run-memory': 'what was left when a single run had more memory than --memory-limit',
  'run-killed': 'what was left when a run was killed',
  steps: 'the rest of executions longer than --max-steps',
  threads: 'executions in which a run has more threads than drista supports (see the notes)',
  progress: 'whether a thread may wait for ever while others go on, as not states were explored',
  waiting: 'whether loops that wait may wait for ever',
  unproved: 'what SDPOR-OE takes for equivalent, which is not proved',
  depth: 'executions longer than the explorer can follow: use --max-steps',
  memory:
    'what was left when the histories of the threads filled the memory ' +
    '(NODE_OPTIONS=--max-old-space-size=MEGABYTES allows more)',
  values: 'executions with other values of inputs (see the notes)',
  inputs: 'the paths of inputs after --tune max-inputs',
  'inputs-unseen': 'what code does with inputs where they cannot be followed (see the notes)',
  'inputs-unsolved': 'paths of which it is not known whether an input takes them (see the notes)',
  redis: 'what was left when Redis (--on) was lost',
  interrupted: 'what was left when it was interrupted (Ctrl-C, SIGTERM)',
};

/**
 * The explored fraction, rounded; empty if it is too small to be credible: early in a search the estimate is mostly far
 * too low.
 */
function exploredText(explored: number): string {
  const percent = Math.min(99, 100 * explored);
  return percent < 1 ? '' : `; by an estimate about ${Number(percent.toPrecision(percent < 10 ? 1 : 2))}% explored`;
}

/** `bound`: preemptions=N. */
function beyond(bound: string): string {
  const n = Number(bound.split('=')[1]);
  return `executions with more than ${plural(n, 'preemption')}`;
}

/** The number with its noun, such as `2 runs`. */
export function plural(n: number, what: string, ending = 's'): string {
  return `${n} ${what}${n === 1 ? '' : ending}`;
}
