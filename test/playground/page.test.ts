/** The page of the playground in Chromium, as a file: by mouse, by keyboard, narrow, and to assistive technology. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { linkedProgram } from '../../src/playground/program-link';
import { describeInBrowser, openFile, startBrowser, violations } from '../support/browser';
import { folder } from '../support/command';
import { top } from '../support/paths';

const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();

/** The cells of each row of the table in the part of the result. */
async function rows(page: Page, name: string): Promise<string[][]> {
  const all = await page.locator(`[aria-label="${name}"] tbody tr`).all();
  return Promise.all(all.map((row) => row.locator('th, td').allInnerTexts()));
}

const longText = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *a) { for (int i = 0; i < 9; i++) { int v = x; x = v + 1; } return a; }
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, f, NULL);
	for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
`;

describeInBrowser('the playground', () => {
  let browser: Browser;
  const file = join(folder, 'playground-site', 'playground.html');

  beforeAll(async () => {
    const site = spawnSync(process.execPath, [join(top, 'scripts', 'site.mjs'), join(folder, 'playground-site')]);
    expect([site.status, String(site.stderr)]).toEqual([0, '']);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  /** Opens the page; what it asks for but the worker that it makes itself is a complaint. */
  async function open(options: BrowserContextOptions = {}) {
    const { page, complaints } = await openFile(browser, file, options);
    const left = (): string[] => complaints.filter((c) => !c.startsWith('request: blob:'));
    return { page, left };
  }

  async function explored(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Explore' }).click();
    await page.locator('#drawing [role="listbox"]').waitFor();
  }

  test('explores an example under two models, and shows each execution', async () => {
    const { page, left } = await open();
    expect(await page.title()).toBe('Playground - drista');
    await explored(page);
    expect(await text(page, '#status')).toBe('rc11: verified, 4 executions; sc: verified, 3 executions.');
    expect((await rows(page, 'Models')).map((row) => row.slice(0, 3))).toEqual([
      ['rc11', 'verified', '4'],
      ['sc', 'verified', '3'],
    ]);
    expect((await rows(page, 'Outcomes')).sort()).toEqual([
      ['r1=0 r2=0', '1', '–'],
      ['r1=0 r2=1', '1', '1'],
      ['r1=1 r2=0', '1', '1'],
      ['r1=1 r2=1', '1', '1'],
    ]);
    expect(await page.locator('#execution option').count()).toBe(4);
    await page.getByRole('button', { name: '1: show r1=0 r2=0 under rc11' }).click();
    expect(await page.locator('#execution option:checked').innerText()).toMatch(/^\d: r1=0 r2=0$/);
    const reads = page.locator('#drawing .row .operation', { hasText: '.load(' });
    // The picture comes from the worker.
    await reads.and(page.getByText('x.load(acq) = 0')).waitFor();
    expect((await reads.allInnerTexts()).sort()).toEqual(['x.load(acq) = 0', 'y.load(acq) = 0']);
    await page.locator('#show-fr').check();
    expect(await page.locator('#drawing g.arrow.fr').count()).toBe(2);
    await page.getByRole('button', { name: 'Next execution' }).click();
    await page.getByRole('button', { name: 'Previous execution' }).click();
    await page.locator('#shown-model').selectOption('1');
    expect(await page.locator('#execution option').count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    expect(left()).toEqual([]);
  });

  test('shows errors first, and answers litmus tests', async () => {
    const { page, left } = await open();
    await page.locator('#example').selectOption({ label: 'Message passing with a relaxed flag: a data race' });
    await explored(page);
    expect(await page.locator('#results .errors li').allInnerTexts()).toEqual([
      expect.stringMatching(/^data-race\s+rc11: error: data race on message: thread 2 reads what thread 1 writes/),
      expect.stringMatching(/^data-race\s+sc: error: data race on message: thread 2 reads what thread 1 writes/),
    ]);
    expect(await text(page, '#drawing .state')).toContain('There is no chain of synchronization from line 12');
    await page.getByRole('button', { name: 'Show the data-race under sc' }).click();
    expect(await page.locator('#shown-model').inputValue()).toBe('1');
    await page.locator('#example').selectOption({ label: 'Litmus test: two plus two writes' });
    await page.locator('input[value="tso"]').check();
    await explored(page);
    expect(await page.locator('#results summary').allInnerTexts()).toEqual([
      'rc11: Observation 2+2W Sometimes 1 3',
      'tso: Observation 2+2W Never 0 3',
      'sc: Observation 2+2W Never 0 3',
    ]);
    expect(await violations(page)).toEqual([]);
    expect(left()).toEqual([]);
  });

  test('says what is refused, stops, and says which limit was reached', async () => {
    const { page, left } = await open();
    await page.locator('#program').fill('int main(void) { goto end; }');
    await page.getByRole('button', { name: 'Explore' }).click();
    await page.locator('#status.error').waitFor();
    expect(await text(page, '#status')).toBe("program.c:1:18: 'goto' is not supported: use if and loops");
    await page.locator('#program').fill(longText);
    await page.locator('#most').selectOption('100000');
    await page.keyboard.press('Control+Enter');
    await page.locator('#status', { hasText: 'executions so far' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await text(page, '#status')).toMatch(
      /^Stopped while exploring rc11: \d+ executions so far\. Nothing is said of the rest\.$/,
    );
    expect(await page.getByRole('button', { name: 'Stop' }).isDisabled()).toBe(true);
    await page.locator('#most').selectOption('1000');
    await page.locator('input[value="sc"]').uncheck();
    await explored(page);
    const [[, verdict, count, , limits]] = await rows(page, 'Models');
    expect([verdict, count, limits]).toEqual([
      'inconclusive',
      '1000',
      'the limit of executions was reached: there are more',
    ]);
    await page.locator('input[value="rc11"]').uncheck();
    await page.getByRole('button', { name: 'Explore' }).click();
    await page.locator('#status.error').waitFor();
    expect(await text(page, '#status')).toBe('no memory model is chosen: choose one');
    expect(left()).toEqual([]);
  });

  test('a link holds the program and the models', async () => {
    const { page } = await open();
    await page.locator('#program').fill(longText);
    await page.locator('input[value="ra"]').check();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.waitForURL(/#p=/);
    expect(linkedProgram(new URL(page.url()).hash)).toEqual({ text: longText, models: ['rc11', 'ra', 'sc'] });
    const address = page.url();
    const again = await browser.newPage();
    await again.goto(address);
    expect(await again.locator('#program').inputValue()).toBe(longText);
    expect(await again.locator('fieldset input:checked').count()).toBe(3);
    await again.goto(`${address.slice(0, -9)}`);
    expect(await text(again, '#status')).toBe('The link is damaged: its program cannot be read.');
  });

  test.each(['light', 'dark'] as const)('on a phone, %s', async (colorScheme) => {
    const { page, left } = await open({ viewport: { width: 360, height: 740 }, colorScheme, hasTouch: true });
    await page.locator('#example').selectOption({ label: 'Two mutexes in two orders: a deadlock' });
    await explored(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, summary, .choice, .toggle')]
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML)`);
    expect(small).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(left()).toEqual([]);
  });

  test('by keyboard', async () => {
    const { page } = await open();
    await page.locator('#program').focus();
    await page.keyboard.type('jk');
    await page.locator('#example').selectOption('0');
    await page.keyboard.press('Control+Enter');
    await page.locator('#drawing [role="listbox"]').focus();
    await page.keyboard.press('Home');
    expect(await text(page, '#drawing .count')).toMatch(/^1 \//);
    await page.keyboard.press('j');
    expect(await text(page, '#drawing .count')).toMatch(/^2 \//);
    await page.locator('#execution').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#execution').inputValue()).toBe('1');
    await page.locator('#drawing [role="listbox"]').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('execution');
  });
});
