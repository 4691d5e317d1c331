/** Imported first: programs are built with the pass that announces what is live in loops (docs/architecture/loops.md). */
process.env.DRISTA_PASS = 'on';
