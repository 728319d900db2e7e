// Tables of questionnaires and answers (writer: server/desk/forms/answers).

import { sql } from 'drizzle-orm';
import type { UnmatchedOrigin } from '../../../../shared/forms/answers/unmatched-origin.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Kit } from '../kit.ts';

export const formTables = (k: Kit) => ({
  /**
   * Answers of one person to one form as submitted; never changed. `language` is the one they were
   * read in.
   */
  answers: k.table(
    'answers',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      taskId: k.text(),
      form: k.text().notNull(),
      formSha256: k.text().notNull(),
      title: k.text().notNull(),
      language: k.text().notNull(),
      response: k.json<QuestionnaireResponse>().notNull(),
      answeredAt: k.big().notNull(),
      receivedAt: k.big().notNull(),
      /**
       * The holder of the device, and the member of staff who wrote the answers down if it was not
       * the person.
       */
      tabletId: k.text(),
      recordedBy: k.text(),
      /** A Nachtrag adds to earlier answers; the original stays. */
      addsTo: k.text(),
      /**
       * Rules of the form that the answers violate, by linkId; found by the server, shown to staff,
       * never a reason to lose answers.
       */
      problems: k.json<{ key: string; code: string }[]>().notNull(),
      /**
       * Of answers without a task: their origin, and the id under which they waited for a record.
       */
      origin: k.text().$type<UnmatchedOrigin>(),
      unmatchedId: k.text(),
    },
    (t) => [
      k.index('answers_patid').on(t.cid, t.patid, t.answeredAt),
      k.index('answers_cid').on(t.cid, t.receivedAt),
      k
        .index('answers_note')
        .on(t.cid, t.addsTo)
        .where(sql`adds_to is not null`),
      k.unique('answers_task').on(t.cid, t.taskId),
    ],
  ),
  /** A form of this practice; a published version is never changed. */
  form: k.table(
    'form',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      version: k.int().notNull(),
      state: k.text().$type<'draft' | 'active' | 'retired'>().notNull(),
      rev: k.int().notNull(),
      questionnaire: k.json<Questionnaire>().notNull(),
      sha256: k.text().notNull(),
      languages: k.json<string[]>().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
      publishedAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id, t.version] })],
  ),
  /**
   * A link to a questionnaire at home; only the hash of its secret. `patid` is the invited patient,
   * absent for a person without a record.
   */
  homeLink: k.table(
    'home_link',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      hash: k.text().notNull(),
      kind: k.text().$type<'invitation' | 'open'>().notNull(),
      formId: k.text().notNull(),
      language: k.text().notNull(),
      patid: k.text(),
      label: k.text().notNull(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      expiresAt: k.big(),
      mailedAt: k.big(),
      usedAt: k.big(),
      endedAt: k.big(),
      endedBy: k.text(),
      answers: k.int().notNull(),
    },
    (t) => [
      k.unique('home_link_hash').on(t.hash),
      k.index('home_link_cid').on(t.cid, t.createdAt),
      k.index('home_link_patid').on(t.cid, t.patid),
    ],
  ),
  /**
   * Answers that came without a task, and the decision on them; the response moves to `answers`
   * while they are filed. `sha256` distinguishes a repeated hand-in from a different one under its
   * id.
   */
  unmatched: k.table(
    'unmatched',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      origin: k.text().$type<UnmatchedOrigin>().notNull(),
      homeId: k.text(),
      tabletId: k.text(),
      recordedBy: k.text(),
      firstName: k.text().notNull(),
      lastName: k.text().notNull(),
      geburtsdatum: k.day().notNull(),
      form: k.text().notNull(),
      formSha256: k.text().notNull(),
      title: k.text().notNull(),
      language: k.text().notNull(),
      response: k.json<QuestionnaireResponse>(),
      sha256: k.text().notNull(),
      answeredAt: k.big().notNull(),
      receivedAt: k.big().notNull(),
      problems: k.json<{ key: string; code: string }[]>().notNull(),
      state: k.text().$type<'open' | 'filed' | 'discarded'>().notNull(),
      patid: k.text(),
      answersId: k.text(),
      decidedAt: k.big(),
      decidedBy: k.text(),
      reason: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('unmatched_state').on(t.cid, t.state, t.receivedAt),
    ],
  ),
  /**
   * Time when the practice last saved its emergency paper set, with its versions; one row per
   * practice.
   */
  paperSet: k.table('paper_set', {
    cid: k.text().primaryKey(),
    at: k.big().notNull(),
    byName: k.text().notNull(),
    sheets: k.json<string[]>().notNull(),
    languages: k.json<string[]>().notNull(),
  }),
});
