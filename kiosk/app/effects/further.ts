// The languages beyond German and English, each in one piece; apart from the first load, because most people need none of them.

export type Rooms = Record<string, object>;

/**
 * Languages beyond German and English, with all rooms in one piece.
 * Every one of them is made by machine and waits for a review by a native speaker; what only staff reads stays German.
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

/** All texts of one language, by room; none for a language that is not here. */
export async function roomsIn(language: string): Promise<Rooms> {
  return (await FURTHER[language]?.())?.rooms ?? {};
}
