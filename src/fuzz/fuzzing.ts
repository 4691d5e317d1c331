/**
 * `drista fuzz`: executions chosen at random, guided by what earlier ones have shown (coverage.ts). Each is made of an
 * input and an abstract schedule, which are mutations of those of the corpus; where they leave a choice, the strategies
 * of walks make it.
 */
import type { FoundError } from '../explore/common/verdict';
import type { GraphSearch } from '../explore/strategy/graph-search';
import { RandomNumbers } from '../explore/strategy/random-numbers';
import type { Session } from '../explore/session/session';
import { Stop } from '../explore/session/stop';
import type { SearchContext } from '../explore/strategy/strategy';
import { Portfolio } from '../explore/strategy/walks/portfolio';
import { beginWalk, walk } from '../explore/strategy/walks/random-walks';
import { encodeInput } from '../channel/symbolic';
import { stringText, withInput } from '../symbolic/input-text';
import { Corpus, type CorpusEntry, type Recipe } from './corpus';
import type { CorpusFolder } from './corpus-folder';
import { communicates, Coverage, edgesIn, shownBy, type ShownByWalk } from './coverage';
import { firstOf, lengthOf } from './decisions';
import { GuidedChooser } from './guided-chooser';
import { comparisonIn, mutated, type ComparedBytes } from './input-mutations';
import type { RunTraces } from '../program/runtime-notes';
import type { Places } from './places';
import { ScheduleMutations } from './schedule-mutations';

/** In the place of the thread that makes a symbolic object (runtime/fuzz/input.c). */
const OBJECT = 0xffff_fffen << 32n;
/** Executions in a row without news before the search ends, and as many more for each with news. */
const WITHOUT_NEWS = 10_000,
  WITHOUT_NEWS_FOR_EACH = 100;
/** Further executions with an input where threads communicate. */
const WITH_ONE_INPUT = 3;
/** The most decisions that are kept of a walk. */
const MOST_DECISIONS = 2000;
/** How often the folder is looked at, in milliseconds. */
const LOOK = 1000;

/** How a program is fuzzed. */
export interface FuzzOptions {
  readonly seed: number;
  /** Does the program take inputs? */
  readonly takesInput: boolean;
  readonly largestInput: number;
  readonly dictionary: readonly Uint8Array[];
  /** Has another worker found an error, after which this one is to end? */
  readonly isOver: () => boolean;
}

/** The program that is fuzzed. */
export interface Fuzzed {
  /** Forgets the trees; all runs to come have the input. */
  restartWith(input: Uint8Array): void;
}

export class Fuzzing {
  readonly coverage = new Coverage();
  /** Executions so far, and how many of them have shown something new. */
  executions = 0;
  news = 0;
  readonly notes: string[] = [];
  /** Edges of the runs of the present execution. */
  private edges = new Set<number>();
  private compared = new Set<string>();
  private lastNews = 0;
  private nextLook = 0;
  private readonly corpus = new Corpus();
  /** Inputs to try as they are. */
  private seeds: Uint8Array[];
  private readonly random: RandomNumbers;
  private readonly chooser: GuidedChooser;
  private readonly schedules: ScheduleMutations;
  /** The input of the program, and how many more executions it is to have. */
  private input: Uint8Array | undefined;
  private left = 0;
  private isFirst = true;
  /** The recipe of the present execution: it begins again where the program has to. */
  private present: Recipe | undefined;
  private readonly inputs = new Map<FoundError, Uint8Array>();
  /** What runs with an input have compared and not found equal. */
  private readonly comparisons = new WeakMap<Uint8Array, readonly ComparedBytes[]>();

  /** `folder`: undefined: what is found is kept in memory alone. */
  constructor(
    private readonly options: FuzzOptions,
    private readonly program: Fuzzed,
    private readonly places: Places,
    private folder: CorpusFolder | undefined,
  ) {
    this.random = new RandomNumbers(options.seed);
    this.chooser = new GuidedChooser(new Portfolio(this.random), places);
    this.schedules = new ScheduleMutations(this.random, this.coverage);
    this.seeds = options.takesInput ? [new Uint8Array()] : [];
  }

