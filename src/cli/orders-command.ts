/** What `drista weaken` and `drista repair` have in common: tests are checked under other memory orders. */
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import { Exit } from '../base/exit';
import type { FileForm } from '../base/output-file';
import { includeFolder, runtimeFolder } from '../base/paths';
import { version } from '../base/version';
import type { OrdersRequest, OrdersTest } from '../check/orders-check';
import { exploredOf } from '../check/settings';
import { runOrdersCheck } from '../check/search-thread';
import { targets } from '../orders/cost';
import { orderPatch } from '../orders/order-patch';
import {
  isAnswer,
  ordersForm,
  ordersJson,
  ordersLines,
  ordersPage,
  ordersPageForm,
  type OrdersReport,
} from '../orders/orders-report';
import {
  areFacts,
  type OrdersAim,
  type OrdersFacts,
  type OrdersProgress,
  type OrdersResult,
  type OrdersVerdict,
} from '../orders/orders-result';
import { STDOUT } from '../report/forms';
import { TerminalLine } from '../report/terminal-line';
import type { CommandLine } from './arguments';
import { messages } from './messages';
import { leave, readLeft } from './interrupted-search';
import { requireDifferent, requireWritable, writeOrPrint } from './named-output';
import { sharedValues, type Option, type OptionValues } from './option';
import { checkOptions, formOptions, reported, reportOption } from './option-table';
import { save } from './outputs';
import { ordersRequests } from './orders-tests';
import { print } from './print';
import { removeCheckpoint } from './resume';

const searched = 'What is looked for:';

