/** The page of `--html` in Chromium: what it shows, by mouse, by keyboard, and to assistive technology. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { htmlForm } from '../../src/report/html';
import type { ReportError } from '../../src/report/report';
import { describeInBrowser, openFile, startBrowser, violations } from '../support/browser';
import { drista, folder } from '../support/command';
import { build, buildText } from '../support/compiled';
import { top } from '../support/paths';

const sources = join(top, 'test', 'report', 'forms');

const made = new Map<string, string>();

/** Checks the program, and returns the file of its page. */
function pageOf(name: string, text?: string): string {
  const known = made.get(name);
  if (known !== undefined) return known;
  const program = text === undefined ? build([join(sources, `${name}.c`)]) : buildText(text);
  const file = join(folder, `${name}.html`);
  made.set(name, file);
  expect(
    drista(
      ['--tune', 'minimise=off', '--report', `html=${file}`, '--save', join(folder, `${name}.saved`), program],
      {},
      sources,
    ).status,
  ).toBe(1);
  return file;
}

/** The current row: its number from 1, and the accessible name. */
async function current(page: Page): Promise<[string | null, string | null]> {
  const row = page.locator('[aria-selected="true"]');
  const list = page.locator('[role="listbox"]');
  expect(await list.getAttribute('aria-activedescendant')).toBe(await row.getAttribute('id'));
  return [await row.getAttribute('aria-posinset'), await row.locator('.only-read').textContent()];
}

const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();

/** The arrows that are drawn, by kind and the places of their events. */
async function arrows(page: Page): Promise<string[]> {
  const found = await page.locator('g.arrow').all();
  const named = found.map(async (arrow) => {
    const [kind, from, to] = await Promise.all(
      ['class', 'data-from', 'data-to'].map((name) => arrow.getAttribute(name)),
    );
    return `${kind!.replace('arrow ', '')} ${from} ${to}`;
  });
  return (await Promise.all(named)).sort();
}

