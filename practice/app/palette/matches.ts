// Matching of palette entries against typed words.

/** Lower case without accents, soft hyphens and the German spelling of ß. */
const plain = (text: string): string =>
  text
    .replaceAll('\u00ad', '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/**
 * Returns the entries that contain every typed word, those that start with the text first; none
 * for an empty text.
 */
export function matching<Entry extends { readonly label: string }>(
  entries: readonly Entry[],
  typed: string,
  limit: number,
): Entry[] {
  const text = plain(typed.trim()),
    words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const found = entries
    .map((entry) => ({ entry, label: plain(entry.label) }))
    .filter(({ label }) => words.every((word) => label.includes(word)));
  return [
    ...found.filter(({ label }) => label.startsWith(text)),
    ...found.filter(({ label }) => !label.startsWith(text)),
  ]
    .slice(0, limit)
    .map(({ entry }) => entry);
}
