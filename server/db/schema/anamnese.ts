// Tables of questionnaires and answers (writer: server/anamnese).

import type { QuestionnaireResponse } from '../../../shared/questionnaire-response.ts';
import type { Questionnaire } from '../../../shared/questionnaire.ts';
import type { Kit } from '../kit.ts';

export const anamneseTables = (k: Kit) => ({
  /** Answers of one person to one form, as they were handed in; never changed. `language` is the one they were read in. */
  answers: k.table('answers', {
    id: k.text().primaryKey(), cid: k.text().notNull(), patid: k.text().notNull(), taskId: k.text(), form: k.text().notNull(), formSha256: k.text().notNull(), title: k.text().notNull(),
    language: k.text().notNull(), response: k.json<QuestionnaireResponse>().notNull(), answeredAt: k.big().notNull(), receivedAt: k.big().notNull(),
    /** Who held the device, and who of the practice wrote it down where it was not the person. */
    tabletId: k.text(), recordedBy: k.text(),
    /** A Nachtrag adds to earlier answers; the original stays. */
    addsTo: k.text(),
    /** Rules of the form that the answers do not keep, by linkId; found at the server, shown to staff, never a reason to lose them. */
    problems: k.json<{ key: string; code: string }[]>().notNull(),
  }, t => [k.index('answers_patid').on(t.cid, t.patid, t.answeredAt), k.index('answers_cid').on(t.cid, t.receivedAt), k.unique('answers_task').on(t.taskId)]),
  /** A form of this practice; a published version is never changed. */
  form: k.table('form', {
    cid: k.text().notNull(), id: k.text().notNull(), version: k.int().notNull(), state: k.text().$type<'draft' | 'active' | 'retired'>().notNull(), rev: k.int().notNull(),
    questionnaire: k.json<Questionnaire>().notNull(), sha256: k.text().notNull(), languages: k.json<string[]>().notNull(), changedBy: k.text().notNull(), changedAt: k.big().notNull(), publishedAt: k.big(),
  }, t => [k.key({ columns: [t.cid, t.id, t.version] })]),
});
