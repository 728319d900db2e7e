// Tables of jobs and the audit chain (writers: server/compose, server/platform/audit).

import { sql } from 'drizzle-orm';
import { OPENED_TYPES } from '../../../../shared/operations/audit.ts';
import { quoted, type Kit } from '../kit.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed';

export const systemTables = (k: Kit) => ({
  job: k.table(
    'job',
    {
      id: k.text().primaryKey(),
      key: k.text().notNull(),
      cid: k.text().notNull(),
      kind: k.text().notNull(),
      payload: k.json<Record<string, unknown>>().notNull(),
      state: k.text().$type<JobState>().notNull(),
      attempts: k.int().notNull(),
      runAfter: k.big().notNull(),
      lockedUntil: k.big(),
      error: k.text(),
      /** When `runAfter` was last set; a future time means the clock was ahead then. */
      createdAt: k.big().notNull(),
      doneAt: k.big(),
      /** The process that has the lease while the job runs. */
      owner: k.text(),
    },
    (t) => [k.unique('job_key').on(t.cid, t.key), k.index('job_due').on(t.state, t.runAfter)],
  ),
  /** Encrypted cells that do not open; removed once they do, or their row is gone. */
  damagedCell: k.table(
    'damaged_cell',
    {
      cid: k.text().notNull(),
      tableName: k.text().notNull(),
      row: k.text().notNull(),
      columnName: k.text().notNull(),
      foundAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.tableName, t.row, t.columnName] })],
  ),
  /** Insert only (triggers refuse change and deletion); the chain of product evidence. */
  audit: k.table(
    'audit',
    {
      cid: k.text().notNull(),
      seq: k.int().notNull(),
      at: k.big().notNull(),
      type: k.text().notNull(),
      actor: k.text().notNull(),
      data: k.json<Record<string, unknown>>().notNull(),
      person: k.text(),
      prev: k.text().notNull(),
      hash: k.text().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.seq] }),
      k
        .index('audit_opened')
        .on(t.cid, t.actor, t.at)
        .where(sql.raw(`type in (${quoted(OPENED_TYPES)})`)),
    ],
  ),
  /**
   * The chain's head at the end of a day, signed by the practice's seal key; a second copy is in
   * the data folder.
   */
  auditHead: k.table(
    'audit_head',
    {
      cid: k.text().notNull(),
      day: k.day().notNull(),
      seq: k.int().notNull(),
      hash: k.text().notNull(),
      signature: k.bytes().notNull(),
      keyId: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.day] })],
  ),
  /**
   * Salt of a person's commitment; deleting it erases the person from the chain, which stays valid.
   */
  auditPerson: k.table(
    'audit_person',
    {
      cid: k.text().notNull(),
      seq: k.int().notNull(),
      salt: k.text().notNull(),
      patid: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.seq] })],
  ),
});
