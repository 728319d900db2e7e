// Ancestry of forms: answers to a form's ancestors count as its earlier answers, under its own
// names.

import { withLines } from '../../../../shared/forms/answers/lines.ts';
import { carryAnswers, namesIn } from './form-carry.ts';
import { occurrencesOf } from '../../../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { FormLibrary } from '../answers/library.ts';

/**
 * URLs of own and shipped forms; a form of another practice or publisher is not in this library.
 */
const OWN = /^urn:molar:(?:praxis-form|questionnaire):([a-z][a-zA-Z0-9-]{0,39})\|(\d{1,4})$/;
/** Limit for copies of copies; older ancestors ask different questions. */
const MOST = 10;

/**
 * Returns the ids of a form (itself first) and of its ancestors, any version.
 * @param key `id@version`
 */
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

/**
 * Renames a response to the link ids of another form of the family; unchanged if one of the two is
 * unknown.
 */
export async function underNamesOf(
  library: FormLibrary,
  to: string,
  answered: { readonly form: string; readonly response: QuestionnaireResponse },
): Promise<QuestionnaireResponse> {
  if (answered.form === to) return answered.response;
  const [then, now] = [await library.find(answered.form), await library.find(to)];
  if (!then || !now) return answered.response;
  const form = await now.inLanguages([]);
  return withLines(form, carryAnswers(await then.inLanguages([]), form, answered.response));
}

/**
 * Returns the current answers of a family of forms, newest first, each without questions that newer
 * ones answer.
 */
export interface FamilySet<T> {
  readonly row: T;
  readonly superseded: ReadonlySet<string>;
}

/**
 * Merges earlier answers. A shipped form and the practice's own copy ask the same person the same
 * questions: they are one set, not two. Merged question by question, so that a question the copy
 * dropped or that was left open never hides an earlier answer.
 * @param rows of one family, newest first; an unknown form supersedes nothing and is superseded by
 * nothing
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
