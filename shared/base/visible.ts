// The rule for invisible characters in typed or delivered text. Names from every input go through
// `cleanName` (shared/desk/patient.ts), values of documents through `cleanText`
// (shared/desk/document.ts); both use this rule.

/**
 * Invisible, or changes the direction or the shape of its neighbours: soft hyphens, zero-width
 * characters, byte order marks, bidi controls, tags, variation selectors, fillers, private-use and
 * invalid code points.
 */
const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800]/u;

const ZERO_WIDTH_NON_JOINER = '\u200c';
const ZERO_WIDTH_JOINER = '\u200d';
/** Viramas of Indic letters (ccc=9): after one a joiner chooses the shape (RFC 5892, A.1, A.2). */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2]/;
const ARABIC_LETTER = /^(?=\p{Script=Arabic})\p{L}$/u;

/**
 * Checks whether a joiner changes how the word is read: Indic scripts need it, Persian needs the
 * non-joiner within words.
 */
function isWanted(joiner: string, before: readonly string[], after: string | undefined): boolean {
  const last = before[before.length - 1] ?? '';
  if (VIRAMA.test(last)) return true;
  if (joiner !== ZERO_WIDTH_NON_JOINER || after === undefined || !ARABIC_LETTER.test(after))
    return false;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const one = before[i] ?? '';
    if (!/^\p{Mn}$/u.test(one)) return ARABIC_LETTER.test(one);
  }
  return false;
}

/**
 * Returns the text in NFC without invisible characters. Line ends and control characters are left
 * to the caller.
 */
export function visible(text: string): string {
  const composed = text.normalize('NFC');
  if (!UNSEEN.test(composed)) return composed;
  const all = [...composed];
  const kept: string[] = [];
  all.forEach((one, i) => {
    if (!UNSEEN.test(one)) kept.push(one);
    else if (one === ZERO_WIDTH_NON_JOINER || one === ZERO_WIDTH_JOINER) {
      const after = all.slice(i + 1, i + 9).find((next) => !UNSEEN.test(next));
      if (isWanted(one, kept, after) && kept[kept.length - 1] !== one) kept.push(one);
    }
  });
  // A character between a letter and its accent has been removed.
  return kept.join('').normalize('NFC');
}
