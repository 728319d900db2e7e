// Table of scanned pages: signed paper that returns to its task, or to the tray (writer:
// server/records/papers).

import type { PrintedAgreement } from '../../../../shared/papers/agreement.ts';
import type { ScanHint, ScanSource, ScanState, Turn } from '../../../../shared/papers/scan.ts';
import type { Kit } from '../kit.ts';

export const paperTables = (k: Kit) => ({
  /** One page of one file; importing the same file twice yields the same pages. */
  scanPage: k.table(
    'scan_page',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      /** Content hash of the imported file, and the page in it from 1; 0 for an unreadable file. */
      fileSha256: k.text().notNull(),
      number: k.int().notNull(),
      /** Cleaned picture of the page, among the practice's stored files until the page is filed. */
      sha256: k.text().notNull(),
      width: k.int().notNull(),
      height: k.int().notNull(),
      turn: k.int().$type<Turn>().notNull(),
      source: k.text().$type<ScanSource>().notNull(),
      by: k.text().notNull(),
      byName: k.text().notNull(),
      at: k.big().notNull(),
      /** Paper and page number, from its code or from staff. */
      taskId: k.text(),
      page: k.int(),
      of: k.int(),
      state: k.text().$type<ScanState>().notNull(),
      stateAt: k.big().notNull(),
      /** Reason why it is in the tray; `form` is the blank form of its code. */
      hint: k.text().$type<ScanHint>(),
      form: k.text(),
      /** Of a filed page: patient, document, and end of the undo period. */
      patid: k.text(),
      fileId: k.text(),
      undoUntil: k.big(),
      /** `reason`: why it was discarded, or the kind under which staff filed it. */
      decidedBy: k.text(),
      decidedByName: k.text(),
      reason: k.text(),
    },
    (t) => [
      k.unique('scan_page_file').on(t.cid, t.fileSha256, t.number),
      k.index('scan_page_state').on(t.cid, t.state, t.stateAt),
      k.index('scan_page_task').on(t.cid, t.taskId),
      k.index('scan_page_document').on(t.cid, t.fileId),
    ],
  ),
  /**
   * A fee agreement printed for a patient, without a task: its codes identify it, so that its scan
   * is filed automatically. Its state follows from the set columns (`agreementState`).
   */
  printedPaper: k.table(
    'printed_paper',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      kind: k.text().$type<'fee'>().notNull(),
      title: k.text().notNull(),
      pages: k.int().notNull(),
      at: k.big().notNull(),
      by: k.text().notNull(),
      byName: k.text(),
      /** Its content, and the amount that must not be charged without signatures (cents). */
      data: k.json<PrintedAgreement>(),
      riskCents: k.int(),
      /** Staff has seen the signed sheet. */
      backAt: k.big(),
      backByName: k.text(),
      /** The document of its scan, and the time of the scan. */
      fileId: k.text(),
      filedAt: k.big(),
      voidedAt: k.big(),
      voidedByName: k.text(),
      voidNote: k.text(),
    },
    (t) => [k.index('printed_paper_patid').on(t.cid, t.patid)],
  ),
});
