/** Blocks of the other pages in docs/how-to/. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { hasPass } from '../../support/compiled';
import { top } from '../../support/paths';
import { queueHeader, queueProgram } from './builds';
import { expectShown, project, runSession, shell, succeed, withExamples, type Documented } from './running';

/** Peterson's lock, as it was written before C11. */
const peterson = `#include <assert.h>
#include <pthread.h>
static int wants[2], turn, inside;
static void *thread(void *arg) {
  int self = arg != 0;
  wants[self] = 1;
  turn = !self;
  while (wants[!self] && turn != self) ;
  assert(inside++ == 0);
  inside--;
  wants[self] = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, &t);
  thread(0);
  return pthread_join(t, 0);
}
`;

/** What clang's coverage of lines links comes with a package of its own; undefined: it is there. */
function noProfile(): string | undefined {
  const { stdout } = spawnSync('clang', ['-print-runtime-dir'], { encoding: 'utf8' });
  const there = ['libclang_rt.profile-x86_64.a', 'libclang_rt.profile.a'].some((name) =>
    existsSync(join((stdout ?? '').trim(), name)),
  );
  return there ? undefined : 'clang has no library for coverage';
}

const queue = { 'queue.h': queueHeader, 'queue.drista.c': queueProgram };

interface Job {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: { readonly junit: string } };
  readonly cache: { readonly paths: readonly string[] };
}

interface Workflow {
  readonly jobs: { readonly drista: { readonly steps: readonly { uses: string; with?: object }[] } };
}

