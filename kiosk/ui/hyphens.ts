/**
 * Soft hyphens for long German words at display; browsers break them wrongly or not at all. Never
 * in stored text.
 */
const SOFT_HYPHEN = '\u00AD';
/**
 * Words with more letters than this need an entry (design, section 2); shorter ones may have one
 * (320 px at 200 %).
 */
const LONGEST_UNBROKEN = 14;
/** An entry also serves its endings: "Einwilligungserklärung" → "Einwilligungserklärungen". */
const LONGEST_ENDING = 3;

let entries: ReadonlyMap<string, readonly number[]> = new Map(),
  loading: Promise<void> | undefined;
/**
 * Loads the list of words, once: a phone shows the first page before it. Without it, texts have no
 * hyphens.
 */
export function loadHyphens(): Promise<void> {
  loading ??= import('./hyphenated.ts').then(
    ({ HYPHENATED }) => {
      entries = new Map(
        HYPHENATED.map((entry) => [
          entry.replace(/-/g, '').toLowerCase(),
          entry.split('-').map((part) => part.length),
        ]),
      );
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/**
 * Returns the same text with soft hyphens (U+00AD) inside its long German words; other languages
 * come back unchanged. For display only: stored, hashed, copied or signed text must not pass
 * through here.
 */
export function softHyphens(text: string, lang: string): string {
  if (lang !== 'de' && !lang.startsWith('de-')) return text;
  void loadHyphens();
  // Never inside an e-mail address, which may be copied.
  return text.replace(/\S+@\S+|\p{L}{10,}/gu, (word) =>
    word.includes('@') ? word : hyphenate(word),
  );
}

/**
 * Returns the long words of a German text without an entry; for the test, and for authors adding
 * entries.
 */
export function wordsWithoutEntry(text: string): readonly string[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length > LONGEST_UNBROKEN && partLengths(word) === null);
}

function hyphenate(word: string): string {
  const lengths = partLengths(word);
  if (lengths === null) return word;
  const parts: string[] = [];
  let from = 0;
  for (const [index, length] of lengths.entries()) {
    // The last part includes the ending.
    const to = index === lengths.length - 1 ? word.length : from + length;
    parts.push(word.slice(from, to));
    from = to;
  }
  return parts.join(SOFT_HYPHEN);
}

function partLengths(word: string): readonly number[] | null {
  const plain = word.toLowerCase();
  for (let cut = 0; cut <= LONGEST_ENDING; cut++) {
    const lengths = entries.get(plain.slice(0, plain.length - cut));
    if (lengths !== undefined) return lengths;
  }
  return null;
}
