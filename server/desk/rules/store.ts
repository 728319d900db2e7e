// Queries of the practice's rules and of the facts for rules; the one writer of the rules' table, a
// reader of answers, tasks and appointments.

import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { isEnd, TASK_STATES } from '../../../shared/desk/task.ts';
import { oneOf } from '../../platform/db/query/one-of.ts';
import { isOfRightPerson } from '../../platform/db/query/wrong-person.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type RulesRow = Row<Schema['mappeRules']>;
type Source = Look | Work;
const OPEN = TASK_STATES.filter((state) => !isEnd(state));

export const findRules = (s: Source): Promise<RulesRow | undefined> =>
  readerOf(s).one(s.t.mappeRules);
/**
 * Saves against the version that was seen; version 0 is a practice without changes.
 * @returns false when another save was faster
 */
export async function saveRulesRow(
  w: Work,
  version: number,
  set: Omit<NewRow<Schema['mappeRules']>, 'version'>,
): Promise<boolean> {
  const { mappeRules } = w.t;
  if (version === 0)
    return (await w.tx.insert(mappeRules, { ...set, version: 1 }, { ifAbsent: true })).length > 0;
  return (await w.tx.update(mappeRules, { ...set, version: version + 1 }, { version })).length > 0;
}

/** Answers of these people, without their content, Nachträge and those of the wrong person. */
export const answersOf = (s: Source, patids: readonly string[]) => {
  const { answers } = s.t;
  return readerOf(s).pick(
    answers,
    ['patid', 'taskId', 'form', 'language', 'answeredAt'],
    and(oneOf(answers.patid, patids), isNull(answers.addsTo), isOfRightPerson(s.t)),
  );
};
/**
 * Only columns before the task's document in its row: for later columns the database reads through
 * all of it.
 */
const TASK = ['taskId', 'patid', 'kind', 'template', 'state', 'stateAt'] as const;
/** Lists the tasks of these people: open, filed or declined. */
export const tasksOf = (s: Source, patids: readonly string[]) => {
  const { task } = s.t;
  return readerOf(s).pick(
    task,
    TASK,
    and(oneOf(task.patid, patids), inArray(task.state, [...OPEN, 'filed', 'declined'])),
  );
};
/** Lists the filed questionnaires of these people that offered earlier answers for confirmation. */
export async function confirmingOf(s: Source, patids: readonly string[]): Promise<Set<string>> {
  const { task } = s.t;
  return new Set(
    (
      await readerOf(s).pick(
        task,
        ['taskId'],
        and(
          oneOf(task.patid, patids),
          eq(task.kind, 'questionnaire'),
          eq(task.state, 'filed'),
          isNotNull(task.confirms),
        ),
      )
    ).map((row) => row.taskId),
  );
}
/** Returns those of the given numbers with an appointment before `day`. */
export async function seenBefore(
  s: Source,
  patids: readonly string[],
  day: string,
): Promise<Set<string>> {
  const { termin } = s.t;
  return new Set(
    (
      await readerOf(s).pick(
        termin,
        ['patid'],
        and(oneOf(termin.patid, patids), lt(termin.day, day)),
      )
    ).map((row) => row.patid),
  );
}
