// The consent texts of the catalogue, read and checked once; a text is never changed, a new version
// gets a new file.
import { documentTemplateSchema } from '../../shared/desk/document.schema.ts';
import type { DocumentTemplate } from '../../shared/desk/document.ts';
import { templateKey } from '../../shared/desk/document.ts';
import anamnese1 from './anamnese@1.json';
import betaeubung1 from './betaeubung@1.json';
import betaeubung2 from './betaeubung@2.json';
import datenschutz1 from './datenschutz@1.json';
import ewe1 from './ewe@1.json';
import ewe2 from './ewe@2.json';
import extraktion1 from './extraktion@1.json';
import extraktion2 from './extraktion@2.json';
import foto1 from './foto@1.json';
import foto2 from './foto@2.json';
import implantat1 from './implantat@1.json';
import implantat2 from './implantat@2.json';
import mehrkosten1 from './mehrkosten@1.json';
import recall1 from './recall@1.json';
import recall2 from './recall@2.json';
import wurzelkanal1 from './wurzelkanal@1.json';
import wurzelkanal2 from './wurzelkanal@2.json';

/** Every version of every text, as hashed in `hashes.json`. */
export const TEMPLATES: readonly DocumentTemplate[] = [
  anamnese1,
  betaeubung1,
  betaeubung2,
  datenschutz1,
  ewe1,
  ewe2,
  extraktion1,
  extraktion2,
  foto1,
  foto2,
  implantat1,
  implantat2,
  mehrkosten1,
  recall1,
  recall2,
  wurzelkanal1,
  wurzelkanal2,
].map((one) => documentTemplateSchema.parse(one));

const byKey = new Map(TEMPLATES.map((template) => [templateKey(template), template]));

/** A template by its key (`extraktion@1`), or `undefined`. */
export function findTemplate(key: string): DocumentTemplate | undefined {
  return byKey.get(key);
}

/** The newest version of every text on a day. @param day YYYY-MM-DD */
function newestOn(day: string): DocumentTemplate[] {
  const newest = new Map<string, DocumentTemplate>();
  for (const template of TEMPLATES) {
    const before = newest.get(template.id);
    if (template.validFrom <= day && (before === undefined || before.version < template.version))
      newest.set(template.id, template);
  }
  return [...newest.values()];
}

/**
 * The newest version of every text that can be sent on a day.
 * @param day YYYY-MM-DD
 */
export const templatesInUse = (day: string): DocumentTemplate[] =>
  newestOn(day).filter((template) => template.kind !== 'questionnaire');

/**
 * The declaration that is signed below the answers to a form; never sent alone.
 * @param day YYYY-MM-DD
 */
export const declarationInUse = (day: string): DocumentTemplate | undefined =>
  newestOn(day).find((template) => template.kind === 'questionnaire');
