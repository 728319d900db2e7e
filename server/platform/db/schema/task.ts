// Tables of Mappen and tasks (writer: server/desk/task).

import { sql } from 'drizzle-orm';
import type { FormRequirement } from '../../../../shared/desk/document.ts';
import type { Identification, SignerRole, TextScale } from '../../../../shared/desk/mappe.ts';
import type { Standing } from '../../../../shared/desk/mappe-family.ts';
import type { VoidReason } from '../../../../shared/papers/consent.ts';
import type { ReadIn } from '../../../../shared/papers/reading.ts';
import type { DeclarationAnswer } from '../../../../shared/papers/signature.ts';
import type { Reading } from '../../../../shared/papers/reading.ts';
import type { TaskKind, TaskState } from '../../../../shared/desk/task.ts';
import type { Kit } from '../kit.ts';

export interface TaskTalk {
  needed: boolean;
  doneBy?: string;
  doneByName?: string;
  doneAt?: number;
}
/** Reading and declarations of an outcome op, so that signing can open without reading again. */
export interface TaskRead {
  reading: Reading;
  declarations: DeclarationAnswer[];
  at: number;
  language: string;
  note?: string;
  /** The intended signer, if named. */
  by?: { role: SignerRole; name: string }[];
}

export const taskTables = (k: Kit) => ({
  mappe: k.table(
    'mappe',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patids: k.json<string[]>().notNull(),
      signers: k.json<Standing[]>().notNull(),
      language: k.text().notNull(),
      textScale: k.int().$type<TextScale>().notNull(),
      identifiedBy: k.json<{ method: Identification; by: string; byName: string; at: number }>(),
      tabletId: k.text(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      undoUntil: k.big().notNull(),
      closesAt: k.big().notNull(),
      paperCopyWishedAt: k.big(),
      paperCopyDoneAt: k.big(),
      wrongPersonAt: k.big(),
    },
    (t) => [
      k.index('mappe_cid').on(t.cid, t.createdAt),
      k.index('mappe_tablet').on(t.cid, t.tabletId),
      k.index('mappe_own').on(t.cid, t.id, t.tabletId),
    ],
  ),
  task: k.table(
    'task',
    {
      taskId: k.text().primaryKey(),
      cid: k.text().notNull(),
      mappeId: k.text().notNull(),
      position: k.int().notNull(),
      patid: k.text().notNull(),
      kind: k.text().$type<TaskKind>().notNull(),
      template: k.text().notNull(),
      title: k.text().notNull(),
      formRequirement: k.json<FormRequirement>().notNull(),
      state: k.text().$type<TaskState>().notNull(),
      stateAt: k.big().notNull(),
      taskRev: k.int().notNull(),
      /**
       * Canonical JSON of the resolved document, its hash, and the hash and size of the base PDF
       * made from it.
       */
      data: k.text().notNull(),
      dataSha256: k.text().notNull(),
      presentedPdfSha256: k.text(),
      presentedBytes: k.int(),
      boxes: k.json<unknown>(),
      renderer: k.json<unknown>(),
      page: k.int().notNull(),
      of: k.int().notNull(),
      talk: k.json<TaskTalk>().notNull(),
      read: k.json<TaskRead>(),
      /** If it was not read in German alone: in which language, or who translated. */
      readIn: k.json<ReadIn>(),
      attention: k.text(),
      startedAt: k.big(),
      submittedAt: k.big(),
      filedAt: k.big(),
      filedBy: k.text(),
      export: k.text().$type<'none' | 'queued' | 'done' | 'failed'>().notNull(),
      createdAt: k.big().notNull(),
      /**
       * Of a questionnaire: the earlier answers offered for confirmation; null if every question is
       * asked again.
       */
      confirms: k.text(),
      /** Envelope that this paper replaces once it is signed. */
      replaces: k.text(),
      /** A paper signed by hand that does not count; one signed on a device has it on its envelope. */
      voidedAt: k.big(),
      voidReason: k.text().$type<VoidReason>(),
      voidedBy: k.text(),
    },
    (t) => [
      k.index('task_mappe').on(t.cid, t.mappeId),
      k.index('task_own').on(t.cid, t.taskId),
      k.index('task_state').on(t.cid, t.state),
      k
        .index('task_unsealed')
        .on(t.stateAt)
        .where(sql`state = 'submitted'`),
      k.index('task_patid').on(t.cid, t.patid),
      k.index('task_template').on(t.cid, t.template),
      k.index('task_presented').on(t.cid, t.presentedPdfSha256),
    ],
  ),
  /**
   * Signatures of a paper that several people sign on their own devices: one row for each, in any
   * order.
   */
  signaturePart: k.table(
    'signature_part',
    {
      taskId: k.text().notNull(),
      role: k.text().$type<SignerRole>().notNull(),
      cid: k.text().notNull(),
      opId: k.text().notNull(),
      receivedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.taskId, t.role] })],
  ),
});
