import { availableParallelism } from 'node:os';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addon, failureCode } from '../../src/channel/addon';
import { RunWriter, Status } from '../../src/channel/protocol';
import { Server } from '../../src/channel/server';
import { DristaError } from '../../src/base/errors';
import { Workshop } from './bad-program';

const shop = new Workshop();
afterAll(() => shop.remove());

function build(body: string): string {
  return shop.build(`p${body.length}-${Math.abs([...body].reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7))}`, body);
}

/** The message that starting the program fails with. */
function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(DristaError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

function alive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

function frame(): Uint8Array {
  const writer = new RunWriter();
  writer.begin(0, 10, 10);
  return writer.finish();
}

const RESULT = 'frame(48, 5); for (int i = 0; i < 12; i++) put32(0);';

describe('a program that speaks the protocol', () => {
  it('greets, prepares, runs and ends when the connection is closed', () => {
    const server = new Server(build(`hello(VERSION); for (;;) { if (skip() == 2) frame(0, 3); else { ${RESULT} } }`));
    expect(alive(server.pid)).toBe(true);
    server.prepare([{ address: 4096, size: 4, mixed: true }], [{ creator: 0, child: 0 }]);
    const result = server.run(frame(), 10);
    expect([result.status, result.events, result.conflicts()]).toEqual([Status.Complete, 0, []]);
    server.stop();
    expect(alive(server.pid)).toBe(false);
    expect(server.stop()).toBe(server.stop());
    expect(failure(() => server.run(frame(), 10))).toContain('was stopped');
  });

  it('may be bound to a processor while it is asked, and drista keeps all of its own', () => {
    const allowed = (status: string): string => /^Cpus_allowed:\s*(.*)$/m.exec(readFileSync(status, 'utf8'))![1];
    const before = allowed('/proc/thread-self/status');
    const server = new Server(
      build(`hello(VERSION); uint32_t h[2]; for (;;) { get(h, 8); for (char c; h[0]; h[0]--) get(&c, 1);
        frame(48, 5); put32(h[1] >> 16); for (int i = 0; i < 11; i++) put32(0); }`),
    );
    const processors = new Set<number>();
    for (let i = 0; i < 200; i++) {
      processors.add(server.run(frame(), 10).status);
      expect(allowed('/proc/thread-self/status')).toBe(before);
    }
    server.stop();
    expect(processors.has(0)).toBe(true); // anywhere
    expect(processors.size > 1).toBe(availableParallelism() > 1); // both are tried
  });

  it('sees the same addresses and a fixed environment every time', () => {
    const program = build(
      `FILE *f = fopen(argv[1], "a"); int local;
      fprintf(f, "%p %p %p %d\\n", (void *)&local, (void *)main, (void *)printf, open == 0);
      extern char **environ; for (char **e = environ; *e; e++) fprintf(f, "%s\\n", *e); fprintf(f, "--\\n");
      fclose(f); hello(VERSION); skip();`.replace('open == 0', '0'),
    );
    const out = shop.file('addresses');
    for (let i = 0; i < 2; i++) new Server(program, { args: [out], env: ['A=1'] }).stop();
    const [first, second] = readFileSync(out, 'utf8').split('--\n');
    expect(first).toContain('\nA=1\nDRISTA_FD=200\n');
    expect(second).toBe(first);
  });

  it('has only the standard files and the socket open, a clean signal mask, and its own process group', () => {
    const program = build(
      `FILE *f = fopen(argv[1], "w"); sigset_t s; sigprocmask(0, 0, &s);
      for (int i = 0; i < 1000; i++) if (i != fileno(f) && fcntl(i, F_GETFD) >= 0) fprintf(f, "%d ", i);
      fprintf(f, "mask %d group %d", sigismember(&s, SIGUSR1), getpgrp() == getpid()); fclose(f); hello(VERSION);
      skip();`.replace(/^/, '#include <fcntl.h>\n'),
    );
    const out = shop.file('files');
    new Server(program, { args: [out] }).stop();
    expect(readFileSync(out, 'utf8')).toBe('0 1 2 200 mask 0 group 1');
  });
});

describe('a program that cannot be checked', () => {
  it('does not exist, or is not executable', () => {
    writeFileSync(shop.file('text'), 'no program');
    expect(failure(() => new Server(shop.file('none')))).toMatch(
      /none cannot be started \(cannot execute: No such file or directory\): check/,
    );
    expect(failure(() => new Server(shop.file('text')))).toMatch(
      /text cannot be started \(cannot execute: Permission denied\): check/,
    );
    expect(failure(() => new Server('/bin/true', { cwd: '/nowhere' }))).toContain(
      'cannot enter the working directory: No such file',
    );
  });

  it('is not built with drista and ends', () => {
    expect(failure(() => new Server(build('return 3;')))).toMatch(
      /ended with exit code 3 before main, and never reported to drista: .*not built with drista/,
    );
  });

  it('is not built with drista and goes on', () => {
    expect(failure(() => new Server(build('pause();'), { startSeconds: 0.05 }))).toMatch(
      /did not report to drista within 0.05 s: .*rebuild it/,
    );
  });

  it('dies before main', () => {
    expect(failure(() => new Server(build('raise(SIGSEGV);')))).toMatch(
      /was ended by signal SIGSEGV before it reported/,
    );
  });

  it('speaks another version', () => {
    expect(failure(() => new Server(build('hello(77); pause();')))).toMatch(
      /speaks version 77 of drista's protocol, this drista speaks version \d+: rebuild/,
    );
  });

  it.each([
    [
      'a length that cannot be',
      'frame(0xfffffff0u, 1); pause();',
      "not drista's protocol (a frame of 4294967280 bytes was announced)",
    ],
    [
      'text',
      'put("hello world, this is not for you", 34); pause();',
      "not drista's protocol (a frame of 1819043176 bytes",
    ],
    ['more than a frame', 'hello(VERSION); hello(VERSION); pause();', 'greeting'],
    ['another frame', 'frame(0, 3); pause();', 'sent a frame that is not Hello'],
    ['another magic number', 'frame(16, 1); put64(1); put64(1); pause();', "sent a greeting that is not drista's"],
    [
      'modules that are not there',
      'frame(16, 1); put32(0x54535244); put32(VERSION); put32(1); put32(5); pause();',
      'sent a greeting that is too short',
    ],
  ])('greets with %s', (what, body, message) => {
    if (what === 'more than a frame')
      body =
        'char b[48]; uint32_t h[6] = {16, 1, 0x54535244, 2, 1, 0}; memcpy(b, h, 24); memcpy(b + 24, h, 24); ' +
        'put(b, 48); pause();';
    expect(failure(() => new Server(build(body)))).toContain(
      what === 'more than a frame' ? '24 bytes came after the end of a frame' : message,
    );
  });

  it('promises more than it sends', () => {
    expect(failure(() => new Server(build('frame(1 << 29, 1); put64(1); pause();'), { startSeconds: 0.05 }))).toContain(
      'did not report',
    );
    expect(failure(() => new Server(build('frame(100, 1); put64(1); close(fd()); pause();')))).toContain(
      'was ended by signal SIGKILL',
    ); // it would not end by itself
  });
});

describe('a server that fails later', () => {
  const later = (body: string, seconds = 10): string => {
    const server = new Server(build(`hello(VERSION); ${body}`));
    const message = failure(() => server.run(frame(), seconds));
    expect(alive(server.pid)).toBe(false);
    return message;
  };

  it('crashes', () =>
    expect(later('skip(); raise(SIGBUS);')).toContain('ended by itself between two runs (signal SIGBUS)'));
  it('ends before it is asked', () =>
    expect(later('exit(4);')).toContain('ended by itself between two runs (exit code 4)'));
  it('hangs', () => expect(later('skip(); pause();', 0.05)).toContain('gave no answer in 0.05 s'));
  it('does not listen', () =>
    expect(
      failure(() => {
        const server = new Server(build('hello(VERSION); pause();'));
        // The frame is larger than what the socket holds
        const writer = new RunWriter();
        writer.begin(0, 1, 1);
        for (let i = 0; i < 100000; i++) writer.step(1, 6, 4096, 0);
        server.run(writer.finish(), 0.05);
      }),
    ).toContain('gave no answer in 0.05 s'));

  it.each([
    ['another frame', 'frame(0, 3);', 'sent a frame that is not Result'],
    ['a short result', 'frame(4, 5); put32(0);', 'sent a result that is too short'],
    ['a result with wrong counts', 'frame(48, 5); for (int i = 0; i < 12; i++) put32(7);', 'counts do not fit'],
  ])('answers with %s', (_, body, message) => {
    const server = new Server(build(`hello(VERSION); skip(); ${body} pause();`));
    expect(failure(() => server.run(frame(), 10))).toContain(message);
    server.stop();
  });
});

describe('no process is left behind', () => {
  // A server with a child of its own; both process ids go to a file.
  const family = `int p = fork(); if (p == 0) { pause(); }
    FILE *f = fopen(argv[1], "w"); fprintf(f, "[%d,%d]", getpid(), p); fclose(f); hello(VERSION); pause();`;

  const pids = (out: string): number[] => JSON.parse(readFileSync(out, 'utf8')) as number[];

  /** Killed processes of other parents may take a moment to go. */
  const gone = (out: string): boolean => {
    for (let i = 0; i < 500 && pids(out).some(alive); i++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    return !pids(out).some(alive);
  };

  it('after stop, children included', () => {
    const out = shop.file('stop');
    const server = new Server(build(family), { args: [out] });
    expect(pids(out).every(alive)).toBe(true);
    server.stop();
    expect(gone(out)).toBe(true);
  });

  const library = join(__dirname, '../../src/channel/server.js');
  const node = (script: string, flags: string[] = []) => {
    const out = shop.file(`node-${script.length}`);
    const run = spawnSync(process.execPath, [...flags, '-e', script], {
      env: { ...process.env, LIBRARY: library, PROGRAM: build(family), OUT: out },
      encoding: 'utf8',
    });
    return { out, run };
  };
  const open =
    'const { Server } = require(process.env.LIBRARY); let s = new Server(process.env.PROGRAM, { args: ' +
    '[process.env.OUT] });';

  it.each([
    ['node ends', ''],
    ['process.exit is called', 'process.exit(0);'],
    ['an exception is not caught', 'throw new Error("x");'],
    ['node is killed', 'process.kill(process.pid, "SIGKILL");'],
  ])('when %s', (_, end) => {
    const { out } = node(open + end);
    // The server dies with its parent; its child only if it watches the server, as runs do.
    const expected = end.includes('SIGKILL') ? pids(out).slice(0, 1) : pids(out);
    for (let i = 0; i < 500 && expected.some(alive); i++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    expect(expected.some(alive)).toBe(false);
    for (const pid of pids(out).filter(alive)) process.kill(pid, 'SIGKILL');
  });

  it('when the handle is garbage collected', () => {
    const { run } = node(
      `${open} s = null; const fs = require('fs'); const pid = JSON.parse(fs.readFileSync(process.env.OUT))[0];
      const look = () => { gc(); if (fs.existsSync('/proc/' + pid)) setTimeout(look, 5);
      else console.log('collected'); }; look();`,
      ['--expose-gc'],
    );
    expect(run.stdout).toBe('collected\n');
  });

  it('when a worker is terminated', () => {
    const worker = `${open} require('worker_threads').parentPort.postMessage(0); setInterval(() => {}, 1000);`;
    const { run, out } = node(`const { Worker } = require('worker_threads');
      const w = new Worker(${JSON.stringify(worker)}, { eval: true });
      w.on('message', async () => { await w.terminate(); console.log('terminated'); setTimeout(() => {}, 100); });`);
    expect(run.stdout).toBe('terminated\n');
    expect(gone(out)).toBe(true);
  });
});

it('killServers() reaches a run that waits in another thread', () => {
  const waiting = build('hello(VERSION); skip(); pause();');
  const worker = `const { Server } = require(process.env.LIBRARY); const { parentPort } = require('worker_threads');
    const { RunWriter } = require(require('path').join(require('path').dirname(process.env.LIBRARY), 'protocol.js'));
    const s = new Server(${JSON.stringify(waiting)}); const w = new RunWriter(); w.begin(0, 1, 1);
    parentPort.postMessage('runs'); try { s.run(w.finish(), 3600); } catch (e) { parentPort.postMessage(e.message); }`;
  const main = `const { Worker } = require('worker_threads');
  const w = new Worker(${JSON.stringify(worker)}, { eval: true });
    w.on('message', (m) => { if (m === 'runs') require(process.env.LIBRARY).killServers(); else console.log(m); });`;
  const run = spawnSync(process.execPath, ['-e', main], {
    env: { ...process.env, LIBRARY: join(__dirname, '../../src/channel/server.js') },
    encoding: 'utf8',
  });
  expect(run.stdout).toContain('(signal SIGKILL)');
});

describe('the add-on', () => {
  it('refuses what is not a handle', () => {
    for (const wrong of [undefined, 1, {}]) {
      try {
        addon().pid(wrong as never);
        throw new Error('nothing was thrown');
      } catch (error) {
        expect(failureCode(error)).toBe('ARGUMENT');
      }
    }
  });
});
