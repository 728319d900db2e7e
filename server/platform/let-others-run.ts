// A pause of one turn of the event loop.

/**
 * Lets other requests run before the next piece of work: on SQLite a chain of queries holds the
 * event loop until its end, since each of them is answered at once.
 */
export const letOthersRun = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });
