/**
 * Explores a program for all its symbolic inputs (docs/explanation/inputs.md). The program is explored with one input
 * after the other, beginning with zeros. What the ways of its threads depended on leads to further inputs, until each
 * path that some input takes is taken by one that was explored.
 */
import type { RunResult } from '../channel/result';
import type { OutsideInput } from '../channel/environment';
import { encodeInput, outsideNumber } from '../channel/symbolic';
import { Alternatives } from './alternatives';
import { errorKey, totalCounts, type FoundError, type Verdict } from '../explore/common/verdict';
import { byteName, Expressions, type Input } from './expression';
import { inputText, withInput, withoutInput } from './input-text';
import { questionName, questionsOf, type InputObject, type Question } from './conditions';
import { shortFunction } from '../debug-info/function-name';
import { ShownPaths, type ShownByInput } from './shown-paths';
import type { Solver } from './solver';
import type { NamedObject, TestCase } from './test-case';

/** The most combinations of conditions of threads in one execution. */
const MAX_COMBINATIONS = 20_000;

export interface SymbolicOptions {
  /** The most inputs that are explored. */
  readonly maxInputs: number;
  /** Are more errors than the first one wanted? */
  readonly keepGoing: boolean;
  /** Asked before each exploration and each question: should the search end? */
  readonly interrupted: () => boolean;
  /** Seconds that are left at most. */
  readonly left: () => number | undefined;
  /** The inputs that come from outside the program. */
  readonly outside: readonly OutsideInput[];
  /** Called with each input that was explored. */
  readonly onInput?: (test: TestCase) => void;
}

/** What is explored: the program with one input. */
export interface Explored {
  /** From now on the program has this input (encodeInput). */
  restartWith(input: Uint8Array): void;
  explore(): Verdict;
  /** A name of the event, that is the same with all inputs. */
  readonly nameOf: Parameters<typeof errorKey>[1];
  /** Given if others explore inputs, too. */
  readonly elsewhere?: InputsElsewhere | undefined;
}

/** What was found with an input, and what its runs have shown. */
export interface ExploredInput {
  readonly verdict: Verdict;
  readonly shown: ShownByInput;
}

/** Others who explore inputs. */
export interface InputsElsewhere {
  /**
   * What others have found with input number n, which is the next one; undefined: it is to be explored here.
   * `inputs`: all that are known to be explored, in this order; another array than before where earlier ones changed.
   */
  verified(n: number, inputs: readonly Uint8Array[]): ExploredInput | undefined;
}

/** A question that may have more answers. */
interface OpenQuestion {
  readonly question: Question;
  /** The number of the input whose path it is about. */
  readonly input: number;
  /** By value of the expression: an input that leads to it where the conditions hold. */
  readonly values: Map<bigint, Input>;
  /** How many inputs were looked at for that. */
  seen: number;
}

export class SymbolicSearch {
  readonly expressions = new Expressions();
  private readonly inputs: Input[] = [new Map()];
  /** Of each input: the values of expressions. */
  private readonly values: Map<bigint, bigint>[] = [new Map()];
  private readonly objects = new Map<bigint, InputObject>();
  /** Questions that have been asked, and those of them that may have more answers. */
  private readonly decided = new Set<string>();
  private open: OpenQuestion[] = [];
  /** The inputs as bytes, as long as no more objects are known. */
  private encoded: Uint8Array[] = [];
  /** What the runs with the present input have shown. */
  private shown = new ShownPaths(this.expressions);
  private readonly limits = new Set<string>();
  private readonly notes = new Set<string>();
  private readonly alternatives: Alternatives;

  /** `startSolver` is called when there is the first question that needs it. */
  constructor(
    private readonly options: SymbolicOptions,
    startSolver: () => Solver,
  ) {
    this.alternatives = new Alternatives(this.expressions, startSolver);
  }

  /** To be called with each run. */
  readonly onRun = (run: RunResult): void => {
    this.shown.add(run);
  };

  /** Explores all inputs. */
  run(explored: Explored): Verdict {
    const verdicts: Verdict[] = [];
    let n = 0;
    for (; !this.isOver(verdicts); n++) {
      if (n === this.inputs.length) this.addInputs();
      if (n === this.inputs.length) break;
      if (n === this.options.maxInputs) {
        this.limits.add('inputs');
        break;
      }
      const verified = this.verifiedElsewhere(explored, n);
      if (verified === undefined && this.isOver(verdicts)) break;
      const { verdict, shown } = verified ?? this.explore(explored, n);
      this.learn(shown);
      verdicts.push({ ...verdict, errors: verdict.errors.map((e) => this.withInput(e, this.inputs[n])) });
      this.options.onInput?.({
        objects: this.objectsOf(this.inputs[n]),
        errors: verdict.errors.map(({ message }) => message),
      });
      if (!this.isOver(verdicts)) for (const path of shown.paths) this.extend(path, n);
    }
    return this.merged(verdicts, n, explored);
  }

  /** Ends the thread of the solver, if there is one. */
  stop(): void {
    this.alternatives.stop();
  }

  /** What others have found of the input. The first one shows what most others need, and is explored here. */
  private verifiedElsewhere({ elsewhere }: Explored, n: number): ExploredInput | undefined {
    if (elsewhere === undefined || n === 0) return undefined;
    const { encoded, inputs } = this;
    const known = Math.min(inputs.length, this.options.maxInputs);
    for (let i = encoded.length; i < known; i++) encoded.push(this.encode(inputs[i]));
    return elsewhere.verified(n, encoded);
  }

