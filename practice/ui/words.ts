// The words of every room: each room says where its own lie, and they are fetched with the first of its parts, in the language that is spoken.

import i18next from 'i18next';

export type Spoken = 'de' | 'en';
/** The files of a room's words by language. */
export type Words = Readonly<Record<Spoken, () => Promise<{ default: object }>>>;

const rooms = new Map<string, Words>(),
  coming = new Map<string, Promise<void>>();
let spoken: Spoken | undefined;
let tellSpoken: () => void = () => undefined;
/** Done once it is known what is spoken; a page that is opened by its address is loaded beside. */
const isSpoken = new Promise<void>((resolve) => {
  tellSpoken = resolve;
});

/** Fetches a room's words once; what failed is asked for again the next time. */
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

/** Says where a room's words lie; called once by the file of its texts, so that whatever imports it brings the words. */
export function claimWords(room: string, words: Words): void {
  rooms.set(room, words);
  // Begun at once; who shows them waits for `wordsHere`, and is told there if they do not come.
  if (spoken !== undefined) fetchWords(room, words, spoken).catch(() => undefined);
}

/** Done when every room that was loaded so far has its words; rejected where they cannot be had. */
export async function wordsHere(): Promise<void> {
  await isSpoken;
  if (spoken !== undefined) await fetchAll(spoken);
}

/** Fetches the words of all loaded rooms in a language; from now on it is what is spoken. Rejected, it stays as it was. */
export async function speak(language: Spoken): Promise<void> {
  // A room may come while the words of the others do.
  for (let known = -1; known !== rooms.size;) {
    known = rooms.size;
    await fetchAll(language);
  }
  spoken = language;
  tellSpoken();
}
