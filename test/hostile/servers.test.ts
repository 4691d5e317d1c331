/** `--client`, where one program and one run of drista do not say enough. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const program = join(folder, 'shared-connection');

beforeAll(() => {
  const source = join(top, 'test', 'hostile', 'servers', 'two-workers-one-connection.c');
  const done = drista(['cc', '-pthread', '-g', '-o', program, source]);
  expect(done.stderr).toBe('');
  writeFileSync(join(folder, 'client'), 'ab');
});

const check = (...options: readonly string[]): ReturnType<typeof drista> => drista([...options, program], {}, folder);

test('a saved execution has what the client sends', () => {
  const saved = join(folder, 'saved-with-client');
  expect(check('--client', 'client', '--save', `${saved}/`).status).toBe(1);
  writeFileSync(join(folder, 'client'), 'ba');
  const [file] = readdirSync(saved);
  expect(readFileSync(join(saved, file), 'utf8')).toContain('DRISTA_CLIENT=6162');
  expect(drista(['replay', join(saved, file)], {}, folder).status).toBe(1);
});

test.each([
  ['nowhere', 'drista: --client nowhere: what the client sends cannot be read'],
  ['.', 'drista: --client .: what the client sends cannot be read'],
  ['long', 'drista: --client long: a client sends at most 64000 bytes: name a shorter file\n'],
])('--client %s', (file, message) => {
  writeFileSync(join(folder, 'long'), Buffer.alloc(64_001));
  const done = check('--client', file);
  expect(done.stderr).toContain(message);
  expect(done.stderr.trim().split('\n')).toHaveLength(1);
  expect(done.status).toBe(2);
});

test('a client may send as much as that', () => {
  writeFileSync(join(folder, 'longest'), Buffer.alloc(64_000, 'a'));
  const done = check('--client', 'longest');
  expect(done.stdout + done.stderr).toContain('verified');
});

test.each([
  ['--equivalence', 'state'],
  ['--check', 'progress'],
])('the end of a server: %s %s', (...options) => {
  const server = join(folder, 'dispatched');
  const source = join(top, 'test', 'hostile', 'servers', 'dispatched.c');
  expect(drista(['cc', '-pthread', '-o', server, source]).status).toBe(0);
  writeFileSync(join(folder, 'x'), 'x');
  const done = drista(['--client', 'x', ...options, server], {}, folder);
  expect(done.stdout + done.stderr).toContain('the server waits for another client');
  expect(done.status).toBe(0);
});
