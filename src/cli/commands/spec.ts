/** `drista spec`: does a data structure do what its specification says, whatever its clients call? */
import { availableParallelism } from 'node:os';
import { DristaError } from '../../base/errors';
import { Exit } from '../../base/exit';
import type { SpecRequest } from '../../check/spec-check';
import { exploredOf } from '../../check/settings';
import { runSpecCheck } from '../../check/search-thread';
import { version } from '../../base/version';
import { STDOUT } from '../../report/forms';
import { gccForm } from '../../report/gcc';
import { sarifForm } from '../../report/sarif';
import { TerminalLine } from '../../report/terminal-line';
import { formatFor } from '../../report/text';
import { merged } from '../../spec/merged-results';
import { specDiagnostics, specForm, specJson, specPage, specPageForm, specSarif } from '../../spec/spec-forms';
import { clientTest, clientTestForm } from '../../spec/client-test';
import { specLines, specVerdictText } from '../../spec/spec-text';
import type { SpecProgress, SpecResult, SpecVerdict } from '../../spec/spec-result';
import { readArguments, type CommandLine } from '../arguments';
import type { Command } from '../command';
import { messages } from '../messages';
import { requireDifferent, requireWritable, writeOrPrint } from '../named-output';
import { save } from '../outputs';
import { print } from '../print';
import { removeCheckpoint } from '../resume';
import { builtSpec } from '../spec-build';
import { sharedSpec } from '../on';
import { isTestSource } from '../test-source';
import { specOptions, specRequest, type SpecOptions } from '../spec-request';
import { keepVerified, readVerified } from '../spec-resume';

const help = {
  usage: `drista spec [options] TEST [-- arguments]

Checks that a data structure does what its specification says, for all clients
up to a size: whatever operations a few threads call, what these return must be
explained by some order of the calls that respects happens-before. TEST is a
source that includes <drista/spec.h>, or the program that \`drista cc\` made of
it. The smallest client with an error is reported. The program gets arguments
before those that say what it is to do.`,
  epilogue:
    'Exit codes: 0 all clients are verified, 1 some client goes wrong, 2 wrong use or the test cannot be checked, ' +
    '3 a limit came first.',
};

export const command: Command = {
  does: 'check a data structure against its specification',
  options: specOptions,
  help,
  run: async (args) => {
    const line = await readArguments(args, specOptions, help);
    return line === undefined ? Exit.Verified : spec(line);
  },
};

const exits: Readonly<Record<SpecVerdict, Exit>> = {
  verified: Exit.Verified,
  error: Exit.Error,
  inconclusive: Exit.Inconclusive,
};

/** Performs the command. Returns the exit code. Rejects with a DristaError for wrong use. */
async function spec(line: CommandLine<SpecOptions>): Promise<Exit> {
  const { options: given, words, rest } = line;
  const [test, ...extra] = words;
  if (test === undefined) throw new DristaError(messages.noSpec);
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const written = given['write-client'];
  if (written !== undefined && !isTestSource(test)) throw new DristaError(messages.writesNoClient(test));
  const { json, html, sarif, gcc } = given;
  requireDifferent({
    '--report json': json,
    '--report html': html,
    '--report sarif': sarif,
    '--report gcc': gcc,
    '--write-client': written,
  });
  requireWritable(written, clientTestForm);
  requireWritable(json, specForm);
  requireWritable(html, specPageForm);
  requireWritable(sarif, sarifForm);
  requireWritable(gcc, gccForm);
  const program = await builtSpec(test);
  const request = specRequest(program, line);
  const key = JSON.stringify([
    version(),
    request.check.buildId,
    exploredOf(request.check.settings),
    given.strict,
    rest,
  ]);
  const cluster = given.on === undefined ? undefined : await sharedSpec(given.on, line.given, given.quiet);
  const before = given.resume === undefined ? [] : readVerified(given.resume, key);
  const jobs = Math.min(given.jobs, 2 * availableParallelism());
  const { result, verified } = await search({ ...request, cluster, verified: before }, jobs, given.quiet);
  const {
    files: [file],
    notes,
  } = save({ saved: result.failure === undefined ? [] : [result.failure.saved] }, given.save);
  if (written !== undefined && result.failure !== undefined) {
    await writeOrPrint(written, clientTestForm, clientTest(written, test, result.failure, howChecked(line)));
    notes.push(messages.clientWritten(written));
  }
  const left = result.verdict === 'inconclusive' ? keepVerified(given.checkpoint, key, [...before, ...verified]) : [];
  await show(test, { ...result, notes: [...result.notes, ...notes, ...left] }, file, given);
  if (given.resume !== undefined && left.length === 0) removeCheckpoint(given.resume);
  return exits[result.verdict];
}

/** The options without which the same client may have no error. */
function howChecked({ options, given }: CommandLine<SpecOptions>): string[] {
  const words = given.includes('model') ? [`--model ${options.model}`] : [];
  return options.strict ? ['--strict', ...words] : words;
}

/** Checks all clients, so many at a time. */
async function search(
  request: SpecRequest,
  jobs: number,
  quiet: boolean,
): Promise<{ result: SpecResult; verified: readonly string[] }> {
  const line = new TerminalLine(process.stderr);
  const started = Date.now();
  const verified: string[] = [];
  const all: SpecProgress[] = [];
  const found = await runSpecCheck(request, jobs, (worker, progress, client) => {
    all[worker] = progress;
    if (client !== undefined) verified.push(client);
    if (!quiet) line.show(progressText(Object.values(all), started));
  }).finally(() => {
    line.clear();
  });
  return { result: merged(found, started), verified };
}

/** Says how far the search has come. */
function progressText(all: readonly SpecProgress[], started: number): string {
  const sum = (of: (p: SpecProgress) => number): number => all.reduce((n, p) => n + of(p), 0);
  const done = sum((p) => p.done);
  const clients = sum((p) => p.clients);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const calls = Math.min(...all.map((p) => p.calls));
  const executions = sum((p) => p.executions);
  return `drista: ${done} of ${clients} clients, now of ${calls} calls, ${executions} executions, ${seconds} s`;
}

async function show(test: string, result: SpecResult, file: string | undefined, given: SpecOptions): Promise<void> {
  const { json, html, sarif, gcc, quiet, verbose, color } = given;
  if (html !== undefined) await writeOrPrint(html, specPageForm, specPage(test, result, file));
  if (json !== undefined) await writeOrPrint(json, specForm, specJson(test, result, file));
  if (sarif !== undefined) await writeOrPrint(sarif, sarifForm, specSarif(test, result, file));
  if (gcc !== undefined) await writeOrPrint(gcc, gccForm, specDiagnostics(test, result));
  if ([json, html, sarif, gcc].includes(STDOUT)) return;
  const format = { verbose, quiet, ...formatFor(process.stdout, color, process.env) };
  const lines = quiet
    ? [specVerdictText(test, result), ...(result.failure === undefined ? [] : [`  ${result.failure.client}`])]
    : specLines(test, result, file, format);
  await print(lines.map((text) => `${text}\n`).join(''));
}
