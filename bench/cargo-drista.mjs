/** `cargo drista test`, built from this repository, with Debian's rustc (docs/how-to/rust.md). */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../scripts/steps.mjs';
import { Failed } from './debian.mjs';

const folder = within('build/cargo-drista');

const environment = {
  ...process.env,
  RUSTC: '/usr/bin/rustc',
  CARGO: '/usr/bin/cargo',
  CARGO_NET_OFFLINE: 'true',
  DRISTA: within('drista'),
};

/** Builds it. */
export function buildCargoDrista() {
  const args = ['build', '--release', '--target-dir', folder];
  const done = spawnSync(environment.CARGO, args, { cwd: within('rust/cargo-drista'), env: environment });
  if (done.status !== 0) throw new Failed(`cargo drista could not be built: ${done.stderr ?? done.error}`);
}

/**
 * Checks tests of the package one by one, for so many seconds each; `args`: of cargo drista test. Returns the results,
 * as docs/tests.schema.json says. Programs are built in the folder `target`.
 */
export function cargoDristaTest(folderOfPackage, target, seconds, ...args) {
  const json = join(folder, 'result.json');
  rmSync(json, { force: true });
  const all = ['test', '--no-cache', '-j', '1', '--time-limit', String(seconds), '--report', `json=${json}`, ...args];
  const done = spawnSync(join(folder, 'release', 'cargo-drista'), all, {
    cwd: folderOfPackage,
    env: { ...environment, CARGO_TARGET_DIR: target },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (!existsSync(json)) throw new Failed(`${folderOfPackage} was not checked: ${done.stderr}`);
  return JSON.parse(readFileSync(json, 'utf8')).tests;
}
