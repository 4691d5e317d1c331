/** Checks on several machines by a server with TLS, passwords and users; errors that workers find; files of a limit. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal } from '../support/command';
import { buildText } from '../support/compiled';
import { top } from '../support/paths';
import { scratchFolder } from '../support/scratch';
import { compiledBench, Machines, redisServer, verdictOf, type Protection } from './machines';

const describeOnRedis = redisServer === undefined ? describe.skip : describe;

/** The rights of a user that the documentation names. */
const page = readFileSync(join(top, 'docs', 'how-to', 'cluster.md'), 'utf8');
const rights = /^ +ACL SETUSER drista on >PASSWORD (.*)$/m.exec(page)![1];

/** A server with a certificate of its own. */
function protection(): Protection {
  const folder = scratchFolder('drista-tls-');
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=drista test', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', tls.key, '-out', tls.certificate],
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { tls, password: 'of-the-test', user: { name: 'machine', password: 'of%machines/', rights } };
}

/** Runs openssl, or fails. */
function openssl(args: readonly string[]): void {
  const made = spawnSync('openssl', args);
  if (made.status !== 0) throw new Error(String(made.stderr));
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** The certificate of an authority of one's own, and the key for it. */
function authority(folder: string, name: string): { certificate: string; key: string } {
  const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  openssl([
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`],
    ...['-keyout', files.key, '-out', files.certificate],
  ]);
  return files;
}

/** A server whose certificate the authority has signed for this address. */
function signed(folder: string, by: ReturnType<typeof authority>, address: string): Protection['tls'] {
  const [certificate, key, asked, fields] = ['server.pem', 'server.key', 'asked.csr', 'fields'].map((name) =>
    join(folder, `${address}-${name}`),
  );
  writeFileSync(fields, `subjectAltName=IP:${address}\n`);
  openssl(['req', ...newKey, '-subj', '/CN=server', '-keyout', key, '-out', asked]);
  openssl([
    ...['x509', '-req', '-in', asked, '-CA', by.certificate, '-CAkey', by.key, '-CAcreateserial', '-days', '2'],
    ...['-extfile', fields, '-out', certificate],
  ]);
  return { certificate, key, authority: by.certificate };
}

/** Of its executions one in four fails an assertion, and others end with a deadlock. */
const twoErrors = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z, r, q;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *m, pthread_mutex_t *n)
{
  pthread_mutex_lock(m), pthread_mutex_lock(n), pthread_mutex_unlock(n), pthread_mutex_unlock(m);
}
static void *first(void *arg)
{
  atomic_store_explicit(&x, 1, memory_order_relaxed), r = atomic_load_explicit(&y, memory_order_relaxed);
  z++, both(&a, &b);
  return arg;
}
static void *second(void *arg)
{
  atomic_store_explicit(&y, 1, memory_order_relaxed), q = atomic_load_explicit(&x, memory_order_relaxed);
  z++, both(&b, &a);
  return arg;
}
int main(void)
{
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0), pthread_create(&t[1], 0, second, 0);
  pthread_join(t[0], 0), pthread_join(t[1], 0);
  assert(r || q);
}
`;

/** The accesses that race are events of the trace. */
const lateRace = `#include <pthread.h>
#include <stdatomic.h>
atomic_int y;
int x;
static void *first(void *arg)
{
  if (atomic_load_explicit(&y, memory_order_relaxed) == 1)
    x = 2;
  return arg;
}
static void *second(void *arg)
{
  x = 2;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return arg;
}
int main(void)
{
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0), pthread_create(&t[1], 0, second, 0);
  return pthread_join(t[0], 0), pthread_join(t[1], 0);
}
`;

describeOnRedis('by a server with TLS and users', () => {
  const safe = protection();
  const machines = new Machines(safe);
  let seven: string;

  beforeAll(async () => {
    seven = compiledBench(machines.folder, 'ainc', ['N=7', 'TOLD']);
    await machines.startRedis();
    await Promise.all([machines.startWorker(), machines.startWorker()]);
  });
  afterAll(() => machines.end());

  const byRf = ['--equivalence', 'rf', '--tune', 'chance=0'];
  const verified = (n: number): string =>
    `verified: no error in any execution under rc11, equivalence rf (${n} executions)`;
  const environment = { NODE_EXTRA_CA_CERTS: safe.tls.certificate };

  test('the same verdict; nothing is left, and no password is shown', async () => {
    const ended = await machines.lead(['-v', ...byRf, seven]).ended;
    expect(verdictOf(ended)).toBe(verified(5040));
    expect(ended.stdout).toMatch(/2 workers explored \d+ parts/);
    expect(await machines.left()).toEqual([]);
    const said = [ended.stderr, ...machines.workers.map(({ stderr }) => stderr)].join('\n');
    expect(said).toMatch(`at rediss://127.0.0.1:${machines.port}`);
    expect(said).not.toMatch(/of%|%25|%2F/);
  });

  test('the password is in a variable', () => {
    const url = `rediss://machine@127.0.0.1:${machines.port}`;
    const args = ['--on', url, ...byRf, compiledBench(machines.folder, 'ainc', ['N=2', 'TOLD'])];
    const done = drista(args, { ...environment, DRISTA_REDIS_PASSWORD: 'of%machines/' });
    expect(done.stdout).toMatch(/verified: .* \(2 executions/);
    expectRefusal(drista(args, environment), /cannot be reached \((WRONGPASS|NOAUTH)/);
  });

  test.each([
    ['another password', 'rediss://machine:guessed@', environment, /cannot be reached \(WRONGPASS/],
    ['an unknown user', 'rediss://nobody:guessed@', environment, /cannot be reached \(WRONGPASS/],
    ['no password', 'rediss://', environment, /cannot be reached \(NOAUTH/],
    [
      'a certificate that nobody vouches for',
      'rediss://machine:of%25machines%2F@',
      {},
      /cannot be reached \(DEPTH_ZERO/,
    ],
    ['no TLS', 'redis://machine:of%25machines%2F@', environment, /cannot be reached \(/],
  ])('%s', (_what, server, env, message) => {
    const url = `${server}127.0.0.1:${machines.port}`;
    const done = drista(['--on', url, seven], env);
    expectRefusal(done, message);
    expect(done.stderr).not.toMatch(/guessed|of%|%25|%2F/);
  });

  test('errors that workers find are those that one machine finds', async () => {
    const program = buildText(twoErrors);
    const kinds = (text: string): string[] => [...new Set(text.match(/^error: .*?(?=:|$)/gm))].sort();
    const all = ['--tune', 'chance=0', '--keep-going', '--tune', 'minimise=off', '--equivalence', 'rf', program];
    const alone = drista(all, {}, machines.folder);
    const together = await machines.lead(['-v', ...all]).ended;
    expect(together.stdout).toMatch(/2 workers explored \d+ parts/);
    expect(kinds(together.stdout)).toEqual(kinds(alone.stdout));
    expect(kinds(alone.stdout)).toHaveLength(2);
    expect(verdictOf(together)).toBe(verdictOf({ ...alone, stderr: '' }));
    expect(together.status).toBe(1);
    const first = await machines.lead(['--tune', 'chance=0', '--equivalence', 'rf', program]).ended;
    expect(first.status).toBe(1);
    const [, saved] = /drista replay (\S+)/.exec(first.stdout)!;
    expect(drista(['replay', saved], {}, machines.folder).status).toBe(1);
    expect(await machines.left()).toEqual([]);
  });

  test('a worker finds a race of which one access comes last', async () => {
    const program = buildText(lateRace);
    const ended = await machines.lead(['-v', '--tune', 'chance=0', '--equivalence', 'rf', program]).ended;
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringContaining('error: data race on x') as string });
    expect(ended.stdout).toMatch(/2 workers explored \d+ parts?/);
  });

  test('interrupted: several machines go on', async () => {
    const lead = machines.lead([...byRf, compiledBench(machines.folder, 'ainc', ['N=8', 'TOLD'])]);
    await machines.shared(lead);
    lead.signal('SIGINT');
    const ended = await lead.ended;
    expect(ended.status).toBe(3);
    const [, file] = /go on with: drista --resume (\S+)/.exec(ended.stdout)!;
    const resumed = await machines.lead(['-v', '--resume', file]).ended;
    expect(verdictOf(resumed)).toBe(verified(40320));
    expect(resumed.stdout).toMatch(/2 workers explored \d+ parts/);
    expect(await machines.left()).toEqual([]);
  });

  test('a check on one machine goes on there alone', async () => {
    const kept = ['--checkpoint', 'kept.resume'];
    drista(['--jobs', '2', ...byRf, '--max-executions', '2500', ...kept, seven], {}, machines.folder);
    const refused = await machines.lead(['--resume', 'kept.resume']).ended;
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/a check without --on has left kept.resume: leave --on out/);
    const alone = drista(['--resume', 'kept.resume'], {}, machines.folder);
    expect(verdictOf(alone)).toBe(verified(5040));
  });
});

describeOnRedis('by a server whose certificate an authority of one’s own has signed', () => {
  const files = scratchFolder('drista-authority-');
  const ours = authority(files, 'ours');
  const other = authority(files, 'other');
  const user = { name: 'machine', password: 'secret', rights };
  const machines = new Machines({ tls: signed(files, ours, '127.0.0.1'), password: 'of-the-test', user });
  let five: string;

  beforeAll(async () => {
    five = compiledBench(machines.folder, 'ainc', ['N=5', 'TOLD']);
    await machines.startRedis();
    await machines.startWorker();
  });
  afterAll(() => machines.end());

  test('who knows the authority may explore', async () => {
    const ended = await machines.lead(['-v', '--equivalence', 'rf', '--tune', 'chance=0', five]).ended;
    expect(ended.stdout).toMatch(/1 worker explored \d+ parts?[^]*\(120 executions/);
  });

  test.each([
    ['another authority', other.certificate],
    ['no authority', ''],
  ])('who knows %s learns why in one line: lead, worker, tests and specifications', (_what, certificate) => {
    const env = { NODE_EXTRA_CA_CERTS: certificate };
    const why = /cannot be reached \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): check the URL/;
    for (const command of [
      ['--on', machines.url, five],
      ['worker', '--redis', machines.url],
      ['test', '--on', machines.url],
      ['spec', '--on', machines.url, join(top, 'examples', 'stack-specification.cc')],
    ])
      expectRefusal(drista(command, env), why);
  });
});
