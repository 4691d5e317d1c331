/** What `drista spec` is asked for: its options, and the request that follows from them. */
import type { SpecRequest } from '../check/spec-check';
import { DristaError } from '../base/errors';
import type { CommandLine } from './arguments';
import { messages } from './messages';
import { newRequest } from './new-request';
import { optionValues, sharedValues, type Option, type OptionValues } from './option';
import { checkOptions, exploringOptions, formOptions, reported, reportOption } from './option-table';

const clients = 'Which clients are checked:';

/** The options of a check that `drista spec` has as they are. */
export const sharedOfSpec = {
  model: checkOptions.model,
  bound: checkOptions.bound,
  nondet: checkOptions.nondet,
  races: checkOptions.races,
  volatile: checkOptions.volatile,
  ...exploringOptions,
  isolation: checkOptions.isolation,
  'max-executions': checkOptions['max-executions'],
  'max-steps': checkOptions['max-steps'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

const formHelp = {
  json: 'the result as JSON',
  html: 'the client, its history and its execution as a page for a browser',
  sarif: 'the result as SARIF 2.1.0, for code scanning',
  gcc: 'the error as gcc and clang print diagnostics, for editors',
} as const;

/** The options of `drista spec`. */
export const specOptions = {
  calls: {
    group: clients,
    type: 'number',
    value: 'N',
    most: 15,
    help: 'clients have at most N calls (default: as the test says, or 4)',
  },
  threads: {
    group: clients,
    type: 'number',
    value: 'N',
    most: 8,
    help: 'clients have at most N threads (default: as the test says, or 3)',
  },
  client: {
    group: clients,
    type: 'text',
    value: 'CALLS',
    help: "check only this client: 'push(1) pop() | pop()', threads separated by |",
  },
  strict: {
    group: clients,
    type: 'flag',
    help: 'the order of calls in time counts, not only happens-before; under sc unless --model says otherwise',
  },
  ...sharedOfSpec,
  'time-limit': { ...checkOptions['time-limit'], help: 'stop after this time, in seconds or such as 5m' },
  jobs: { ...checkOptions.jobs, help: 'check N clients at a time' },
  on: { ...checkOptions.on, help: 'check clients on all machines that run `drista worker` at this Redis server' },
  checkpoint: {
    ...checkOptions.checkpoint,
    help: 'file to go on from, written when a limit or Ctrl-C ends the search (default: drista-out/spec.resume)',
  },
  resume: { ...checkOptions.resume, help: 'go on with the same test where the search ended that left this file' },
  report: reportOption(reported),
  ...formOptions<keyof typeof formHelp>(['json', 'html', 'sarif', 'gcc'], (name) => formHelp[name]),
  'write-client': {
    group: reported,
    type: 'text',
    value: 'FILE',
    help: 'write a test of the failing client to this source, for `drista test`',
  },
  save: { ...checkOptions.save, help: 'file or folder in which the execution of the failing client is saved' },
  color: checkOptions.color,
  verbose: { ...checkOptions.verbose },
  quiet: { group: reported, type: 'flag', alias: 'q', help: 'only the verdict and the client' },
} as const satisfies Record<string, Option>;

export type SpecOptions = OptionValues<typeof specOptions>;

/** The request to check the program of a test. Throws a DristaError if it cannot be checked. */
export function specRequest(
  program: string,
  { options: given, given: named, rest }: Pick<CommandLine<SpecOptions>, 'options' | 'given' | 'rest'>,
): SpecRequest {
  const { calls, threads, client, strict } = given;
  const model = strict && !named.includes('model') ? { model: 'sc' as const } : {};
  const all = {
    ...optionValues(checkOptions, { chance: '0' }),
    ...sharedValues(sharedOfSpec, given),
    ...model,
    // What happens before what is the same in executions with the same reads-from.
    equivalence: 'rf' as const,
  };
  const request = newRequest({
    options: all,
    given: [...named, 'equivalence'],
    words: [program],
    rest,
  });
  if (request.entry.visibility === 'calls') throw new DristaError(messages.notLinked(program));
  return {
    check: { ...request, changesOver: false, settings: { ...request.settings, minimise: false } },
    calls,
    threads,
    client,
    strict,
    timeLimit: given['time-limit'],
    verified: [],
  };
}
