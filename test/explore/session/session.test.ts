/** What lasts over an exploration: counts, errors, limits, notes. */
import { blockedAtExit } from '../../../src/explore/common/error-text';
import { MemoryBudget, type MemoryLimits } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import { Stop } from '../../../src/explore/session/stop';
import type { SessionOptions } from '../../../src/explore/session/session-options';
import type { WorkerGroup } from '../../../src/explore/session/worker-group';
import type { ExecutionGraph } from '../../../src/graph/graph';
import { RunLimit } from '../../../src/program/outcomes';
import type { Program } from '../../../src/program/program';
import { combination } from '../store/records';
import { foundError } from './found-error';

const graph = {} as ExecutionGraph;
const search = { explored: () => 0.5 };

function begun(options: SessionOptions = {}, memory: MemoryLimits = {}): Session {
  const session = new Session(options, new MemoryBudget(memory, { nodes: [] } as unknown as Program));
  session.begin();
  return session;
}

/** What ends the exploration; undefined: nothing does. */
function stopOf(body: () => void): Stop | undefined {
  try {
    body();
    return undefined;
  } catch (e) {
    if (e instanceof Stop) return e;
    throw e;
  }
}

describe('errors', () => {
  test('the first one ends the exploration for good', () => {
    const session = begun();
    const stop = stopOf(() => {
      session.error(foundError('assertion', 'a', 1));
    });
    expect([stop?.resumable, session.cut, session.verdict().errors.length]).toEqual([false, true, 1]);
  });

  test('the same one at the same places is kept once; a race whichever access was first', () => {
    const session = begun({ keepGoing: true });
    for (const e of [
      foundError('data-race', 'first, second', 1, 2),
      foundError('data-race', 'second, first', 2, 1),
      foundError('data-race', 'another place', 1, 3),
      foundError('assertion', 'x > 0', 1),
      foundError('assertion', 'x > 0', 1),
      foundError('assertion', 'y > 0', 1),
    ])
      session.error(e);
    expect(session.verdict().errors.map((e) => e.message)).toEqual([
      'first, second',
      'another place',
      'x > 0',
      'y > 0',
    ]);
  });
});

describe('counts', () => {
  test('what was counted before the last beginning is void, errors are not', () => {
    const session = begun({ keepGoing: true });
    session.complete(() => graph, 3);
    session.error(foundError('assertion', 'a', 1));
    session.begin();
    expect([session.counts.executions, session.rounds, session.cut]).toEqual([0, 2, true]);
    session.complete(() => graph, 1);
    expect(session.verdict()).toMatchObject({ executions: 1, errors: [{ message: 'a' }] });
  });

  test('--max-executions: the execution after the last one ends the exploration, which can go on', () => {
    const session = begun({ maxExecutions: 2 });
    for (let i = 0; i < 2; i++) {
      session.mayComplete();
      session.complete(() => graph, 1);
    }
    expect(
      stopOf(() => {
        session.mayComplete();
      })?.resumable,
    ).toBe(true);
    expect(session.verdict()).toMatchObject({ executions: 2, limitsHit: ['executions'] });
  });

  test('the graph of the execution that is counted can be asked for', () => {
    const seen: unknown[] = [];
    const session = begun({
      onExecution: (execution) => seen.push([execution.graph === graph, execution.rounds]),
    });
    expect(session.graph).toBeUndefined();
    session.complete(() => graph, 1);
    expect(seen).toEqual([[true, 1]]);
  });

  test('executions are told apart until they take too much memory', () => {
    const session = begun({}, { executions: 1 });
    session.mayComplete(combination(1, 2));
    expect([session.wasCounted(combination(1, 2)), session.wasCounted(combination(2, 1))]).toEqual([true, false]);
    expect(session.verdict().notes).toEqual([
      'there are more executions than are kept in memory: from some on, the same one may be counted again',
    ]);
  });

  test('what a branch finds is apart from what was found before, also where the branch ends the exploration', () => {
    const session = begun({ keepGoing: true });
    session.complete(() => graph, 5);
    session.error(foundError('assertion', 'before', 1));
    const found = session.exploreSeparately(() => {
      session.complete(() => graph, 2);
      session.error(foundError('assertion', 'within', 2));
      return true;
    });
    expect(found).toMatchObject({ performed: true, counts: { executions: 2 }, errors: [{ message: 'within' }] });
    expect(session.counts.executions).toBe(5);
    expect(
      stopOf(() =>
        session.exploreSeparately(() => {
          session.complete(() => graph, 1);
          throw new Stop('a limit');
        }),
      ),
    ).toBeInstanceOf(Stop);
    expect(session.counts.executions).toBe(6);
  });

  test("another worker's findings are added", () => {
    const session = begun({ keepGoing: true });
    session.complete(() => graph, 1);
    session.absorb({
      counts: { executions: 4, blocked: 3, crashes: 0, deadEnds: 2, events: 10, states: 5 },
      errors: [foundError('deadlock', 'd')],
      notes: ['a note'],
      limitsHit: ['bound'],
    });
    expect(session.verdict()).toMatchObject({
      executions: 5,
      blocked: 3,
      deadEnds: 2,
      events: 10,
      states: 5,
      errors: [{ message: 'd' }],
      notes: ['a note'],
      limitsHit: ['bound'],
    });
  });
});

