/**
 * What a function of the program's may have to do besides its event, where a forgotten step is a wrong verdict and no
 * compiler notices it:
 * - a function that may be the whole body of a waiting loop (DR_WAITING) takes the fingerprint of the caller's state
 *   before all else: anything else may change the registers;
 * - a file whose calls ask whether they may still time out (dr_timeout_held) counts those that do (dr_timed_out);
 * - a function that reads a time from memory checks that it is one, and has its access recorded: dr_clock_moment comes
 *   after dr_clock_invalid, or dr_clock_deadline does all.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { within } from '../steps.mjs';

/** Calls that take the fingerprint, by themselves or as a part of a place. */
const fingerprint = /^[^;]*\b(dr_spin_fingerprint\(|PLACE\()/;

/** Functions that pass on what their callers have checked. */
const helpers = new Set(['dr_clock_deadline', 'dr_clock_moment']);

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'runtime'], {
  cwd: within(),
  encoding: 'utf8',
});
let failed = false;
for (const path of stdout.split('\n').filter((name) => name.endsWith('.c'))) {
  let text;
  try {
    const blank = (comment) => comment.replace(/[^\n]/g, '');
    text = readFileSync(within(path), 'utf8')
      .replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, blank)
      .replace(/\\\n/g, ' \n');
  } catch {
    continue; // deleted, but not committed yet
  }
  const complain = (at, what) => {
    console.log(`lint: ${path}:${text.slice(0, at).split('\n').length}: ${what}`);
    failed = true;
  };
  for (const { index, 0: head } of text.matchAll(/\bDR_WAITING(?:_WEAK)?\((?:[^{};]*?)\)\s*\{/g)) {
    const declarations = /^(?:\s*\(void\)\w+;)*/.exec(text.slice(index + head.length))[0];
    if (!fingerprint.test(text.slice(index + head.length + declarations.length)))
      complain(index, 'a function of DR_WAITING takes dr_spin_fingerprint() in its first statement');
  }
  const asks = text.indexOf('dr_timeout_held(');
  if (asks >= 0 && !text.includes('dr_timed_out('))
    complain(asks, 'a call that may time out is not counted when it has: dr_timed_out does');
  for (const { index, 0: body, 1: name } of text.matchAll(/^\w[^\n;{}]*?\b(\w+)\([^{};]*\)\s*\{\n[^]*?^\}/gm)) {
    const moment = body.indexOf('dr_clock_moment(');
    if (moment >= 0 && !helpers.has(name) && !/\b(dr_clock_invalid|invalid)\(/.test(body.slice(0, moment)))
      complain(index + moment, `${name} uses a time that it has not checked: dr_clock_deadline does`);
  }
}
process.exitCode = failed ? 1 : 0;
