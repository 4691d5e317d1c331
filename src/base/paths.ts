/** The paths of drista's own files, installed or in a clone. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DristaError } from './errors';

/** The nearest folder above this file with a package.json. */
export function packageRoot(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) {
      throw new DristaError('drista is not installed completely: no package.json above its code; install it again');
    }
  }
}

/** The script `drista` that users call. It performs `drista cc` without Node (src/compiler/cc.sh). */
export function launcher(): string {
  return join(packageRoot(), 'drista');
}

/** The runtime as it was built. */
export function runtimeFolder(): string {
  return join(packageRoot(), 'build', 'runtime');
}

/** The runtime as libraries that are loaded before a program. */
export function loadedFolder(): string {
  return join(runtimeFolder(), 'entry-preload');
}

/** What CMake takes to find drista: drista-config.cmake and the functions that it brings. */
export function cmakeFolder(): string {
  return join(packageRoot(), 'share', 'drista');
}

/** The commands that gdb has in a saved execution. */
export function gdbCommands(): string {
  return join(packageRoot(), 'share', 'drista', 'gdb.py');
}

/** Where drista.h is. */
export function includeFolder(): string {
  return join(packageRoot(), 'runtime', 'include');
}

/** The table of effects. */
export function effectsFolder(): string {
  return join(packageRoot(), 'runtime', 'effects');
}
