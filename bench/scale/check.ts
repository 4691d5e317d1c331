/** Real checks of the benches: recorded, and measured with one worker and with two. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment } from '../../src/channel/environment';
import type { HelperData } from '../../src/check/check-helpers';
import { usualSettings } from '../../src/check/settings';
import type { CheckRequest } from '../../src/check/check-request';
import { exploreOptionsOf, programOptions, programTraits, startServer } from '../../src/check/checked-program';
import { explore } from '../../src/explore/explorer';
import { parallelPartition } from '../../src/explore/parallel-search';
import { partition } from '../../src/explore/strategy/rf-partition';
import type { StrategyFactory } from '../../src/explore/strategy/strategy';
import type { Worker } from '../../src/explore/session/worker-group';
import { ThreadLead, type WorkerStart } from '../../src/parallel/lead';
import { ProcessProgram } from '../../src/program/process-program';
import { record, type Recorded } from './record';

function requestOf(program: string): CheckRequest {
  return {
    program,
    arguments: [],
    environment: programEnvironment(),
    buildId: '',
    entry: { build: 'drista', visibility: 'all', load: undefined },
    checkpoint: { file: '', found: undefined, keepsOld: false },
    memory: 2 ** 31,
    settings: { ...usualSettings, model: 'rc11', equivalence: 'rf' },
  };
}

/** Starts the program for `body`, and ends it. */
function withProgram<T>(request: CheckRequest, body: (program: ProcessProgram, server: Server) => T): T {
  const server = startServer(request);
  try {
    return body(
      new ProcessProgram(server, programOptions(request, programTraits(request, server.modules), undefined)),
      server,
    );
  } finally {
    server.stop();
  }
}
type Server = ReturnType<typeof startServer>;

/** Records the tree of the program. */
export function recordProgram(path: string): Recorded {
  const request = requestOf(path);
  return withProgram(request, (program) =>
    record(program, () => program.statistics.runs, exploreOptionsOf(request.settings)),
  );
}

/** Seconds of CPU of a check. */
export interface Measurement {
  readonly executions: number;
  readonly runs: number;
  readonly rounds: number;
  /** Of each worker's search, all rounds together. */
  readonly searches: readonly number[];
  /** Of all runs of the program. */
  readonly ofRuns: number;
}

/** A first worker that notes, when all is explored, what CPU the thread of the other one has used. */
class MeasuredLead extends ThreadLead {
  static helper = 0;

  override finish(): void {
    const others = readdirSync('/proc/self/task').filter((thread) => thread !== `${process.pid}`);
    // Threads of V8 and libuv are older, and have used less.
    MeasuredLead.helper += Math.max(0, ...others.map((thread) => secondsOf(`self/task/${thread}`)));
    super.finish();
  }
}

/** Checks the program with so many workers, one or two. */
export function measureProgram(path: string, workers: 1 | 2): Measurement {
  const request = requestOf(path);
  const ofRuns = ofChildren(),
    ofLead = secondsOf('thread-self');
  MeasuredLead.helper = 0;
  let rounds = 0;
  const counted = <C>(factory: StrategyFactory<C>): StrategyFactory<C> => ({
    ...factory,
    create: (context) => {
      rounds++;
      return factory.create(context);
    },
  });
  const { verdict, runs } = withProgram(request, (program, server) => {
    const file = join(__dirname, '..', '..', 'src', 'check', 'worker-thread.js');
    const traits = programTraits(request, server.modules);
    const data = (start: WorkerStart): HelperData => ({ request, start, traits });
    const startWorkers = (worker: Worker): ThreadLead =>
      new MeasuredLead(program, worker, server, { workers, file, data });
    const options = { ...exploreOptionsOf(request.settings), startWorkers: workers === 1 ? undefined : startWorkers };
    const found = explore(program, options, [counted(parallelPartition), counted(partition)]);
    return { verdict: found, runs: program.statistics.runs };
  });
  const lead = secondsOf('thread-self') - ofLead;
  return {
    executions: verdict.executions,
    runs,
    rounds,
    searches: workers === 1 ? [lead] : [lead, MeasuredLead.helper],
    ofRuns: ofChildren() - ofRuns,
  };
}

/** Seconds of CPU of a thread: the first field of its schedstat (Linux, Documentation/scheduler/sched-stats.rst). */
function secondsOf(thread: string): number {
  return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}

/** proc(5), stat: seconds of CPU of processes that this one has started and that have ended. Steps of 10 ms. */
function ofChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field is a name in brackets, which may hold anything.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100;
}
