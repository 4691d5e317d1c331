/** The report as JUnit XML: made-up checks, text that XML does not allow, and compiled programs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { junitForm } from '../../src/report/junit';
import type { ReportError } from '../../src/report/report';
import { reportResult, type Reporter } from '../../src/report/reporter';
import type { Summary } from '../../src/report/summary';
import { drista, folder } from '../support/command';
import { build, buildText } from '../support/compiled';
import { top } from '../support/paths';

const error: ReportError = {
  kind: 'deadlock',
  message: 'deadlock: main waits',
  threads: ['main'],
  locations: [{ file: 'a.c', line: 3, function: 'main', thread: 'main' }],
  stacks: [[]],
  events: [
    {
      thread: 0,
      operation: 'locks m',
      place: { file: 'a.c', line: 3, function: 'main' },
      source: -2,
      wrong: true,
      matters: true,
    },
  ],
  execution: '0123456789ab',
};
const start = { program: './a', model: 'rc11', equivalence: 'rf', strategy: 'partition' };
const summary: Summary = {
  ...start,
  verdict: 'verified',
  executions: 2,
  blocked: 0,
  deadEnds: 0,
  runs: 1,
  events: 2,
  seconds: 0.1239,
  limitsHit: [],
  errors: [],
  notes: [],
};
const counts = '(2 executions, 1 run, 0.1 s)';

/** All that a reporter writes. */
async function written(use: (reporter: Reporter) => Promise<void>): Promise<string> {
  const texts: string[] = [];
  await use(junitForm.create((text) => Promise.resolve(void texts.push(text))));
  for (const text of texts) expect(text.startsWith(junitForm.beginning)).toBe(true);
  return texts.join('');
}

/** What is written of a check that ended so. */
function report(more: Partial<Summary>, files: readonly (string | undefined)[] = []): Promise<string> {
  return written(async (reporter) => {
    reporter.start?.(start);
    await reportResult(reporter, { ...summary, ...more }, files);
  });
}

test('a program that is right', async () => {
  expect(await report({ notes: ['one', 'two'] })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="drista" tests="1" failures="0" errors="0" skipped="0" time="0.124">
  <testcase classname="drista" name="./a" time="0.124">
    <system-out>note: one
note: two
verified: no error in any execution under rc11, equivalence rf ${counts}</system-out>
  </testcase>
</testsuite>
`);
});

test('each error is a failure of the one test case', async () => {
  const failure = (end: string): string =>
    `    <failure message="deadlock: main waits" type="deadlock">error: deadlock: main waits: a.c:3 in main (main)

  main
&gt; :3  locks m${end}</failure>
`;
  expect(await report({ verdict: 'error', errors: [error, error] }, ['a b.json', undefined]))
    .toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="drista" tests="1" failures="1" errors="0" skipped="0" time="0.124">
  <testcase classname="drista" name="./a" time="0.124">
${failure('\n\nSee it again: drista ' + "replay 'a b.json'")}${failure('')}    \
<system-out>2 errors found under rc11, equivalence rf (2 other executions, 1 run, 0.1 s)</system-out>
  </testcase>
</testsuite>
`);
});

test('an inconclusive check is skipped', async () => {
  const verdict =
    `inconclusive: no error so far under rc11, equivalence rf ${counts}; not explored: what was ` +
    'left when --time-limit was over';
  expect(await report({ verdict: 'inconclusive', limitsHit: ['time'] })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="drista" tests="1" failures="0" errors="0" skipped="1" time="0.124">
  <testcase classname="drista" name="./a" time="0.124">
    <skipped message="${verdict}"/>
    <system-out>${verdict}</system-out>
  </testcase>
</testsuite>
`);
});

test.each([
  ['without a program', undefined, 'drista'],
  ['with a program', './a', './a'],
])('a check that is not possible is an error: %s', async (_, program, name) => {
  const text = await written(async (reporter) => {
    await reporter.failure?.('<no>\n"program"', program);
  });
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="drista" tests="1" failures="0" errors="1" skipped="0" time="0.000">
  <testcase classname="drista" name="${name}" time="0.000">
    <error message="&lt;no&gt;\\n&quot;program&quot;" type="failure">&lt;no&gt;\\n&quot;program&quot;</error>
  </testcase>
</testsuite>
`);
});

