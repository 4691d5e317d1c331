/** `--on URL`: checks that other machines explore, too. */
import { readFileSync } from 'node:fs';
import { DristaError } from '../base/errors';
import { randomName } from '../base/random-name';
import { sha256 } from '../base/hash';
import { buildId } from '../cluster/build';
import { decode } from '../cluster/codec';
import { storeProgram } from '../cluster/program-store';
import { followsInputs } from '../check/program-file';
import type { CheckCommand } from '../testing/test-check';
import { takesOption } from '../explore/strategies';
import { loadBufferingModels } from '../model/names';
import { readArguments, type CommandLine } from './arguments';
import type { CheckpointBody } from '../check/checkpoint-file';
import { checkpointFile, placeFor } from '../check/checkpoint-file';
import { readCheckHead, storedRequest } from '../check/cluster-head';
import { exploredOf } from '../check/settings';
import { complain } from './complain';
import { loadIo } from '../check/io-module';
import { checkMessages } from '../check/check-messages';
import { messages } from './messages';
import { settingsOf } from './settings-of';
import { progressOption } from './progress-option';
import { checkOptions, isResumed, optionSpelled, type CheckOptions } from './option-table';
import type { CheckRequest, SharedCheckAddress } from '../check/check-request';

/** Throws a DristaError if --on or --attach were given with what they do not support. */
export function checkCluster({ given, options, words, rest }: CommandLine<CheckOptions>): void {
  const { on, attach, strategy, equivalence, model } = options;
  if (on === undefined) {
    if (attach !== undefined) throw new DristaError(messages.attachWithoutOn);
    return;
  }
  loadIo().checkUrl(on, 'on');
  for (const name of ['jobs', 'max-executions', 'show-output'] as const)
    if (given.includes(name)) throw new DristaError(messages.onWith(optionSpelled(name)));
  if (!takesOption(strategy, 'jobs')) throw new DristaError(messages.onWith(`--strategy ${strategy}`));
  if (loadBufferingModels.includes(model)) throw new DristaError(messages.onWith(`--model ${model}`));
  if (equivalence === 'state' || progressOption(options) !== undefined) throw new DristaError(messages.onStates);
  if (attach === undefined) return;
  if (!/^[0-9a-f]{12}$/.test(attach)) throw new DristaError(checkMessages.noSuchCheck(attach, loadIo().shownUrl(on)));
  const other = [...given.filter((name) => isResumed(name) || name === 'resume').map(optionSpelled), ...words, ...rest];
  if (other.length > 0) throw new DristaError(messages.attachNeeds(other[0]));
}

/** Throws a DristaError unless --on names a server that can be reached. */
export async function requireRedis(url: string): Promise<void> {
  const { checkReachable, checkUrl } = loadIo();
  checkUrl(url, 'on');
  await checkReachable(url);
}

/** The address of a check of clients for other machines. Throws a DristaError where --on cannot be used. */
export async function sharedSpec(
  url: string,
  given: readonly string[],
  quiet: boolean,
): Promise<Omit<SharedCheckAddress, 'hash'>> {
  if (given.includes('jobs')) throw new DristaError(messages.onWith(optionSpelled('jobs')));
  await requireRedis(url);
  const check = randomName(6);
  if (!quiet) complain(new DristaError(messages.leadsTasks(check, loadIo().shownUrl(url))));
  return { url, check, build: buildId(), attached: false };
}

/** Can the check of a test be led to other machines? */
export async function mayBeLed({ kind, options, program }: CheckCommand): Promise<boolean> {
  if (kind === 'spec') return !options.some((word) => /^(-j|--jobs)/.test(word));
  if (kind !== 'check' || followsInputs(program)) return false;
  try {
    const line = await readArguments([...options, '--on', 'redis://localhost'], checkOptions, {
      usage: 'drista',
      epilogue: '',
    });
    if (line === undefined || line.options.symbolic || line.options.crash !== undefined) return false;
    checkCluster(line);
    return true;
  } catch (error) {
    if (error instanceof DristaError) return false; // the check itself will say what is wrong
    throw error;
  }
}

/** The request, as one that workers explore, too, where --on asks for it. Throws a DristaError without Redis. */
export async function sharedRequest(request: CheckRequest, { on, quiet }: CheckOptions): Promise<CheckRequest> {
  if (on === undefined) return request;
  const { checkReachable, shownUrl } = loadIo();
  let shared = request;
  if (request.cluster === undefined) {
    if (request.resume !== undefined && request.file === undefined)
      throw new DristaError(messages.fileOfOneMachine(request.resume));
    await checkReachable(on);
    const bytes = readFileSync(request.program);
    const hash = sha256(bytes);
    const check = randomName(6);
    shared = {
      ...request,
      file: storeProgram(hash, request.program, () => bytes),
      cwd: process.cwd(),
      cluster: { url: on, check, build: buildId(), attached: false, hash },
    };
  }
  const leads = request.settings.symbolic === undefined ? messages.leads : messages.leadsTasks;
  if (!quiet) complain(new DristaError(leads(shared.cluster!.check, shownUrl(on))));
  return shared;
}

/** The request of the check that another lead has left in Redis. Throws a DristaError if it is not there. */
export async function attachedRequest(check: string, { options }: CommandLine<CheckOptions>): Promise<CheckRequest> {
  const url = options.on!;
  const kept = await loadIo().fetchCheck(url, check, (head) => readCheckHead(head).hash);
  const head = readCheckHead(kept.head);
  const build = buildId();
  if (head.build !== build) throw new DristaError(messages.checkOfOtherBuild(check));
  const request = storedRequest(head, () => kept.program);
  const settings = { ...settingsOf(options), ...exploredOf(request.settings) };
  const { program, arguments: words, environment, buildId: binary } = request;
  return {
    ...request,
    settings,
    before: decode(kept.snapshot) as CheckpointBody,
    checkpoint: placeFor(
      options.checkpoint ??
        checkpointFile({ program, arguments: words, environment, buildId: binary, explored: exploredOf(settings) }),
      true,
    ),
    cluster: { url, check, build, attached: true, hash: head.hash },
  };
}
