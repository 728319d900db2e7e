// Commands on the practice's own consent texts: created from another one, empty or from a file,
// saved while a draft, published once and immutable afterwards.

import { berlinDay } from '../../../shared/base/dates.ts';
import { documentTemplateSchema } from '../../../shared/desk/document.schema.ts';
import { templateKey, type DocumentTemplate } from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { glyphsOf } from '../../../shared/base/glyphs.ts';
import { checkText, inLanguages, languagesComplete } from '../../../shared/papers/text-findings.ts';
import { textDraftSchema } from '../../../shared/papers/texts.schema.ts';
import { printable } from '../../paper/pdf/fonts.ts';
import { canonicalJson, sha256 } from '../../paper/seal/canonical.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import { partsOf } from './text-library.ts';
import {
  changeText,
  findTextRow,
  insertText,
  removeTextDraft,
  versionsOfText,
  type TextRow,
} from './text-store.ts';

export interface Saved {
  key: string;
  rev: number;
}
const MOST_NAMED = 100;

/** Parses a draft within limits. @throws AppError `validation` with the path that is wrong */
function draftOf(value: unknown): DocumentTemplate {
  const read = textDraftSchema.safeParse(value);
  if (read.success) return read.data;
  throw new AppError('validation', {
    fields: Object.fromEntries(
      read.error.issues.slice(0, 20).map((one) => [`text.${one.path.join('.')}`, one.code]),
    ),
  });
}

/**
 * Hashed canonically, unlike forms, whose hashes are stored in answers already: this one is
 * compared only with a save of the same text, and written to the audit log.
 */
const content = (template: DocumentTemplate) => ({
  template,
  sha256: sha256(canonicalJson(template)),
  languages: languagesComplete(template),
});
/** Metadata that the practice's store sets, overriding the file's. */
const named = (
  template: DocumentTemplate,
  id: string,
  version: number,
  day: string,
): DocumentTemplate => ({ ...template, id, version, validFrom: day });

/** Ids of own texts never collide with those of the catalogue or of forms. */
const idOfText = (uuid: string): string => `t${uuid.toLowerCase().replaceAll('-', '')}`;

async function insertDraft(
  w: Work,
  id: string,
  version: number,
  template: DocumentTemplate,
  basedOn: string | null,
): Promise<Saved> {
  const isNew = await insertText(w, {
    id,
    version,
    state: 'draft',
    rev: 1,
    ...content(named(template, id, version, berlinDay(w.now))),
    basedOn,
    changedBy: actorWord(w.actor),
    changedAt: w.now,
    publishedAt: null,
  });
  const row = await findTextRow(w, id, version);
  if (!row) throw new AppError('conflict');
  if (isNew)
    await w.audit('text.created', {
      text: templateKey(row),
      ...(basedOn !== null && { from: basedOn }),
    });
  return { key: templateKey(row), rev: row.rev };
}

/** An empty consent: `checkText` reports missing parts. */
const emptyText = (title: string): DocumentTemplate => ({
  id: 'neu',
  version: 1,
  kind: 'consent',
  formRequirement: { form: 'none', reason: { de: '' }, source: '' },
  talk: false,
  title: { de: title },
  sections: [{ id: 'abschnitt-1', heading: { de: '' }, body: [{ type: 'p', text: { de: '' } }] }],
  declarations: [],
  signerRoles: ['patient'],
  fields: [],
  validFrom: '2026-01-01',
  source: [],
});

/** Creates a draft from an offered text, or an empty one. @throws AppError `not_found` */
export async function createText(
  w: Work,
  input: { id: string; title: string; from?: string | undefined },
): Promise<Saved> {
  if (input.from === undefined)
    return insertDraft(w, idOfText(input.id), 1, emptyText(input.title), null);
  const { id, version } = partsOf(input.from),
    row = await findTextRow(w, id, version),
    from = findTemplate(input.from) ?? (row?.state === 'draft' ? undefined : row?.template);
  if (!from) throw new AppError('not_found');
  // A custom title has no translations yet.
  return insertDraft(
    w,
    idOfText(input.id),
    1,
    { ...from, title: from.title.de === input.title ? from.title : { de: input.title } },
    input.from,
  );
}

/** Creates a draft from a file, word for word. @throws AppError `validation` when it is no text */
export const importText = (w: Work, input: { id: string; value: unknown }): Promise<Saved> => {
  const template = draftOf(input.value);
  return insertDraft(w, idOfText(input.id), 1, template, templateKey(template));
};

