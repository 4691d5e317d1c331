/** Which executions count as the same. */
export type EquivalenceName = 'observational' | 'rf' | 'co';
