// The one rule for what of a typed or delivered text is kept: what can be seen. Names at every door
// go through `cleanName` (shared/desk/patient.ts), values of documents through `cleanText`
// (shared/desk/document.ts); both ask here.

/**
 * Draws nothing, or changes the direction or the shape of what is around it: soft hyphens,
 * zero-width characters, byte order marks, bidi controls, tags, variation selectors, fillers,
 * private and broken code points.
 */
const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800]/u;

const ZERO_WIDTH_NON_JOINER = '\u200c';
const ZERO_WIDTH_JOINER = '\u200d';
/**
 * Signs that end the vowel of an Indic letter (ccc=9): behind one a joiner chooses the shape (RFC
 * 5892, A.1, A.2).
 */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2]/;
const ARABIC_LETTER = /^(?=\p{Script=Arabic})\p{L}$/u;

/**
 * Whether a joiner changes how the word is read: Indic scripts want it, Persian wants the
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
 * The text in NFC without what nobody can see. Line ends and control characters are left to who
 * asks.
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
  // What stood between a letter and its accent is gone now.
  return kept.join('').normalize('NFC');
}
