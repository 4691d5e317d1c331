/** The reporters of a check: what each of them hears, in which order, and what is left of it if one fails. */
import { jsonForm } from '../../src/report/json';
import { ProgressLine } from '../../src/report/progress';
import type { ReportError } from '../../src/report/report';
import { reportResult, Reporters, type Reporter } from '../../src/report/reporter';
import type { Summary } from '../../src/report/summary';

const error: ReportError = {
  kind: 'deadlock',
  message: 'deadlock: main waits',
  threads: ['main'],
  locations: [],
  stacks: [],
  events: [],
  execution: '0123456789ab',
};
const start = { program: './a', model: 'rc11', equivalence: 'rf', strategy: 'partition' };
const summary: Summary = {
  ...start,
  verdict: 'error',
  executions: 0,
  blocked: 0,
  deadEnds: 0,
  runs: 1,
  events: 2,
  seconds: 0.1,
  limitsHit: [],
  errors: [error, error],
  notes: ['one', 'two'],
};
const progress = {
  executions: 3,
  blocked: 0,
  crashes: 0,
  deadEnds: 0,
  events: 0,
  states: 0,
  sampled: 0,
  depth: 1,
  explored: 0,
};

/** Writes down what it hears; fails at the end if it is told to. */
class Recorder implements Reporter {
  readonly heard: string[] = [];

  constructor(private readonly fails?: string) {}

  start({ program }: { program: string }): void {
    this.heard.push(`start ${program}`);
  }
  progress({ executions }: { executions: number }): void {
    this.heard.push(`progress ${executions}`);
  }
  error({ kind }: ReportError, file: string | undefined): void {
    this.heard.push(`error ${kind} ${file}`);
  }
  note(text: string): void {
    this.heard.push(`note ${text}`);
  }
  end({ verdict }: Summary): Promise<void> {
    this.heard.push(`end ${verdict}`);
    return this.fails === undefined ? Promise.resolve() : Promise.reject(new Error(this.fails));
  }
  failure(message: string, program: string | undefined): Promise<void> {
    this.heard.push(`failure ${message} ${program}`);
    return this.fails === undefined ? Promise.resolve() : Promise.reject(new Error(this.fails));
  }
}

test('every reporter hears all of a check in order', async () => {
  const all = [new Recorder(), new Recorder()];
  const reporters = new Reporters([all[0], {}, all[1]]);
  reporters.start(start);
  reporters.progress(progress);
  await reportResult(reporters, summary, ['a.json', undefined]);
  for (const { heard } of all)
    expect(heard).toEqual([
      'start ./a',
      'progress 3',
      'error deadlock a.json',
      'error deadlock undefined',
      'note one',
      'note two',
      'end error',
    ]);
});

test('the end reaches the others if one of them fails; the first failure counts', async () => {
  const all = [new Recorder('disk full'), new Recorder('no permission'), new Recorder()];
  await expect(new Reporters(all).end(summary)).rejects.toThrow('disk full');
  expect(all.map(({ heard }) => heard)).toEqual([['end error'], ['end error'], ['end error']]);
});

test('a check that was not possible fails for all reporters, whatever they can write', async () => {
  const all = [new Recorder('disk full'), new Recorder()];
  await new Reporters(all).failure('no runtime', './a');
  expect(all.map(({ heard }) => heard)).toEqual([['failure no runtime ./a'], ['failure no runtime ./a']]);
});

test('JSON is written once, at the end or when the check is not possible', async () => {
  const written: string[] = [];
  const json = (): Reporter => jsonForm.create((text) => Promise.resolve(void written.push(text)));
  await reportResult(json(), summary, []);
  await json().failure?.('no\nprogram', undefined);
  await json().failure?.('not there', './a\n');
  expect(written.every((text) => jsonForm.alike!.some((beginning) => text.startsWith(beginning)))).toBe(true);
  expect(written.map((text) => JSON.parse(text) as object)).toEqual([
    expect.objectContaining({ version: 1, verdict: 'error', notes: ['one', 'two'] }),
    { version: 1, verdict: 'failure', message: 'no\\nprogram' },
    { version: 1, program: './a\\n', verdict: 'failure', message: 'not there' },
  ]);
});

describe('the progress line', () => {
  const shown = (isTTY: boolean, use: (line: ProgressLine) => void): string => {
    let text = '';
    const stream = { isTTY, columns: 30, write: (part: string) => (text += part) };
    use(new ProgressLine(stream as unknown as NodeJS.WriteStream));
    return text;
  };

  test('is cut to the terminal and erased before anything else', () => {
    const text = shown(true, (line) => {
      line.progress(progress);
      line.note();
      line.progress(progress); // comes too late
    });
    const [before, line, after, ...more] = text.split('\r\x1b[K');
    expect([before, line.slice(0, 22), line.length, after, more]).toEqual(['', 'drista: 3 executions, ', 29, '', []]);
  });

  test('is for terminals only', () => {
    expect(
      shown(false, (line) => {
        line.progress(progress);
      }),
    ).toBe('');
  });
});
