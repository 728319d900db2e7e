// The card of a room's screen: the seated patient, important answers, and changes since the last
// visit.

import {
  cardOf,
  type Addition,
  type CardSource,
} from '../../../../shared/forms/answers/chair-card.ts';
import { berlinDay, berlinInstant } from '../../../../shared/base/dates.ts';
import { modelOf, type Model } from '../../../../shared/forms/questionnaire/model.ts';
import { diffOf } from '../../../../shared/forms/answers/revisit.ts';
import { isUntranslatedText } from '../../../../shared/forms/answers/untranslated.ts';
import { mergeVisits } from '../../../../shared/forms/answers/untouched.ts';
import type { ChairCard } from '../../../../shared/forms/answers/answers.schema.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Look } from '../../../platform/work.ts';
import { filesOf } from '../../task/store.ts';
import { notesOf } from './add-note.ts';
import { familyOf, underNamesOf, withoutRepeats } from '../library/form-family.ts';
import type { FormLibrary } from './library.ts';
import { formIdOf } from './read-answers.ts';
import {
  answersOf,
  findAllAnswers,
  findAnswers,
  papersReadIn,
  type AnswersHead,
  type AnswersRow,
} from './store.ts';

type Changes = NonNullable<ChairCard['card']>['changes'];
/** Limit of older sets that are searched for the last ones to each form. */
const LOOKED_AT = 200;

/**
 * Groups sets by family of forms, newest first: the shipped form, copies of it, copies of those.
 */
async function familiesOf(
  library: FormLibrary,
  heads: readonly AnswersHead[],
): Promise<AnswersHead[][]> {
  const known: { ids: Set<string>; heads: AnswersHead[] }[] = [];
  for (const head of heads) {
    const own = await familyOf(library, head.form),
      same = known.filter(({ ids }) => own.some((id) => ids.has(id)));
    const joined = {
      ids: new Set([...own, ...same.flatMap(({ ids }) => [...ids])]),
      heads: [...same.flatMap((one) => one.heads), head],
    };
    known.splice(0, known.length, ...known.filter((one) => !same.includes(one)), joined);
  }
  const newestFirst = (a: AnswersHead, b: AnswersHead): number =>
    heads.indexOf(a) - heads.indexOf(b);
  return known
    .map((one) => one.heads.sort(newestFirst))
    .sort(([a], [b]) => (a && b ? newestFirst(a, b) : 0));
}

const isReadable = (row: AnswersRow): boolean => !brokenCells(row).includes('response');
/**
 * Checks whether a set covers all earlier answers: it was not abandoned, and earlier answers were
 * shown where it was filled in.
 */
const isWholeSet = (row: AnswersRow | undefined): boolean =>
  row !== undefined && isReadable(row) && row.response.status !== 'stopped' && row.origin === null;

/**
 * Returns the effective sets of a family: the last one to each form, and if that is incomplete the
 * earlier ones as well.
 */
async function speaking(look: Look, family: readonly AnswersHead[]): Promise<AnswersRow[]> {
  const last = family.filter(
      (one, at) => family.findIndex((other) => formIdOf(other) === formIdOf(one)) === at,
    ),
    rows = await findAllAnswers(
      look,
      last.map((one) => one.id),
    );
  const chosen = new Map(rows.map((one) => [one.id, one]));
  for (const head of last) {
    let isWhole = isWholeSet(chosen.get(head.id));
    for (const older of family.filter((one) => one !== head && formIdOf(one) === formIdOf(head))) {
      if (isWhole) break;
      const row = await findAnswers(look, older.id);
      if (row) chosen.set(row.id, row);
      isWhole = isWholeSet(row);
    }
  }
  return family.flatMap((one) => chosen.get(one.id) ?? []);
}

/** Returns the differences of two visits, with the language of free text that is not German. */
function changesOf(
  model: Model,
  visits: {
    earlier: QuestionnaireResponse;
    today: QuestionnaireResponse;
    before: AnswersRow;
    now: AnswersRow;
  },
): Changes {
  const { earlier, today, before, now } = visits;
  return diffOf(earlier, today).flatMap(({ what, linkId, text, before: was, after, since }) => {
    if (what === 'confirmed') return [];
    // An answer that was not touched today has the language of the earlier visit.
    const said = [
      { text: after, language: what === 'unconfirmed' ? before.language : now.language },
      { text: was, language: before.language },
    ];
    const foreign = said.find(
      (one) =>
        one.text !== undefined &&
        isUntranslatedText(one.text, model.byLinkId.get(linkId), one.language),
    );
    return [
      {
        what,
        text,
        ...(foreign && { untranslated: foreign.language }),
        ...(was !== undefined && { before: was }),
        ...(after !== undefined && { after }),
        ...(what === 'unconfirmed' && since !== undefined && { since }),
        lastAt: before.answeredAt,
      },
    ];
  });
}

