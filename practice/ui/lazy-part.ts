// A part of a page that is loaded when it is first shown, or earlier, together with the texts of
// its areas; never while the server is unreachable.

import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { isServerThere } from '../api.ts';
import { wordsHere } from './words.ts';

/** Delays between retries while the server does not answer, in ms; the last one repeats. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Loaded parts: they are available without the server. */
const come = new WeakSet<() => Promise<unknown>>();

/**
 * Loads as soon as the server answers: a browser caches a failed module import until the page is
 * reloaded. Rejects where the server answers and the import fails twice: the part belonged to an
 * earlier version.
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

/**
 * Works like React's `lazy`; while it loads, and while the server is unreachable, the nearest
 * `Suspense` renders its fallback.
 * @param load loads the part
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => ({ default: await fetched(load) }));
}
