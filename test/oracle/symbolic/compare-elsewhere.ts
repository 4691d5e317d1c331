/** A program with symbolic input, explored by one machine against the same with inputs that workers explore. */
import { exploreOptionsOf, programOptions, programTraits, startServer } from '../../../src/check/checked-program';
import type { CheckRequest } from '../../../src/check/check-request';
import { InputLead } from '../../../src/check/input-lead';
import type { CheckSettings } from '../../../src/check/settings';
import { totalCounts } from '../../../src/explore/common/verdict';
import { explore } from '../../../src/explore/explorer';
import type { ModelName } from '../../../src/model/names';
import { beginInput } from '../../../src/program/next-input';
import { ProcessProgram } from '../../../src/program/process-program';
import { Solver } from '../../../src/symbolic/solver';
import { SymbolicSearch } from '../../../src/symbolic/symbolic-search';
import type { TestCase } from '../../../src/symbolic/test-case';
import { buildText, requestOf } from '../../support/compiled';
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import type { InputProgram } from './random-inputs';
import { SimulatedLink } from './simulated-link';

/** All that a check reports, and the inputs in their order. */
function explored(request: CheckRequest, link?: SimulatedLink): object {
  const inputs: TestCase[] = [];
  const search = new SymbolicSearch(
    {
      maxInputs: 1000,
      keepGoing: request.settings.keepGoing,
      outside: [],
      interrupted: () => false,
      left: () => undefined,
      onInput: (test) => inputs.push(test),
    },
    () => new Solver(), // what Z3 answers depends on what it was asked before
  );
  const server = startServer(request);
  try {
    const options = programOptions(request, programTraits(request, server.modules), undefined);
    const program = new ProcessProgram(server, { ...options, onSymbolic: search.onRun });
    const verdict = search.run({
      restartWith: (input) => {
        beginInput(program, input);
      },
      explore: () => explore(program, exploreOptionsOf(request.settings)),
      nameOf: (thread, l) => `${thread} ${program.nameOf(l)}`,
      elsewhere: link && new InputLead(link.asLink, program, search.expressions, () => false),
    });
    const { errors, notes, limitsHit } = verdict;
    const { runs, events } = program.statistics;
    return {
      ...totalCounts([verdict]),
      errors: errors.map(({ kind, message, input }) => [kind, message, input]),
      notes: [...notes, ...program.notes],
      limitsHit,
      inputs,
      runs,
      inRuns: events,
    };
  } finally {
    server.stop();
    search.stop();
    link?.end();
  }
}

/** What both report, and how many results of workers were taken. */
export function elsewhereComparison(
  made: InputProgram,
  model: ModelName,
  seed: number,
): { readonly alone: object; readonly together: object; readonly done: number } {
  const path = buildText(made.text, ['--symbolic', '-w', '-fwrapv', made.flag]);
  const wanted = requestOf(path, { model, equivalence: 'rf', keepGoing: seed % 2 === 0, runAll: true });
  const settings: CheckSettings = {
    ...wanted.settings,
    ...({ runs: 'all', isolation: 'process', localStates: false, chance: 0, minimise: false } as const),
    ...(made.shape === 'racing' ? { races: 'ignore', volatile: model === 'sc' ? 'sc' : 'relaxed' } : {}),
    symbolic: { maxInputs: 1000, outside: [] },
  };
  const request: CheckRequest = { ...wanted, settings };
  const link = new SimulatedLink(request, new RandomNumbers(seed));
  const alone = explored(request);
  return { alone, together: explored(request, link), done: link.done };
}