export const howTo: readonly Documented[] = [
  {
    page: 'docs/how-to/ci.md',
    name: 'reports, and the job for GitLab',
    blocks: ['drista test --report junit', 'drista:\n  image:'],
    run(commands, yaml) {
      const root = project(queue);
      const { drista: job } = load(yaml) as { drista: Job };
      succeed(root, job.script.join('\n'));
      for (const path of [job.artifacts.reports.junit, ...job.cache.paths])
        expect([path, existsSync(join(root, path))]).toEqual([path, true]);
      rmSync(join(root, 'drista.xml'));
      expect(succeed(root, commands)).toMatch(/^ok 1 - queue\.drista\.c$/m);
      for (const name of ['drista.xml', 'drista.sarif', 'drista.json']) expect(existsSync(join(root, name))).toBe(true);
    },
  },
  {
    page: 'docs/how-to/ci.md',
    name: 'options in the environment',
    blocks: ['export DRISTA_OPTIONS='],
    run(commands) {
      const root = project(queue);
      expect(shell(root, commands).status).toBe(0);
      expect(readFileSync(join(root, 'drista.xml'), 'utf8')).toMatch(/<testcase /);
    },
  },
  {
    page: 'docs/how-to/github.md',
    name: 'the step has the inputs of action.yml (GitHub itself is not asked)',
    blocks: ['name: drista'],
    run(yaml) {
      const { steps } = (load(yaml) as Workflow).jobs.drista;
      const step = steps.find(({ uses }) => uses.startsWith('OWNER/drista@'))!;
      const { inputs } = load(readFileSync(join(top, 'action.yml'), 'utf8')) as { inputs: object };
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with!)));
    },
  },
  {
    page: 'docs/how-to/coverage.md',
    name: 'gcc',
    blocks: ['drista cc --drista-compiler=gcc'],
    needs: ['gcc', 'gcov'],
    run(commands) {
      const root = project({ 'queue.h': queueHeader, 'queue.c': queueProgram });
      expect(succeed(root, commands)).toMatch(/^verified: [^]*^ +[1-9]\d*: +\d+: {2}get\(\);$/m);
    },
  },
  {
    page: 'docs/how-to/coverage.md',
    name: 'clang',
    blocks: ['drista cc -fprofile-instr-generate'],
    needs: ['clang', 'llvm-profdata', 'llvm-cov'],
    hindrance: noProfile(),
    run(commands) {
      const root = project({ 'queue.h': queueHeader, 'queue.c': queueProgram });
      expect(succeed(root, commands)).toMatch(/^verified: [^]*^ +\d+\| +[1-9]\d*\| {2}get\(\);$/m);
    },
  },
  {
    page: 'docs/how-to/editors.md',
    name: 'tasks of VS Code, :make of Vim, and M-x compile of Emacs find an error (the editors are not run)',
    blocks: ['{\n  "version": "2.0.0"', ':set makeprg', 'drista --report gcc=-'],
    run(json, vim, emacs) {
      const root = withExamples();
      succeed(root, 'drista cc -o queue examples/spsc-queue-bug.c');
      const bug = readFileSync(join(root, 'examples', 'spsc-queue-bug.c'), 'utf8');
      writeFileSync(join(root, 'queue.drista.c'), bug.replace('drista: error data-race', 'drista: verified'));
      const { tasks } = JSON.parse(json) as { tasks: readonly { command: string; problemMatcher: string }[] };
      const [, makeprg] = /^:set makeprg=(.*)$/m.exec(vim)!;
      for (const [i, line] of [...tasks.map(({ command }) => command), makeprg.replace(/\\ /g, ' '), emacs].entries()) {
        const { stdout } = shell(root, line);
        expect([line, stdout]).toEqual([line, expect.stringMatching(/^\S+\.c:\d+: error: /m)]);
        expect(tasks[i]?.problemMatcher ?? '$gcc').toBe('$gcc');
      }
    },
  },
  {
    page: 'docs/reference/report.md',
    name: 'diagnostics of the example message-passing-relaxed.c',
    blocks: ['$ drista cc -o mp '],
    run(session) {
      runSession(withExamples(), session);
    },
  },
  {
    page: 'docs/how-to/editors.md',
    name: 'Emacs goes through the events',
    blocks: ['(setq compilation'],
    needs: ['emacs'],
    run(lisp) {
      const root = withExamples();
      succeed(root, 'drista cc -o queue examples/message-passing-relaxed.c; drista --report gcc=e ./queue || true');
      writeFileSync(
        join(root, 'all.el'),
        `(require 'compile)
${lisp}(find-file "e")
(compilation-mode)
(compilation--ensure-parse (point-max))
(goto-char (point-min))
(condition-case nil
    (while t
      (compilation-next-error 1)
      (princ (format "%d\n" (line-number-at-pos))))
  (error nil))
`,
      );
      expect(succeed(root, 'emacs --batch -l all.el')).toBe('2\n3\n4\n5\n6\n7\n8\n');
    },
  },
  ...['out-of-memory', 'short-write'].map((name) => ({
    page: 'docs/how-to/faults.md',
    name: `the example ${name}-bug.c`,
    blocks: [`$ drista cc -o ${name} `],
    run(session: string): void {
      runSession(withExamples(), session);
    },
  })),
  {
    page: 'docs/how-to/crashes.md',
    name: 'the example replace-file-bug.c',
    blocks: ['$ drista cc -o replace-file-bug '],
    run(session: string): void {
      runSession(withExamples(), session);
    },
  },
  {
    page: 'docs/how-to/old-code.md',
    name: 'a lock of plain variables',
    blocks: ['drista --races ignore'],
    run(command) {
      const root = project({ 'peterson.c': peterson });
      succeed(root, 'drista cc -o peterson peterson.c');
      expectShown(succeed(root, command), 'verified: no error in any execution under sc, ...');
      expectShown(shell(root, 'drista ./peterson').stdout, 'error: data race on ...');
    },
  },
  {
    page: 'docs/how-to/old-code.md',
    name: 'a lock that needs a fence on x86',
    blocks: ['wants[me] = 1;'],
    hindrance: hasPass ? undefined : 'clang has no pass',
    run(lock) {
      const [before, , , after] = peterson.split(/^ {2}(?:wants.self. = 1|turn|while).*\n/m);
      const withLock = (text: string): string =>
        before.replaceAll('self', 'me').replace(' wants', ' volatile wants') +
        `  int other = !me;\n${text}` +
        after.replaceAll('self', 'me');
      const root = project({ 'right.c': withLock(lock), 'wrong.c': withLock(lock.replace(/^__asm__.*\n/m, '')) });
      succeed(root, 'drista cc -o right right.c && drista cc -o wrong wrong.c');
      const check = (model: string, name: string): string =>
        shell(root, `drista --races ignore --model ${model} ./${name}`).stdout;
      expectShown(check('tso', 'right'), 'verified: no error in any execution under tso, ...');
      for (const [model, name] of [
        ['tso', 'wrong'],
        ['pso', 'right'],
      ])
        expectShown(check(model, name), 'error: assertion ...');
    },
  },
  {
    page: 'docs/how-to/safe-schedules.md',
    name: 'the schedule of a program that deadlocks',
    blocks: ['#include <pthread.h>', 'drista cc -g -O1', 'partially safe: '],
    run(text, commands, shown) {
      const root = project({ 'transfer.c': text });
      const [compile, safe, run] = commands.trim().split('\n');
      succeed(root, compile);
      const schedule = shell(root, safe);
      expect(schedule).toMatchObject({ status: 4, stderr: '' });
      expectShown(schedule.stdout, shown);
      expect(shell(root, run)).toEqual({ status: 0, stdout: '', stderr: '' });
    },
  },
  {
    page: 'docs/how-to/memory-orders.md',
    name: 'the orders of a queue',
    blocks: ['drista c++ -g -o bounded-queue', 'minimal: ', 'patch -p1'],
    needs: ['patch'],
    run(commands, shown, patched) {
      const root = withExamples();
      expectShown(succeed(root, commands), shown);
      expect(succeed(root, patched)).toMatch(/^verified: /m);
      const source = readFileSync(join(root, 'examples', 'bounded-queue.cc'), 'utf8');
      expect(source).toContain('cell.turn.store(at + Size, std::memory_order_release);');
    },
  },
  {
    page: 'docs/how-to/memory-orders.md',
    name: 'the repair of store buffering',
    blocks: ['drista cc -g -o store-buffering', 'repaired: '],
    run(commands, shown) {
      expectShown(succeed(withExamples(), commands), shown);
    },
  },
  {
    page: 'docs/how-to/memory-orders.md',
    name: 'several tests',
    blocks: ['drista weaken ./test-push'],
    run(command) {
      const root = withExamples();
      for (const name of ['push', 'pop', 'steal'])
        succeed(root, `drista cc -g -o test-${name} examples/message-passing.c`);
      expect(succeed(root, command)).toMatch(/^minimal: /);
    },
  },
  {
    page: 'docs/how-to/specifications.md',
    name: 'the stack of the examples',
    blocks: ['drista spec examples/stack-specification.cc', 'error: examples/stack-specification.cc'],
    run(command, shown) {
      expectShown(shell(withExamples(), command).stdout, shown);
    },
  },
  {
    page: 'docs/how-to/specifications.md',
    name: 'a specification of its own',
    blocks: ['#include <atomic>\n#include <drista/spec.h>', 'drista spec tickets.cc', 'error: tickets.cc'],
    run(text, command, shown) {
      expectShown(shell(project({ 'tickets.cc': text }), command).stdout, shown);
    },
  },
  {
    page: 'docs/how-to/specifications.md',
    name: 'a counter in C',
    blocks: ['#include <drista/spec.h>\n#include <stdatomic.h>', 'drista spec counter.c', 'verified: counter.c'],
    run(text, command, shown) {
      expectShown(shell(project({ 'counter.c': text }), command).stdout, shown);
    },
  },
  {
    page: 'docs/how-to/understand.md',
    name: 'an execution as a string',
    blocks: ['drista replay --schedule'],
    run(command) {
      const root = withExamples();
      succeed(root, 'drista cc -o mp examples/message-passing-relaxed.c');
      expect(shell(root, 'drista ./mp').stdout).toContain(command.trim());
      const done = shell(root, command);
      expect(done.status).toBe(1);
      expect(done.stdout).toMatch(/^error: data race on message: thread 2 reads what thread 1 writes/);
    },
  },
  {
    page: 'docs/how-to/understand.md',
    name: 'a saved execution in gdb',
    blocks: ['drista replay --gdb drista-out/NAME.json\n', "drista replay --gdb drista-out/NAME.json -- -ex 'watch"],
    needs: ['gdb'],
    run(command, back) {
      const root = withExamples();
      succeed(root, 'drista cc -o mp examples/message-passing-relaxed.c');
      expect(shell(root, 'drista --save drista-out/NAME.json ./mp').status).toBe(1);
      // gdb ends with its standard input.
      expect(succeed(root, `${command.trim()} < /dev/null`)).toMatch(/receiver[^]*message-passing-relaxed\.c:27/);
      expect(succeed(root, `${back.trim()} < /dev/null`)).toMatch(
        /\nWatchpoint 1, message\n[^]* sender \(.*message-passing-relaxed\.c:\d+\n/,
      );
    },
  },
];
