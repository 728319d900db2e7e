// Texts of all areas: each area registers its files, and they are loaded with the first of its
// parts, in the current language.

import i18next from 'i18next';

export type Spoken = 'de' | 'en';
/** The text files of an area by language. */
export type Words = Readonly<Record<Spoken, () => Promise<{ default: object }>>>;

const rooms = new Map<string, Words>(),
  coming = new Map<string, Promise<void>>();
let spoken: Spoken | undefined;
let tellSpoken: () => void = () => undefined;
/** Resolves once the language is known; a page opened by its address is loaded in parallel. */
const isSpoken = new Promise<void>((resolve) => {
  tellSpoken = resolve;
});

/** Loads an area's texts once; a failed load is retried the next time. */
async function fetchWords(room: string, words: Words, language: Spoken): Promise<void> {
  if (i18next.hasResourceBundle(language, room)) return;
  const key = `${language}/${room}`;
  const found =
    coming.get(key) ??
    words[language]()
      .then((file) => {
        i18next.addResourceBundle(language, room, file.default);
      })
      .finally(() => coming.delete(key));
  coming.set(key, found);
  await found;
}

const fetchAll = async (language: Spoken): Promise<unknown> =>
  Promise.all([...rooms].map(([room, words]) => fetchWords(room, words, language)));

/**
 * Registers an area's texts; called once by the file of its texts, so that every import of it loads
 * them.
 */
export function claimWords(room: string, words: Words): void {
  rooms.set(room, words);
  // Started at once; renderers wait for `wordsHere`, which reports a failure.
  if (spoken !== undefined) fetchWords(room, words, spoken).catch(() => undefined);
}

/** Resolves when every area loaded so far has its texts; rejects where they cannot be loaded. */
export async function wordsHere(): Promise<void> {
  await isSpoken;
  if (spoken !== undefined) await fetchAll(spoken);
}

/**
 * Loads the texts of all loaded areas in a language and makes it the current one. If it rejects,
 * the language stays unchanged.
 */
export async function speak(language: Spoken): Promise<void> {
  // An area may be added while the others are loading.
  for (let known = -1; known !== rooms.size;) {
    known = rooms.size;
    await fetchAll(language);
  }
  spoken = language;
  tellSpoken();
}
