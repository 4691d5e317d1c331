/**
 * The environment of the checked program (POSIX.1-2017 8.1), and the variables that are added so that it becomes a
 * server of runs. The runtime removes these before any code of the program runs (runtime/core/launch.c).
 */
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import type { Entry } from '../compiler/entry';
import { loadedFolder } from '../base/paths';

/** The prefix of drista's own variables, which the program does not see. */
const OWN = 'DRISTA_';

/**
 * Variables that only describe the caller: the shell's last command and directory, the nesting of shells, the terminal,
 * the login. They are left out so that a check is the same from everywhere.
 */
const ofTheCaller = [
  '_',
  'OLDPWD',
  'SHLVL',
  'COLUMNS',
  'LINES',
  'WINDOWID',
  'SSH_CLIENT',
  'SSH_CONNECTION',
  'SSH_TTY',
  'XDG_SESSION_ID',
];

/** Variables that load the runtime; the program's own values of them are passed beside them. */
const ofTheLoader = ['LD_PRELOAD', 'LD_BIND_NOW'];

/** The options on the environment. */
export interface EnvironmentOptions {
  /** Pass all variables. */
  readonly all: boolean;
  /** NAME=VALUE: set it; NAME: pass it on. */
  readonly set: readonly string[];
  /** Names that the program must not see. */
  readonly unset: readonly string[];
}

/** The caller's environment without the variables that only describe the caller. */
const asItIs: EnvironmentOptions = { all: false, set: [], unset: [] };

/**
 * The program's environment as NAME=VALUE: the caller's variables `from`, with the changes. Throws a DristaError that
 * names a malformed change.
 */
export function programEnvironment(
  { all, set, unset }: EnvironmentOptions = asItIs,
  from: NodeJS.ProcessEnv = process.env,
): string[] {
  const seen = new Map<string, string>();
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || name.startsWith(OWN) || (!all && ofTheCaller.includes(name))) continue;
    seen.set(name, value);
  }
  for (const name of unset) seen.delete(checked(name));
  for (const text of set) {
    const at = text.indexOf('=');
    const name = checked(at < 0 ? text : text.slice(0, at));
    const value = at < 0 ? from[name] : text.slice(at + 1);
    if (value === undefined)
      throw new DristaError(`--env ${name}: there is no such variable here: give it a value, --env ${name}=VALUE`);
    seen.set(name, value);
  }
  return [...seen].map(([name, value]) => `${name}=${value}`);
}

function checked(name: string): string {
  if (name === '' || name.includes('='))
    throw new DristaError(`--env needs the name of a variable, not '${name}': see \`drista --help\``);
  if (name.startsWith(OWN))
    throw new DristaError(`--env ${name}: names that begin with ${OWN} are drista's own: take another one`);
  return name;
}

/** Names of variables that cannot be passed on as they are: Node has replaced bytes that are no UTF-8. */
export function damagedNames(environment: readonly string[]): string[] {
  return environment.filter((text) => text.includes('\uFFFD')).map((text) => text.slice(0, text.indexOf('=')));
}

/** What may fail: allocations, and calls that read and write files. */
export const faultKinds = ['malloc', 'io'] as const;

/** Which calls of the program may fail (runtime/core/faults.c), and how many of them in one execution. */
export interface FaultSettings {
  readonly kinds: readonly (typeof faultKinds)[number][];
  readonly most: number;
}

/** How a check explores losses of power (--crash). */
export interface CrashSettings {
  /** The folder of which each run's working folder is a copy; undefined: it is empty. */
  readonly folder?: string | undefined;
  /** The working folder of all runs. */
  readonly at: string;
  /** The command that looks at what is left. */
  readonly command: string;
}

export interface LaunchOptions {
  /** How the runtime is loaded into the program. */
  readonly entry?: Entry;
  /** How many values __VERIFIER_nondet_int and the like have. */
  readonly nondet?: number;
  readonly faults?: FaultSettings | undefined;
  readonly crash?: CrashSettings | undefined;
  /** Bytes of memory that a run may have. */
  readonly memory?: number;
}

