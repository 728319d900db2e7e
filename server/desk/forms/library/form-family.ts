// Which forms a form was made from: answers to them are last time's answers to it as well, under its own names.

import { carryAnswers, namesIn } from './form-carry.ts';
import { occurrencesOf } from '../../../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response.ts';
import type { FormLibrary } from '../answers/library.ts';

/** Addresses that forms here have, own and shipped; another practice's or publisher's is no form of this library. */
const OWN = /^urn:molar:(?:praxis-form|questionnaire):([a-z][a-zA-Z0-9-]{0,39})\|(\d{1,4})$/;
/** Copies of copies; further back nobody asked the same. */
const MOST = 10;

/** Ids of a form (itself first) and of those it was made from, whatever their version. @param key `id@version` */
export async function familyOf(library: FormLibrary, key: string): Promise<readonly string[]> {
  const ids = [key.split('@')[0] ?? key];
  for (let keys = [key]; keys.length > 0 && ids.length < MOST;) {
    const forms = await Promise.all(keys.map((one) => library.find(one))),
      before: string[] = [];
    for (const form of forms)
      for (const address of (await form?.inLanguages([]))?.derivedFrom ?? []) {
        const [, id, version] = OWN.exec(address) ?? [];
        if (id !== undefined && !ids.includes(id)) {
          ids.push(id);
          before.push(`${id}@${version}`);
        }
      }
    keys = before;
  }
  return ids;
}

/** A response under the names of another form of the family; as it is where one of the two is not known. */
export async function underNamesOf(
  library: FormLibrary,
  to: string,
  answered: { readonly form: string; readonly response: QuestionnaireResponse },
): Promise<QuestionnaireResponse> {
  if (answered.form === to) return answered.response;
  const [then, now] = [await library.find(answered.form), await library.find(to)];
  return then && now
    ? carryAnswers(await then.inLanguages([]), await now.inLanguages([]), answered.response)
    : answered.response;
}

/** Answers that speak for one family of forms, newest first, each without what newer ones of them answer. */
export interface FamilySet<T> {
  readonly row: T;
  readonly superseded: ReadonlySet<string>;
}

/**
 * A shipped form and the practice's own copy of it ask the same person the same: they are one set, not two.
 * Question by question, so that what a copy asks no more, or what was left open, never hides what was said before.
 * @param rows of one family, newest first; a form that is not known here supersedes nothing and is superseded by nothing
 */
export async function withoutRepeats<
  T extends { readonly form: string; readonly response: QuestionnaireResponse },
>(library: FormLibrary, rows: readonly T[]): Promise<FamilySet<T>[]> {
  const forms = await Promise.all(
    rows.map(async (row) => (await library.find(row.form))?.inLanguages([])),
  );
  const answered = rows.map(
    (row) =>
      new Set(
        occurrencesOf(row.response)
          .filter((one) => one.answers.length > 0)
          .map((one) => one.linkId),
      ),
  );
  return rows.map((row, at) => {
    const superseded = new Set<string>(),
      own = forms[at];
    for (let newer = 0; newer < at && own; newer++) {
      const since = forms[newer];
      if (since)
        for (const [then, now] of namesIn(own, since))
          if (now !== undefined && answered[newer]?.has(now) === true) superseded.add(then);
    }
    return { row, superseded };
  });
}
