// Loads the loops after the first screen.

import type { Running } from './running.ts';

/**
 * Returns the function that loads and starts the loops, once.
 * @param preload loads the effects of the machine
 */
export function createLoopStart(run: Running, preload: () => void): () => void {
  let areLoopsWanted = false;
  return () => {
    if (areLoopsWanted) return;
    areLoopsWanted = true;
    run.updater.register();
    preload();
    import('../loops/run-loops.ts')
      .then(({ runLoops }) => {
        if (run.isStopped) return;
        run.loops = runLoops(run);
      })
      .catch(() => {
        areLoopsWanted = false;
      });
  };
}
