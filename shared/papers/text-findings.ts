/**
 * Everything that prevents a consent text from being published: gaps in a language, unknown
 * placeholders, unprintable characters; one rule for the editor and the server.
 */

import {
  BUILTIN_PLACEHOLDERS,
  placeholdersOf,
  type Block,
  type DocumentTemplate,
  type LocalText,
} from '../desk/document.ts';
import { unprintable } from '../base/glyphs.ts';
import { lostInTranslation, type Mark } from '../base/meaning/meaning.ts';
import { represents } from '../desk/represented.ts';

type TextFindingCode =
  | 'title_missing'
  | 'no_sections'
  | 'heading_missing'
  | 'section_empty'
  | 'text_missing'
  | 'declaration_missing'
  | 'label_missing'
  | 'reason_missing'
  | 'law_missing'
  | 'source_missing'
  | 'translation_missing'
  | 'placeholder_unknown'
  | 'placeholder_differs'
  | 'field_unused'
  | 'glyph_missing'
  | `meaning_${Mark}`
  | 'signer_missing'
  | 'notice_signed'
  | 'talk_without_consent'
  | 'talk_off'
  | 'no_declaration'
  | 'represented_missing'
  | 'table_uneven'
  | 'id_twice';
/** Position in the text: the scroll target of a screen. */
export type TextPlace =
  | { readonly part: 'title' | 'law' | 'source' | 'signers' | 'kind' }
  | { readonly part: 'section'; readonly id: string; readonly block?: number }
  | { readonly part: 'declaration' | 'field'; readonly id: string };
export interface TextFinding {
  /** `error`: cannot be published; `warning`: probably not intended. */
  readonly level: 'error' | 'warning';
  readonly code: TextFindingCode;
  readonly place: TextPlace;
  /** Language and subject, a placeholder, characters. Foreign text: to be shown as text only. */
  readonly detail?: string;
}

/** Every text with its position and the finding for an empty German text. */
function* textsIn(
  template: DocumentTemplate,
): Generator<{ text: LocalText; place: TextPlace; empty: TextFindingCode }> {
  yield { text: template.title, place: { part: 'title' }, empty: 'title_missing' };
  yield { text: template.formRequirement.reason, place: { part: 'law' }, empty: 'reason_missing' };
  for (const { id, heading, body } of template.sections) {
    yield { text: heading, place: { part: 'section', id }, empty: 'heading_missing' };
    for (const [block, one] of body.entries())
      for (const text of textsOfBlock(one))
        yield { text, place: { part: 'section', id, block }, empty: 'text_missing' };
  }
  for (const { id, text, represented } of template.declarations) {
    const place = { part: 'declaration', id } as const;
    yield { text, place, empty: 'declaration_missing' };
    if (represented) yield { text: represented, place, empty: 'declaration_missing' };
  }
  for (const { id, label } of template.fields)
    yield { text: label, place: { part: 'field', id }, empty: 'label_missing' };
}
export function textsOfBlock(block: Block): readonly LocalText[] {
  if (block.type === 'ul') return block.items;
  if (block.type === 'table') return [block.caption, ...block.head, ...block.rows.flat()];
  return [block.text];
}

const isEmpty = (text: string | undefined): boolean => (text ?? '').trim() === '';
const names = (text: string): string => [...new Set(placeholdersOf(text))].sort().join(' ');

/**
 * Checks a text.
 * @param template shape of a draft: every part exists, texts may be empty
 * @param languages those that must be complete in addition to German (BCP 47)
 * @param hasGlyph whether the fonts of the papers can print a character
 * @returns errors first
 */
export function checkText(
  template: DocumentTemplate,
  languages: readonly string[],
  hasGlyph: (character: string) => boolean,
): readonly TextFinding[] {
  const findings: TextFinding[] = [];
  const add = (
    level: TextFinding['level'],
    code: TextFindingCode,
    place: TextPlace,
    detail?: string,
  ): void => void findings.push({ level, code, place, ...(detail !== undefined && { detail }) });
  const others = languages.filter((one) => one !== 'de'),
    known = new Set<string>([...BUILTIN_PLACEHOLDERS, ...template.fields.map((one) => one.id)]),
    used = new Set<string>();
  for (const { text, place, empty } of textsIn(template)) {
    if (isEmpty(text.de)) {
      add('error', empty, place);
      continue;
    }
    for (const [language, said] of Object.entries(text)) {
      const missing = unprintable(said, hasGlyph).join('');
      if (missing !== '')
        add(
          'error',
          'glyph_missing',
          place,
          language === 'de' ? missing : `${language} ${missing}`,
        );
      for (const name of placeholdersOf(said)) {
        used.add(name);
        if (!known.has(name)) add('error', 'placeholder_unknown', place, `{${name}}`);
      }
    }
    for (const language of others) {
      if (isEmpty(text[language])) add('error', 'translation_missing', place, language);
      else if (names(text[language] ?? '') !== names(text.de))
        add('error', 'placeholder_differs', place, language);
      else
        for (const mark of lostInTranslation(text.de, text[language] ?? '', language))
          add('warning', `meaning_${mark}`, place, language);
    }
  }
  structure(template, add);
  for (const { id } of template.fields)
    if (!used.has(id)) add('warning', 'field_unused', { part: 'field', id });
  return findings.sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
}