/** The options of a check that these commands have as they are. */
const shared = {
  model: checkOptions.model,
  equivalence: checkOptions.equivalence,
  races: checkOptions.races,
  nondet: checkOptions.nondet,
  env: checkOptions.env,
  'spurious-wakeups': checkOptions['spurious-wakeups'],
  check: checkOptions.check,
  'check-exit-code': checkOptions['check-exit-code'],
  tune: checkOptions.tune,
  timeouts: checkOptions.timeouts,
  'weak-cas': checkOptions['weak-cas'],
  unroll: checkOptions.unroll,
  minimise: checkOptions.minimise,
  isolation: checkOptions.isolation,
  symmetry: checkOptions.symmetry,
  'max-steps': checkOptions['max-steps'],
  'max-executions': checkOptions['max-executions'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
  jobs: checkOptions.jobs,
} as const satisfies Record<string, Option>;

/** The options of both. */
export const ordersOptions = {
  only: {
    group: searched,
    type: 'texts',
    value: 'FILE',
    help: 'change only orders in this source file; may be given several times',
  },
  keep: {
    group: searched,
    type: 'texts',
    value: 'PLACE',
    help: 'keep the orders at FILE, FILE:LINE or FILE:LINE:COLUMN; may be given several times',
  },
  target: {
    group: searched,
    type: 'choice',
    choices: targets,
    default: 'arm64',
    help: 'the processor for which orders are to be cheap',
  },
  ...shared,
  'time-limit': { ...checkOptions['time-limit'], help: 'stop after this time, with the best orders until then' },
  checkpoint: {
    ...checkOptions.checkpoint,
    help: 'file to go on from, written when a limit or Ctrl-C ends the search (default: drista-out/orders.resume)',
  },
  resume: { ...checkOptions.resume, help: 'go on with the search of the same tests that left this file' },
  patch: {
    group: reported,
    type: 'text',
    value: 'FILE',
    help: 'write the changes of the sources to this file, for `patch -p1`',
  },
  report: reportOption(reported),
  ...formOptions<'json' | 'html'>(['json', 'html'], (name) =>
    name === 'json' ? 'the result as JSON' : 'the result as a page for a browser',
  ),
  save: { ...checkOptions.save, help: 'folder in which failing executions are saved' },
  quiet: { group: reported, type: 'flag', alias: 'q', help: 'only the verdict, and the orders that change' },
} as const satisfies Record<string, Option>;

export type OrdersOptions = OptionValues<typeof ordersOptions>;

export const ordersEpilogue =
  'Exit codes: 0 the orders are known and all tests are verified with them, 1 a test fails (weaken), or no orders ' +
  'mend it (repair), 2 wrong use or a test cannot be checked, 3 a limit came first. What is found holds for these ' +
  'tests, and under the memory model that was asked for.';

const patchForm: FileForm = { beginning: '--- a/' };
const FORM = 'memory orders, interrupted';
const FACTS = 'drista-out/orders.resume';

const exits: Readonly<Record<OrdersVerdict, Exit>> = {
  minimal: Exit.Verified,
  cheapest: Exit.Verified,
  repaired: Exit.Verified,
  unchanged: Exit.Verified,
  verified: Exit.Inconclusive,
  unknown: Exit.Inconclusive,
  fails: Exit.Error,
  none: Exit.Error,
  'no-sites': Exit.Failure,
};

/** Performs the command. Returns the exit code. Throws a DristaError for wrong use. */
export async function ordersCommand(
  aim: OrdersAim,
  { options, given, words, rest }: CommandLine<OrdersOptions>,
  from: 'own' | 'sc',
): Promise<number> {
  const { json, html, patch } = options;
  requireDifferent({ '--report json': json, '--report html': html, '--patch': patch });
  requireWritable(json, ordersForm);
  requireWritable(html, ordersPageForm);
  requireWritable(patch, patchForm);
  const tests = await ordersRequests({ aim, names: words, options: sharedValues(shared, options), given, rest });
  const key = factsKey(aim, tests, from, options);
  const request: OrdersRequest = {
    aim,
    tests,
    from,
    filter: { only: options.only, keep: options.keep, foreign: [includeFolder(), join(runtimeFolder(), 'include')] },
    target: options.target,
    timeLimit: options['time-limit'],
    facts: options.resume === undefined ? undefined : readFacts(options.resume, key),
  };
  const line = new TerminalLine(process.stderr);
  const started = Date.now();
  const result = await runOrdersCheck(request, (progress) => {
    if (!options.quiet) line.show(searchText(progress, started));
  }).finally(() => {
    line.clear();
  });
  if (result.verdict === 'no-sites') throw new DristaError(messages.noSites(words, options.only, options.keep));
  const { files, notes } = saveWitnesses(result, options.save);
  const report = await withPatch({ result, files, byHand: [], notes }, patch);
  const left = keepFacts(result, key, options.checkpoint);
  await show({ ...report, notes: [...report.notes, ...left] }, options);
  if (options.resume !== undefined && left.length === 0) removeCheckpoint(options.resume);
  return exits[result.verdict];
}

/** Says how far the search has come. */
function searchText({ decided, sites, checks, replays }: OrdersProgress, started: number): string {
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  return `drista: ${decided} of ${sites} sites decided, ${checks} checks, ${replays} replays, ${seconds} s`;
}

/** Saves the executions that the report names. By place in the result's witnesses: the file, if it is one of them. */
function saveWitnesses(
  { sites, witnesses, failure }: OrdersResult,
  folder: string,
): { files: (string | undefined)[]; notes: string[] } {
  const wanted = new Set([...sites.map(({ witness }) => witness), failure]);
  const notes: string[] = [];
  const files = witnesses.map(({ saved }, i) => {
    if (!wanted.has(i)) return undefined;
    const done = save({ saved: [saved] }, folder.endsWith('/') ? folder : `${folder}/`);
    notes.push(...done.notes);
    return done.files[0];
  });
  return { files, notes };
}

/** Writes the patch, if one is wanted, and says which sites it leaves out. */
async function withPatch(report: OrdersReport, file: string | undefined): Promise<OrdersReport> {
  const { sites, verdict } = report.result;
  if (!isAnswer(verdict)) return report;
  const { text, byHand, base } = orderPatch(sites);
  if (file === undefined) return { ...report, byHand };
  const notes = [...report.notes];
  if (text === '') notes.push(messages.emptyPatch(file));
  else await writeOrPrint(file, patchForm, Buffer.from(text, 'latin1'));
  if (text !== '' && base !== process.cwd()) notes.push(messages.patchFrom(base, file));
  return { ...report, byHand, notes };
}

async function show(report: OrdersReport, { json, html, patch, quiet }: OrdersOptions): Promise<void> {
  if (html !== undefined) await writeOrPrint(html, ordersPageForm, ordersPage(report));
  if (json !== undefined) await writeOrPrint(json, ordersForm, ordersJson(report));
  if ([json, html, patch].includes(STDOUT)) return;
  await print(
    ordersLines(report, quiet)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** What must be the same for facts to hold again. */
function factsKey(aim: OrdersAim, tests: readonly OrdersTest[], from: string, { only, keep }: OrdersOptions): string {
  const of = tests.map(({ check: { buildId, arguments: args, environment, settings }, spec }) => {
    return { buildId, args, environment, explored: exploredOf(settings), spec };
  });
  return JSON.stringify({ version: version(), aim, of, from, only, keep });
}

/** Writes what an interrupted search has found out. Returns notes about it. */
function keepFacts({ verdict, facts }: OrdersResult, key: string, file = FACTS): string[] {
  if (verdict !== 'verified' || facts.best === undefined) return [];
  return leave(file, FORM, { key, facts }, messages.ordersLeft);
}

function readFacts(file: string, key: string): OrdersFacts {
  const said = { none: messages.noFacts, other: messages.otherFacts };
  const has = (found: Readonly<Record<string, unknown>>): boolean => found.facts !== undefined;
  const facts = readLeft(file, FORM, { key, has }, said).facts as OrdersFacts;
  if (!areFacts(facts)) throw new DristaError(messages.noFacts(file));
  return facts;
}
