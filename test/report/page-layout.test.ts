/** The page of an execution in Chromium: labels are whole, panes have sizes, pointers have names. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openFile, startBrowser, violations } from '../support/browser';
import { drista, folder } from '../support/command';
import { build } from '../support/compiled';
import { top } from '../support/paths';

const name = 'a_pointer_whose_name_is_rather_long_for_the_narrow_lane_of_a_thread_and_will_not_fit_in_it';
const swap = [
  'compare_exchange(0 → &a_pool_of_nodes_whose_name_is_rather_long_for_a_lane_of_a_thread[2], sc) succeeds',
];

describeInBrowser('the page', () => {
  let browser: Browser;
  const sources = join(top, 'test', 'report', 'forms');
  const file = join(folder, 'layout.html');
  beforeAll(async () => {
    const program = build([join(sources, 'pointers.c')]);
    const options = ['--tune', 'minimise=off', '--report', `html=${file}`, '--save', join(folder, 'layout.saved')];
    expect(drista([...options, program], {}, sources).status).toBe(1);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  /** Boxes whose text is wider or higher than they are. */
  const cut = (page: Page): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('.event')]
      .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight).map((e) => e.textContent)`);

  test.each([1280, 800, 360])('shows labels whole at %i pixels, but for the middle of names', async (width) => {
    const { page, complaints } = await openFile(browser, file, { viewport: { width, height: 740 } });
    await page.locator('#all').check();
    expect(await cut(page)).toEqual([]);
    const box = page.locator('.event.update .operation');
    const [text] = await box.allTextContents();
    expect(text).toMatch(/^a_poin\w*…\w*in_it\./);
    expect([text.slice(text.indexOf('.') + 1)]).toEqual(swap);
    expect(await page.locator('.event.update').getAttribute('title')).toContain(`${name}.compare_exchange(0 → `);
    await box.click();
    await page.locator('[role="listbox"]').focus();
    await page.keyboard.press('w');
    expect(await box.allTextContents()).toEqual([`${name}.${swap[0]}`]);
    expect(await cut(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('w');
    expect(await box.allTextContents()).toEqual([text]);
    expect(complaints).toEqual([]);
  });

  test('names what values point to', async () => {
    const { page } = await openFile(browser, file);
    await page.keyboard.press('End');
    expect(await page.locator('.memory tbody tr > :nth-child(2)').allInnerTexts()).toEqual([
      '&a_pool_of_nodes_whose_name_is_rather_long_for_a_lane_of_a_thread[2]',
      'end',
      '&array[5]',
      'malloc@pointers.c:29',
    ]);
    expect(await page.locator('body').innerText()).not.toMatch(/(?<![\w-])0x[0-9a-f]/);
  });

  test('has separators that are moved by key and by mouse, and keeps sizes', async () => {
    const { page, complaints } = await openFile(browser, file);
    const now = (): Promise<(string | null)[]> =>
      Promise.all([0, 1].map((i) => page.locator('[role="separator"]').nth(i).getAttribute('aria-valuenow')));
    expect(await now()).toEqual(['22', '72']);
    await page.getByRole('separator', { name: 'Width of the source' }).focus();
    const step = await page.locator('.count').innerText();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await now()).toEqual(['26', '72']);
    await page.keyboard.press('End');
    expect(await now()).toEqual(['62', '72']);
    await page.keyboard.press('Home');
    expect(await now()).toEqual(['10', '72']);
    expect(await page.locator('.count').innerText()).toBe(step);
    const state = page.getByRole('separator', { name: 'Width of the state' });
    const { x, y } = (await state.boundingBox())!;
    await page.mouse.move(x + 3, y + 100);
    await page.mouse.down();
    await page.mouse.move(700, y + 100);
    await page.mouse.up();
    expect(await now()).toEqual(['10', '50']);
    expect(await cut(page)).toEqual([]);
    await page.reload();
    expect(await now()).toEqual(['10', '50']);
    await state.dblclick();
    expect(await now()).toEqual(['22', '72']);
    expect(complaints).toEqual([]);
  });

  test('does without a place to keep sizes', async () => {
    const { page, complaints } = await openFile(browser, file);
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })");
    await page.reload();
    await page.getByRole('separator', { name: 'Width of the state' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('separator', { name: 'Width of the state' }).getAttribute('aria-valuenow')).toBe('70');
    expect(complaints).toEqual([]);
  });
});
