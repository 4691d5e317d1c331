/** All that says which version this is says the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/base/version';
import { top } from '../support/paths';

const text = (...path: string[]): string => readFileSync(join(top, ...path), 'utf8');
const locked = (name: string): RegExp => new RegExp(`name = "${name}"\nversion = "(.*)"`);

test.each([
  ['package-lock.json', /^\{\n {2}"name": "drista",\n {2}"version": "(.*)"/],
  ['share/drista/drista.pc', /^Version: (.*)$/m],
  ['rust/drista/Cargo.toml', /^version = "(.*)"$/m],
  ['rust/drista-macros/Cargo.toml', /^version = "(.*)"$/m],
  ['rust/cargo-drista/Cargo.toml', /^version = "(.*)"$/m],
  ['rust/cargo-drista/Cargo.lock', locked('cargo-drista')],
  ['test/rust/sample/Cargo.lock', locked('drista')],
  ['test/rust/sample/Cargo.lock', locked('drista-macros')],
  ['docs/how-to/install.md', /drista-(\d.*?)\.tgz/],
  ['docs/how-to/install.md', /drista_(\d.*?)-1_amd64\.deb/],
])('%s has the version of package.json (%s)', (path, pattern) => {
  expect(pattern.exec(text(path))?.[1]).toBe(version());
});

test('the changelog describes it, with a date, above all earlier versions', () => {
  const headings = [...text('CHANGELOG.md').matchAll(/^## \[(.*?)\](.*)$/gm)].map(([, name, rest]) => [name, rest]);
  const [first] = headings.filter(([name]) => name !== 'Unreleased');
  expect(first).toEqual([version(), expect.stringMatching(/^ - \d{4}-\d\d-\d\d$/)]);
});
