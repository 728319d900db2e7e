// Changes of a consent text in the editor: pure, each returns a new text, all other parts stay
// unchanged.

import {
  placeholdersOf,
  type Block,
  type DocumentDeclaration,
  type DocumentField,
  type DocumentSection,
  type DocumentTemplate,
  type LocalText,
} from '../../../shared/desk/document.ts';
import { mapTexts, textsOfBlock, type TextPlace } from '../../../shared/papers/text-findings.ts';

/** A German text with its translations, and its place. */
export interface Said {
  readonly key: string;
  readonly text: LocalText;
}
/** Returns every text, in the order in which `mapTexts` visits them. */
export function everyText(template: DocumentTemplate): Said[] {
  return [
    { key: 'title', text: template.title },
    { key: 'law', text: template.formRequirement.reason },
    ...template.sections.flatMap(({ id, heading, body }) => [
      { key: `s ${id}`, text: heading },
      ...body.flatMap((block, at) =>
        textsOfBlock(block).map((text, n) => ({ key: `s ${id} ${at} ${n}`, text })),
      ),
    ]),
    ...template.declarations.flatMap(({ id, text, represented }) => [
      { key: `d ${id}`, text },
      ...(represented ? [{ key: `r ${id}`, text: represented }] : []),
    ]),
    ...template.fields.map(({ id, label }) => ({ key: `f ${id}`, text: label })),
  ];
}
/** Returns the start of the keys of `everyText` at a place. */
export const keyOfPlace = (place: TextPlace): string =>
  place.part === 'section'
    ? `s ${place.id}${place.block === undefined ? '' : ` ${place.block} `}`
    : place.part === 'declaration'
      ? `d ${place.id}`
      : place.part === 'field'
        ? `f ${place.id}`
        : place.part;
/** Sets (or, if empty, removes) the translation of one place. */
export function setWords(
  template: DocumentTemplate,
  key: string,
  language: string,
  words: string,
): DocumentTemplate {
  const keys = everyText(template).map((one) => one.key);
  let at = 0;
  return mapTexts(template, (text) => {
    if (keys[at++] !== key) return text;
    const { [language]: _old, ...rest } = text;
    return (language !== 'de' && words === '' ? rest : { ...rest, [language]: words }) as LocalText;
  });
}
/** Returns the text with changed German: translations are outdated and removed. */
export const german = (text: LocalText, words: string): LocalText =>
  text.de === words ? text : { de: words };

const EMPTY: LocalText = { de: '' };
/** Returns the first unused name: `wort-1`, `wort-2` … */
export function freeId(
  taken: readonly { readonly id: string }[],
  word: string,
  dash = '-',
): string {
  for (let n = 1; ; n++) {
    const id = `${word}${dash}${n}`;
    if (taken.every((one) => one.id !== id)) return id;
  }
}
export function newBlock(type: Block['type']): Block {
  if (type === 'ul') return { type, items: [EMPTY] };
  if (type === 'table')
    return { type, caption: EMPTY, head: [EMPTY, EMPTY], rows: [[EMPTY, EMPTY]] };
  return { type, text: EMPTY };
}
export const newSection = (template: DocumentTemplate): DocumentSection => ({
  id: freeId(template.sections, 'abschnitt'),
  heading: EMPTY,
  body: [newBlock('p')],
});
export const newDeclaration = (template: DocumentTemplate): DocumentDeclaration => ({
  id: freeId(template.declarations, 'erklaerung'),
  text: EMPTY,
  required: true,
});
export const newField = (template: DocumentTemplate): DocumentField => ({
  id: freeId(template.fields, 'angabe', ''),
  label: EMPTY,
  required: true,
});

/** Sets what a representative declares instead; an empty text removes it. */
export function representedBy(one: DocumentDeclaration, words: string): DocumentDeclaration {
  const { represented, ...rest } = one;
  return words === '' ? rest : { ...rest, represented: german(represented ?? EMPTY, words) };
}

/** Moves one step among its siblings; returns the list itself where there is no such place. */
export function moved<T>(list: readonly T[], at: number, step: -1 | 1): readonly T[] {
  const [one, other] = [list[at], list[at + step]];
  return one === undefined || other === undefined
    ? list
    : list.with(at, other).with(at + step, one);
}
export const replaced = <T>(list: readonly T[], at: number, one: T): readonly T[] =>
  list.map((old, n) => (n === at ? one : old));
export const without = <T>(list: readonly T[], at: number): readonly T[] =>
  list.filter((_, n) => n !== at);

/** Adds or removes one column of a table, in rows and head alike. */
export const withColumns = (table: Extract<Block, { type: 'table' }>, count: number): Block => {
  const fit = (row: readonly LocalText[]): readonly LocalText[] =>
    Array.from({ length: count }, (_, n) => row[n] ?? EMPTY);
  return { ...table, head: fit(table.head), rows: table.rows.map(fit) };
};

/**
 * Returns the text in one language with placeholders filled by examples; German where it is
 * missing.
 */
export function shownWords(
  text: LocalText,
  language: string,
  example: (name: string) => string | undefined,
): { words: string; language: string } {
  const said = text[language],
    isSaid = said !== undefined && said.trim() !== '',
    words = isSaid ? said : text.de;
  let filled = words;
  for (const name of placeholdersOf(words)) {
    const value = example(name);
    if (value !== undefined) filled = filled.replaceAll(`{${name}}`, () => value);
  }
  return { words: filled, language: isSaid ? language : 'de' };
}
