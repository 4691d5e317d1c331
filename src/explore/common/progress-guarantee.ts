/**
 * What a program guarantees of how its threads get on (Herlihy and Shavit, On the nature of progress, OPODIS 2011).
 * `starvation-free`: if the scheduler is fair, no thread waits for ever while others go on. `obstruction-free`: a
 * thread ends its work if the others stand still, wherever they do. `lock-free`: some thread does, whatever the
 * scheduler does.
 */
export type ProgressGuarantee = 'starvation-free' | 'obstruction-free' | 'lock-free';
