// The card of a room's screen: who sits there, what must be known of them, and what changed since last time.

import { cardOf, type Addition, type CardSource } from '../../shared/chair-card.ts';
import { berlinDay } from '../../shared/dates.ts';
import { modelOf } from '../../shared/questionnaire-model.ts';
import { diffOf } from '../../shared/questionnaire-revisit.ts';
import type { ChairCard } from '../../shared/anamnese.schema.ts';
import type { Look } from '../work.ts';
import { notesOf } from './add-note.ts';
import type { FormLibrary } from './library.ts';
import { formIdOf } from './read-answers.ts';
import { answersOf, findAllAnswers, type AnswersRow } from './store.ts';

/** Older sets than these are not looked through for the last ones to each form. */
const LOOKED_AT = 200;

/**
 * The last answers to every form count, so that a short form of today hides nothing of the long one of spring.
 * @param patids every number that stands for the person
 */
export async function readCard(look: Look, library: FormLibrary, patids: readonly string[], nameOf: (userId: string | null) => string): Promise<NonNullable<ChairCard['card']>> {
  const heads = await answersOf(look, patids, LOOKED_AT, 'originals'), last = heads.filter((one, at) => heads.findIndex((other) => formIdOf(other) === formIdOf(one)) === at);
  const before = last.flatMap((one) => heads.filter((other) => formIdOf(other) === formIdOf(one))[1] ?? []);
  const rows = new Map((await findAllAnswers(look, [...last, ...before].map((one) => one.id))).map((one) => [one.id, one])), rowOf = (id: string | undefined): AnswersRow | undefined => (id === undefined ? undefined : rows.get(id));
  const sources: CardSource[] = [], unread: string[] = [], changes: NonNullable<ChairCard['card']>['changes'] = [];
  for (const head of last) {
    const row = rowOf(head.id), form = await library.find(head.form);
    if (!row) continue;
    // Answers without their form cannot be sorted; the card says so instead of being silent.
    if (!form) { unread.push(head.title); continue; }
    sources.push({ answersId: row.id, model: modelOf(await form.inLanguages([])), response: row.response });
    const old = rowOf(before.find((one) => formIdOf(one) === formIdOf(head))?.id), newest = last[0];
    if (!old || !newest || berlinDay(head.answeredAt) !== berlinDay(newest.answeredAt)) continue;
    for (const { what, text, before: was, after } of diffOf(old.response, row.response)) {
      if (what !== 'confirmed') changes.push({ what, text, ...(was !== undefined && { before: was }), ...(after !== undefined && { after }), lastAt: old.answeredAt });
    }
  }
  const additions: Addition[] = (await notesOf(look, patids, last.map((one) => one.id))).map(({ byId, ...note }) => ({ ...note, by: nameOf(byId) }));
  return {
    sets: last.map(({ id, title, answeredAt }) => ({ id, title, answeredAt })), unread, changes, additions: [...additions],
    groups: sources.length === 0 ? [] : cardOf(sources, additions, true).map(({ kind, state, entries }) => ({ kind, state, entries: entries.map((one) => ({ ...one })) })),
  };
}