  /** To be called with the traces of each run. */
  ran({ edges, compared }: RunTraces): void {
    if (edges !== undefined) for (const edge of edgesIn(edges)) this.edges.add(edge);
    for (const pair of compared) this.compared.add(pair);
  }

  /** The input that leads to the error; undefined: the program takes none. */
  inputOf(error: FoundError): Uint8Array | undefined {
    return this.inputs.get(error);
  }

  /** All runs to come have the input. */
  restartWith(input: Uint8Array): void {
    this.program.restartWith(encoded(input));
  }

  /** The error with the input that leads to it, which is kept in the corpus. */
  withInput(error: FoundError, input: Uint8Array): FoundError {
    const message = withInput(error.message, inputName(input, this.keepError(input)));
    return { ...error, message, input: encoded(input) };
  }

  /** Keeps the input of an error in the corpus. Returns the file; undefined: there is no corpus. */
  private keepError(input: Uint8Array): string | undefined {
    let file: string | undefined;
    this.tell((folder) => {
      file = folder.writeError(input);
    });
    return file;
  }

  /** Has nothing new been seen for long? */
  isSaturated(): boolean {
    return this.executions - this.lastNews >= WITHOUT_NEWS + WITHOUT_NEWS_FOR_EACH * this.news;
  }

  /** Is what another worker has found enough? */
  get isOver(): boolean {
    return this.options.isOver();
  }

  /** Walks with a new recipe. `graph`: makes the state in which walks begin, anew where the input is another one. */
  *walk(context: SearchContext, graph: (isNew: boolean) => GraphSearch): Generator<number, void> {
    this.look();
    const recipe = (this.present ??= this.next());
    const isNew = recipe.input !== undefined && recipe.input !== this.input;
    if (isNew) {
      this.restartWith(recipe.input!);
      this.input = recipe.input;
    }
    this.chooser.constraints = recipe.schedule;
    this.chooser.prefix = recipe.prefix;
    this.edges = new Set();
    this.compared = new Set();
    const state = graph(isNew);
    const { session } = context;
    const before = session.found.errors.length;
    const wasTooLong = session.found.limitsHit.includes('steps');
    try {
      if (beginWalk(state, this.chooser)) yield* walk(state, this.chooser);
    } catch (e) {
      if (!this.goesOnAfter(e, session)) throw e;
      return;
    } finally {
      if (this.input !== undefined)
        for (const error of session.found.errors.slice(before)) this.inputs.set(error, this.input);
    }
    if (!wasTooLong && session.found.limitsHit.includes('steps')) this.noteTooLong('an execution');
    this.ended(recipe, state);
  }

  /** Keeps the input, if the program takes one. */
  private noteTooLong(what: string): void {
    if (this.input === undefined) return;
    const file = this.keepError(this.input);
    this.notes.push(`the input of ${what} that was too long: ${inputName(this.input, file)}`);
  }

  /**
   * Is it the limit of a single run, where all errors are looked for? Then only this input is left. The input is kept
   * in any case.
   */
  private goesOnAfter(e: unknown, { found, options }: Session): boolean {
    const isOfRun = e instanceof Stop && found.limitsHit.some((limit) => limit.startsWith('run-'));
    if (!isOfRun || this.input === undefined) return false;
    this.noteTooLong('a run');
    this.input = this.present = undefined;
    this.left = 0;
    this.executions++;
    return options.keepGoing === true;
  }

  private ended(recipe: Recipe, state: GraphSearch): void {
    this.executions++;
    this.present = undefined;
    if (recipe.input !== undefined) this.comparisons.set(recipe.input, [...this.compared].map(comparisonIn));
    if (this.isFirst) this.left = communicates(state.graph) ? WITH_ONE_INPUT : 0;
    const { firsts, ...shown } = shownBy(state.graph, this.places);
    const all = { ...shown, edges: [...this.edges] };
    const isNew = this.coverage.add(all) !== undefined;
    this.chooser.ended(state, isNew);
    if (isNew) {
      this.news++;
      this.lastNews = this.executions;
    }
    const own = this.corpus.unowned(recipe.input, all);
    if (own === undefined) return;
    // Later walks leave this one after what was new.
    const last = own.pairs.length === 0 ? Infinity : Math.max(...own.pairs.map((pair) => firsts.get(pair)!));
    const prefix = firstOf(this.chooser.decisionsTo(last), MOST_DECISIONS);
    const entry = { ...recipe, prefix, shown: own };
    this.tell((folder) => {
      folder.write(entry);
    });
    this.add(entry, own);
  }