describe('several workers', () => {
  const forgotten: string[] = [];

  /** A group that has counted `executions`, and knows these names. */
  function group(executions: number, known: readonly string[]): WorkerGroup {
    return {
      isWorkWanted: () => false,
      handOver: () => () => false,
      speculations: undefined,
      cut: false,
      executions,
      count(n) {
        const before = executions;
        executions += n;
        return before;
      },
      isNew: (name) => !known.includes(name),
      forget: (name) => forgotten.push(name),
    };
  }

  test('an execution that another one has counted is not counted again', () => {
    const session = begun();
    session.workers = group(0, ['a']);
    session.complete(() => graph, 1, 'a');
    session.complete(() => graph, 1, 'b');
    expect([session.counts.executions, session.repeated]).toEqual([1, 1]);
  });

  test('--max-executions counts those of all', () => {
    const session = begun({ maxExecutions: 10 });
    session.workers = group(9, []);
    session.complete(() => graph, 1, 'a');
    expect(stopOf(() => session.complete(() => graph, 1, 'b'))?.resumable).toBe(true);
    expect(forgotten).toEqual(['b']);
    expect([session.counts.executions, session.verdict().limitsHit]).toEqual([1, ['executions']]);
  });

  test('a branch that one cuts is cut for all', () => {
    const [one, other] = [begun(), begun()];
    one.workers = other.workers = group(0, []);
    one.cut = true;
    expect(other.cut).toBe(true);
  });
});

describe('limits', () => {
  test.each<[string, SessionOptions & { memory?: MemoryLimits }, string, boolean]>([
    ['Ctrl-C', { interrupted: () => true }, 'interrupted', true],
    ['no more room', { memory: { hasRoom: () => false } }, 'memory', false],
    ['the time limit', { timeLimitSeconds: 0 }, 'time', true],
  ])('%s ends the exploration between two states', (_, { memory, ...options }, limit, resumable) => {
    const session = begun(options, memory);
    expect(
      stopOf(() => {
        session.tick(3, search);
      })?.resumable,
    ).toBe(resumable);
    expect(session.verdict().limitsHit).toEqual([limit]);
  });

  test('without a limit it goes on', () => {
    const session = begun({ interrupted: () => false, timeLimitSeconds: 1000 });
    expect(
      stopOf(() => {
        session.tick(3, search);
      }),
    ).toBeUndefined();
    expect([session.depth, session.verdict().limitsHit]).toEqual([3, []]);
  });

  test('an execution that is too long is left out, with a note the first time; others go on', () => {
    const session = begun();
    expect(session.withinRunLimits(() => 7)).toBe(7);
    expect([session.tooLong('why'), session.tooLong('why again')]).toEqual([false, false]);
    expect([session.cut, session.verdict()]).toMatchObject([true, { notes: ['why'], limitsHit: ['steps'] }]);
  });

  test('a run with too many events is an execution that is too long; one with too much memory ends all', () => {
    const session = begun();
    const run = (limit: RunLimit['limit']) => () =>
      session.withinRunLimits(() => {
        throw new RunLimit(limit, `too much: ${limit}`);
      });
    expect(run('events')()).toBeUndefined();
    expect(session.verdict()).toMatchObject({ limitsHit: ['steps'], notes: ['too much: events'] });
    expect(stopOf(run('memory'))?.resumable).toBe(false);
    expect(session.verdict().limitsHit).toEqual(['steps', 'run-memory']);
  });

  test.each<[string, (s: Session) => void, string]>([
    [
      'depth',
      (s) => {
        s.tooDeep();
      },
      'depth',
    ],
    [
      'a bound',
      (s) => {
        s.beyondBound();
      },
      'bound',
    ],
  ])('%s leaves something out: what threads may still do is not known from the trees', (_, hit, limit) => {
    const session = begun();
    hit(session);
    hit(session);
    expect([session.cut, session.verdict().limitsHit]).toEqual([true, [limit]]);
  });
});

