// Table of scanned pages: signed paper on its way back into its task, or into the tray (writer: server/records/papers).

import type { PrintedAgreement } from '../../../../shared/papers/agreement.ts';
import type { ScanHint, ScanSource, ScanState, Turn } from '../../../../shared/papers/scan.ts';
import type { Kit } from '../kit.ts';

export const papierTables = (k: Kit) => ({
  /** One page of one file; the same file brought in twice is the same pages. */
  scanPage: k.table(
    'scan_page',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      /** Content of the file that brought it, and the page in it from 1; 0 stands for a file that could not be read. */
      fileSha256: k.text().notNull(),
      number: k.int().notNull(),
      /** The clean picture of it, among the practice's stored files until the page is filed. */
      sha256: k.text().notNull(),
      width: k.int().notNull(),
      height: k.int().notNull(),
      turn: k.int().$type<Turn>().notNull(),
      source: k.text().$type<ScanSource>().notNull(),
      by: k.text().notNull(),
      byName: k.text().notNull(),
      at: k.big().notNull(),
      /** What its code says, or what staff said: which paper, which page of how many. */
      taskId: k.text(),
      page: k.int(),
      of: k.int(),
      state: k.text().$type<ScanState>().notNull(),
      stateAt: k.big().notNull(),
      /** Why it lies in the tray; `form` is the blank form that its code names. */
      hint: k.text().$type<ScanHint>(),
      form: k.text(),
      /** Of what is filed: whose it is, as which document, and until when it can be taken back. */
      patid: k.text(),
      fileId: k.text(),
      undoUntil: k.big(),
      /** `reason`: why it was put aside, or as what staff filed it. */
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
  /** A fee agreement that was printed for somebody, without a task behind it: its codes say which, so that its scan files itself. Where it is follows from what is set (`agreementState`). */
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
      /** What stands on it, and what of it must not be charged without signatures (cents). */
      data: k.json<PrintedAgreement>(),
      riskCents: k.int(),
      /** Somebody had the signed sheet before them. */
      backAt: k.big(),
      backByName: k.text(),
      /** The document of its scan, and when that came in. */
      fileId: k.text(),
      filedAt: k.big(),
      voidedAt: k.big(),
      voidedByName: k.text(),
      voidNote: k.text(),
    },
    (t) => [k.index('printed_paper_patid').on(t.cid, t.patid)],
  ),
});
