/** Which drista this is. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/paths';
import { version } from '../base/version';

/** A text that differs for any two builds of drista: of what checks programs, and of what is linked into them. */
export function dristaCode(): string {
  const root = packageRoot();
  const files = [
    ...['command', 'Release', join('runtime', 'entry-preload')].flatMap((folder) =>
      filesIn(join(root, 'build', folder)),
    ),
    ...filesIn(join(root, 'build', 'pass')).map((clang) => join(clang, 'drista-pass.so')),
    join(root, 'build', 'runtime', 'libdrista.a'),
    join(root, 'src', 'compiler', 'cc.sh'),
    // In a clone drista may run from here.
    join(root, 'dist', '.transpiled'),
  ];
  return [version(), ...files.map(stateOf)].join('\n');
}

/** Size and time of the last change; empty: there is no such file. */
function stateOf(path: string): string {
  try {
    const { size, mtimeNs } = statSync(path, { bigint: true });
    return `${size} ${mtimeNs}`;
  } catch {
    return '';
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
