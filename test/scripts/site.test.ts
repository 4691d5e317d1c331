/** The documentation: the site has no dead link, pages that are made from code are up to date. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openFile, startBrowser, violations } from '../support/browser';
import { folder } from '../support/command';
import { top } from '../support/paths';

function script(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, 'scripts', name), ...args], {
    cwd: top,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const files = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

test('each link of the site leads to a file, and to an address in it', () => {
  const site = join(folder, 'site');
  expect(script('site.mjs', site)).toMatchObject({ status: 0, stderr: '' });
  const pages = files(site).filter((name) => name.endsWith('.html'));
  const docs = files(join(top, 'docs')).filter((name) => name.endsWith('.md'));
  for (const name of docs) expect(pages).toContain(`docs/${name.replace(/\.md$/, '.html')}`);
  let links = 0;
  for (const page of pages) {
    const text = readFileSync(join(site, page), 'utf8');
    // Comments of the Markdown are for its tests.
    expect([page, text.includes('<!-- ')]).toEqual([page, false]);
    for (const [, link] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      links++;
      const [path, anchor] = decodeURI(link).split('#');
      const file = path === '' ? join(site, page) : join(dirname(join(site, page)), path);
      expect([page, link, existsSync(file)]).toEqual([page, link, true]);
      if (anchor !== undefined) expect(readFileSync(file, 'utf8')).toContain(`id="${anchor}"`);
    }
  }
  expect(links).toBeGreaterThan(1000);
  expect(readFileSync(join(site, 'search-index.js'), 'utf8')).not.toContain('<!-- not run: diagram');
});

test.each([
  ['site', 'markdown-it'],
  ['vscode', 'yazl'],
  ['reference', 'prettier'],
])('%s.mjs without %s, which is installed for tests only', (name, missing) => {
  const bare = mkdtempSync(join(folder, 'bare-'));
  cpSync(join(top, 'scripts'), join(bare, 'scripts'), { recursive: true });
  const done = spawnSync(process.execPath, [join(bare, 'scripts', `${name}.mjs`)], { cwd: bare, encoding: 'utf8' });
  expect([done.status, done.stdout, done.stderr]).toEqual([
    2,
    '',
    `${name}: the package ${missing} is missing: run \`node scripts/setup.mjs --tests\`\n`,
  ]);
});

describeInBrowser('the search', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  test('finds sections, without a server, by keyboard', async () => {
    const site = join(folder, 'searched');
    expect(script('site.mjs', site).status).toBe(0);
    const { page, complaints } = await openFile(browser, join(site, 'docs', 'how-to', 'ci.html'));
    await page.keyboard.press('/');
    await page.keyboard.type('litmus  WITNESSES');
    const results = page.locator('#search-results a');
    expect(await results.first().innerText()).toBe('Litmus tests');
    await page.locator('#search').fill('');
    expect(await results.count()).toBe(0);
    await page.keyboard.type('as a package');
    expect(await results.first().innerText()).toBe('Install drista: As a package');
    expect(await page.locator('#search-status').innerText()).toMatch(/^\d+ sections?/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`file://${site}/docs/how-to/install.html#as-a-package`);
    await page.locator('#search').fill('<script> no such words');
    expect(await page.locator('#search-status').innerText()).toBe('0 sections');
    expect(complaints.filter((text) => !text.startsWith(`request: file://${site}/`))).toEqual([]);
    // axe-core itself asks for the style.
    await page.locator('#search').fill('outcomes');
    expect(await violations(page)).toEqual([]);
  });
});

test('a dead link is an error, and so is a page in no section', () => {
  const root = mkdtempSync(join(folder, 'root-'));
  const texts = {
    'README.md':
      '# A\n\n[a](docs/a.md) [b](docs/reference/a.md#b)\n[c](#a) [d](#d)\n[e](LICENSE) [f](../x) ![g](g.png)\n',
    'docs/reference/a.md': '# L\n\n## B\n\n[h](../../README.md#a)\n\n## B\n\n[i](#b-1) [j](#b-2)\n',
    'docs/lost.md': '# Lost\n',
    LICENSE: '',
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const done = script('site.mjs', join(root, 'out'), root);
  expect(done.status).toBe(1);
  expect(done.stderr.trim().split('\n')).toEqual([
    'site: docs/lost.md: it is in no section of the site',
    'site: README.md:3: the link docs/a.md leads nowhere',
    'site: README.md:3: the link #d leads nowhere',
    'site: README.md:3: the link ../x leads nowhere',
    'site: README.md:3: the link g.png leads nowhere',
    'site: docs/reference/a.md:9: the link #b-2 leads nowhere',
  ]);
  expect(existsSync(join(root, 'out'))).toBe(false);
});

test('the references of options and of JSON are what the code says', () => {
  expect(script('reference.mjs', '--check')).toMatchObject({ status: 0, stderr: '' });
});
