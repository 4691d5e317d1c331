/** Pages in headless Chromium. */
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';

/** Tests that need a browser; where there is none they are skipped, and say so. */
export const describeInBrowser: (name: string, body: () => void) => void = existsSync(CHROMIUM)
  ? describe
  : (name, body) => {
      describe.skip(`${name} (${CHROMIUM} is not there: apt-get install chromium, or npm test)`, body);
    };

/** Starts the browser; loads the package that drives it only then. */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = jest.requireActual<typeof import('playwright-core')>('playwright-core');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page that is open, and what it did that it should not. */
export interface OpenPage {
  readonly page: Page;
  /** What stood on the console, errors, and addresses other than the file's own that were asked for. */
  readonly complaints: string[];
}

/** Opens the file. */
export async function openFile(browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return { page, complaints };
}

/** What axe-core finds wrong with the page: rule, and where. `rules`: only these; none: all. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = (await page.evaluate(`axe.run(${rules.length === 0 ? '' : JSON.stringify({ runOnly: rules })})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}