/** The most bytes that a client can send: in hexadecimal digits they fit one variable (execve(2), MAX_ARG_STRLEN). */
export const MAX_CLIENT_BYTES = 64_000;

/**
 * The variable that makes drista play a client which sends these bytes (runtime/io/client.h). It belongs to the
 * program's environment in tasks, checkpoints and saved executions, so that each of these has the bytes; the program
 * does not see it.
 */
export function clientVariable(bytes: Uint8Array): string {
  return `${OWN}CLIENT=${Buffer.from(bytes).toString('hex')}`;
}

/** The most bytes of an input, and the most inputs, that come from outside the program (runtime/io/outside.c). */
export const MAX_INPUT_BYTES = 4096;
export const MAX_INPUTS = 64;

/**
 * A symbolic input from outside the program: standard input, a file, one more argument of at most `size` bytes, or what
 * drista's client sends.
 */
export type OutsideInput =
  | { readonly kind: 'stdin' | 'argument' | 'client'; readonly size: number }
  | { readonly kind: 'file'; readonly size: number; readonly name: string };

/**
 * The variable that makes the runtime give the program these inputs (runtime/io/outside.h). It belongs to the
 * program's environment as that of a client does.
 */
export function inputsVariable(inputs: readonly OutsideInput[]): string {
  const nameOf = (i: OutsideInput): string => (i.kind === 'file' ? `:${Buffer.from(i.name).toString('hex')}` : '');
  return `${OWN}INPUTS=${inputs.map((i) => `${i.kind}=${i.size}${nameOf(i)};`).join('')}`;
}

/** Bytes that no process has. */
const NO_LIMIT = String(2n ** 63n - 1n);

/** The environment to start the program with, so that it sees `environment` (programEnvironment). */
export function launchEnvironment(
  environment: readonly string[],
  { entry, nondet, faults, crash, memory }: LaunchOptions = {},
): string[] {
  const preload = valueOf(environment, 'LD_PRELOAD');
  const load = entry?.load === undefined ? undefined : join(loadedFolder(), entry.load);
  const loaded = [load, preload].filter((text) => text !== undefined && text !== '').join(':');
  // For tests of drista.
  const { DRISTA_SNAPSHOTS: snapshots, DRISTA_OMIT_STATE: omitted } = process.env;
  return [
    ...environment.map((text) =>
      ofTheLoader.includes(text.slice(0, text.indexOf('='))) ? `${OWN}HIDDEN=${text}` : text,
    ),
    ...(loaded === '' ? [] : [`LD_PRELOAD=${loaded}`]),
    // Symbols are bound at the start: otherwise every run would bind them again.
    ...(load !== undefined ? ['LD_BIND_NOW=1'] : environment.filter((text) => text.startsWith('LD_BIND_NOW='))),
    ...(entry === undefined || entry.visibility === 'all' ? [] : [`${OWN}SEES=${entry.visibility}`]),
    ...(nondet === undefined ? [] : [`${OWN}NONDET=${nondet}`]),
    ...(faults === undefined ? [] : [`${OWN}FAULTS=${[...sorted(faults.kinds), faults.most].join()}`]),
    ...(crash === undefined ? [] : [`${OWN}CRASH=${crash.at}`, `${OWN}AFTER_CRASH=${crash.command}`]),
    ...(crash?.folder === undefined ? [] : [`${OWN}CRASH_FROM=${crash.folder}`]),
    // Always there, and of one length: the place of the arguments on main's stack depends on it.
    `${OWN}MEMORY=${String(memory ?? NO_LIMIT).padStart(NO_LIMIT.length, '0')}`,
    ...(omitted === undefined ? [] : [`${OWN}OMIT_STATE=${omitted}`]),
    ...(snapshots === undefined ? [] : [`${OWN}SNAPSHOTS=${snapshots}`]),
  ];
}

/** In the order in which the runtime reads them. */
function sorted(kinds: FaultSettings['kinds']): FaultSettings['kinds'] {
  return faultKinds.filter((kind) => kinds.includes(kind));
}

function valueOf(environment: readonly string[], name: string): string | undefined {
  return environment.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
}
