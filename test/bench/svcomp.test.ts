import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf, outOfTime, someValues, type Answer, type Report } from '../../bench/svcomp/answer';
import { createsForEver, inTurn, type Plan } from '../../bench/svcomp/plan';
import {
  changedText,
  hasLong,
  inputTypes,
  inputValues,
  largeInputTypes,
  namedText,
  outsideInputs,
  support,
} from '../../bench/svcomp/source';
import { tableOf } from '../../bench/svcomp/table';
import { taskOf, tasksOf, type Task } from '../../bench/svcomp/task';
import { scratchFolder } from '../support/scratch';

const folder = scratchFolder('drista-svcomp-test-');

/** A definition of a task, with its input file. */
function definition(name: string, lines: readonly string[], files: readonly string[]): string {
  mkdirSync(join(folder, 'c', 'pthread'), { recursive: true });
  for (const file of files) writeFileSync(join(folder, 'c', 'pthread', file), 'int main(void) { return 0; }\n');
  const path = join(folder, 'c', 'pthread', `${name}.yml`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const both = [
  "format_version: '2.0'",
  '# another comment: input_files: no.c',
  "input_files: 'both.i'",
  'properties:',
  '  - property_file: ../properties/unreach-call.prp',
  '    expected_verdict: true',
  '  - property_file: ../properties/coverage-branches.prp',
  '  - property_file: ../properties/valid-memsafety.prp',
  '    expected_verdict: false',
  '    subproperty: valid-deref',
  'options:',
  '  language: C',
];

describe('tasks', () => {
  test('are read with their properties; the source before preprocessing is taken where it is not for 64 bits', () => {
    definition('both', [...both, '  data_model: ILP32'], ['both.i', 'both.c']);
    expect(tasksOf(folder, 'pthread')).toEqual([
      {
        name: 'both',
        family: 'pthread',
        source: join(folder, 'c', 'pthread', 'both.c'),
        dataModel: 'ILP32',
        expected: [
          { property: 'unreach-call', holds: true },
          { property: 'valid-memsafety', holds: false },
        ],
      },
    ]);
    const wide = taskOf(definition('both', [], []), [...both, '  data_model: LP64'].join('\n'));
    expect([wide?.dataModel, wide?.source]).toEqual(['LP64', join(folder, 'c', 'pthread', 'both.i')]);
    expect(taskOf(definition('both', [], []), both.join('\n'))?.dataModel).toBe('not said');
  });

  test('without a property, or without their input, are none', () => {
    expect(taskOf(join(folder, 'c', 'pthread', 'x.yml'), "input_files: 'both.i'")).toBeUndefined();
    expect(taskOf(join(folder, 'c', 'pthread', 'x.yml'), both.join('\n').replace('both.i', 'x.i'))).toBeUndefined();
    expect(tasksOf(folder, 'pthread-none')).toEqual([]);
  });
});

describe('programs', () => {
  test('call a reach_error that is an error, whatever their own does', () => {
    const text = 'void reach_error() {}\nint main() { reach_error(); abort(); }\n';
    expect(changedText(text, 'unreach-call').split('\n')).toEqual([
      'void reach_error();',
      'void drista_svcomp_reach_error() {}',
      'int main() { reach_error(); abort(); }',
      '',
    ]);
    expect(changedText(text, 'no-data-race')).toBe(text);
    expect(support('unreach-call')).not.toContain('reach_error');
    expect(support('no-data-race')).toContain('void reach_error(void)');
  });

  test('end by abort and by assertions', () => {
    expect(namedText('int main() { abort(); }', 'a.c').split('\n')).toEqual([
      '#define abort drista_svcomp_abort',
      '#define __assert_fail drista_svcomp_assert_fail',
      '#line 1 "a.c"',
      'int main() { abort(); }',
    ]);
  });

  test('have inputs where they call the functions, not where they declare them', () => {
    const declared = 'extern int __VERIFIER_nondet_int(void);\n_Bool __VERIFIER_nondet_bool();\n';
    expect(inputTypes(declared)).toEqual([]);
    const used = `${declared}int f() {\n  return __VERIFIER_nondet_int();\n}\nint x = __VERIFIER_nondet_bool();`;
    expect(inputTypes(used)).toEqual(['bool', 'int']);
    expect(largeInputTypes(used)).toEqual(['int']);
    expect(inputValues(used)).toBeUndefined();
    expect(inputValues('char c = __VERIFIER_nondet_char();')).toBe(256);
    expect(inputValues('_Bool c = __VERIFIER_nondet_bool();')).toBeUndefined();
  });
});

test('values come from outside by calls outside of system headers', () => {
  const header = '# 1 "/usr/include/stdio.h" 1 3 4\nextern int scanf (const char *, ...);\n# 2 "a.c" 2\n';
  expect(outsideInputs(`${header}int main(int argc, char **argv) { return 0; }`)).toEqual([]);
  expect(outsideInputs(`${header}int main(int argc, char **argv) { scanf("%d", &x); return argc; }`)).toEqual([
    'argc',
    'scanf',
  ]);
});

test('long outside of system headers is known', () => {
  expect(hasLong('# 1 "/usr/include/a.h" 1 3\nlong a;\n# 2 "a.c" 2\nlong long x; int longer;\n')).toBe(false);
  expect(hasLong('unsigned long x;')).toBe(true);
});

describe('plans', () => {
  const endless = 'for (;;) pthread_create(&t, 0, f, 0);';
  const input = '\nint x = __VERIFIER_nondet_int();';

  /** The checks that are done where each says this and takes all its time, and what is said in the end. */
  function checks(text: string, said: (plan: Plan) => Answer): { done: unknown[]; answer: Answer } {
    let time = 0;
    const done: unknown[] = [];
    const run = (plan: Plan, seconds: number): Answer => {
      const answer = said(plan);
      if (answer.reason === outOfTime) time += seconds * 1000;
      done.push([plan.values, plan.threads, plan.strategy, Math.round(seconds)]);
      return answer;
    };
    return { done, answer: inTurn(text, 100, run, () => time) };
  }

  const slow: Answer = { holds: undefined, reason: outOfTime };
  const error: Answer = { holds: false, reason: 'an error' };
  const whole = [undefined, undefined, undefined];

  test('know loops that create threads for ever', () => {
    expect(createsForEver('while (1) { pthread_create(&t, 0, f, 0); }')).toBe(true);
    expect(createsForEver('while(__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0);')).toBe(true);
    expect(createsForEver(endless)).toBe(true);
    expect(createsForEver('while (1) {}\nint main() { pthread_create(&t, 0, f, 0); }')).toBe(false);
    expect(createsForEver('for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0);')).toBe(false);
  });

  test('look at executions at random where all of them take long', () => {
    expect(checks('', () => slow)).toEqual({
      done: [
        [...whole, 15],
        [undefined, undefined, 'portfolio', 38],
        [...whole, 47],
      ],
      answer: slow,
    });
    expect(checks('', ({ strategy }) => (strategy === 'portfolio' ? error : slow)).answer).toBe(error);
    const holds: Answer = { holds: true, reason: '' };
    expect(checks('', () => holds)).toEqual({ done: [[...whole, 15]], answer: holds });
  });

  test('begin with few threads where a loop creates them for ever, which shows no property', () => {
    const threads: Answer = { holds: undefined, reason: 'limit: threads' };
    const said = (plan: Plan): Answer => (plan.threads === undefined ? threads : { holds: true, reason: '' });
    expect(checks(endless + input, said)).toEqual({
      done: [
        [undefined, 5, undefined, 25],
        [8, 5, undefined, 25],
        [undefined, 5, 'portfolio', 25],
        [...whole, 100],
      ],
      answer: threads,
    });
  });

  test('take more values of inputs where nothing else was wanting', () => {
    const few: Answer = { holds: undefined, reason: someValues };
    expect(checks(input, () => few)).toEqual({
      done: [
        [...whole, 15],
        ['all', undefined, undefined, 70],
        [8, undefined, undefined, 100],
        [64, undefined, undefined, 100],
      ],
      answer: few,
    });
    expect(checks(input, ({ values }) => (values === 64 ? error : few)).answer).toBe(error);
    const bytes = checks('char c = __VERIFIER_nondet_char();', () => few);
    expect(bytes).toEqual({ done: [[256, undefined, undefined, 15]], answer: few });
  });

  test('say how many threads the program creates', () => {
    expect(changedText('', 'no-data-race', 5)).toBe('#define pthread_create drista_svcomp_create\n');
    expect(support('no-data-race', 5)).toContain('>= 5)');
    expect(support('no-data-race')).not.toContain('drista_svcomp_create');
  });
});

describe('answers', () => {
  const error = (kind: string, message = ''): Report => ({
    verdict: 'error',
    errors: [{ kind, message }],
    limitsHit: [],
  });
  const verified: Report = { verdict: 'verified', errors: [], limitsHit: [] };

  test.each([
    ['unreach-call', error('assertion', 'assertion failed: reach_error was called'), false],
    ['unreach-call', error('assertion', "assertion `x == 1' failed"), undefined],
    ['unreach-call', error('memory'), undefined],
    ['unreach-call', error('deadlock'), true],
    ['unreach-call', error('livelock'), true],
    ['no-data-race', error('data-race'), false],
    ['no-data-race', error('deadlock'), true],
    ['no-data-race', error('memory'), undefined],
    ['valid-memsafety', error('memory'), false],
    ['valid-memsafety', error('crash', 'the program crashes: segmentation fault at address 0x0'), false],
    ['valid-memsafety', error('crash', 'the program crashes: arithmetic fault (division by zero?)'), undefined],
    ['valid-memsafety', verified, undefined],
    ['no-overflow', error('crash', 'the program crashes: an addition overflows (a check of -fsanitize)'), false],
    ['no-overflow', error('crash', 'the program crashes: illegal instruction'), undefined],
    ['no-overflow', error('crash', 'the program crashes: segmentation fault at address 0x0'), undefined],
    ['termination', error('livelock'), false],
    ['termination', verified, undefined],
    ['unreach-call', verified, true],
    ['unreach-call', { ...verified, verdict: 'inconclusive', limitsHit: ['time'] }, undefined],
    ['unreach-call', { ...error('deadlock'), limitsHit: ['time'] }, undefined],
    ['unreach-call', { verdict: 'failure', message: 'refused' }, undefined],
  ] as const)('%s', (property, report, holds) => {
    expect(answerOf(property, report, []).holds).toBe(holds);
  });

  test('where only some values of inputs were taken: what was found counts, nothing else', () => {
    expect(answerOf('no-data-race', verified, ['int']).holds).toBeUndefined();
    expect(answerOf('no-data-race', error('data-race'), ['int']).holds).toBe(false);
  });
});

test('the table counts what was not for 64 bits, and names what is wrong or unknown', () => {
  const task = (name: string, dataModel: Task['dataModel']): Task => ({
    name,
    family: 'pthread',
    source: '',
    dataModel,
    expected: [],
  });
  const table = tableOf([
    {
      task: task('a', 'ILP32'),
      property: 'unreach-call',
      expected: true,
      answer: { holds: true, reason: '' },
      seconds: 1,
    },
    {
      task: task('b', 'LP64'),
      property: 'unreach-call',
      expected: true,
      answer: { holds: false, reason: 'x' },
      seconds: 2,
    },
    {
      task: task('c', 'not said'),
      property: 'unreach-call',
      expected: false,
      answer: { holds: undefined, reason: 'limit: time' },
      seconds: 3,
    },
  ]);
  expect(table).toContain('| pthread, unreach-call | 1 | 0 | 1 | 1 | 1 | 6 |');
  expect(table).toContain('- pthread/b, unreach-call: expected true: x');
  expect(table).toContain('- pthread/c, unreach-call (data model: not said): limit: time');
});
