// Stand-ins for characters missing in our fonts: each is replaced and named by its code, so that a
// name never prevents a paper.

import { unprintable } from '../../../shared/base/glyphs.ts';

/** REPLACEMENT CHARACTER; contained in all our fonts. */
export const STAND_IN = '\uFFFD';
/** Maximum of different characters that are named individually. */
const NAMED = 24;
/** Everything except these is replaced as a last resort. */
const PLAIN = /[^\t\n -~\u00a0-\u00ff]/gu;

/** Applies a function to every text of a model. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]))
    : value;
}

/** „U+738B“ */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the notice about stand-ins on a paper, in German.
 * @param characters that it does not print, in their order
 */
export function noteOf(characters: readonly string[]): string {
  const codes = [...new Set(characters)].map(codeOf),
    more = codes.length > NAMED ? ' und weitere' : '';
  return `Ein Name oder ein anderer Text enthält Zeichen, die dieses Papier nicht drucken kann. Jedes ${STAND_IN} steht für eines davon: ${codes.slice(0, NAMED).join(', ')}${more}. In den gespeicherten Daten steht der Text vollständig.`;
}

/**
 * Replacement mode: single characters, sequences that no font can combine, or everything that is
 * not plain.
 */
export interface Replacing {
  readonly hasGlyph: (character: string) => boolean;
  readonly sequences: readonly string[];
  readonly isLast: boolean;
}

/**
 * Returns the model of a paper with stand-ins, and their notice under `unprinted`.
 * @param json the model as it is passed to the layout
 */
export function withStandIns(json: string, { hasGlyph, sequences, isLast }: Replacing): string {
  const gone: string[] = [];
  const change = (text: string): string => {
    let left = text;
    for (const one of sequences) {
      if (!left.includes(one)) continue;
      gone.push(...one);
      left = left.replaceAll(one, STAND_IN);
    }
    const bad = new Set(unprintable(left, hasGlyph));
    gone.push(...bad);
    left = [...left].map((one) => (bad.has(one) ? STAND_IN : one)).join('');
    if (!isLast) return left;
    return left.replace(PLAIN, (one) => {
      if (one === STAND_IN) return one;
      gone.push(one);
      return STAND_IN;
    });
  };
  const model = mapTexts(JSON.parse(json), change);
  return JSON.stringify(
    typeof model === 'object' && model !== null && !Array.isArray(model)
      ? { ...model, unprinted: gone.length === 0 ? '' : noteOf(gone) }
      : model,
  );
}
