/** Keyword patterns of appointments in the reference implementation. */
const UMLAUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

function wordLists(text: string): string[] {
  const out = [''];
  for (const letter of text.toLowerCase()) {
    const plain = UMLAUT[letter] ?? letter;
    if (/^[a-z0-9]+$/.test(plain)) out[out.length - 1] += plain;
    else if (out.at(-1) !== '') out.push('');
  }
  return out.filter((word) => word !== '');
}

/**
 * Checks whether a keyword pattern matches, letter by letter: a word or consecutive words, with `*`
 * at either end as wildcard.
 */
export function matchesKeywords(muster: string, stichworte: string): boolean {
  const wanted = wordLists(muster);
  return (
    wanted.length > 0 &&
    stichworte
      .split('|')
      .map(wordLists)
      .some((words) =>
        words.some((_, at) =>
          wanted.every((want, k) => {
            const word = words[at + k],
              opensFront = k === 0 && muster.startsWith('*'),
              opensBack = k === wanted.length - 1 && muster.endsWith('*');
            return (
              word !== undefined &&
              (opensFront && opensBack
                ? word.includes(want)
                : opensFront
                  ? word.endsWith(want)
                  : opensBack
                    ? word.startsWith(want)
                    : word === want)
            );
          }),
        ),
      )
  );
}
