/** Asks the program of a test about clients and histories: its specification is a part of it (spec-judge.h). */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { DristaError } from '../base/errors';
import { readDescription, type SpecDescription } from './description';

/** Why a history is not one that the specification permits. */
export interface Refutation {
  /** The longest order of calls that it permits. */
  readonly order: readonly number[];
  /** Of the calls that may be next then: what it says of them, in each way that it permits. */
  readonly next: readonly { readonly call: number; readonly answers: readonly SpecAnswer[] }[];
}

/**
 * `waits`: the call waits; `forbidden`: it may not be made; `after`: the call that has to happen before it, and does
 * not; otherwise what it has to return.
 */
export type SpecAnswer = 'waits' | 'forbidden' | { readonly after: number } | { readonly result: string };

export type ClientAnswer = 'yes' | 'waits' | 'forbidden';

export class Judge {
  /** `own`: arguments that the program has before those that ask; `environment`: that of the program. */
  constructor(
    private readonly program: string,
    private readonly own: readonly string[],
    private readonly environment: readonly string[],
  ) {}

  /** Throws a DristaError if the program is no test. */
  describe(): SpecDescription {
    return readDescription(this.ask('describe', []), this.program);
  }

  /** May each call of the client return, whatever the order of the calls, and is each allowed? */
  clients(texts: readonly string[]): readonly ClientAnswer[] {
    return this.questions('clients', texts) as ClientAnswer[];
  }

  /** Why the histories of the client are not permitted; undefined: they are. */
  histories(client: string, histories: readonly string[]): readonly (Refutation | undefined)[] {
    const questions = histories.map((history) => `${client}\t${history}`);
    return this.questions('judge', questions).map(refutation);
  }

  /** Asks all questions; what they are is said in spec-judge.h. */
  questions(what: 'clients' | 'judge', all: readonly string[]): string[] {
    return batches(all).flatMap((some) => {
      const answers = this.ask(what, some).split('\n').slice(0, -1);
      if (answers.length === some.length) return answers;
      throw new DristaError(`${this.program} answered ${answers.length} of ${some.length} questions about its calls`);
    });
  }

  private ask(what: 'describe' | 'clients' | 'judge', args: readonly string[]): string {
    const env = Object.fromEntries(
      this.environment.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    );
    const options = {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: 1000 * LONGEST,
      detached: true, // Ctrl-C is for drista, which keeps what was found
    } as const;
    const { status, signal, stdout, stderr, error } = spawnSync(
      resolve(this.program),
      [...this.own, what, ...args],
      options,
    );
    if (status === 0) return stdout;
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT')
      throw new DristaError(`the specification of ${this.program} has not answered for ${LONGEST} s: does it end?`);
    if (error !== undefined && status === null && signal === null)
      throw new DristaError(`${this.program} cannot be run (${error.message})`);
    const said = stderr.trim().split('\n').at(-1)!;
    if (said.startsWith('drista spec: ')) throw new DristaError(said.replace('drista spec: ', 'the test is wrong: '));
    if (what === 'describe' && error === undefined && signal === null) return '';
    throw new DristaError(
      `the specification of ${this.program} ends with ${signal ?? `exit code ${status ?? '?'}`}` +
        (said === '' ? '' : `: ${said}`),
    );
  }
}

/** Seconds that the program may take for its answers. */
const LONGEST = 60;
/** Bytes of arguments that a program certainly takes. */
const MOST = 100_000;

/** The texts in groups that fit the command line of a program. */
function batches(texts: readonly string[]): string[][] {
  const all: string[][] = [];
  let length = MOST;
  for (const text of texts) {
    length += text.length + 9; // with its end, and a pointer to it
    if (length > MOST) {
      all.push([]);
      length = text.length;
    }
    all.at(-1)!.push(text);
  }
  return all;
}

/** Reads `yes`, or `no 2 0 ; 1 =none ; 3 after0`. */
function refutation(answer: string): Refutation | undefined {
  if (answer === 'yes') return undefined;
  const [order, ...next] = answer
    .slice(2)
    .split(' ; ')
    .map((part) => part.trim());
  return {
    order: order.split(' ').filter(Boolean).map(Number),
    next: next.map((part) => {
      const [call, ...answers] = part.split(' ');
      return {
        call: Number(call),
        answers: answers.map(specAnswer),
      };
    }),
  };
}

function specAnswer(text: string): SpecAnswer {
  if (text.startsWith('=')) return { result: text.slice(1) };
  return text.startsWith('after') ? { after: Number(text.slice('after'.length)) } : (text as SpecAnswer);
}
