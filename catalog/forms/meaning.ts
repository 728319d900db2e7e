/** Checks that the plain texts of a form of this catalogue keep the meaning of their question. */

import { isAboutChild, lostInPlain } from '../../shared/base/meaning/meaning.ts';

export interface Pair {
  readonly linkId: string;
  readonly standard: string;
  readonly plain: string;
}
/** Questions that have plain texts, by the keys of `wordsIn`. */
export function pairsIn(texts: ReadonlyMap<string, string>): Pair[] {
  return [...texts].flatMap(([key, plain]) => {
    const linkId = key.endsWith('?plain') ? key.slice(0, -'?plain'.length) : undefined,
      standard = linkId === undefined ? undefined : texts.get(linkId);
    return linkId === undefined || standard === undefined ? [] : [{ linkId, standard, plain }];
  });
}

/**
 * Returns the marks lost in plain texts: `herz past`.
 * @param german the texts of the form in German
 * @param texts the same in the language
 */
export function lostIn(
  german: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  language: string,
): string[] {
  return pairsIn(texts).flatMap(({ linkId, standard, plain }) =>
    lostInPlain(german.get(linkId) ?? '', standard, plain, language, {
      isChildren: isAboutChild(german.get('?title') ?? '', 'de'),
    }).map((mark) => `${linkId} ${mark}`),
  );
}
