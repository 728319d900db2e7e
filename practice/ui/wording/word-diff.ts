// Differences of two lists, and of two texts word by word. Pure.

export interface Piece {
  readonly is: 'same' | 'added' | 'removed';
  readonly words: string;
}

/** Beyond this many cells two texts are compared as a whole: memory grows with their product. */
const MAX_CELLS = 4_000_000;

/** Returns the longest common subsequence of two lists, as pairs of indices. */
export function commonOf<T>(
  a: readonly T[],
  b: readonly T[],
  isSame: (x: T, y: T) => boolean,
): (readonly [number, number])[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MAX_CELLS) return [];
  const length = new Uint16Array((a.length + 1) * width),
    at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] = isSame(a[i] as T, b[j] as T)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (isSame(a[i] as T, b[j] as T)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/**
 * Splits a difference into pieces. A removed and an added piece form one reworded line: unchanged
 * words are listed once.
 */
export function piecesOf(before: string, after: string): Piece[] {
  const [a, b] = [before, after].map((text) => text.split(/(\s+)/).filter((one) => one !== '')) as [
      string[],
      string[],
    ],
    pieces: Piece[] = [];
  const put = (is: Piece['is'], words: readonly string[]): void => {
    if (words.length === 0) return;
    const last = pieces.at(-1);
    if (last?.is === is) pieces[pieces.length - 1] = { is, words: last.words + words.join('') };
    else pieces.push({ is, words: words.join('') });
  };
  let i = 0,
    j = 0;
  for (const [x, y] of [
    ...commonOf(a, b, (one, other) => one === other),
    [a.length, b.length] as const,
  ]) {
    put('removed', a.slice(i, x));
    put('added', b.slice(j, y));
    put('same', a.slice(x, x + 1));
    [i, j] = [x + 1, y + 1];
  }
  return pieces;
}
