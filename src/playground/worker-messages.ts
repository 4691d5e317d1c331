/** What the page and its worker say to each other. */
import type { ModelName } from '../model/names';
import type { Picture } from '../report/html/picture';
import type { PlaygroundFindings, PlaygroundRequest } from './playground-findings';

export type ToWorker =
  | { readonly do: 'explore'; readonly request: PlaygroundRequest }
  | { readonly do: 'draw'; readonly model: number; readonly what: 'error' | 'execution'; readonly n: number };

export type FromWorker =
  | { readonly said: 'progress'; readonly model: ModelName; readonly executions: number }
  | { readonly said: 'found'; readonly findings: PlaygroundFindings }
  | { readonly said: 'picture'; readonly picture: Picture }
  /** The program is not in the subset, or something went wrong. */
  | { readonly said: 'refused'; readonly message: string };
