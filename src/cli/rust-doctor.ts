/** `drista doctor --rust`: asks cargo drista, which knows what it needs, where it is installed. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { findCommand } from '../compiler/compilers';
import { packageRoot } from '../base/paths';
import { Exit } from '../base/exit';
import { print } from './print';

/** Prints what it says. Returns the exit code. */
export async function rustDoctor(environment: NodeJS.ProcessEnv): Promise<number> {
  const tool = installed('cargo-drista', environment);
  if (tool === undefined) {
    const cargo = installed('cargo', environment) === undefined ? 'apt-get install rustc cargo, then ' : '';
    const source = join(packageRoot(), 'rust', 'cargo-drista');
    await print(
      `tests in Rust cannot be checked: cargo drista is not installed: ${cargo}cargo install --path ${source}\n`,
    );
    return Exit.Failure;
  }
  const env = { DRISTA: join(packageRoot(), 'drista'), ...environment };
  const { status, stdout, error } = spawnSync(tool, ['doctor'], { env, encoding: 'utf8' });
  await print(error === undefined ? stdout : `tests in Rust cannot be checked: ${tool} cannot be run\n`);
  return status ?? Exit.Failure;
}

/** Where PATH or cargo's own folder has the command; undefined: nowhere. */
function installed(name: string, { PATH = '', HOME = '', CARGO_HOME = join(HOME, '.cargo') }: NodeJS.ProcessEnv) {
  return findCommand(name, [PATH, join(CARGO_HOME, 'bin')].join(delimiter));
}
