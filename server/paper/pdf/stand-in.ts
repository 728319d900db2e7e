// Characters that no font of ours has: each is printed as a stand-in and named by its code, so that no paper ever stops over a name.

import { unprintable } from '../../../shared/base/glyphs.ts';

/** REPLACEMENT CHARACTER; all our fonts have it. */
export const STAND_IN = '\uFFFD';
/** More different characters are not named one by one. */
const NAMED = 24;
/** Beyond these everything is replaced where nothing else helps. */
const PLAIN = /[^\t\n -~\u00a0-\u00ff]/gu;

/** Every text of a model, changed by a function. */
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

/** What a paper says of its stand-ins, in German. @param characters that it does not print, in their order */
export function noteOf(characters: readonly string[]): string {
  const codes = [...new Set(characters)].map(codeOf),
    more = codes.length > NAMED ? ' und weitere' : '';
  return `Ein Name oder ein anderer Text enthält Zeichen, die dieses Papier nicht drucken kann. Jedes ${STAND_IN} steht für eines davon: ${codes.slice(0, NAMED).join(', ')}${more}. In den gespeicherten Daten steht der Text vollständig.`;
}

/** What is replaced: single characters, sequences that no font sets together, or all that is not plain. */
export interface Replacing {
  readonly hasGlyph: (character: string) => boolean;
  readonly sequences: readonly string[];
  readonly isLast: boolean;
}

/**
 * The model of a paper with stand-ins, and under `unprinted` what it says of them.
 * @param json the model as it is handed to the layout
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
