/**
 * Keeps beside each bundle of the command line (scripts/bundle.mjs) the code that V8 makes of it in a check, so that
 * later checks need not make it again. Only the version of Node that made it takes it: so it is made where drista is
 * built or installed, and is no part of the package.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from './steps.mjs';

const names = ['main', 'worker-thread'];

/** When the thread ends: by then it has compiled what a check needs. */
const keep = `process.on('exit', () => { require('node:fs').writeFileSync(code, script.createCachedData()); });\n`;

/** Why no example could be checked with the command in the folder; undefined: its code has been kept. */
export function keepCode(folder) {
  return names.map((name) => keepCodeOf(folder, name)).find((why) => why !== undefined);
}

/**
 * Compiles and checks an example, which has right executions and wrong ones, and keeps what V8 compiled for that of
 * the bundle `kept`. V8 takes it only with the flags with which it was kept, so no other bundle's are set.
 */
function keepCodeOf(folder, kept) {
  const scratch = mkdtempSync(join(tmpdir(), 'drista-code-'));
  // Within the folder: drista looks for what belongs to it above its code.
  const rehearsal = mkdtempSync(join(folder, 'rehearsal-'));
  try {
    for (const name of names) {
      const starter = readFileSync(join(folder, `${name}.js`), 'utf8').replace("join(__dirname, '", '$&../');
      const without = starter.replace('if (process.version === ', 'if (false && process.version === ');
      writeFileSync(join(rehearsal, `${name}.js`), name === kept ? starter + keep : without);
    }
    const program = join(scratch, 'example');
    const drista = (...args) =>
      spawnSync(process.execPath, [join(rehearsal, 'main.js'), ...args], { encoding: 'utf8' });
    const compiled = drista('cc', '-o', program, within('examples', 'store-buffering.c'));
    const checked = drista('--keep-going', '--save', `${scratch}/`, program);
    return checked.status === 1 && checked.stdout !== '' ? undefined : compiled.stderr || checked.stderr;
  } finally {
    for (const made of [scratch, rehearsal]) rmSync(made, { recursive: true });
  }
}