/** @throws AppError `not_found` */
async function own(w: Work, key: string): Promise<TextRow> {
  const { id, version } = partsOf(key),
    row = await findTextRow(w, id, version);
  if (!row) throw new AppError('not_found');
  return row;
}
const seenAs = (row: TextRow, rev: number): TextRow => {
  if (row.rev !== rev) throw new AppError('state_conflict');
  return row;
};

/**
 * Saves a draft against the revision that the caller read.
 * @throws AppError `state_conflict` on a concurrent change, or if it is not a draft
 */
export async function saveText(
  w: Work,
  input: { key: string; rev: number; value: unknown },
): Promise<Saved> {
  const row = await own(w, input.key),
    made = content(named(draftOf(input.value), row.id, row.version, row.template.validFrom));
  if (row.state !== 'draft') throw new AppError('state_conflict');
  // Repeating the same save is idempotent.
  if (row.rev === input.rev + 1 && row.sha256 === made.sha256)
    return { key: input.key, rev: row.rev };
  const saved = await changeText(w, seenAs(row, input.rev), {
    ...made,
    changedBy: actorWord(w.actor),
    changedAt: w.now,
  });
  if (!saved) throw new AppError('state_conflict');
  await w.audit('text.changed', { text: input.key, rev: saved.rev, sha256: made.sha256 });
  return { key: input.key, rev: saved.rev };
}

/**
 * Publishes a draft, which is immutable afterwards; the previous version is retired.
 * @param languages those of the practice: each must be complete; others are kept only if complete
 * @throws AppError `validation` with the obstacles, `state_conflict`
 */
export async function publishText(
  w: Work,
  languages: readonly string[],
  input: { key: string; rev: number },
): Promise<Saved> {
  const row = await own(w, input.key);
  if (row.state === 'active' && row.rev === input.rev + 1) return { key: input.key, rev: row.rev };
  if (row.state !== 'draft') throw new AppError('state_conflict');
  const errors = checkText(row.template, languages, glyphsOf(printable())).filter(
    (one) => one.level === 'error',
  );
  if (errors.length > 0)
    throw new AppError('validation', {
      fields: { text: 'findings' },
      extra: { findings: errors.slice(0, MOST_NAMED) },
    });
  const read = documentTemplateSchema.safeParse(
    inLanguages(
      named(row.template, row.id, row.version, berlinDay(w.now)),
      languagesComplete(row.template),
    ),
  );
  // The final check is the schema that every text of the catalogue satisfies.
  if (!read.success) throw new AppError('validation', { fields: { text: 'shape' } });
  const saved = await changeText(w, seenAs(row, input.rev), {
    ...content(read.data),
    state: 'active',
    changedBy: actorWord(w.actor),
    changedAt: w.now,
    publishedAt: w.now,
  });
  if (!saved) throw new AppError('state_conflict');
  for (const other of await versionsOfText(w, row.id))
    if (other.state === 'active' && other.version !== row.version)
      await changeText(w, other, {
        state: 'retired',
        changedBy: actorWord(w.actor),
        changedAt: w.now,
      });
  await w.audit('text.published', {
    text: input.key,
    sha256: saved.sha256,
    languages: saved.languages.join(' '),
  });
  return { key: input.key, rev: saved.rev };
}

/** Retires a text; signed papers stay unchanged. @throws AppError `state_conflict` */
export async function retireText(w: Work, input: { key: string; rev: number }): Promise<Saved> {
  const row = await own(w, input.key);
  if (row.state === 'retired') return { key: input.key, rev: row.rev };
  const saved =
    row.state === 'active'
      ? await changeText(w, seenAs(row, input.rev), {
          state: 'retired',
          changedBy: actorWord(w.actor),
          changedAt: w.now,
        })
      : undefined;
  if (!saved) throw new AppError('state_conflict');
  await w.audit('text.retired', { text: input.key });
  return { key: input.key, rev: saved.rev };
}

/**
 * Creates a draft of the next version, or returns the existing one.
 * @throws AppError `state_conflict` for a draft
 */
export async function newTextVersion(w: Work, key: string): Promise<Saved> {
  const row = await own(w, key),
    [newest] = await versionsOfText(w, row.id);
  if (newest?.state === 'draft') return { key: templateKey(newest), rev: newest.rev };
  if (row.state === 'draft' || !newest) throw new AppError('state_conflict');
  return insertDraft(w, row.id, newest.version + 1, row.template, row.basedOn);
}

/** Deletes a form that was never published. @throws AppError `state_conflict` */
export async function discardText(w: Work, input: { key: string; rev: number }): Promise<void> {
  const row = await own(w, input.key);
  if (!(await removeTextDraft(w, row.id, row.version, input.rev)))
    throw new AppError('state_conflict');
  await w.audit('text.discarded', { text: input.key });
}
