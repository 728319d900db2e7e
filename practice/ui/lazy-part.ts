// A part of a page that is fetched when it is first shown, with the words of its rooms.

import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { fetchStatus } from '../api.ts';
import { wordsHere } from './words.ts';

/** Waits between two tries while the server does not answer, in ms; the last one from then on. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const isServerThere = (): Promise<boolean> => fetchStatus().then(() => true, () => false);

/** Fetches; as long as the server does not answer, again and again. Rejected where it answers and the part still does not come: it went with a version before. */
async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let n = 0; ; n += 1) {
    try {
      const part = await load();
      await wordsHere();
      return part;
    } catch (error) {
      if (n > 0 && await isServerThere()) throw error;
      await new Promise((done) => { setTimeout(done, WAITS_MS[Math.min(n, WAITS_MS.length - 1)]); });
    }
  }
}

/** As React's own `lazy`; while it comes, and while the server is away, the nearest `Suspense` stands in. @param load the part itself */
export function lazyPart<Props extends object>(load: () => Promise<FunctionComponent<Props>>): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => ({ default: await fetched(load) }));
}
