/** Shape of the gallery's samples, and of the choices in its address. */
import type { ReactNode } from 'react';

/** One component in one state. */
export interface Sample {
  /** Name of the exported component. */
  readonly component: string;
  /** State of the component, such as `busy` or `with an error`. */
  readonly state: string;
  readonly show: (words: Words) => ReactNode;
  /** Covers the whole page: shown only if the address asks for this sample. */
  readonly isAlone?: boolean;
}

/** Text of a sample in the chosen language: `words('Weiter', 'Next', 'التالي')`. */
export type Words = (de: string, en: string, ar?: string) => string;

export const THEMES = ['light', 'dark'] as const;
export const SIZES = [100, 125, 150, 200] as const;
export const LANGUAGES = ['de', 'en', 'ar'] as const;
export const DIRECTIONS = ['ltr', 'rtl'] as const;

/** Choices of the address; `only` is the name of a component or of one sample. */
export interface Chosen {
  readonly theme: (typeof THEMES)[number];
  readonly size: (typeof SIZES)[number];
  readonly lang: (typeof LANGUAGES)[number];
  readonly dir: (typeof DIRECTIONS)[number];
  readonly isCalm: boolean;
  readonly only: string | null;
}

const oneOf = <Value>(values: readonly Value[], text: string | null, otherwise: Value): Value =>
  values.find((value) => String(value) === text) ?? otherwise;

/**
 * Reads the choices of an address.
 * @param search its query, such as `?theme=dark&size=200&lang=ar`; the direction follows the
 * language unless it is given
 */
export function readChosen(search: string): Chosen {
  const query = new URLSearchParams(search);
  const lang = oneOf(LANGUAGES, query.get('lang'), 'de');
  return {
    theme: oneOf(THEMES, query.get('theme'), 'light'),
    size: oneOf(SIZES, query.get('size'), 100),
    lang,
    dir: oneOf(DIRECTIONS, query.get('dir'), lang === 'ar' ? 'rtl' : 'ltr'),
    isCalm: query.get('calm') === 'on',
    only: query.get('only'),
  };
}

/** Returns the name of a sample in the address. */
export const nameOf = ({ component, state }: Sample): string =>
  `${component}-${state.replaceAll(' ', '-')}`;

/** Returns the samples that the address asks for, by component. */
export function chooseSamples(
  samples: readonly Sample[],
  only: string | null,
): ReadonlyMap<string, readonly Sample[]> {
  const chosen = samples.filter((sample) =>
    only === null ? true : sample.component === only || nameOf(sample) === only,
  );
  const groups = new Map<string, Sample[]>();
  for (const sample of chosen)
    groups.set(sample.component, [...(groups.get(sample.component) ?? []), sample]);
  return groups;
}

/** Returns the function that picks a sample's text in a language; German if it has none. */
export const wordsIn =
  (lang: Chosen['lang']): Words =>
  (de, en, ar) =>
    ({ de, en, ar: ar ?? en })[lang];
