// The practice's forms for the designer: shipped and own, every version, one in full, differences.

import type { FormEntryView } from '../../../../shared/forms/design/forms.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { diffForms, type FormChange } from './form-diff.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Look } from '../../../platform/work.ts';
import type { FactsReader } from './facts-reader.ts';
import { judgeFacts, type FormFacts } from './form-facts.ts';
import { factsOfHead, keyOfForm, partsOf } from './form-library.ts';
import { findFormRow, listFormHeads, versionsOf, type FormHead } from './form-store.ts';
import type { FormLibrary, LoadedForm } from '../answers/library.ts';

async function ownEntry(look: Look, facts: FactsReader, head: FormHead): Promise<FormEntryView> {
  const found = await factsOfHead(look, facts, head),
    { title, minutes, questions, trouble, isChecking } = found,
    { id, version, state, rev, languages, changedAt, publishedAt } = head;
  return {
    key: keyOfForm(head),
    id,
    version,
    origin: 'own',
    state,
    rev,
    title,
    languages: [...languages],
    minutes,
    questions,
    changedAt,
    publishedAt,
    ...(trouble !== undefined && { trouble }),
    ...(isChecking && { isChecking }),
  };
}
/** Of the catalogue: its forms were checked when they were written. */
const shippedFacts = new Map<string, FormFacts>();
async function shippedEntry({
  key,
  id,
  version,
  title,
  languages,
  minutes,
  sha256,
  inLanguages,
}: LoadedForm): Promise<FormEntryView> {
  const known = shippedFacts.get(sha256) ?? judgeFacts(await inLanguages([]), []),
    { questions } = known;
  shippedFacts.set(sha256, known);
  return {
    key,
    id,
    version,
    origin: 'shipped',
    state: 'active',
    rev: 1,
    title: title.de,
    languages: [...languages],
    minutes,
    questions,
    changedAt: null,
    publishedAt: null,
  };
}

/** Lists own forms first, newest version of each first; then the shipped ones. */
export async function listForms(
  look: Look,
  shipped: FormLibrary,
  facts: FactsReader,
): Promise<FormEntryView[]> {
  const heads = await listFormHeads(look),
    own = await Promise.all(heads.map((head) => ownEntry(look, facts, head)));
  const brought = await Promise.all(
    (await shipped.inUse()).map(async ({ key }) => {
      const form = await shipped.find(key);
      return form ? [await shippedEntry(form)] : [];
    }),
  );
  return [...own, ...brought.flat()];
}

/** Returns the form in all its languages. @throws AppError `not_found` */
export async function readForm(
  look: Look,
  { shipped, facts }: { shipped: FormLibrary; facts: FactsReader },
  key: string,
): Promise<{
  entry: FormEntryView;
  /** Who saved it last, as in the audit log; null for a shipped one. */
  changedBy: string | null;
  questionnaire: Questionnaire;
  versions: FormEntryView[];
}> {
  const form = await shipped.find(key);
  if (form) {
    const entry = await shippedEntry(form);
    return {
      entry,
      changedBy: null,
      questionnaire: await form.inLanguages(form.languages),
      versions: [entry],
    };
  }
  const { id, version } = partsOf(key),
    row = await findFormRow(look, id, version);
  if (!row) throw new AppError('not_found');
  const versions = await versionsOf(look, id);
  return {
    entry: await ownEntry(look, facts, row),
    changedBy: row.changedBy,
    questionnaire: row.questionnaire,
    versions: await Promise.all(versions.map((one) => ownEntry(look, facts, one))),
  };
}

/**
 * Compares the form `from` with the form `key`, each a version or another form.
 * @throws AppError `not_found`
 */
export async function compareForms(
  look: Look,
  library: { shipped: FormLibrary; facts: FactsReader },
  key: string,
  from: string,
): Promise<readonly FormChange[]> {
  const [newer, older] = await Promise.all([
    readForm(look, library, key),
    readForm(look, library, from),
  ]);
  return diffForms(older.questionnaire, newer.questionnaire);
}
