// Tables of the exchange with the practice software (writer: server/records/transfer).

import type {
  DoctosyncSettings,
  ExportFile,
  ExportState,
  ExportTarget,
  ImportKind,
  OnlineState,
} from '../../../../shared/records/transfer.ts';
import type { Kit } from '../kit.ts';

export const doctosyncTables = (k: Kit) => ({
  /**
   * One row once a practice has configured the exchange; `markers` are the ids stored in its
   * folders, so that the mount point of an unmounted drive is never used.
   */
  doctosync: k.table('doctosync', {
    cid: k.text().primaryKey(),
    version: k.int().notNull(),
    settings: k
      .json<Omit<DoctosyncSettings, 'sendsPersons' | 'numberMost' | 'commentMost'>>()
      .notNull(),
    /** Columns of their own: an older program refuses settings that it does not know. */
    sendsPersons: k.bool(),
    numberMost: k.int(),
    commentMost: k.int(),
    markers: k.json<{ in: string | null; out: string | null; scan?: string | null }>().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
  /**
   * Files of a filed task, or of changed master data under an id of their own, for the practice
   * software: one row for each kind of file. `files` are
   * complete and named from `ready` on, in the order of their transfer.
   */
  exportItem: k.table(
    'export_item',
    {
      cid: k.text().notNull(),
      taskId: k.text().notNull(),
      target: k.text().$type<ExportTarget>().notNull(),
      patid: k.text().notNull(),
      title: k.text().notNull(),
      /** Changes of master data that are handed over instead of a paper; null: a paper. */
      changes: k.json<string[]>(),
      /**
       * The change of the paper that is handed over, or was last; empty: the paper without a
       * change. Null in rows of earlier versions.
       */
      changeId: k.text(),
      state: k.text().$type<ExportState>().notNull(),
      files: k.json<ExportFile[]>().notNull(),
      marker: k.text(),
      attempts: k.int().notNull(),
      error: k.text(),
      queuedAt: k.big().notNull(),
      changedAt: k.big().notNull(),
      doneBy: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.taskId, t.target] }),
      k.index('export_item_state').on(t.cid, t.state, t.queuedAt),
    ],
  ),
  /**
   * Files received through the folder; the id is derived from name, content and time of the file,
   * so that a crash between reading and removing records it once.
   */
  importItem: k.table(
    'import_item',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kind: k.text().$type<ImportKind>().notNull(),
      what: k.text().notNull(),
      fileName: k.text().notNull(),
      at: k.big().notNull(),
      outcome: k.text().$type<'taken' | 'failed'>().notNull(),
      error: k.text(),
      patid: k.text(),
      count: k.int().notNull(),
      seenAt: k.big(),
      seenBy: k.text(),
      /** Numbers of unread lines, or names of unread columns and keys; never their contents. */
      detail: k.text(),
      /** Kinds of examination that a GDT record names (8402). */
      asked: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('import_item_at').on(t.cid, t.at)],
  ),
  /**
   * Appointments of an external calendar in their last delivered state; `termin` contains those
   * with a known person.
   */
  onlineTermin: k.table(
    'online_termin',
    {
      cid: k.text().notNull(),
      terminId: k.text().notNull(),
      uid: k.text().notNull(),
      source: k.text().$type<'ical' | 'csv'>().notNull(),
      sequence: k.int().notNull(),
      stamp: k.big().notNull(),
      state: k.text().$type<OnlineState>().notNull(),
      patid: k.text(),
      /** Whether staff decided about it; null: the program, or an earlier version of it. */
      byStaff: k.bool(),
      firstName: k.text().notNull(),
      lastName: k.text().notNull(),
      geburtsdatum: k.text().notNull(),
      day: k.day().notNull(),
      time: k.text().notNull(),
      minutes: k.int().notNull(),
      zimmer: k.text().notNull(),
      behandler: k.text().notNull(),
      art: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.terminId] }),
      k.index('online_termin_state').on(t.cid, t.state, t.day),
    ],
  ),
});
