/** cargo drista test, on a package whose tests say what drista is to find. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../support/command';
import { top } from '../support/paths';

const rustc = '/usr/bin/rustc';
const cargo = '/usr/bin/cargo';
const version = existsSync(rustc) ? spawnSync(rustc, ['--version'], { encoding: 'utf8' }).stdout : '';
const sources = ['/usr/lib/rustlib/src/rust/library/std', '/usr/share/cargo/registry/compiler_builtins-0.1.70'];
const hindrance = !version.startsWith('rustc 1.63.')
  ? 'rustc 1.63 of Debian 12 is not installed'
  : sources.every(existsSync)
    ? undefined
    : 'the sources of the standard library are not installed (docs/how-to/rust.md)';

const title = 'tests in Rust are built, checked, and as expected';

if (hindrance !== undefined) test.skip(`${title} (not run: ${hindrance})`, () => undefined);
else
  // The standard library is built at first: some minutes.
  test(
    title,
    () => {
      const scratch = mkdtempSync(join(folder, 'rust-'));
      const env = {
        ...process.env,
        RUSTC: rustc,
        CARGO: cargo,
        DRISTA: join(top, 'drista'),
        CARGO_NET_OFFLINE: 'true',
      };
      const built = spawnSync(cargo, ['build', '--release', '--target-dir', join(scratch, 'tool')], {
        cwd: join(top, 'rust', 'cargo-drista'),
        env,
        encoding: 'utf8',
      });
      expect([built.status, built.stderr]).toEqual([0, expect.stringContaining('Finished') as string]);
      const json = join(scratch, 'report.json');
      const done = spawnSync(
        join(scratch, 'tool', 'release', 'cargo-drista'),
        ['test', '--report', `json=${json}`, '--no-cache'],
        {
          cwd: join(top, 'test', 'rust', 'sample'),
          env: { ...env, CARGO_TARGET_DIR: join(scratch, 'sample') },
          encoding: 'utf8',
        },
      );
      const { tests } = JSON.parse(readFileSync(json, 'utf8')) as { tests: { name: string; status: string }[] };
      expect(tests.filter(({ status }) => status !== 'passed')).toEqual([]);
      const expected =
        'barrier bounded_channel channel chosen condvar counter_is_none deadlock exits ' +
        'exits_without_panic locals message message_relaxed moved mutex once panics panics_not park ' +
        'poisoned race race_on_local reads_twice release_sequence rwlock spin stack stack_is_one ' +
        'undefined_payloads wait_timeout weak';
      expect(tests.map(({ name }) => name.replace('sample::tests::', ''))).toEqual(expected.split(' '));
      expect(done.status).toBe(0);
    },
    900_000,
  );