  private add(entry: CorpusEntry, own: ShownByWalk): void {
    for (const replaced of this.corpus.add(entry, own))
      this.tell((folder) => {
        folder.remove(replaced, !this.corpus.has(replaced.input!));
      });
  }

  /** An entry that another process has written. */
  private take(entry: CorpusEntry): void {
    this.coverage.add(entry.shown);
    const own = this.corpus.unowned(entry.input, entry.shown);
    if (own !== undefined) this.add(entry, own);
  }

  /** What others have added to the folder. */
  private look(): void {
    const now = Date.now();
    if (now < this.nextLook) return;
    this.nextLook = now + LOOK;
    this.tell((folder) => {
      const { entries, inputs, others } = folder.read();
      for (const entry of entries) this.take(entry);
      if (this.options.takesInput) this.seeds.push(...inputs);
      if (others > 0)
        this.notes.push(
          `${others} schedules of the corpus ${folder.path} are of another build: their inputs were used`,
        );
    });
  }

  /** Uses the folder; from the first failure on no more. */
  private tell(use: (folder: CorpusFolder) => void): void {
    if (this.folder === undefined) return;
    try {
      use(this.folder);
    } catch (error) {
      this.folder = undefined;
      this.notes.push(`${(error as Error).message}: what was found from then on is not kept`);
    }
  }

  private next(): Recipe {
    const { random, corpus, options } = this;
    const seed = this.seeds.shift();
    if (seed !== undefined) return { input: seed, schedule: [], prefix: [] };
    const entry = corpus.draw(random);
    if (entry === undefined) return { input: this.input, schedule: [], prefix: [] };
    const { schedule, prefix } = this.interleaving(entry);
    if (!options.takesInput) return { input: undefined, schedule, prefix };
    this.isFirst = this.left <= 0;
    if (this.isFirst) return { input: this.nextInput(entry.input ?? new Uint8Array()), schedule, prefix };
    this.left--;
    return { input: this.input, schedule, prefix };
  }

  /** Another interleaving than that of the entry, most often one like it. */
  private interleaving({ schedule, prefix }: CorpusEntry): Pick<Recipe, 'schedule' | 'prefix'> {
    const { random } = this;
    const change = random.below(4);
    const begun = random.below(2) === 0 ? [] : firstOf(prefix, this.kept(lengthOf(prefix)));
    return { prefix: begun, schedule: change === 0 ? [] : change === 1 ? schedule : this.schedules.mutated(schedule) };
  }

  /**
   * How many of so many decisions are repeated. What the last one led to was new, but it may have led to the end: then
   * it must be another one to come further.
   */
  private kept(decisions: number): number {
    const { random } = this;
    if (random.below(4) === 0) return random.below(decisions + 1);
    return Math.max(0, decisions - [0, 1, 1, 2][random.below(4)]);
  }

  /** The input, or a mutation of it. What it is compared with is found out first. */
  private nextInput(input: Uint8Array): Uint8Array {
    const { random, corpus, options } = this;
    const compared = this.comparisons.get(input);
    if (compared === undefined || random.below(4) === 0) return input;
    const other = corpus.anyInput(random) ?? input;
    const { dictionary, largestInput: largest } = options;
    return mutated(input, { other, dictionary, compared, largest }, random);
  }
}

/** Longer inputs are named by their files only. */
const SHORT = 32;

/** The input in words: its bytes or their number, and its file. */
function inputName(input: Uint8Array, file: string | undefined): string {
  const text = input.length > SHORT ? `${input.length} bytes` : stringText(input);
  return file === undefined ? text : `${text} (${file})`;
}

function encoded(input: Uint8Array): Uint8Array {
  return encodeInput([{ id: OBJECT, bytes: input }]);
}
