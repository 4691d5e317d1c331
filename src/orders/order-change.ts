/** A change of the memory orders of one operation in a source text. */
import type { Order } from '../program/label';

/** Which orders an operation is to have. */
export interface OrderChange {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** As of OrderSite, but without `failure`. */
  readonly operation: string;
  readonly order: Order;
  /** Of a compare-exchange. */
  readonly failOrder?: Order | undefined;
  /** Of an addition or subtraction: by how much. */
  readonly amount?: string | undefined;
  /** Are there several such operations at the place? Then only calls are edited. */
  readonly isAmbiguous?: boolean | undefined;
}
