// Commands on the practice's own forms: created from another form, empty or from a file, saved
// while a draft, published once and immutable afterwards.

import { createHash } from 'node:crypto';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import type {
  PublicationStatus,
  Questionnaire,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { printable } from '../../../paper/pdf/fonts.ts';
import { actorWord, type Look, type Work } from '../../../platform/work.ts';
import type { CheckedForm, CheckJob, FormChecker } from './form-check.ts';
import { fillLists, missingLists } from './fill-lists.ts';
import type { FactsReader } from './facts-reader.ts';
import { keyOfForm, partsOf } from './form-library.ts';
import {
  changeForm,
  findFormHead,
  findFormRow,
  insertForm,
  removeDraft,
  retireOthers,
  versionsOf,
  type FormRow,
} from './form-store.ts';
import { keepingOriginal, withOriginal } from './original.ts';
import type { Terminology } from './terminology.ts';
import type { FormLibrary } from '../answers/library.ts';

export interface Saved {
  key: string;
  rev: number;
}
const MOST_NAMED = 100;

/** Findings in the shape of an error response. */
const refuse = (findings: readonly FormFinding[]): AppError =>
  new AppError('validation', {
    fields: { questionnaire: 'findings' },
    extra: { findings: findings.slice(0, MOST_NAMED) },
  });

/** A form that was checked in the child process, before any transaction starts. */
export interface Checked {
  readonly questionnaire: Questionnaire;
  readonly found: CheckedForm;
}

/** Returns what the check found. @throws AppError `validation` with the reasons against a draft */
async function findingsOn(
  checker: FormChecker,
  job: Omit<CheckJob, 'printable'>,
): Promise<CheckedForm> {
  const found = await checker.check({ ...job, printable: printable() });
  if ('refused' in found) throw refuse(found.refused);
  return found;
}
/**
 * Checks a form.
 * @param text the form as JSON.
 * @param withFacts judges it for lists too
 * @throws AppError `validation` with the reasons why it cannot be a draft
 */
export async function check(
  checker: FormChecker,
  text: string,
  languages: readonly string[],
  withFacts = false,
): Promise<Checked> {
  const found = await findingsOn(checker, { text, languages, withFacts });
  return { questionnaire: found.converted ?? (JSON.parse(text) as Questionnaire), found };
}

/**
 * Checks a file. Lists of answers that only a server has are asked for and become part of the form:
 * a device never asks a server, and the form stays the same when the server changes.
 * @throws AppError `validation` with the reasons why it cannot be a draft
 */
export async function checkFile(
  checker: FormChecker,
  terminology: Terminology | undefined,
  text: string,
  languages: readonly string[],
): Promise<Checked> {
  const first = await check(checker, text, languages, true),
    lists = terminology ? missingLists(first.questionnaire, first.found.findings) : [];
  if (!terminology || lists.length === 0) return first;
  const { form, findings } = await fillLists(terminology, first.questionnaire, lists),
    { questionnaire, found } = form
      ? await check(checker, JSON.stringify(form), languages, true)
      : first;
  return {
    questionnaire,
    found: { ...found, findings: [...findings, ...keptOf(first.found), ...found.findings] },
  };
}
/** Findings about the file that its second check, of the converted form, cannot repeat. */
const keptOf = ({ converted, findings }: CheckedForm): readonly FormFinding[] =>
  converted ? findings.filter((one) => /^(?:converted_|parts_)/.test(one.code)) : [];

/** Metadata that the practice's store sets, overriding the file's. */
function named(
  questionnaire: Questionnaire,
  id: string,
  version: number,
  status: PublicationStatus,
): Questionnaire {
  return {
    ...questionnaire,
    id,
    url: `urn:molar:praxis-form:${id}`,
    version: String(version),
    status,
  };
}
/**
 * Hashed as serialized, like the catalogue's: answers, drafts on devices and blank forms store this
 * hash, so that it stays although texts are hashed canonically.
 */
const content = (questionnaire: Questionnaire, languages: readonly string[]) => ({
  questionnaire,
  sha256: createHash('sha256').update(JSON.stringify(questionnaire)).digest('hex'),
  languages: [...languages],
});

/** Creates the id of a form; ids of own forms never collide with those of the catalogue. */
export const idOfForm = (uuid: string): string => `p${uuid.toLowerCase().replaceAll('-', '')}`;

async function insertDraft(
  w: Work,
  id: string,
  version: number,
  questionnaire: Questionnaire,
  languages: readonly string[],
  learn?: (sha256: string) => void,
): Promise<Saved> {
  const made = content(named(questionnaire, id, version, 'draft'), languages);
  learn?.(made.sha256);
  const isNew = await insertForm(w, {
    id,
    version,
    state: 'draft',
    rev: 1,
    ...made,
    changedBy: actorWord(w.actor),
    changedAt: w.now,
    publishedAt: null,
  });
  const row = await findFormHead(w, id, version);
  if (!row) throw new AppError('conflict');
  if (isNew)
    await w.audit('form.created', {
      form: keyOfForm(row),
      ...(questionnaire.url !== undefined && { from: questionnaire.url.slice(0, 200) }),
    });
  return { key: keyOfForm(row), rev: row.rev };
}

/** Creates a draft from a form of the library, or an empty one. @throws AppError `not_found` */
export async function createForm(
  w: Work,
  library: FormLibrary,
  input: { id: string; title: string; from?: string | undefined },
): Promise<Saved> {
  if (input.from === undefined)
    return insertDraft(
      w,
      idOfForm(input.id),
      1,
      {
        resourceType: 'Questionnaire',
        language: 'de',
        status: 'draft',
        subjectType: ['Patient'],
        title: input.title,
        item: [],
      },
      ['de'],
    );
  const form = await library.find(input.from);
  if (!form) throw new AppError('not_found');
  const {
    _title,
    publisher: _publisher,
    copyright: _copyright,
    date: _date,
    ...rest
  } = await form.inLanguages(form.languages);
  // A custom title has no translations yet, so the form is complete in its own language alone.
  const alone = [(rest.language ?? 'de').split('-')[0] ?? 'de'];
  const isSame = rest.title === input.title && _title !== undefined;
  return insertDraft(
    w,
    idOfForm(input.id),
    1,
    {
      ...withOriginal(rest, undefined),
      title: input.title,
      ...(isSame && { _title }),
      derivedFrom: [`${form.url}|${form.version}`],
    },
    isSame ? form.languages : alone,
  );
}

/** Creates a draft from a file, word for word. @param facts learns those of the draft */
export async function importForm(
  w: Work,
  facts: FactsReader,
  { questionnaire, found }: Checked,
  id: string,
): Promise<Saved & { findings: readonly FormFinding[] }> {
  const { url, version, derivedFrom } = questionnaire,
    named = Array.isArray(derivedFrom) ? derivedFrom.filter((one) => typeof one === 'string') : [];
  // The file's own ancestors are kept: answers are found through both.
  const from = [
    ...new Set([
      ...(typeof url === 'string'
        ? [`${url}${typeof version === 'string' ? `|${version}` : ''}`]
        : []),
      ...named,
    ]),
  ].slice(0, 10);
  const saved = await insertDraft(
    w,
    idOfForm(id),
    1,
    withOriginal(
      { ...questionnaire, ...(from.length > 0 && { derivedFrom: from }) },
      typeof url === 'string' ? from[0] : undefined,
    ),
    found.languages,
    (sha256) => found.facts && facts.learn(sha256, found.facts),
  );
  return { ...saved, findings: found.findings.slice(0, MOST_NAMED) };
}

/** @throws AppError `not_found` */
async function own(w: Look | Work, key: string): Promise<FormRow> {
  const { id, version } = partsOf(key),
    row = await findFormRow(w, id, version);
  if (!row) throw new AppError('not_found');
  return row;
}
const seenAs = <Seen extends Pick<FormRow, 'rev'>>(row: Seen, rev: number): Seen => {
  if (row.rev !== rev) throw new AppError('state_conflict');
  return row;
};

/**
 * Saves a draft against the revision that the caller read.
 * @throws AppError `state_conflict` on a concurrent change, or if it is not a draft
 */
export async function saveForm(
  w: Work,
  { questionnaire, found }: Checked,
  input: { key: string; rev: number },
): Promise<Saved> {
  const row = await own(w, input.key),
    next = keepingOriginal(row.questionnaire, questionnaire),
    made = content(named(next, row.id, row.version, 'draft'), found.languages);
  if (row.state !== 'draft') throw new AppError('state_conflict');
  // Repeating the same save is idempotent.
  if (row.rev === input.rev + 1 && row.sha256 === made.sha256)
    return { key: input.key, rev: row.rev };
  const saved = await changeForm(w, seenAs(row, input.rev), {
    ...made,
    changedBy: actorWord(w.actor),
    changedAt: w.now,
  });
  if (!saved) throw new AppError('state_conflict');
  await w.audit('form.changed', { form: input.key, rev: saved.rev, sha256: made.sha256 });
  return { key: input.key, rev: saved.rev };
}

/**
 * Returns the draft to publish as currently stored; undefined if it is not a draft.
 * @throws AppError `not_found`, `validation`
 */
export async function checkDraft(
  look: Look,
  checker: FormChecker,
  languages: readonly string[],
  key: string,
): Promise<(Checked & { readonly sha256: string }) | undefined> {
  const row = await own(look, key);
  if (row.state !== 'draft') return undefined;
  const { questionnaire, sha256 } = row,
    text = JSON.stringify(questionnaire);
  return {
    questionnaire,
    sha256,
    found: await findingsOn(checker, { text, languages, withFacts: true }),
  };
}

/**
 * Publishes a draft, which is immutable afterwards.
 * @param facts learns those of the published content: no list waits until it is judged again
 * @throws AppError `validation` with the obstacles, `state_conflict`
 */
export async function publishForm(
  w: Work,
  facts: FactsReader,
  draft: (Checked & { readonly sha256: string }) | undefined,
  input: { key: string; rev: number },
): Promise<Saved> {
  const { id, version } = partsOf(input.key),
    row = await findFormHead(w, id, version);
  if (!row) throw new AppError('not_found');
  if (row.state === 'active' && row.rev === input.rev + 1) return { key: input.key, rev: row.rev };
  // Only the checked content is published: the draft may have been saved meanwhile.
  if (row.state !== 'draft' || row.sha256 !== draft?.sha256) throw new AppError('state_conflict');
  const { found, questionnaire } = draft;
  if (!found.isReady) throw refuse(found.findings.filter((one) => one.level === 'error'));
  const made = content(
    { ...questionnaire, status: 'active', date: berlinDay(w.now) },
    found.languages,
  );
  if (found.facts) facts.learn(made.sha256, found.facts);
  const saved = await changeForm(w, seenAs(row, input.rev), {
    ...made,
    state: 'active',
    changedBy: actorWord(w.actor),
    changedAt: w.now,
    publishedAt: w.now,
  });
  if (!saved) throw new AppError('state_conflict');
  await retireOthers(w, row.id, row.version, actorWord(w.actor));
  await w.audit('form.published', { form: input.key, sha256: made.sha256 });
  return { key: input.key, rev: saved.rev };
}

/** Retires a form; answers to it stay readable. @throws AppError `state_conflict` */
export async function retireForm(w: Work, input: { key: string; rev: number }): Promise<Saved> {
  const row = await own(w, input.key);
  if (row.state === 'retired') return { key: input.key, rev: row.rev };
  const saved =
    row.state === 'active'
      ? await changeForm(w, seenAs(row, input.rev), {
          state: 'retired',
          changedBy: actorWord(w.actor),
          changedAt: w.now,
        })
      : undefined;
  if (!saved) throw new AppError('state_conflict');
  await w.audit('form.retired', { form: input.key });
  return { key: input.key, rev: saved.rev };
}

/**
 * Creates a draft of the next version, or returns the existing one.
 * @throws AppError `state_conflict` for a draft
 */
export async function newVersion(w: Work, key: string): Promise<Saved> {
  const row = await own(w, key),
    [newest] = await versionsOf(w, row.id);
  if (newest?.state === 'draft') return { key: keyOfForm(newest), rev: newest.rev };
  if (row.state === 'draft' || !newest) throw new AppError('state_conflict');
  return insertDraft(w, row.id, newest.version + 1, row.questionnaire, row.languages);
}

/** Deletes a form that was never published. @throws AppError `state_conflict` */
export async function discardDraft(w: Work, input: { key: string; rev: number }): Promise<void> {
  const row = await own(w, input.key);
  if (!(await removeDraft(w, row.id, row.version, input.rev))) throw new AppError('state_conflict');
  await w.audit('form.discarded', { form: input.key });
}
