// Languages beyond German and English, one chunk each; not part of the first load, because most
// people need none of them.

export type Rooms = Record<string, object>;

/**
 * Languages beyond German and English, with all namespaces in one chunk. All are machine-translated
 * and await review by a native speaker; staff-only texts stay German.
 */
const FURTHER: Readonly<Record<string, () => Promise<{ readonly rooms: Rooms }>>> = {
  tr: () => import('../words/tr.ts'),
  ar: () => import('../words/ar.ts'),
  uk: () => import('../words/uk.ts'),
  ru: () => import('../words/ru.ts'),
  pl: () => import('../words/pl.ts'),
  ro: () => import('../words/ro.ts'),
  it: () => import('../words/it.ts'),
  es: () => import('../words/es.ts'),
  fr: () => import('../words/fr.ts'),
  fa: () => import('../words/fa.ts'),
};

/** Returns all texts of one language, by namespace; undefined for an unknown language. */
export async function roomsIn(language: string): Promise<Rooms> {
  return (await FURTHER[language]?.())?.rooms ?? {};
}
