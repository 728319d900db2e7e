// Work of all modules together: handlers of jobs, and work that repeats.

import type { Module } from '../../platform/module.ts';
import type { Deps } from '../deps.ts';

/** Returns the handlers of all modules. @throws when two modules handle one kind of job */
export function handlersOf(modules: readonly Module[]): Module['jobs'] {
  const all = modules.flatMap(({ jobs }) => Object.entries(jobs));
  const handlers = Object.fromEntries(all);
  if (Object.keys(handlers).length < all.length) throw new Error('A kind of job has two handlers.');
  return handlers;
}

/**
 * Does the repeated work of each module; one that fails stops no other.
 * @throws the first failure, after all modules had their turn; the others are logged
 */
export const eachModule = (
  d: Pick<Deps, 'log'>,
  modules: readonly Module[],
  work: (module: Module) => Promise<void> | undefined,
): Promise<void> =>
  eachStep(
    d,
    modules.map((module) => async () => work(module)),
  );

/**
 * Does the work of every minute: that of the server, and that of the practices which have some; an
 * idle practice is not opened.
 * @throws the first failure, after everything had its turn; the others are logged
 */
export function sweepModules(d: Pick<Deps, 'log'>, modules: readonly Module[]): Promise<void> {
  const due = modules.flatMap((module) => module.due ?? []);
  return eachStep(d, [
    ...modules.map((module) => async () => module.sweep?.()),
    ...due.map(({ find, run }) => async () => {
      const cids = [...new Set(await find())];
      await eachStep(
        d,
        cids.map((cid) => () => run(cid)),
      );
    }),
  ]);
}

async function eachStep(
  { log }: Pick<Deps, 'log'>,
  steps: readonly (() => Promise<void>)[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  for (const error of errors.slice(1)) log.failure({ code: 'repeated', error });
  if (errors.length > 0) throw errors[0];
}
