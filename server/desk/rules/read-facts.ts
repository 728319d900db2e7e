// Facts for the rules: for each person today's appointments, the dates of answers and signatures,
// and the open tasks.

import { berlinDay } from '../../../shared/base/dates.ts';
import type { Done, RuleFacts, RuleTermin } from '../../../shared/desk/mappe-rules.ts';
import { isEnd } from '../../../shared/desk/task.ts';
import type { Look } from '../../platform/work.ts';
import { answersOf, confirmingOf, seenBefore, tasksOf } from './store.ts';

/** A person and their appointments today. */
export interface RulePerson {
  patid: string;
  geburtsdatum: string;
  termine: readonly RuleTermin[];
}
export interface PersonFacts {
  facts: RuleFacts;
  /** Of the last answers, if any. */
  language: string | null;
}
/** All numbers of each of these patients, by the active one. */
export type NumbersOfAll = (
  look: Look,
  patids: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

const partsOf = (key: string): { item: string; version: number } => {
  const [item = key, version = '1'] = key.split('@');
  return { item, version: Number(version) };
};

/** Reads facts of several people in five queries, over all of their numbers. */
export async function readFacts(
  look: Look,
  numbersOfAll: NumbersOfAll,
  people: readonly RulePerson[],
): Promise<Map<string, PersonFacts>> {
  if (people.length === 0) return new Map();
  const today = berlinDay(look.now),
    numbers = await numbersOfAll(
      look,
      people.map((p) => p.patid),
    ),
    all = [...new Set([...numbers.values()].flat())];
  const [answers, tasks, confirming, seen] = await Promise.all([
    answersOf(look, all),
    tasksOf(look, all),
    confirmingOf(look, all),
    seenBefore(look, all, today),
  ]);
  return new Map(
    people.map(({ patid, geburtsdatum, termine }) => {
      const own = new Set([patid, ...(numbers.get(patid) ?? [])]),
        ownTasks = tasks.filter((t) => own.has(t.patid)),
        ownAnswers = answers.filter((a) => own.has(a.patid));
      const done: Done[] = [
        ...ownAnswers.map((a) => ({
          ...partsOf(a.form),
          day: berlinDay(a.answeredAt),
          isFull: a.taskId === null || !confirming.has(a.taskId),
        })),
        // A form without answers counts as not answered; a declined paper counts as asked.
        ...ownTasks
          .filter((t) => isEnd(t.state) && t.kind !== 'questionnaire')
          .map((t) => ({ ...partsOf(t.template), day: berlinDay(t.stateAt), isFull: true })),
      ];
      const last = ownAnswers.reduce<(typeof ownAnswers)[number] | undefined>(
        (newest, one) => (newest && newest.answeredAt > one.answeredAt ? newest : one),
        undefined,
      );
      const facts: RuleFacts = {
        geburtsdatum,
        termine,
        done,
        open: [
          ...new Set(ownTasks.filter((t) => !isEnd(t.state)).map((t) => partsOf(t.template).item)),
        ],
        wasHere: [...own].some((one) => seen.has(one)),
      };
      return [patid, { facts, language: last?.language ?? null }];
    }),
  );
}