describe('notes', () => {
  test('each once; of threads that wait for the same, the first', () => {
    const session = begun();
    for (const text of [
      'a',
      'a',
      `thread 1 ${blockedAtExit} for x`,
      `thread 2 ${blockedAtExit} for x`,
      `main ${blockedAtExit} for y`,
    ])
      session.note(text);
    expect(session.verdict().notes).toEqual(['a', `thread 1 ${blockedAtExit} for x`, `main ${blockedAtExit} for y`]);
  });

  test('which executions were looked at, unless an error ended the exploration', () => {
    const [whole, ended] = [begun(), begun()];
    for (const session of [whole, ended]) session.sampled(() => '40 random executions');
    stopOf(() => {
      ended.error(foundError('assertion', 'a', 1));
    });
    expect([whole.verdict().notes, ended.verdict().notes]).toEqual([['40 random executions'], []]);
    expect(whole.verdict().limitsHit).toEqual(['sample']);
  });
});

test('a session that goes on from a checkpoint ends as the first one would, without the limit that ended it', () => {
  const session = begun({ keepGoing: true, interrupted: () => true });
  session.note('a note');
  session.beyondBound();
  session.error(foundError('assertion', 'a', 1));
  session.mayComplete(combination(1, 2));
  session.complete(() => graph, 1);
  stopOf(() => {
    session.tick(1, search);
  });
  const other = new Session({ keepGoing: true }, new MemoryBudget());
  other.durable = structuredClone(session.durable);
  expect([session.verdict().limitsHit, other.verdict().limitsHit]).toEqual([['bound', 'interrupted'], ['bound']]);
  expect({ ...other.verdict(), limitsHit: [] }).toEqual({ ...session.verdict(), limitsHit: [] });
  expect([other.wasCounted(combination(1, 2)), other.wasCounted(combination(2, 1)), other.cut]).toEqual([
    true,
    false,
    true,
  ]);
  other.error(foundError('assertion', 'a', 1));
  expect(other.verdict().errors).toHaveLength(1);
});

describe('within a step that lasts', () => {
  afterEach(() => jest.restoreAllMocks());

  /** A session whose step has lasted so many milliseconds, and has been asked about often enough. */
  function asked(milliseconds: number, options: SessionOptions): () => void {
    const started = Date.now();
    const session = new Session(options, new MemoryBudget());
    jest.spyOn(Date, 'now').mockReturnValue(started + milliseconds);
    return () => {
      for (let i = 0; i < 1000; i++) session.within();
    };
  }

  test.each([
    ['time', { timeLimitSeconds: 1 }],
    ['interrupted', { interrupted: () => true }],
  ])('the limit %s ends the exploration, which cannot be resumed', (limit, options) => {
    expect(asked(2000, options)).toThrow(new Stop(`limit: ${limit}`, false));
  });

  test('a short step comes to its end', () => {
    expect(asked(500, { timeLimitSeconds: 0.1, interrupted: () => true })).not.toThrow();
  });

  test('a long step goes on where there is no limit', () => {
    expect(asked(1e6, { interrupted: () => false })).not.toThrow();
  });
});
