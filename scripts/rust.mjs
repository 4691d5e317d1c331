/** What tests in Rust need: rustc of Debian 12 and the sources of its standard library (docs/how-to/rust.md). */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { installing, mayInstall } from './packages.mjs';
import { say, within } from './steps.mjs';

const registry = '/usr/share/cargo/registry';

/** The packages, as cargo drista names them. */
function packages() {
  const source = readFileSync(within('rust/cargo-drista/src/instrumented_std.rs'), 'utf8');
  const [, names] = /const PACKAGES: &str = "([^"]*)"/.exec(source);
  return ['rustc', 'cargo', ...names.split(/[\\\s]+/)];
}

function isThere() {
  const crates = existsSync(registry) ? readdirSync(registry) : [];
  return (
    existsSync('/usr/bin/rustc') &&
    existsSync('/usr/bin/cargo') &&
    existsSync('/usr/lib/rustlib/src/rust/library/std') &&
    ['compiler_builtins', 'hashbrown', 'libc', 'cfg-if-0.1', 'rustc-demangle'].every((name) =>
      crates.some((crate) => crate.startsWith(name)),
    )
  );
}

/** Other releases have other versions. */
function isDebian12() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$/m.test(release) && /^VERSION_ID="12"$/m.test(release);
}

/** Installs it where that can be done without a question; elsewhere the tests are skipped. */
export function installRust() {
  if (isThere()) return say('Rust: complete');
  const skipped = `tests in Rust are skipped (packages ${packages().join(' ')})`;
  if (!isDebian12() || !mayInstall()) return say(`Rust is missing: ${skipped}`);
  say('Rust: installing it with apt-get ...');
  const succeeds = ([command, args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (!installing(packages()).every(succeeds)) say(`Rust could not be installed: ${skipped}`);
}
