/**
 * `npm run catalog:languages`: writes docs/languages.md, which lists for each questionnaire and
 * consent text its languages, their review, and how many questions have plain words.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

export const PAGE = join(ROOT, 'docs/languages.md');
/** In the order of the tablet. */
const LANGUAGES = ['de', 'en', 'tr', 'ar', 'uk', 'ru', 'pl', 'ro', 'it', 'es', 'fr', 'fa'];
const FILE = /^(?<id>.+)@(?<version>\d+)(?:\.(?<language>[a-z]{2,3}))?\.json$/;

/**
 * @typedef {{ key: string, id: string, version: number, cells: Record<string, string> }} Item
 */

/** Counts questions with plain words. @param {unknown} resource */
const plainIn = (resource) => JSON.stringify(resource).split('plain-language').length - 1;

/**
 * Reads the items of a folder with the content of a cell for each of their languages.
 * @param {string} folder
 * @param {(json: any) => Record<string, string>} own cells of the file without a language
 * @param {(json: any) => string} further cell of a file in a further language
 * @returns {Item[]}
 */
function itemsOf(folder, own, further) {
  /** @type {Map<string, Item>} */
  const items = new Map();
  for (const name of readdirSync(join(ROOT, folder)).sort()) {
    const { id, version, language } = FILE.exec(name)?.groups ?? {};
    if (id === undefined || version === undefined) continue;
    const json = JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8'));
    const key = `${id}@${version}`;
    const item = items.get(key) ?? { key, id, version: Number(version), cells: {} };
    if (language === undefined) Object.assign(item.cells, own(json));
    else item.cells[language] = further(json);
    items.set(key, item);
  }
  return [...items.values()];
}

/** Only the newest version of each item can be sent. @param {Item[]} items */
const newest = (items) =>
  items.filter((one) => !items.some((other) => other.id === one.id && other.version > one.version));

/** @param {string} review @param {number} plain */
const formCell = (review, plain) => (plain === 0 ? review : `${review}, plain ${plain}`);

/** @param {Item[]} items */
function table(items) {
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    row(['item', ...LANGUAGES]),
    row(['---', ...LANGUAGES.map(() => '---')]),
    ...items.map(({ key, cells }) =>
      row([`\`${key}\``, ...LANGUAGES.map((language) => cells[language] ?? 'missing')]),
    ),
  ].join('\n');
}

/** Returns the page. */
export function languagesPage() {
  const forms = itemsOf(
    'catalog/forms',
    (json) => ({ de: formCell('original', plainIn(json)) }),
    ({ review, texts }) =>
      formCell(review, Object.keys(texts).filter((key) => key.endsWith('?plain')).length),
  );
  const consents = itemsOf(
    'catalog/consent',
    (json) => ({ de: 'original', ...(json.title.en !== undefined && { en: 'machine' }) }),
    ({ review }) => review,
  );
  return `# Languages

This page is written by \`npm run catalog:languages\`; a test compares it with the catalogue. It lists the newest version of each item.

- **original:** the German text. It is binding, and it is what a patient signs.
- **machine:** a machine translated it, and no person has reviewed it. A practice can confirm a consent text in a language after reading it (practice, Einwilligungstexte, Sprachen); its own screens and papers then show who did so and when.
- **plain:** the number of questions with additional words in plain language (Einfache Sprache).

## Questionnaires

${table(newest(forms))}

## Consents and notices

${table(newest(consents))}
`;
}

if (import.meta.filename === process.argv[1]) writeFileSync(PAGE, languagesPage());
