// A person's scores over time, from the stored answers to forms that calculate something.

import { curvesOf, type ScoredSet } from '../../../../shared/forms/scores/curves-of.ts';
import { scoresIn, type ScoreItem } from '../../../../shared/forms/scores/scores-in.ts';
import type { Scores } from '../../../../shared/forms/scores/scores.schema.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { originalOf } from '../../../../shared/forms/questionnaire/response.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Look } from '../../../platform/work.ts';
import { familyOf } from '../library/form-family.ts';
import type { FormLibrary } from './library.ts';
import { answersOf, findAnswers, type AnswersHead } from './store.ts';

/** Limit of answers that are read; a set with photos is large, and each is read whole. */
const READ = 100;

/** Scores of a stored form. `names`: what it shares with other versions and copies of itself. */
interface ScoredForm {
  readonly scores: readonly ScoreItem[];
  readonly names: readonly string[];
}

async function scoredForm(library: FormLibrary, key: string): Promise<ScoredForm | undefined> {
  const form = await library.find(key);
  if (!form) return undefined;
  const questionnaire = await form.inLanguages([]),
    scores = scoresIn(modelOf(questionnaire)),
    original = originalOf(questionnaire)?.split('|')[0];
  return {
    scores,
    // An imported form may be imported again under another id.
    names:
      scores.length === 0
        ? []
        : [...(await familyOf(library, key)), ...(original === undefined ? [] : [original])],
  };
}

/** Returns for each form a name that it shares with its relatives. */
function familiesOf(forms: ReadonlyMap<string, ScoredForm>): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  const rootOf = (name: string): string => {
    const above = roots.get(name);
    return above === undefined || above === name ? name : rootOf(above);
  };
  for (const { names } of forms.values()) {
    const [first = ''] = names;
    for (const name of names) roots.set(rootOf(name), rootOf(first));
  }
  return new Map([...forms].map(([key, { names }]) => [key, rootOf(names[0] ?? key)]));
}

const brokenIn = (row: object): boolean =>
  ['response', 'problems'].some((name) => brokenCells(row).includes(name));

/** Reads one set; damaged answers are a gap with a reason. */
async function setOf(
  look: Look,
  head: AnswersHead,
  scores: readonly ScoreItem[],
  family: string,
): Promise<ScoredSet> {
  const row = await findAnswers(look, head.id),
    isReadable = row !== undefined && !brokenIn(row);
  return {
    answersId: head.id,
    at: head.answeredAt,
    form: head.form,
    title: head.title,
    family,
    scores,
    response: isReadable ? row.response : undefined,
    problems: isReadable ? row.problems : [],
  };
}

/**
 * Returns the scores that a person has more than once.
 * @param patids every number of the person; answers of the wrong person do not count
 */
export async function readScores(
  look: Look,
  library: FormLibrary,
  patids: readonly string[],
): Promise<Scores> {
  const found = await answersOf(look, patids, READ + 1, 'originals'),
    heads = found.slice(0, READ),
    forms = new Map<string, ScoredForm>(),
    unread = new Set<string>();
  for (const key of new Set(heads.map((one) => one.form))) {
    const form = await scoredForm(library, key);
    if (form) forms.set(key, form);
    else for (const one of heads) if (one.form === key) unread.add(one.title);
  }
  const families = familiesOf(forms),
    countOf = (family: string): number =>
      heads.filter((one) => families.get(one.form) === family).length;
  const sets: ScoredSet[] = [];
  for (const head of heads) {
    const form = forms.get(head.form),
      family = families.get(head.form);
    if (!form || family === undefined || form.scores.length === 0 || countOf(family) < 2) continue;
    // One at a time: photos lie within the answers.
    sets.push(await setOf(look, head, form.scores, family));
  }
  return {
    curves: [...curvesOf(sets)],
    isCut: found.length > READ,
    unread: [...unread],
  };
}
