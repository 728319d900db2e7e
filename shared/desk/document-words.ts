/**
 * Texts of a document in further languages: their keys, and how they are merged into a template.
 * German, and English of the shipped texts, are part of the template itself.
 */

import type {
  Block,
  DocumentDeclaration,
  DocumentTemplate,
  LocalText,
  Review,
} from './document.ts';

/** File of one text in one language (`extraktion@2.tr.json`). */
export interface DocumentWords {
  readonly language: string;
  /** `machine`: no person has reviewed it; a practice may confirm it. */
  readonly review: 'machine';
  /** By key, see `mapWithKeys`. */
  readonly texts: Readonly<Record<string, string>>;
}

type Change = (text: LocalText, key: string) => LocalText;

function blockWithKeys(block: Block, key: string, change: Change): Block {
  if (block.type === 'ul')
    return { ...block, items: block.items.map((item, at) => change(item, `${key}.${at}`)) };
  if (block.type === 'table')
    return {
      ...block,
      caption: change(block.caption, `${key}.caption`),
      head: block.head.map((cell, at) => change(cell, `${key}.head.${at}`)),
      rows: block.rows.map((row, at) =>
        row.map((cell, column) => change(cell, `${key}.${at}.${column}`)),
      ),
    };
  return { ...block, text: change(block.text, key) };
}

const declarationWithKeys = (one: DocumentDeclaration, change: Change): DocumentDeclaration => ({
  ...one,
  text: change(one.text, `declaration.${one.id}`),
  ...(one.represented && {
    represented: change(one.represented, `declaration.${one.id}?represented`),
  }),
});

/**
 * Returns the template with every text mapped; the function also gets the key of the text:
 * `?title`, `?reason`, `section.id`, `section.id.block`, with `.item` in a list, `.caption`,
 * `.head.column` and `.row.column` in a table, `declaration.id`, `declaration.id?represented`,
 * `field.id`.
 */
function mapWithKeys(template: DocumentTemplate, change: Change): DocumentTemplate {
  return {
    ...template,
    title: change(template.title, '?title'),
    formRequirement: {
      ...template.formRequirement,
      reason: change(template.formRequirement.reason, '?reason'),
    },
    sections: template.sections.map((section) => ({
      ...section,
      heading: change(section.heading, `section.${section.id}`),
      body: section.body.map((block, at) =>
        blockWithKeys(block, `section.${section.id}.${at}`, change),
      ),
    })),
    declarations: template.declarations.map((one) => declarationWithKeys(one, change)),
    fields: template.fields.map((field) => ({
      ...field,
      label: change(field.label, `field.${field.id}`),
    })),
  };
}

/** Returns every text of a template by its key. */
export function textsByKey(template: DocumentTemplate): ReadonlyMap<string, LocalText> {
  const found = new Map<string, LocalText>();
  mapWithKeys(template, (text, key) => {
    found.set(key, text);
    return text;
  });
  return found;
}

/**
 * Adds a language to a template. A file with a gap adds nothing: a text is shown in a language only
 * if it is complete in it.
 */
export function withWords(
  template: DocumentTemplate,
  { language, texts }: DocumentWords,
): DocumentTemplate {
  const keys = [...textsByKey(template).keys()];
  if (keys.some((key) => (texts[key] ?? '').trim() === '')) return template;
  return mapWithKeys(template, (text, key) => ({ ...text, [language]: texts[key] ?? text.de }));
}

/** Sets the reviews of the template's languages; German is the original and has none. */
export const withReviews = (
  template: DocumentTemplate,
  reviews: Readonly<Record<string, Review>>,
): DocumentTemplate => {
  const own = Object.entries(reviews).filter(
    ([language]) => language !== 'de' && template.title[language] !== undefined,
  );
  return own.length === 0 ? template : { ...template, reviews: Object.fromEntries(own) };
};
