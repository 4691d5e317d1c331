/** The thread in which Z3 works. It answers one question after the other (solver.ts). */
import { workerData, type MessagePort } from 'node:worker_threads';

/** Addresses of Z3's objects. */
type Address = number;

/** The part of the package z3-solver that is used: Z3's interface for C. */
interface Package {
  init(): Promise<{ Z3: Interface; em: Exported }>;
}

interface Interface {
  mk_config(): Address;
  mk_context(config: Address): Address;
  del_context(context: Address): void;
  mk_simple_solver(context: Address): Address;
  mk_solver_for_logic(context: Address, logic: Address): Address;
  solver_inc_ref(context: Address, solver: Address): void;
  solver_push(context: Address, solver: Address): void;
  solver_pop(context: Address, solver: Address, levels: number): void;
  solver_from_string(context: Address, solver: Address, text: string): void;
  solver_get_model(context: Address, solver: Address): Address;
  model_to_string(context: Address, model: Address): string;
  mk_params(context: Address): Address;
  params_inc_ref(context: Address, params: Address): void;
  mk_string_symbol(context: Address, name: string): Address;
  params_set_uint(context: Address, params: Address, name: Address, value: number): void;
  solver_set_params(context: Address, solver: Address, params: Address): void;
  get_error_code(context: Address): number;
  get_error_msg(context: Address, code: number): string;
}

/** What the package has in JavaScript only as a call that starts a thread, which takes longer than most questions. */
interface Exported {
  /** 1: satisfiable, -1: not, 0: unknown (Z3_lbool). */
  _Z3_solver_check(context: Address, solver: Address): number;
}

export interface SolverData {
  /** One Int32 that is 1 when an answer is there. */
  readonly ready: SharedArrayBuffer;
  /** For questions and answers. */
  readonly port: MessagePort;
}

/** What Z3 is asked, in SMT-LIB: whether the assertions hold together. */
export interface Asked {
  /** Each of a name that always has this definition. */
  readonly definitions: readonly string[];
  readonly assertions: string;
  /** How much it may work, in Z3's units (rlimit). */
  readonly work: number;
  /** How long it may take in any case, in milliseconds. */
  readonly milliseconds: number;
}

/** `model`: values of constants, as Z3 prints them. */
export type Answer = { readonly is: 'started' | 'unsat' } | { readonly is: 'sat'; readonly model: string } | Undecided;

/** Z3 does not know, or has failed. */
interface Undecided {
  readonly is: 'unknown';
  readonly why: string;
}

/** A text is put on the stack of Z3's thread, which has 20 MB. */
const LONGEST_TEXT = 8e6;

/** The work of the solver that is quick with most questions, in Z3's units; the other one is for the rest. */
const FOR_QUICK = 5_000_000;

/** A context, which only grows, answers so many questions. */
const MAX_QUESTIONS = 400;

const { ready, port } = workerData as SolverData;

function answer(given: Answer): void {
  port.postMessage(given);
  const flag = new Int32Array(ready);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

/** A solver, and the definitions that it knows: these stay, whatever is popped. */
interface Limited {
  readonly solver: Address;
  readonly known: Set<string>;
}

/** The package's eval_smtlib2_string would be simpler, but it frees the text before its thread has read it. */
class Z3 {
  private readonly config: Address;
  private context: Address | undefined;
  private solvers: Limited[] = [];
  private questions = 0;

  constructor(
    private readonly z3: Interface,
    private readonly check: Exported['_Z3_solver_check'],
  ) {
    this.config = z3.mk_config();
  }

  decide(asked: Asked): Answer {
    const context = this.contextFor(asked);
    let answer: Answer = { is: 'unknown', why: 'it took too long' };
    for (const each of this.solvers) if (answer.is === 'unknown') answer = this.by(context, each, asked);
    return answer;
  }

  private contextFor({ work, milliseconds }: Asked): Address {
    const { z3, config } = this;
    if (this.context !== undefined && this.questions++ < MAX_QUESTIONS) return this.context;
    if (this.context !== undefined) z3.del_context(this.context);
    const context = (this.context = z3.mk_context(config));
    const name = (text: string): Address => z3.mk_string_symbol(context, text);
    const limited = (solver: Address, most: number): Limited => {
      z3.solver_inc_ref(context, solver); // before anything else is made, which would free it
      const params = z3.mk_params(context);
      z3.params_inc_ref(context, params);
      z3.params_set_uint(context, params, name('rlimit'), most);
      z3.params_set_uint(context, params, name('timeout'), milliseconds);
      z3.solver_set_params(context, solver, params);
      return { solver, known: new Set() };
    };
    const logic = name('QF_BV');
    this.solvers = [
      limited(z3.mk_simple_solver(context), FOR_QUICK),
      limited(z3.mk_solver_for_logic(context, logic), work),
    ];
    this.questions = 0;
    return context;
  }

  private by(context: Address, { solver, known }: Limited, { definitions, assertions }: Asked): Answer {
    const { z3 } = this;
    const text = [...definitions.filter((line) => !known.has(line)), assertions].join('\n');
    if (text.length > LONGEST_TEXT) return { is: 'unknown', why: 'the question is too long' };
    const failed = (): Undecided | undefined => {
      const code = z3.get_error_code(context);
      return code === 0 ? undefined : { is: 'unknown', why: z3.get_error_msg(context, code) };
    };
    for (const line of definitions) known.add(line);
    z3.solver_push(context, solver);
    try {
      z3.solver_from_string(context, solver, text);
      const wrong = failed();
      if (wrong !== undefined) return wrong;
      const found = this.check(context, solver);
      if (found === 1) return { is: 'sat', model: z3.model_to_string(context, z3.solver_get_model(context, solver)) };
      return failed() ?? (found === -1 ? { is: 'unsat' } : { is: 'unknown', why: 'it took too long' });
    } finally {
      z3.solver_pop(context, solver, 1);
    }
  }
}

async function serve(): Promise<void> {
  // The package is optional: only checks with --symbolic look for it.
  const name = 'z3-solver';
  const { Z3: z3, em } = await ((await import(name)) as Package).init();
  const solver = new Z3(z3, em._Z3_solver_check);
  port.on('message', (asked: Asked) => {
    try {
      answer(solver.decide(asked));
    } catch (error) {
      answer({ is: 'unknown', why: String(error) });
    }
  });
  answer({ is: 'started' });
}

serve().catch((error: unknown) => {
  answer({ is: 'unknown', why: String((error as Error).message) });
});
