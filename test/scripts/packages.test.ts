/**
 * What scripts/setup.mjs does about programs that are missing, with an apt-get that only writes down how it was called.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommand } from '../../src/compiler/compilers';
import { top } from '../support/paths';

/** A PATH with these commands, some of which are only pretended. */
function pathWith(...commands: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'drista-path-'));
  for (const command of commands) {
    const path = join(folder, command);
    const real = ['env', 'sh'].includes(command) ? findCommand(command) : undefined;
    if (real !== undefined) symlinkSync(real, path);
    else
      writeFileSync(
        path,
        `#!/bin/sh\necho ${command} "$@" >> ${join(folder, 'calls')}\n[ ${command} != sudo ] || [ "$1" = -n ` +
          `] || exec "$@"\n`,
      );
    if (real === undefined) chmodSync(path, 0o755);
  }
  return folder;
}

/** Runs the step as root or as somebody else. */
function install(path: string, uid: number, tests = false): { status: number | null; output: string; calls: string } {
  const script =
    `process.getuid = () => ${uid}; const { installSystemPackages } = await ` +
    `import(${JSON.stringify(pathToFileURL(join(top, 'scripts/packages.mjs')).href)}); ` +
    `installSystemPackages(${tests});`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: path },
    input: '',
  });
  const calls = join(path, 'calls');
  return {
    status: done.status,
    output: done.stdout + done.stderr,
    calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '',
  };
}

const complete = ['clang', 'cmake', 'make', 'g++', 'python3', 'llvm-symbolizer'];

test('nothing is missing', () => {
  const done = install(
    pathWith(...complete, 'clang-format', 'gdb', 'meson', 'ninja', 'man', 'pkg-config', 'apt-get'),
    1000,
  );
  expect(done).toEqual({ status: 0, output: 'setup: system packages: complete\n', calls: '' });
});

test('only what is optional is missing', () => {
  const done = install(pathWith(...complete), 1000);
  expect(done.output).toMatch(/gdb is missing; only `drista replay --gdb` needs it/);
  expect(done.status).toBe(0);
});

test('root installs what is missing', () => {
  const done = install(pathWith('make', 'g++', 'python3', 'apt-get', 'env', 'sh'), 0);
  expect(done.output).toMatch(
    /clang is missing .*\n.*cmake is missing .*\n.*llvm-symbolizer is missing .*\n.*installing clang cmake llvm clang-format gdb meson ninja-build man-db pkg-config with apt-get/,
  );
  expect(done.calls).toBe(
    'apt-get update -q\napt-get install -y -q --no-install-recommends clang cmake llvm clang-format gdb meson ' +
      'ninja-build man-db pkg-config\n',
  );
  expect(done.status).toBe(0);
});

test('what only tests need is installed for them, where nobody is asked', () => {
  const all = [...complete, 'clang-format', 'gdb', 'meson', 'ninja', 'man', 'pkg-config'];
  const done = install(pathWith(...all, 'apt-get', 'env', 'sh'), 0, true);
  expect(done.calls).toBe(
    'apt-get update -q\napt-get install -y -q --no-install-recommends chromium redis-tools lintian\n',
  );
  const without = install(pathWith(...all), 1000, true);
  expect(without).toEqual({
    status: 0,
    output:
      'setup: chromium is missing: tests of the HTML report are skipped (package chromium)\n' +
      'setup: redis-server is missing: tests of `--on` are skipped (package redis-tools)\n' +
      'setup: lintian is missing: tests of the Debian package are skipped (package lintian)\n' +
      'setup: system packages: complete\n',
    calls: '',
  });
});

test('others use sudo', () => {
  const done = install(pathWith(...complete.slice(1), 'apt-get', 'sudo', 'env', 'sh'), 1000);
  expect(done.calls).toMatch(
    /sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends clang clang-format gdb meson ninja-build man-db pkg-config/,
  );
  expect(done.status).toBe(0);
});

test.each([
  ['no sudo', ['apt-get'], /not root and there is no sudo: install clang .* by hand/],
  ['no apt-get', ['sudo'], /no apt-get here: install clang .* by hand/],
])('%s: a clear error', (_what, commands, said) => {
  const done = install(pathWith(...complete.slice(1), ...commands), 1000);
  expect(done.output).toMatch(said);
  expect(done.status).toBe(1);
});
