/** scripts/vscode.mjs: the package of the extension for VS Code. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../support/command';
import { top } from '../support/paths';

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: top, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim();
}

const made = (name: string): string => run(process.execPath, 'scripts/vscode.mjs', join(folder, name));
const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { version: string };

const vsix = made('vsix');
const staged = join(folder, 'vsix', 'extension');

/** Prints each file of a zip, as Python reads it, and tests its checksums. */
const listing = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print("\\n".join(z.namelist()))`;

test('the package has the files that VS Code looks for', () => {
  expect(vsix).toBe(join(folder, 'vsix', `drista-${version}.vsix`));
  expect(run('python3', '-c', listing, vsix).split('\n')).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/README.md',
    'extension/dist/extension.js',
    'extension/package.json',
    'extension/schemas/config.schema.json',
  ]);
});

test('its manifest names what is there, with the version of drista', () => {
  const manifest = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as {
    version: string;
    main: string;
    publisher: string;
    engines: { vscode: string };
    dependencies?: object;
    contributes: { jsonValidation: { url: string }[] };
  };
  expect(manifest.version).toBe(version);
  expect(manifest.dependencies).toBeUndefined();
  for (const path of [manifest.main, ...manifest.contributes.jsonValidation.map(({ url }) => url)])
    expect([path, existsSync(join(staged, path))]).toEqual([path, true]);
  const read = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("extension.vsixmanifest").decode())';
  const xml = run('python3', '-c', read, vsix);
  expect(xml).toContain(
    `<Identity Language="en-US" Id="drista" Version="${version}" Publisher="${manifest.publisher}" />`,
  );
  expect(xml).toContain(`Id="Microsoft.VisualStudio.Code.Engine" Value="${manifest.engines.vscode}"`);
  // The types are not newer than the oldest VS Code in which the extension runs.
  const types = JSON.parse(readFileSync(join(top, 'node_modules/@types/vscode/package.json'), 'utf8')) as {
    version: string;
  };
  expect(manifest.engines.vscode).toBe(`^${types.version.replace(/\.\d+$/, '.0')}`);
});

test('the bundle needs nothing but VS Code and Node, and has what VS Code calls', () => {
  const load = `const Module = require('node:module');
const loaded = [];
const old = Module._load;
Module._load = (name, ...rest) => {
  loaded.push(name);
  return name === 'vscode' ? {} : old(name, ...rest);
};
const { activate } = require(process.argv[1]);
console.log(typeof activate, loaded.filter((name) => !name.startsWith('node:')).slice(1).join());`;
  expect(run(process.execPath, '-e', load, join(staged, 'dist', 'extension.js'))).toMatch(
    /^function vscode(,vscode)*$/,
  );
});

test('the same sources make the same package', () => {
  const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(hashOf(made('again'))).toBe(hashOf(vsix));
});