/** Reading and the talk concern the person who signs, so „mir“ is right there. */
const ABOUT_THE_SIGNER = /mir vorgelesen|mit mir gesprochen|meine Fragen/giu;
/** A mother who signs for her child must not speak of her own teeth. */
const SPEAKS_OF_ME = /(?<!\p{L})(?:mein(?:e[mnrs]?)?|mir|mich)(?!\p{L})/iu;

function structure(
  {
    kind,
    sections,
    declarations,
    fields,
    signerRoles,
    talk,
    formRequirement,
    source,
  }: DocumentTemplate,
  add: (
    level: TextFinding['level'],
    code: TextFindingCode,
    place: TextPlace,
    detail?: string,
  ) => void,
): void {
  if (sections.length === 0) add('error', 'no_sections', { part: 'title' });
  for (const { id, body } of sections) {
    if (body.length === 0) add('error', 'section_empty', { part: 'section', id });
    for (const [block, one] of body.entries()) {
      if (one.type === 'ul' && one.items.length === 0)
        add('error', 'text_missing', { part: 'section', id, block });
      if (
        one.type === 'table' &&
        (one.head.length === 0 ||
          one.rows.length === 0 ||
          one.rows.some((row) => row.length !== one.head.length))
      )
        add('error', 'table_uneven', { part: 'section', id, block });
    }
  }
  for (const [part, list] of [
    ['section', sections],
    ['declaration', declarations],
    ['field', fields],
  ] as const) {
    const seen = new Set<string>();
    for (const { id } of list) {
      if (seen.has(id)) add('error', 'id_twice', { part, id }, id);
      seen.add(id);
    }
  }
  if (formRequirement.source.trim().length < 3) add('error', 'law_missing', { part: 'law' });
  if (source.filter((one) => one.trim().length >= 3).length === 0)
    add('error', 'source_missing', { part: 'source' });
  if (kind === 'notice') {
    if (signerRoles.length > 0 || declarations.length > 0)
      add('error', 'notice_signed', { part: 'signers' });
  } else if (signerRoles.length === 0) add('error', 'signer_missing', { part: 'signers' });
  if (talk && kind !== 'consent') add('error', 'talk_without_consent', { part: 'kind' });
  // § 630e Abs. 2 Nr. 1 BGB: before an intervention the explanation is oral; only the practice
  // knows whether this text is one.
  if (!talk && kind === 'consent') add('warning', 'talk_off', { part: 'kind' });
  if (signerRoles.some(represents))
    for (const { id, text, represented } of declarations)
      if (represented === undefined && SPEAKS_OF_ME.test(text.de.replace(ABOUT_THE_SIGNER, '')))
        add('warning', 'represented_missing', { part: 'declaration', id });
  if (kind === 'consent' && declarations.length === 0)
    add('warning', 'no_declaration', { part: 'signers' });
}

/** Returns languages without empty texts, German first: a text is handed out only in these. */
export function languagesComplete(template: DocumentTemplate): string[] {
  const all = [...textsIn(template)].map((one) => one.text),
    every = new Set(all.flatMap((text) => Object.keys(text)));
  return [
    'de',
    ...[...every]
      .filter(
        (one) =>
          one !== 'de' &&
          all.every((text) => !isEmpty(text[one]) && names(text[one] ?? '') === names(text.de)),
      )
      .sort((a, b) => a.localeCompare(b)),
  ];
}

/**
 * Returns the text with only these languages, trimmed, sources without gaps: this is hashed and
 * handed out.
 */
export function inLanguages(
  template: DocumentTemplate,
  languages: readonly string[],
): DocumentTemplate {
  const local = (text: LocalText): LocalText => ({
    de: text.de.trim(),
    ...Object.fromEntries(
      languages.flatMap((one) =>
        one === 'de' || text[one] === undefined ? [] : [[one, text[one].trim()]],
      ),
    ),
  });
  return mapTexts(
    {
      ...template,
      source: template.source.map((one) => one.trim()).filter((one) => one.length >= 3),
      formRequirement: {
        ...template.formRequirement,
        source: template.formRequirement.source.trim(),
      },
    },
    local,
  );
}

/** Returns the text with every string mapped by a function. */
export function mapTexts(
  template: DocumentTemplate,
  change: (text: LocalText) => LocalText,
): DocumentTemplate {
  const block = (one: Block): Block => {
    if (one.type === 'ul') return { ...one, items: one.items.map(change) };
    if (one.type === 'table')
      return {
        ...one,
        caption: change(one.caption),
        head: one.head.map(change),
        rows: one.rows.map((row) => row.map(change)),
      };
    return { ...one, text: change(one.text) };
  };
  return {
    ...template,
    title: change(template.title),
    formRequirement: {
      ...template.formRequirement,
      reason: change(template.formRequirement.reason),
    },
    sections: template.sections.map((one) => ({
      ...one,
      heading: change(one.heading),
      body: one.body.map(block),
    })),
    declarations: template.declarations.map((one) => ({
      ...one,
      text: change(one.text),
      ...(one.represented && { represented: change(one.represented) }),
    })),
    fields: template.fields.map((one) => ({ ...one, label: change(one.label) })),
  };
}
