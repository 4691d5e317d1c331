/** `drista doctor --rust`: asks cargo drista, which knows what it needs, where it is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
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
function installed(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const cargo = environment.CARGO_HOME ?? join(environment.HOME ?? '', '.cargo');
  return [...(environment.PATH ?? '').split(delimiter), join(cargo, 'bin')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
