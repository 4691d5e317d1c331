/** Imported first: programs are built with the pass that announces live values in loops (docs/architecture/loops.md). */
process.env.DRISTA_PASS = 'on';