test('nothing that XML does not allow, nor markup, nor what a terminal obeys', async () => {
  const evil = '<a b="c">&amp;]]>\0\u001b[31m\r\n\u009b\u202e\ud800\ufffe\uffff\u{1f600}';
  const markup = '&lt;a b=&quot;c&quot;&gt;&amp;amp;]]&gt;';
  const shown = String.raw`${markup}\x00\x1b[31m\r\n\x9b\u202e\ud800\ufffe\uffff${'\u{1f600}'}`;
  const place = { file: evil, line: 1, function: evil };
  const text = await report(
    {
      program: evil,
      verdict: 'error',
      checkpoint: evil,
      notes: [evil],
      errors: [
        {
          ...error,
          message: evil,
          threads: [evil],
          locations: [{ ...place, thread: evil }],
          events: [{ ...error.events[0], operation: evil, place }],
        },
      ],
    },
    [evil],
  );
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u);
  const inShell = shown.replace('\\x9b', '\\u009b'); // there \x is a byte
  for (const part of [
    `name="${shown}"`,
    `<failure message="${shown}"`,
    `drista replay $'${inShell}'</failure>`,
    `<system-out>note: ${shown}\n`,
    `drista --resume '${shown}'</system-out>`,
  ])
    expect(text).toContain(part);
  // No other markup than that of one failure.
  expect([...text.matchAll(/<\/?[\w?-]+/g)].join(' ')).toBe(
    '<?xml <testsuite <testcase <failure </failure <system-out </system-out </testcase </testsuite',
  );
});

test('compiled programs, to stdout', () => {
  const wrong = drista(['--report', 'junit=-', build([join(top, 'examples', 'message-passing-relaxed.c')])]);
  expect(wrong.stdout.startsWith(junitForm.beginning)).toBe(true);
  expect(wrong.stdout).toMatch(
    /<failure message="data race on message: [^"]*" type="data-race">error: data race on message: [^]*&gt; +:18 {2}message = 42\n[^]*See it again: drista replay drista-out\/\w+\.json<\/failure>/,
  );
  expect(wrong).toMatchObject({ status: 1, stderr: '' });
  const text = '#include <assert.h>\nint main(void) { int x = 3; assert(x < 1 && x > 0 && "\\033"); return 0; }';
  expect(drista(['--report', 'junit=-', buildText(text)]).stdout).toContain(
    'x &lt; 1 &amp;&amp; x &gt; 0 &amp;&amp; &quot;',
  );
});

test('a file beside the report, which is replaced by the next one only', () => {
  const program = build([join(top, 'examples', 'store-buffering-seq-cst.c')]);
  const file = join(folder, 'junit.xml');
  expect(drista(['--report', `junit=${file}`, program]).stdout).toMatch(/^verified/);
  expect(readFileSync(file, 'utf8')).toContain(' failures="0" errors="0" skipped="0" ');
  expect(drista(['--report', `junit=${file}`, '--max-executions', '1', program]).status).toBe(3);
  expect(readFileSync(file, 'utf8')).toContain(' failures="0" errors="0" skipped="1" ');
  expect(drista(['--report', `junit=${file}`, '--model', 'none', program]).status).toBe(2);
  expect(readFileSync(file, 'utf8')).toContain(' failures="0" errors="1" skipped="0" ');
  writeFileSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="other"/>\n');
  expect(drista(['--report', `junit=${file}`, program])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/junit\.xml cannot be written \(it holds something else/) as string,
  });
  expect(drista(['--report', 'junit=-', '--report', 'json=-', program]).stderr).toMatch(
    /--report json and --report junit both name -/,
  );
});
