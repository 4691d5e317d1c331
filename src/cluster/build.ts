/** Which drista this is: machines that explore together must run the same code. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../base/hash';
import { loadedFolder, packageRoot } from '../base/paths';
import { version } from '../base/version';

/** A hash of the version, the instruction set, and all code that explores and runs programs. */
export function buildId(): string {
  const native = join(packageRoot(), 'build', 'Release', 'drista.node');
  const files = [...scriptsIn(codeFolder()), native, ...filesIn(loadedFolder()).filter((file) => file.endsWith('.so'))];
  const parts = files.map((file) => sha256(readFileSync(file)));
  return `${process.arch}-${sha256([version(), process.arch, ...parts].join('\n')).slice(0, 16)}`;
}

/** Where the code of drista is that runs now, bundled or not. */
function codeFolder(): string {
  return __dirname.endsWith(join('src', 'cluster')) ? join(__dirname, '..') : __dirname;
}

function scriptsIn(folder: string): string[] {
  return filesIn(folder).filter((file) => file.endsWith('.js'));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
