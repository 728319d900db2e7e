// A part of a page that is fetched when it is first shown, or before, with the words of its rooms; never while the server is away.

import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { isServerThere } from '../api.ts';
import { wordsHere } from './words.ts';

/** Waits between two tries while the server does not answer, in ms; the last one from then on. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** What has come: it is asked for again without the server. */
const come = new WeakSet<() => Promise<unknown>>();

/**
 * Fetches as soon as the server answers: a browser that was refused a module once refuses it itself until the page is loaded anew.
 * Rejected where the server answers and it does not come twice: it went with a version before.
 */
export async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let n = 0, refused = 0; ; n += 1) {
    if (come.has(load) || (await isServerThere())) {
      try {
        const part = await load();
        await wordsHere();
        come.add(load);
        return part;
      } catch (error) {
        if ((refused += 1) > 1) throw error;
      }
    }
    await new Promise((done) => {
      setTimeout(done, WAITS_MS[Math.min(n, WAITS_MS.length - 1)]);
    });
  }
}

/** As React's own `lazy`; while it comes, and while the server is away, the nearest `Suspense` stands in. @param load the part itself */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => ({ default: await fetched(load) }));
}
