/**
 * Other model checkers, on the same sources: how long they take from start to verdict. A peer compiles the source
 * itself, so its time holds that; what `drista cc` takes stands beside it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import type { Row, Scale } from './programs/rows';

/** A model checker that is not drista. */
interface PeerKind {
  /** Its option for each model that it has. */
  readonly models: Readonly<Record<string, string>>;
  /** The ways to run it, by name, and the switches of each. */
  readonly ways: Readonly<Record<string, readonly string[]>>;
  /** `switches`: of the model and the way; `compiler`: words for it, without warnings; `source`: the program. */
  command(switches: readonly string[], compiler: readonly string[], source: string): string[];
  /** A further switch where it stops for a reason of its own and no error of the program; undefined: it does not. */
  again(output: string): string | undefined;
  /** Executions that it says to have explored, with those that did not go to their end. Undefined: no verdict. */
  executions(output: string): { complete: number; blocked: number } | undefined;
}

const number = (pattern: RegExp, text: string): number | undefined => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

const kinds: Readonly<Record<string, PeerKind>> = {
  genmc: {
    models: { rc11: '--rc11', sc: '--sc' },
    ways: {
      genmc: [], // as it comes
      // Without estimation, symmetry reduction and choice of another model: they change what is explored.
      'genmc plain': ['--disable-estimation', '--disable-sr', '--disable-mm-detector'],
    },
    command: (switches, compiler, source) => [...switches, '--', ...compiler, source],
    // In-place revisiting and symmetry reduction make an error of writes that nothing orders.
    again: (output) => {
      const found = /You can use -(disable-(?:ipr|sr))/.exec(output)?.[1];
      return found && `--${found}`;
    },
    executions: (output) => {
      const complete = number(/Number of complete executions explored: (\d+)/, output);
      if (complete === undefined || !output.includes('No errors were detected')) return undefined;
      return { complete, blocked: number(/Number of blocked executions seen: (\d+)/, output) ?? 0 };
    },
  },
  // The script nidhuggc, which compiles.
  nidhugg: {
    models: { sc: '--sc' },
    ways: { nidhugg: ['--rf', '--disable-mutex-init-requirement'] },
    command: (switches, compiler, source) => [...compiler, '--', ...switches, source],
    again: () => undefined,
    executions: (output) => {
      const complete = number(/Trace count: (\d+)/, output);
      if (complete === undefined || !output.includes('No errors were detected')) return undefined;
      return { complete, blocked: number(/(\d+) (?:sleepset|assume)[ -]blocked/, output) ?? 0 };
    },
  },
};

export interface Peer {
  readonly name: string;
  readonly path: string;
}

/** What a peer said of one program. */
export interface PeerRun {
  readonly seconds: number;
  readonly complete: number;
  readonly blocked: number;
}

/** A peer came to no verdict, or found an error. */
export class PeerFailure extends DristaError {}

/** Of words such as genmc=/usr/bin/genmc. Throws a DristaError where one names no peer for that model. */
export function peersOf(words: readonly string[], model: string): Peer[] {
  return words.map((word) => {
    const [, name, path] = /^([^=]*)=(.+)$/.exec(word) ?? [];
    const names = Object.keys(kinds);
    if (name === undefined || !names.includes(name))
      throw new DristaError(`--peer ${word}: give ${names.map((each) => `${each}=PATH`).join(' or ')}`);
    const { models } = kinds[name];
    if (models[model] === undefined)
      throw new DristaError(`--peer ${name}: has ${Object.keys(models).join(' and ')} alone, not --model ${model}`);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      throw new DristaError(`--peer ${word}: ${path} cannot be run`);
    }
    return { name, path };
  });
}

/** Its name and version, as it says itself. */
export function versionOfPeer({ name, path }: Peer): string {
  const version = /v?\d+(?:\.\d+)+/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[0];
  return version === undefined ? name : `${name} ${version}`;
}

/** A peer in each of its ways. */
export function benchesOf(peer: Peer, model: string, limit: number): PeerBench[] {
  return Object.keys(kinds[peer.name].ways).map((way) => new PeerBench(peer, way, model, limit));
}

/** Runs a peer in one way on the programs of the bench, and remembers which of them need further switches. */
export class PeerBench {
  private readonly further = new Map<string, readonly string[]>();

  /** `limit`: seconds after which it is ended. */
  constructor(
    private readonly peer: Peer,
    readonly way: string,
    private readonly model: string,
    private readonly limit: number,
  ) {}

  /** One verdict; undefined: not within the limit. */
  async once({ file, flags }: Row, { defines }: Scale): Promise<PeerRun | undefined> {
    const { name, path } = this.peer;
    const kind = kinds[name];
    const compiler = [...flags, ...Object.entries(defines).map(([macro, value]) => `-D${macro}=${value}`)];
    const source = join(packageRoot(), 'bench', 'programs', `${file}.c`);
    const command = kind.command([kind.models[this.model], ...kind.ways[this.way]], compiler, source);
    const key = command.join(' ');
    for (;;) {
      const further = this.further.get(key) ?? [];
      const words = [...further, ...command];
      const done = await outputWithin(path, words, this.limit);
      if (done === undefined) return undefined;
      const counts = kind.executions(done.output);
      if (counts !== undefined) return { ...counts, seconds: done.seconds };
      const more = kind.again(done.output);
      if (more === undefined || further.includes(more)) {
        const said = done.output.trim().split('\n').slice(-3).join(' ');
        throw new PeerFailure(`${path} ${words.join(' ')}: no verdict without error: ${said}`);
      }
      this.further.set(key, [...further, more]);
    }
  }
}

/** What a command prints, and how long it takes; undefined: longer than the limit in seconds. */
async function outputWithin(
  path: string,
  words: readonly string[],
  limit: number,
): Promise<{ output: string; seconds: number } | undefined> {
  const start = process.hrtime.bigint();
  // A group of its own, so that what it has started ends with it.
  const child = spawn(path, words, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '',
    late = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit * 1000);
  await new Promise<void>((resolve, reject) => {
    child.on('close', resolve).on('error', (error) => {
      reject(new DristaError(`${path}: ${error.message}`));
    });
  }).finally(() => {
    clearTimeout(timer);
  });
  return late ? undefined : { output, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}
