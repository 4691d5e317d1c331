/** The header of schedules as the enforcing library reads them (runtime/safe-schedule/enforce.h). */
export const MAGIC = 0x53445244;
/** No site, no object, no event. */
export const NONE = 0xffffffff;
/** Words of the header. */
export const HEADER = 8;

export enum Flag {
  RunFreely = 1,
  Statistics = 2,
  /** Sections follow in place of states. */
  Ordered = 4,
  /** The next descriptor is a file for the events that take place. */
  Trace = 8,
}
