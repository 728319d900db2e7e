// The practice's consent texts for their editor: shipped and own, every version, one in full, one
// as a page.

import { findTemplate, templatesInUse } from '../../../catalog/consent/catalogue.ts';
import { languagesOfText } from '../../../catalog/consent/languages.ts';
import { berlinDay, ZONE } from '../../../shared/base/dates.ts';
import {
  DocumentError,
  resolveDocument,
  templateKey,
  type DocumentData,
  type DocumentPraxis,
  type DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { inLanguages, mapTexts } from '../../../shared/papers/text-findings.ts';
import type { TextEntryView, TranslationView } from '../../../shared/papers/texts.schema.ts';
import type { Look } from '../../platform/work.ts';
import { readTranslations } from './reviews.ts';
import { partsOf } from './text-library.ts';
import { findTextRow, listTextRows, versionsOfText, type TextRow } from './text-store.ts';

function ownEntry({
  id,
  version,
  state,
  rev,
  template,
  languages,
  basedOn,
  changedAt,
  publishedAt,
}: TextRow): TextEntryView {
  return {
    key: templateKey({ id, version }),
    id,
    version,
    origin: 'own',
    state,
    rev,
    kind: template.kind,
    title: template.title.de,
    form: template.formRequirement.form,
    languages: [...languages],
    basedOn,
    changedAt,
    publishedAt,
  };
}
function shippedEntry(template: DocumentTemplate): TextEntryView {
  const { id, version, kind, title, formRequirement } = template;
  return {
    key: templateKey(template),
    id,
    version,
    origin: 'shipped',
    state: 'active',
    rev: 1,
    kind,
    title: title.de,
    form: formRequirement.form,
    languages: languagesOfText(template),
    basedOn: null,
    changedAt: null,
    publishedAt: null,
  };
}

/** Lists own texts first, newest version of each first; then the shipped ones. */
export async function listTexts(look: Look): Promise<TextEntryView[]> {
  return [
    ...(await listTextRows(look)).map(ownEntry),
    ...templatesInUse(berlinDay(look.now)).map(shippedEntry),
  ];
}

/** Reads a text of the practice. @throws AppError `not_found` */
export async function readText(
  look: Look,
  key: string,
): Promise<{
  entry: TextEntryView;
  /** Who saved it last, as in the audit log; null for a shipped one. */
  changedBy: string | null;
  template: DocumentTemplate;
  versions: TextEntryView[];
  /** Of a shipped text; a practice answers for what it wrote itself. */
  translations: TranslationView[];
}> {
  const shipped = findTemplate(key);
  if (shipped) {
    const entry = shippedEntry(shipped);
    return {
      entry,
      changedBy: null,
      versions: [entry],
      ...(await readTranslations(look, shipped)),
    };
  }
  const { id, version } = partsOf(key),
    row = await findTextRow(look, id, version);
  if (!row) throw new AppError('not_found');
  return {
    entry: ownEntry(row),
    changedBy: row.changedBy,
    template: row.template,
    versions: (await versionsOfText(look, id)).map(ownEntry),
    translations: [],
  };
}

/** Placeholder name: a preview page, never signed. */
const EXAMPLE = { name: 'Erika Beispiel', geburtsdatum: '1980-01-01', patid: 'Muster' };
/** Ids that belong to no task: nothing can be found by them. */
const NO_TASK = '00000000-0000-7000-8000-000000000000';

/**
 * Renders the text as a document for a placeholder person; gaps of a draft are dashes, so that a
 * page can be previewed while it is written.
 * @throws AppError `validation` for an undeclared placeholder
 */
export function exampleOf(
  template: DocumentTemplate,
  praxis: DocumentPraxis,
  language: string,
  at: number,
): DocumentData {
  const whole = mapTexts(inLanguages(template, [language]), (text) => ({
    de: text.de === '' ? '–' : text.de,
    ...(language !== 'de' && {
      [language]: (text[language] ?? '') === '' ? '–' : (text[language] ?? '–'),
    }),
  }));
  try {
    return resolveDocument(whole, {
      praxis,
      patient: EXAMPLE,
      fields: Object.fromEntries(
        template.fields.map((one) => [one.id, `[${one.label.de === '' ? one.id : one.label.de}]`]),
      ),
      language,
      signers: template.signerRoles.map((role) => ({
        role,
        name: role === 'patient' ? EXAMPLE.name : 'Name',
      })),
      taskId: NO_TASK,
      createdAt: at,
      zone: ZONE,
    });
  } catch (error) {
    if (error instanceof DocumentError)
      throw new AppError('validation', {
        fields: { text: error.code, [error.detail]: 'unknown' },
        cause: error,
      });
    throw error;
  }
}