  private explore(explored: Explored, n: number): ExploredInput {
    this.shown = new ShownPaths(this.expressions);
    explored.restartWith(this.encode(this.inputs[n]));
    return { verdict: explored.explore(), shown: this.shown };
  }

  /** Adds objects and unseen code. */
  private learn({ objects, unseen }: ShownByInput): void {
    for (const object of objects) {
      const known = this.objects.get(object.id);
      if (known?.size !== object.size) this.encoded = [];
      this.objects.set(object.id, object);
    }
    for (const { what, site } of unseen) {
      this.limits.add('inputs-unseen');
      this.notes.add(
        `what ${shortened(what)} does with symbolic inputs at {0x${site.toString(16)}} cannot be followed`,
      );
    }
  }

  private isOver(verdicts: readonly Verdict[]): boolean {
    const { keepGoing, interrupted, left } = this.options;
    if (interrupted()) this.limits.add('interrupted');
    else if ((left() ?? 1) <= 0) this.limits.add('time');
    const ended = [...this.limits].some((l) => ['interrupted', 'time'].includes(l));
    return ended || (!keepGoing && verdicts.some(({ errors }) => errors.length > 0));
  }

  /** Opens the questions about a path that input number n has taken. */
  private extend(path: ShownByInput['paths'][number], n: number): void {
    const { threads } = path;
    for (const { expression, value } of [...threads.values()].flat())
      if (this.evaluate(expression, n) !== value) {
        this.limits.add('inputs-unsolved');
        this.notes.add(
          'an expression over symbolic inputs has another value in the program: it shifts by too many bits, or uses ' +
            'something that cannot be followed',
        );
        return;
      }
    const questions = questionsOf(path, MAX_COMBINATIONS);
    if (questions === undefined) {
      this.limits.add('inputs-unsolved');
      this.notes.add(`threads come to too many conditions on symbolic inputs in one execution`);
      return;
    }
    for (const question of questions) {
      const name = questionName(question);
      if (this.decided.has(name)) continue;
      this.decided.add(name);
      this.open.push({ question, input: n, values: new Map(), seen: 0 });
    }
  }

  /** Adds at most one input for each open question: one with many answers does not keep others waiting. */
  private addInputs(): void {
    this.open = this.open.filter((open) => {
      const isEnough = this.inputs.length > this.options.maxInputs || this.isOver([]);
      return isEnough || this.addInput(open);
    });
  }

  /** Adds an input that gives the expression another value than all inputs so far. False: the question is closed. */
  private addInput(open: OpenQuestion): boolean {
    const { question, values } = open;
    const { before, expression } = question;
    const isOnPath = (input: number): boolean => before.every((c) => this.evaluate(c.expression, input) === c.value);
    for (; open.seen < this.inputs.length; open.seen++)
      if (isOnPath(open.seen)) values.set(this.evaluate(expression, open.seen), this.inputs[open.seen]);
    const found = this.alternatives.other(question, values);
    if (found === undefined) return false;
    if (found === 'unknown') {
      this.limits.add('inputs-unsolved');
      this.notes.add('Z3 did not decide with some 10 s of work whether an input takes a path');
      return false;
    }
    this.inputs.push(new Map([...this.inputs[open.input], ...found]));
    this.values.push(new Map());
    const added = this.inputs.length - 1;
    if (values.has(this.evaluate(expression, added)) || !isOnPath(added))
      throw new Error('an input was found that does not take the path');
    return true;
  }

  private evaluate(expression: bigint, input: number): bigint {
    return this.expressions.evaluate(expression, this.inputs[input], this.values[input]);
  }

  private encode(input: Input): Uint8Array {
    return encodeInput([...this.objects.values()].map((o) => ({ id: o.id, bytes: bytesOf(o, input) })));
  }

  private objectsOf(input: Input): NamedObject[] {
    return [...this.objects.values()].map((o) => {
      const number = outsideNumber(o.id);
      const outside = number === undefined ? undefined : this.options.outside[number];
      return { name: o.name, bytes: bytesOf(o, input), outside };
    });
  }

  private withInput(error: FoundError, input: Input): FoundError {
    const objects = this.objectsOf(input);
    return {
      ...error,
      message: objects.length === 0 ? error.message : withInput(error.message, inputText(objects)),
      input: this.encode(input),
    };
  }

  private merged(verdicts: readonly Verdict[], inputs: number, { nameOf }: Explored): Verdict {
    const errors = new Map<string, FoundError>();
    for (const error of verdicts.flatMap((v) => v.errors)) {
      const name = errorKey({ ...error, message: withoutInput(error.message) }, nameOf);
      if (!errors.has(name)) errors.set(name, error);
    }
    const count =
      this.objects.size === 0
        ? 'the program has no symbolic input'
        : `explored with ${inputs} ${inputs === 1 ? 'input' : 'inputs'}, one after the other`;
    const limits = errors.size > 0 && !this.options.keepGoing ? [] : [...this.limits];
    return {
      ...totalCounts(verdicts),
      errors: [...errors.values()],
      notes: [...new Set([...verdicts.flatMap((v) => v.notes), count, ...this.notes])],
      limitsHit: [...new Set([...verdicts.flatMap((v) => v.limitsHit), ...limits])],
    };
  }
}

/** What is behind the function's name in the texts that the runtime and the pass make (runtime/symbolic/). */
const said = /(?: \(it .*| before main|, a constructor that .*)$/;

/** With the function's name as in reports. */
function shortened(what: string): string {
  const at = said.exec(what)?.index ?? what.length;
  return shortFunction(what.slice(0, at)) + what.slice(at);
}

function bytesOf({ id, size }: InputObject, input: Input): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => input.get(byteName(id, i)) ?? 0);
}
