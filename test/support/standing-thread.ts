/** The thread of standing-process.ts: performs one request after another. */
import { parentPort } from 'node:worker_threads';
import { work, type WorkerData } from '../../src/check/check-work';

parentPort?.on('message', (data: WorkerData) => {
  work(data, (message) => parentPort?.postMessage(message));
});
