/** `--write-tests DIR`: a test case for each input that --symbolic explores. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import { shellWord } from '../report/printable';
import { testJson, testSource, type NamedObject, type TestCase } from '../symbolic/test-case';
import { checkMessages } from './check-messages';

/** How the program was started: without the arguments that are inputs. */
export interface ProgramCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  /** What drista's client sends before the bytes that are an input. */
  readonly sent?: Uint8Array;
}

/** Writes test cases to the folder, which is made if it is not there. Throws a DristaError where that is impossible. */
export class TestCaseFolder {
  private count = 0;

  constructor(
    private readonly folder: string,
    private readonly command: ProgramCommand,
  ) {
    // Not `recursive`: Node goes on for ever where the kernel makes no folder, as in /proc.
    this.guarded(() => {
      if (!existsSync(folder)) mkdirSync(folder);
    });
  }

  /**
   * Writes the next one: JSON, the bytes of standard input, files and the client, and a C file with what the program
   * makes itself. Names have numbers from 1 on.
   */
  write(test: TestCase): void {
    const name = join(this.folder, `test-${String(++this.count).padStart(4, '0')}`);
    const files = filesOf(test, name);
    const client = test.objects.find(({ outside }) => outside?.kind === 'client');
    const isCommand = client === undefined && (files.size > 0 || hasArguments(test));
    const run = isCommand ? this.commandFor(test, files) : undefined;
    this.guarded(() => {
      for (const [object, file] of files) writeFileSync(file, object.bytes);
      if (client !== undefined)
        writeFileSync(`${name}.client`, Buffer.concat([this.command.sent ?? Buffer.alloc(0), client.bytes]));
      writeFileSync(`${name}.json`, testJson(test, run));
      if (test.objects.length === 0 || test.objects.some(({ outside }) => outside === undefined))
        writeFileSync(`${name}.c`, testSource(test, run));
    });
  }

  /** What a shell runs to give the program the input without drista. */
  private commandFor({ objects }: TestCase, files: ReadonlyMap<NamedObject, string>): string {
    const words = [this.command.program, ...this.command.arguments].map(shellWord);
    const copies: string[] = [];
    let stdin = '';
    for (const object of objects) {
      const file = shellWord(files.get(object) ?? '');
      if (object.outside?.kind === 'stdin') stdin = ` < ${file}`;
      if (object.outside?.kind === 'file') copies.push(`cp ${file} ${shellWord(object.outside.name)} && `);
      if (object.outside?.kind === 'argument') words.push(argumentWord(object.bytes));
    }
    return `${copies.join('')}${words.join(' ')}${stdin}`;
  }

  private guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new DristaError(checkMessages.testsNotWritten(this.folder, (error as Error).message));
    }
  }
}

function hasArguments({ objects }: TestCase): boolean {
  return objects.some(({ outside }) => outside?.kind === 'argument');
}

/** Of each object that is a file: the one with its bytes. */
function filesOf({ objects }: TestCase, name: string): Map<NamedObject, string> {
  const files = new Map<NamedObject, string>();
  let number = 0;
  for (const object of objects) {
    if (object.outside?.kind === 'stdin') files.set(object, `${name}.stdin`);
    if (object.outside?.kind === 'file') files.set(object, `${name}.file${++number}`);
  }
  return files;
}

/** The argument, which ends at the first zero, as a word of a shell. */
function argumentWord(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  const escaped = (c: string): string => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${text.replace(/[^ -~]|[\\']/g, escaped)}'`;
}
