/** What the scripts share: where the top is, saying one line per step, running a command. */
import { execFile, spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const top = dirname(dirname(fileURLToPath(import.meta.url)));

export const within = (...parts) => join(top, ...parts);

export function say(line) {
  console.log(`setup: ${line}`);
}

export function fail(line) {
  console.error(`setup: ${line}`);
  process.exit(1);
}

/** Runs a command quietly; its output is shown when it fails, with the hint, and the script ends. */
export function run(command, args, hint) {
  const done = spawnSync(command, args, {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === 0) return done.stdout;
  const how = done.error ? done.error.message : done.signal ? `ended by ${done.signal}` : `exit code ${done.status}`;
  return failed([command, ...args], how, done, hint);
}

/** As `run`, beside what else is done: resolves when the command has ended. */
export function runBeside(command, args, hint) {
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd: top, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const how = error.signal ? `ended by ${error.signal}` : `exit code ${error.code}`;
      return failed([command, ...args], how, { stdout, stderr }, hint);
    });
    child.stdin?.end();
  });
}

function failed(command, how, { stdout, stderr }, hint) {
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  return fail(`\`${command.join(' ')}\` failed (${how}): ${hint}`);
}

/** A package that setup installs for tests. Where it is missing, says what to do and ends the script, exit code 2. */
export async function packageNamed(name) {
  try {
    return await import(name);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const script = basename(process.argv[1], '.mjs');
    console.error(`${script}: the package ${name} is missing: run \`node scripts/setup.mjs --tests\``);
    return process.exit(2);
  }
}

/** The options of the script. Where they are wrong, says so and ends it with exit code 2. */
export function optionsOf(options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${basename(process.argv[1], '.mjs')}: ${error.message}`);
    return process.exit(2);
  }
}
