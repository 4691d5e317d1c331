/** The thread in which Z3 works. It answers one text in SMT-LIB after the other (solver.ts). */
import { workerData, type MessagePort } from 'node:worker_threads';

/** The part of the package z3-solver that is used. */
interface Package {
  init(): Promise<{
    Z3: {
      mk_config(): unknown;
      mk_context(config: unknown): unknown;
      del_context(context: unknown): void;
      eval_smtlib2_string(context: unknown, text: string): Promise<string>;
    };
  }>;
}

export interface SolverData {
  /** One Int32 that is 1 when an answer is there. */
  readonly ready: SharedArrayBuffer;
  /** For questions and answers. */
  readonly port: MessagePort;
}

/** What Z3 is asked. */
export interface Asked {
  readonly text: string;
  /** Begins a question: nothing that was said before holds. */
  readonly anew: boolean;
}

export type Answer = { readonly text: string } | { readonly failed: string };

const { ready, port } = workerData as SolverData;

function answer(given: Answer): void {
  port.postMessage(given);
  const flag = new Int32Array(ready);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

async function serve(): Promise<void> {
  // The package is optional: only checks with --symbolic look for it.
  const name = 'z3-solver';
  const { Z3 } = await ((await import(name)) as Package).init();
  let context = Z3.mk_context(Z3.mk_config());
  port.on('message', ({ text, anew }: Asked) => {
    if (anew) {
      // After many (reset) Z3 5.2 does not know operators any more.
      Z3.del_context(context);
      context = Z3.mk_context(Z3.mk_config());
    }
    Z3.eval_smtlib2_string(context, text).then(
      (said) => {
        answer({ text: said });
      },
      (error: unknown) => {
        answer({ failed: String(error) });
      },
    );
  });
  answer({ text: '' });
}

serve().catch((error: unknown) => {
  answer({ failed: String((error as Error).message) });
});