describeInBrowser('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  test('of an assertion: steps, memory, a stale read, arrows', async () => {
    const { page, complaints } = await openFile(browser, pageOf('assertion'));
    expect(await page.title()).toMatch(/^drista: assertion in /);
    expect(await texts(page, '.lane-name')).toEqual(['main', 'thread 1 (writer)', 'thread 2 (reader)']);
    expect(await page.locator('.row').count()).toBe(9);
    expect(await current(page)).toEqual([
      '9',
      'part of the error, thread 2 (reader), assertion.c:20: assertion `atomic_load_explicit(&data, ' +
        "memory_order_relaxed) == 2' failed",
    ]);
    expect(await texts(page, '.why')).toEqual([
      'Line 20 may return 0, because nothing orders line 12 before line 20. The nearest release after line 12 is ' +
        'line 13. Line 19 reads from it, but does not acquire (it is relaxed).',
    ]);

    await page.keyboard.press('k');
    expect(await current(page)).toEqual(['8', 'thread 2 (reader), assertion.c:20: data.load(relaxed) = 0']);
    expect(await texts(page, '.code.marked')).toEqual([
      '20\n        assert(atomic_load_explicit(&data, memory_order_relaxed) == 2);',
    ]);
    expect(await texts(page, '.values tbody tr')).toEqual([
      '✓\t0\tinitial value\treturned here',
      '○\t1\tassertion.c:11, thread 1 (writer)\tin another execution',
      '○\t2\tassertion.c:12, thread 1 (writer)\tin another execution',
    ]);
    expect(await texts(page, '.memory tr')).toEqual([
      'Location\tLast\tmain\tthread 1\tthread 2',
      'data\t2\t2\t–\t0 or 1 or 2',
      'flag\t1\t1\t–\t1',
    ]);
    expect(await arrows(page)).toEqual(['fr 11 4']);

    // Memory at an earlier step; what changed is marked, and said.
    for (const key of ['ArrowUp', 'ArrowLeft', 'k', 'k']) await page.keyboard.press(key);
    expect(await current(page)).toEqual(['4', 'thread 1 (writer), assertion.c:12: data.store(2, relaxed)']);
    expect(await texts(page, '.memory tbody tr')).toEqual(['data\t2 ●\t0 or 1 or 2\t2\t–', 'flag\t0\t0\t0\t–']);
    expect(await page.locator('[aria-live="polite"]').innerText()).toBe(
      'Step 4 of 9. thread 1 (writer), assertion.c:12: data.store(2, relaxed). data is 2.',
    );
    await page.keyboard.press('Home');
    expect((await current(page))[0]).toBe('1');
    await page.keyboard.press('k');
    expect((await current(page))[0]).toBe('1');
    for (const key of ['j', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    expect((await current(page))[0]).toBe('4');
    await page.keyboard.press('End');
    expect((await current(page))[0]).toBe('9');
    await page.locator('#step').fill('7');
    expect(await current(page)).toEqual(['7', 'thread 2 (reader), assertion.c:19: flag.load(relaxed) = 1']);
    expect(await page.locator('.count').innerText()).toBe('7 / 9');
    await page.getByRole('button', { name: 'Next event' }).click();
    expect((await current(page))[0]).toBe('8');

    // Arrows of a kind, and of one event alone while it is hovered.
    for (const kind of ['rf', 'co', 'fr', 'sw']) await page.locator(`#show-${kind}`).check();
    expect(await arrows(page)).toEqual(['co 4 5', 'fr 11 4', 'rf 6 10']);
    await page.locator('[data-row="6"] .event').hover();
    expect(await arrows(page)).toEqual(['rf 6 10']);
    await page.locator('#all').check();
    expect(await page.locator('.row').count()).toBe(13);
    await page.mouse.move(0, 0);
    expect(await arrows(page)).toEqual(['co 4 5', 'fr 11 4', 'rf 6 10', 'sw 1 3', 'sw 2 8', 'sw 7 9']);
    await page.locator('[data-row="4"]').click();
    expect((await current(page))[1]).toBe('thread 1 (writer), assertion.c:11: data.store(1, relaxed)');
    expect(complaints).toEqual([]);
  });

  test('of a race: both accesses, and the missing edge', async () => {
    const { page, complaints } = await openFile(browser, pageOf('race'));
    expect(await page.locator('.row.wrong .operation').allTextContents()).toEqual([
      'message = 42',
      'reads message (next)',
    ]);
    expect(await texts(page, '.row.wrong .sign')).toEqual(['!', '!']);
    expect(await texts(page, '.why')).toEqual([
      'There is no chain of synchronization from line 11 (thread 1) to line 19 (thread 2), so neither happens before ' +
        'the other.',
      'Thread 1 releases nothing after line 11: line 18 reads what line 12 wrote, but that write is no release (it ' +
        'is relaxed).',
    ]);
    expect(await arrows(page)).toEqual(['missing 4 10']);
    expect(await page.locator('g.arrow text').allTextContents()).toEqual(['✗ no order']);
    await page.keyboard.press('k');
    expect(await texts(page, '.memory tbody tr')).toEqual(['message\t42\t42\t–\trace', 'ready\t1\t1\t–\t1']);
    expect(complaints).toEqual([]);
  });

  test('of a deadlock: who holds what, and the cycle', async () => {
    const { page, complaints } = await openFile(browser, pageOf('deadlock'));
    expect(await texts(page, '.cycle li')).toEqual([
      'thread 1 (first) → thread 2 (second)',
      'thread 2 (second) → thread 1 (first)',
    ]);
    expect(await texts(page, '.objects tbody tr')).toEqual([
      'left\theld by thread 1 (since line 9)',
      'right\theld by thread 2 (since line 18)',
    ]);
    expect(await arrows(page)).toEqual(['waits 8 6', 'waits 9 5']);
    expect(complaints).toEqual([]);
  });

  test('folded iterations open by key and by click', async () => {
    const file = pageOf('loop');
    const { page, complaints } = await openFile(browser, file);
    expect(await texts(page, '.fold')).toEqual(['▸ 8 more iterations']);
    const rows = await page.locator('.row').count();
    await page.keyboard.press('Home');
    for (let i = 0; i < 3; i++) await page.keyboard.press('j');
    expect((await current(page))[1]).toBe('thread 1 (blink): 8 more iterations of a loop; Enter shows them');
    await page.keyboard.press('Enter');
    expect(await page.locator('.row').count()).toBe(rows + 15);
    expect(await texts(page, '.fold')).toEqual([]);
    await page.reload();
    await page.locator('.fold').click();
    expect(await page.locator('.row').count()).toBe(rows + 15);
    expect((await current(page))[1]).toBe('thread 1 (blink), loop.c:12: lamp.store(1, relaxed)');
    expect(complaints).toEqual([]);
  });

  test('of two events', async () => {
    const text = '#include <assert.h>\nint main(void) { assert(0); return 0; }\n';
    const { page, complaints } = await openFile(browser, pageOf('two', text));
    await page.locator('#all').check();
    expect(await page.locator('.row').count()).toBe(2);
    await page.keyboard.press('Home');
    expect((await current(page))[1]).toMatch(/^main, .*: begins$/);
    expect(complaints).toEqual([]);
  });

  test('of five thousand events: only rows in view are in the document', async () => {
    const { page, complaints } = await openFile(browser, pageOf('long'));
    const [last] = await current(page);
    expect(last).toBe('4987');
    expect(await page.locator('.row').count()).toBeLessThan(80);
    await page.locator('#show-rf').check();
    // The row that lies in the middle of all rows is the one that is said to.
    await page.evaluate(`{
      const scroller = document.querySelector('.lane-scroller');
      scroller.scrollTop = scroller.scrollHeight / 2;
    }`);
    await page.waitForFunction("!document.querySelector('.row.current')");
    expect(await page.locator('.row').count()).toBeLessThan(80);
    const inView = page.locator('.row').nth(15);
    const number = await inView.getAttribute('aria-posinset');
    await inView.click();
    expect((await current(page))[0]).toBe(number);
    expect(Math.abs(Number(number) - 2494)).toBeLessThan(250);
    await page.locator('#step').fill('3');
    expect((await current(page))[0]).toBe('3');
    await page.keyboard.press('End');
    expect((await current(page))[0]).toBe(last); // the slider has the focus
    expect(complaints).toEqual([]);
  });

  test('texts of the program cannot do anything', async () => {
    const bad = `</script><script>alert(1)</script><img src=x onerror="alert(2)"><!--<script>\u2028\u202e'"&amp;`;
    const place = { file: `/tmp/${bad}.c`, line: 1, function: bad };
    const error: ReportError = {
      kind: 'data-race',
      message: bad,
      threads: [bad, `${bad} 1`],
      locations: [{ ...place, thread: bad }],
      stacks: [],
      events: [
        { thread: 0, operation: bad, place, source: -2, wrong: true, matters: true },
        { thread: 1, operation: `reads ${bad}`, place, source: 0, wrong: true, matters: true },
      ],
      execution: bad,
      traced: {
        locations: [{ name: bad, size: 4, initial: '0' }],
        events: [
          { kind: 'PlainWrite', location: 0, order: -1, size: 4, value: '1', written: '1' },
          { kind: 'PlainRead', location: 0, order: -1, size: 4, pending: true },
        ],
      },
    };
    const file = join(folder, 'bad.html');
    const reporter = htmlForm.create((text) => Promise.resolve(writeFileSync(file, text)));
    reporter.error?.(error, `/tmp/${bad}`);
    await reporter.end?.({
      program: bad,
      model: 'rc11',
      equivalence: 'rf',
      verdict: 'error',
      seconds: 1,
      limitsHit: [],
      notes: [bad],
      errors: [error],
    } as never);
    const { page, complaints } = await openFile(browser, file);
    expect(await page.locator('img, script:not([id]) + script').count()).toBe(0);
    expect(await page.locator('h1').innerText()).toContain('</script><script>alert(1)</script><img src=x');
    expect(await texts(page, '.memory th')).toContain(
      `</script><script>alert(1)</script><img src=x onerror="alert(2)"><!--<script>\\u2028\\u202e'"&amp;`,
    );
    expect(complaints).toEqual([]);
  });

  test('of a check without an error, and of one that was not possible', async () => {
    const file = join(folder, 'none.html');
    const program = buildText('int main(void) { return 0; }\n');
    expect(drista(['--report', `html=${file}`, program]).status).toBe(0);
    const { page, complaints } = await openFile(browser, file);
    expect(await page.locator('h1').innerText()).toMatch(/^verified/);
    expect(await violations(page)).toEqual([]);
    expect(drista(['--report', `html=${file}`, './nothing']).status).toBe(2);
    await page.reload();
    expect(await page.locator('h1').innerText()).toMatch(/nothing does not exist/);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['assertion', 'light', []],
    ['deadlock', 'light', []],
    ['race', 'dark', []],
    ['assertion', 'dark', ['color-contrast']],
    ['deadlock', 'dark', ['color-contrast']],
    ['race', 'light', ['color-contrast']],
  ] as const)('%s in %s: axe finds nothing', async (name, colorScheme, rules) => {
    const { page } = await openFile(browser, pageOf(name), { colorScheme });
    for (const kind of ['rf', 'sw', 'co', 'fr']) await page.locator(`#show-${kind}`).check();
    await page.keyboard.press('k');
    expect(await violations(page, rules)).toEqual([]);
  });
});
