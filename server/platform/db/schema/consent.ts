// Tables of consents beyond the signature: withdrawals and billing companies of the practice
// (writer: server/records/consent).

import type { FactoringForm } from '../../../../shared/papers/consent.ts';
import type { Kit } from '../kit.ts';

export const consentTables = (k: Kit) => ({
  /** One press of "Widerrufen"; effective from `at` on, unless undone within seconds. */
  withdrawal: k.table(
    'withdrawal',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      taskId: k.text().notNull(),
      /** Ids of the withdrawn declarations; null: all of them. */
      parts: k.json<string[]>(),
      by: k.text().notNull(),
      byName: k.text().notNull(),
      at: k.big().notNull(),
      undoUntil: k.big().notNull(),
      undoneAt: k.big(),
      /** The sealed receipt, once created. */
      fileId: k.text(),
    },
    (t) => [
      k.index('withdrawal_task').on(t.cid, t.taskId),
      k.index('withdrawal_patid').on(t.cid, t.patid),
    ],
  ),
  factoringPartner: k.table(
    'factoring_partner',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      /** Key in catalog/factoring, null if the practice entered the company itself. */
      partner: k.text(),
      name: k.text().notNull(),
      anschrift: k.text().notNull(),
      refinanzierung: k.text().notNull(),
      form: k.text().$type<FactoringForm>().notNull(),
      formSource: k.text().notNull(),
      formDay: k.text().notNull(),
      createdAt: k.big().notNull(),
      changedAt: k.big().notNull(),
      endedAt: k.big(),
    },
    (t) => [k.index('factoring_partner_cid').on(t.cid)],
  ),
});
