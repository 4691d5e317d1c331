/** Inputs that come from outside the program: `--symbolic=stdin`, `-file`, `-arg` and `-client`. */
import { resolve } from 'node:path';
import { inputsVariable, MAX_INPUT_BYTES, MAX_INPUTS, type OutsideInput } from '../channel/environment';
import { DristaError } from '../base/errors';
import { inRealFolder } from '../base/real-path';
import { messages } from './messages';
import type { CheckOptions } from './option-table';

/** The names of these options. */
export const outsideOptions = ['symbolic-stdin', 'symbolic-file', 'symbolic-arg', 'symbolic-client'] as const;

type OutsideOptions = Pick<CheckOptions, (typeof outsideOptions)[number]>;

/** The inputs that the options name. Throws a DristaError for one that is malformed, or given twice. */
export function outsideInputs(options: OutsideOptions): OutsideInput[] {
  const { 'symbolic-stdin': stdin, 'symbolic-client': client } = options;
  const inputs: OutsideInput[] = [
    ...(stdin === undefined ? [] : [{ kind: 'stdin', size: stdin } as const]),
    ...options['symbolic-file'].map(fileOf),
    ...options['symbolic-arg'].map(
      (text) => ({ kind: 'argument', size: sizeOf(text, `--symbolic=arg:${text}`) }) as const,
    ),
    ...(client === undefined ? [] : [{ kind: 'client', size: client } as const]),
  ];
  if (inputs.length > MAX_INPUTS) throw new DristaError(messages.manyInputs(MAX_INPUTS));
  return inputs;
}

function fileOf(text: string, index: number, all: readonly string[]): OutsideInput {
  const at = text.lastIndexOf('=');
  const name = text.slice(0, Math.max(at, 0));
  if (name === '' || Buffer.byteLength(name) > 255) throw new DristaError(messages.badSymbolicFile(text));
  const path = pathOf(name);
  if (all.slice(0, index).some((other) => pathOf(other.slice(0, other.lastIndexOf('='))) === path))
    throw new DristaError(messages.sameSymbolicFile(name));
  return { kind: 'file', name, size: sizeOf(text.slice(at + 1), `--symbolic=file:${text}`) };
}

/** A path that is the same for all names of a file in a folder, as in the runtime (runtime/io/path-uses.c). */
function pathOf(name: string): string {
  return inRealFolder(resolve(name));
}

function sizeOf(text: string, option: string): number {
  const size = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > MAX_INPUT_BYTES) throw new DristaError(messages.badInputSize(option, MAX_INPUT_BYTES));
  return size;
}

/** The variables by which the runtime makes the inputs. */
export function inputsEnvironment(options: OutsideOptions): string[] {
  const inputs = outsideInputs(options);
  return inputs.length === 0 ? [] : [inputsVariable(inputs)];
}

/** What the program is started with in the place of symbolic arguments: texts that have their room. */
export function argumentPlaces(options: OutsideOptions): string[] {
  return outsideInputs(options).flatMap(({ kind, size }) => (kind === 'argument' ? ['_'.repeat(size)] : []));
}