/** Checks whether a set is of an earlier day than the newest set of its family. */
const isEarlier = (row: AnswersRow, newest: AnswersHead | undefined): boolean =>
  newest !== undefined && berlinDay(row.answeredAt) < berlinDay(newest.answeredAt);

/**
 * Reads the chair card. The last answers to every form count, so that a short form of today hides
 * nothing of a long one of spring; a form and its copies are one.
 * @param patids every number of the person
 */
export async function readCard(
  look: Look,
  library: FormLibrary,
  patids: readonly string[],
  nameOf: (userId: string | null) => string,
): Promise<NonNullable<ChairCard['card']>> {
  const heads = await answersOf(look, patids, LOOKED_AT, 'originals'),
    families = await familiesOf(library, heads),
    newest = heads[0];
  const sources: CardSource[] = [],
    unread: string[] = [],
    changes: Changes = [],
    spoken: string[] = [],
    newestHeads: AnswersHead[] = [];
  for (const family of families) {
    const [head, old] = family,
      heard = await speaking(look, family),
      rows = await withoutRepeats(library, heard.filter(isReadable));
    unread.push(...heard.filter((row) => !isReadable(row)).map((row) => row.title));
    for (const { row, superseded } of rows) {
      const form = await library.find(row.form);
      spoken.push(row.id);
      // Answers without their form cannot be sorted; the card reports them instead of omitting
      // them.
      if (form)
        sources.push({
          answersId: row.id,
          model: modelOf(await form.inLanguages([])),
          response: row.response,
          language: row.language,
          superseded,
          ...(isEarlier(row, head) && { unconfirmed: berlinDay(row.answeredAt) }),
        });
      else unread.push(row.title);
    }
    if (!head) continue;
    newestHeads.push(head);
    const now = rows.find(({ row }) => row.id === head.id)?.row,
      stored = old && (await findAnswers(look, old.id)),
      before = stored && isReadable(stored) ? stored : undefined;
    const form = await library.find(head.form);
    if (
      !now ||
      !before ||
      !newest ||
      !form ||
      berlinDay(head.answeredAt) !== berlinDay(newest.answeredAt)
    )
      continue;
    const then = await underNamesOf(library, head.form, before);
    // An answer not repeated at a visit stays valid: it waits for confirmation.
    const model = modelOf(await form.inLanguages([]));
    const today = mergeVisits(model, [
      { response: now.response, day: berlinDay(now.answeredAt) },
      { response: then, day: berlinDay(before.answeredAt) },
    ]);
    changes.push(...changesOf(model, { earlier: then, today, before, now }));
  }
  // Changes come first.
  changes.sort((a, b) => Number(a.what === 'unconfirmed') - Number(b.what === 'unconfirmed'));
  // Newest first over all families: of equal texts the newest determines the date.
  const order = new Map(heads.map((one, at) => [one.id, at]));
  sources.sort((a, b) => (order.get(a.answersId) ?? 0) - (order.get(b.answersId) ?? 0));
  const additions: Addition[] = (await notesOf(look, patids, spoken)).map(({ byId, ...note }) => ({
    ...note,
    by: nameOf(byId),
  }));
  const files = await filesOf(
    look,
    newestHeads.flatMap((one) => one.taskId ?? []),
  );
  const papers = await papersReadIn(look, patids, berlinInstant(berlinDay(look.now), '00:00'));
  return {
    sets: newestHeads.map(({ id, title, answeredAt, taskId }) => ({
      id,
      title,
      answeredAt,
      fileId: (taskId === null ? undefined : files.get(taskId)) ?? null,
    })),
    unread,
    papers: papers.flatMap(({ title, readIn }) => (readIn === null ? [] : [{ title, readIn }])),
    changes,
    additions: [...additions],
    groups:
      sources.length === 0
        ? []
        : cardOf(sources, additions, true).map(({ kind, state, entries }) => ({
            kind,
            state,
            entries: entries.map((one) => ({ ...one })),
          })),
  };
}
