/** The report of `drista spec` as text: the smallest client, its history, and why no order of the calls explains it. */
import { printable, shellWord } from '../report/printable';
import { errorText, type TextOptions } from '../report/text';
import { plural } from '../report/verdict-text';
import type { BrokenCall, History } from './call-history';
import type { SpecDescription } from './description';
import type { SpecAnswer } from './judge';
import type { SpecFailure, SpecResult } from './spec-result';

/** The calls of each thread of a client; first those that main makes before the others, at last those after them. */
export function threadsOf(client: string): readonly (readonly string[])[] {
  const phases = client.split(';');
  const middle = (phases.length === 3 ? phases[1] : client).split('|');
  const all = phases.length === 3 ? [phases[0], ...middle, phases[2]] : ['', ...middle, ''];
  return all.map((calls) => calls.split(' ').filter(Boolean));
}

/** A call with its result. */
function callText(call: string, result: string): string {
  return result === '' ? call : `${call} = ${result}`;
}

/** Which call does not fit, in one sentence. */
export function refutationText(client: string, { history, why }: NonNullable<SpecFailure['refuted']>): string {
  const calls = threadsOf(client).flat();
  const texts = why.next.map(({ call, answers }) => {
    const said = answers.map((answer) => answerText(answer, history.results[call]));
    return `${callText(calls[call], history.results[call])}, but ${[...new Set(said)].join(' or ')}`;
  });
  const prefix =
    why.order.length === 0
      ? 'no call can be the first: '
      : `after ${why.order.map((i) => callText(calls[i], history.results[i])).join(', ')}: `;
  return `no order of the calls explains what they return; ${prefix}${texts.join('; ')}`;
}

/** Which call does not return, or takes too many steps, in one sentence. */
export function brokenCallText(client: string, { call, steps }: BrokenCall, most = 0): string {
  const text = `call ${call + 1}, ${threadsOf(client).flat()[call]},`;
  return steps === undefined
    ? `${text} does not return: the program or the thread ends in it`
    : `${text} takes ${plural(steps, 'step')}, but at most ${most} are permitted`;
}

/** `returned`: what the call has returned, in whose words the answer is given. */
function answerText(answer: SpecAnswer, returned: string): string {
  if (answer === 'waits') return 'it has to wait';
  if (answer === 'forbidden') return 'it may not be called';
  if ('after' in answer) return `call ${answer.after + 1}, which it comes after, does not happen before it`;
  const isTruth = returned === 'true' || returned === 'false';
  const result = isTruth && answer.result === '0' ? 'false' : isTruth && answer.result === '1' ? 'true' : answer.result;
  return result === '' ? 'it cannot be next' : `it has to return ${result}`;
}

/** The client as a table, a column for each thread; calls with results, and which calls are ordered across threads. */
export function historyLines(client: string, history: History | undefined): string[] {
  const threads = threadsOf(client);
  const middle = threads.slice(1, -1);
  const titles = middle.map((_, t) => `thread ${t + 1}`);
  let number = 0;
  const numbered = threads.map((calls) => calls.map((call) => ({ call, number: number++ })));
  const cell = ({ call, number: i }: { call: string; number: number }): string =>
    `${i + 1}. ${callText(call, history?.results[i] ?? '')}`;
  const columns = numbered.slice(1, -1).map((calls) => calls.map(cell));
  const widths = columns.map((column, t) => Math.max(titles[t].length, ...column.map(({ length }) => length)));
  const row = (cells: readonly (string | undefined)[]): string =>
    `  ${widths.map((width, t) => (cells[t] ?? '').padEnd(width)).join('   ')}`.trimEnd();
  const height = Math.max(0, ...columns.map(({ length }) => length));
  const first = numbered[0].map(cell);
  const last = numbered.at(-1)!.map(cell);
  return [
    ...(first.length === 0 ? [] : [`  main first: ${first.join(', ')}`]),
    row(titles),
    ...Array.from({ length: height }, (_, i) => row(columns.map((column) => column[i]))),
    ...(last.length === 0 ? [] : [`  main at last: ${last.join(', ')}`]),
    ...orderLines(numbered.slice(1, -1), history),
  ];
}

