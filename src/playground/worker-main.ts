/** The worker of the page: explores, and draws executions of what it has explored last. */
import { DristaError } from '../base/errors';
import { PlaygroundExploration } from './exploration';
import type { FromWorker, ToWorker } from './worker-messages';

/** The part of a worker's global scope that is used (HTML, 10.2.1.2). */
interface WorkerScope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;
let exploration: PlaygroundExploration | undefined;

function answerTo(asked: ToWorker): FromWorker {
  if (asked.do === 'draw') {
    if (exploration === undefined) throw new DristaError('nothing was explored yet: explore first');
    return { said: 'picture', picture: exploration.picture(asked.model, asked.what, asked.n) };
  }
  exploration = new PlaygroundExploration(asked.request);
  const findings = exploration.run((model, executions) => {
    scope.postMessage({ said: 'progress', model, executions });
  });
  return { said: 'found', findings };
}

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage(answerTo(data));
  } catch (error) {
    const message =
      error instanceof DristaError
        ? error.message
        : `drista has failed: ${String(error)}. Report that, with the program`;
    scope.postMessage({ said: 'refused', message });
  }
};
