/**
 * The programs of bench/loom with drista and with loom: `npm run bench -- loom --loom FOLDER [--cargo COMMAND]
 * [--write]`. FOLDER has loom's source, and `.cargo/config.toml` where its crates are not those of crates.io; COMMAND
 * (default: cargo) can build it. --write updates bench/loom.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { optionsOf, within } from '../scripts/steps.mjs';
import { buildCargoDrista, cargoDristaTest } from './cargo-drista.mjs';
import { Failed, table } from './debian.mjs';

const options = optionsOf({
  loom: { type: 'string' },
  cargo: { type: 'string', default: 'cargo' },
  write: { type: 'boolean' },
});

const source = readFileSync(within('bench/loom/programs.rs'), 'utf8');
const names = [...source.matchAll(/^pub fn (\w+)\(\)/gm)].map(([, name]) => name);
const folder = within('build/loom');
/** Seconds for one program. */
const LIMIT = 60;

function run(command, args, more) {
  const begun = process.hrtime.bigint();
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...more });
  if (done.error !== undefined && done.error.code !== 'ETIMEDOUT')
    throw new Failed(`${command}: ${done.error.message}`);
  return { ...done, output: done.stdout + done.stderr, seconds: Number(process.hrtime.bigint() - begun) / 1e9 };
}

function packageAt(to, dependency, main) {
  mkdirSync(join(to, 'src'), { recursive: true });
  cpSync(within('bench/loom/programs.rs'), join(to, 'src', 'programs.rs'));
  const manifest = '[package]\nname = "programs"\nversion = "0.1.0"\nedition = "2021"\n';
  writeFileSync(join(to, 'Cargo.toml'), manifest + dependency);
  for (const [name, text] of Object.entries(main)) writeFileSync(join(to, 'src', name), text);
  return to;
}

/** Of each program: seconds, executions and what was found, by drista. */
function byDrista() {
  const tests = names.map((name) => `#[drista::test] fn ${name}() { super::programs::${name}() }`).join('\n');
  const to = packageAt(join(folder, 'drista'), `[dev-dependencies]\ndrista = { path = "${within('rust/drista')}" }\n`, {
    'lib.rs': `#[cfg(test)] mod programs;\n#[cfg(test)] mod tests {\n${tests}\n}\n`,
  });
  buildCargoDrista();
  const all = cargoDristaTest(to, join(to, 'target'), LIMIT);
  return new Map(
    all.map(({ name, found, seconds }) => [
      name.replace(/.*::/, ''),
      {
        seconds,
        executions: found.executions,
        found: found.errors[0]?.kind ?? (found.limitsHit.length === 0 ? 'nothing' : 'nothing yet'),
      },
    ]),
  );
}

/** The same by loom. */
function byLoom(loom) {
  const arms = names.map((name) => `"${name}" => loom::model(programs::${name}),`).join('\n');
  const call = `match std::env::args().nth(1).unwrap().as_str() { ${arms} _ => panic!() }`;
  const to = packageAt(join(folder, 'loom'), `[dependencies]\nloom = { path = "${loom}" }\n`, {
    'main.rs': `mod programs;\nfn main() { ${call} }\n`,
  });
  if (existsSync(join(loom, '.cargo'))) cpSync(join(loom, '.cargo'), join(to, '.cargo'), { recursive: true });
  const env = { ...process.env, RUSTFLAGS: '--cfg loom', LOOM_LOG: 'off' };
  const built = run(options.cargo, ['build', '--release'], { cwd: to, env });
  if (built.status !== 0) throw new Failed(`loom could not be built: ${built.output}`);
  return new Map(
    names.map((name) => {
      const args = [name];
      const done = run(join(to, 'target', 'release', 'programs'), args, { timeout: LIMIT * 1000, env });
      const said = /panicked at[^\n]*\n?([^\n.;]*)/.exec(done.output);
      const found =
        done.status === 0 ? 'nothing' : done.error !== undefined ? 'nothing yet' : said?.[1] || said?.[0] || 'a crash';
      return [name, { seconds: done.seconds, found: found.trim() }];
    }),
  );
}

try {
  if (options.loom === undefined) throw new Failed('--loom FOLDER is needed: the source of loom');
  const loom = resolve(options.loom);
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(loom, 'Cargo.toml'), 'utf8'));
  const [ours, theirs] = [byDrista(), byLoom(loom)];
  const rows = names.map((name) => {
    const [a, b] = [ours.get(name), theirs.get(name)];
    const isWrong = name.endsWith('_wrong') ? 'yes' : 'no';
    return [name, isWrong, a.found, a.executions, a.seconds.toFixed(2), b.found, b.seconds.toFixed(2)];
  });
  const text = table(
    ['program', 'has an error', 'drista finds', 'executions', 'seconds', 'loom finds', 'seconds'],
    rows,
  );
  console.log(text);
  if (options.write)
    writeFileSync(
      within('bench/loom.md'),
      `# drista and loom

Made by \`npm run bench -- loom --loom FOLDER --write\`, with loom ${version}: the programs of
[loom/programs.rs](loom/programs.rs), with \`std\` for drista, and with loom's types for loom. Seconds are of one run,
without building; drista's are with the start of its processes. ${LIMIT} seconds at most.

${text}
`,
    );
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}
