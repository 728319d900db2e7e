// A part of a page that is fetched when it is first shown, with the words of its rooms.

import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { wordsHere } from './words.ts';

/** As React's own `lazy`; while it comes the nearest `Suspense` stands in. @param load the part itself */
export function lazyPart<Props extends object>(load: () => Promise<FunctionComponent<Props>>): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => {
    const part = await load();
    await wordsHere();
    return { default: part };
  });
}
