/**
 * The thread in which a check runs, so that the main thread stays free for progress and Ctrl-C; and the threads of
 * further workers (--jobs), on this machine or for others (drista worker).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { work, type WorkerData } from './check-work';
import { helpByExploringStates, helpToCheck, type HelperData, type StateHelperData } from './check-helpers';
import { runSlot, type SlotStart } from './cluster-slot';

if (parentPort !== null) {
  const port = parentPort;
  const data = workerData as HelperData | StateHelperData | { readonly slot: SlotStart } | null | undefined;
  if (data && 'slot' in data) runSlot(data.slot, port);
  else if (data && 'states' in data) helpByExploringStates(data);
  else if (data) helpToCheck(data);
  else {
    const listener = (next: WorkerData): void => {
      if (next.stays !== true) port.off('message', listener);
      work(next, (message) => {
        port.postMessage(message);
      });
    };
    port.on('message', listener);
  }
}
