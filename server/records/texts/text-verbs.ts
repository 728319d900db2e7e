// The practice's own consent texts: made from another one, from nothing or from a file, saved while a draft, published once and then never changed.

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

/** A draft within limits, whatever was sent. @throws AppError `validation` with the place that is wrong */
function draftOf(value: unknown): DocumentTemplate {
  const read = textDraftSchema.safeParse(value);
  if (read.success) return read.data;
  throw new AppError('validation', {
    fields: Object.fromEntries(
      read.error.issues.slice(0, 20).map((one) => [`text.${one.path.join('.')}`, one.code]),
    ),
  });
}

/** Hashed canonically, unlike forms, whose hashes lie in answers already: this one is compared with a save of the same text only, and stands in the audit log. */
const content = (template: DocumentTemplate) => ({
  template,
  sha256: sha256(canonicalJson(template)),
  languages: languagesComplete(template),
});
/** What the practice's store says of a text, whatever the file said. */
const named = (
  template: DocumentTemplate,
  id: string,
  version: number,
  day: string,
): DocumentTemplate => ({ ...template, id, version, validFrom: day });

/** Own texts have ids that no text of the catalogue and no form has. */
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

/** An empty consent: what is left open is named by `checkText`. */
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

/** A draft from a text that is given out here, or an empty one. @throws AppError `not_found` */
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
  // A title of one's own has no translations yet.
  return insertDraft(
    w,
    idOfText(input.id),
    1,
    { ...from, title: from.title.de === input.title ? from.title : { de: input.title } },
    input.from,
  );
}

/** A draft from a file, word for word. @throws AppError `validation` when it is no text at all */
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

/** Whoever saves names the revision that was seen. @throws AppError `state_conflict` when somebody was faster, or it is no draft any more */
export async function saveText(
  w: Work,
  input: { key: string; rev: number; value: unknown },
): Promise<Saved> {
  const row = await own(w, input.key),
    made = content(named(draftOf(input.value), row.id, row.version, row.template.validFrom));
  if (row.state !== 'draft') throw new AppError('state_conflict');
  // The same save twice is one.
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
 * From now on it can be sent, and is never changed; the version before it is given out no more.
 * @param languages those of the practice: each must be complete; others stay only where they are
 * @throws AppError `validation` with what stands in the way, `state_conflict`
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
  // The last word has the schema that every text of the catalogue keeps.
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

/** Given out no more; what was signed stays as it is. @throws AppError `state_conflict` */
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

/** A draft of the next version; the one that is there, where there is one. @throws AppError `state_conflict` for a draft */
export async function newTextVersion(w: Work, key: string): Promise<Saved> {
  const row = await own(w, key),
    [newest] = await versionsOfText(w, row.id);
  if (newest?.state === 'draft') return { key: templateKey(newest), rev: newest.rev };
  if (row.state === 'draft' || !newest) throw new AppError('state_conflict');
  return insertDraft(w, row.id, newest.version + 1, row.template, row.basedOn);
}

/** Only what was never published can go. @throws AppError `state_conflict` */
export async function discardText(w: Work, input: { key: string; rev: number }): Promise<void> {
  const row = await own(w, input.key);
  if (!(await removeTextDraft(w, row.id, row.version, input.rev)))
    throw new AppError('state_conflict');
  await w.audit('text.discarded', { text: input.key });
}