/** The orders between calls of different threads; those that follow from others are left out. */
function orderLines(
  threads: readonly (readonly { readonly number: number }[])[],
  history: History | undefined,
): string[] {
  if (history === undefined || threads.length < 2) return [];
  const of = new Map(threads.flatMap((calls, t) => calls.map(({ number }) => [number, t])));
  const pairs: string[] = [];
  const all = [...of.keys()];
  for (const a of all)
    for (const b of all) {
      if (of.get(a) === of.get(b) || !history.before[a][b]) continue;
      if (all.some((c) => c !== a && c !== b && history.before[a][c] && history.before[c][b])) continue;
      pairs.push(`${a + 1} before ${b + 1}`);
    }
  const orders = pairs.length === 0 ? 'no call of a thread happens before one of another' : pairs.join(', ');
  return [pairs.length === 0 ? `  ${orders}` : `  in happens-before: ${orders}`];
}

/** The first line of the result. */
export function specVerdictText(program: string, result: SpecResult): string {
  const { verdict, description, client, failure, done, clients, limitsHit } = result;
  const { name, calls, threads } = description;
  const within = `of up to ${plural(calls, 'call')} in ${plural(threads, 'thread')}`;
  const all = client === undefined ? `for all clients ${within}` : 'for this client';
  if (verdict === 'verified') return `verified: ${program} ${verifiedText(description)} ${all}`;
  if (failure?.refuted !== undefined)
    return `error: ${program} ${name === '' ? 'does not do what its specification says' : `is not a ${name}`}`;
  if (failure !== undefined)
    return `error: ${brokenGuarantee(program, description, failure) ?? `a client of ${program} goes wrong`}`;
  return `inconclusive: ${done} of ${plural(clients, 'client')} ${within} were checked (${limitsHit.join(', ')})`;
}

/** What the data structure is or does. */
function verifiedText({ name, progress, steps }: SpecDescription): string {
  const guarantee = steps === undefined ? progress : `wait-free (${plural(steps, 'step')})`;
  if (name !== '') return `is a ${guarantee === undefined ? '' : `${guarantee} `}${name}`;
  return `does what its specification says${guarantee === undefined ? '' : `, is ${guarantee},`}`;
}

/** The guarantee of progress that the client shows to be broken; undefined: it shows another error. */
function brokenGuarantee(
  program: string,
  { progress, steps }: SpecDescription,
  { error: { kind } }: SpecFailure,
): string | undefined {
  if (kind === 'specification' && steps !== undefined)
    return `${program} is not wait-free within ${plural(steps, 'step')} of a call`;
  const isOfProgress = progress !== undefined && (kind === 'starvation' || kind === 'livelock');
  return isOfProgress ? `${program} is not ${progress}` : undefined;
}

/** The lines of the report. `file`: where the failing execution is saved. */
export function specLines(test: string, result: SpecResult, file: string | undefined, format: TextOptions): string[] {
  const { failure, notes, done, executions, histories, leftOut, seconds, limited } = result;
  const counts = [
    plural(done, 'client'),
    plural(executions, 'execution'),
    `${histories} ${histories === 1 ? 'history' : 'histories'}`,
  ];
  const left =
    leftOut === 0 ? [] : [`${plural(leftOut, 'client')} left out, in which a call may wait for ever or is not allowed`];
  return [
    printable(specVerdictText(test, result)),
    ...(failure === undefined ? [] : failureLines(test, failure, file, format)),
    ...(limited === undefined ? [] : [`  not all executions of: ${limited}`]),
    ...notes.map((note) => printable(`note: ${note}`)),
    `${[...counts, ...left].join(', ')}, ${seconds.toFixed(1)} s`,
  ];
}

function failureLines(test: string, failure: SpecFailure, file: string | undefined, format: TextOptions): string[] {
  const { client, error, refuted } = failure;
  return [
    '',
    ...historyLines(client, refuted?.history).map(printable),
    '',
    errorText(error, format, file === undefined ? [] : [`See it again: drista replay ${shellWord(file)}`]),
    '',
    printable(`  check this client alone: drista spec ${shellWord(test)} --client '${client}'`),
    '',
  ];
}
