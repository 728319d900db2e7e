// Schemas of scanned pages: content of a file, incomplete papers, pages in the tray, and decisions
// of staff.

import { z } from 'zod';
import { patidSchema } from '../desk/patient.schema.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../base/comment.ts';
import { MOST_SCAN_PAGES, SCAN_HINTS, SCAN_SOURCES, SCAN_STATES, TURNS } from './scan.ts';
import { TASK_STATES, type TaskState } from '../desk/task.ts';

const turn = z.union(TURNS.map((one) => z.literal(one)));
const paperSchema = z.strictObject({
  taskId: z.string(),
  title: z.string(),
  patid: z.string(),
  name: z.string(),
  geburtsdatum: z.string(),
});
/** A paper with some scanned pages; `have` are their numbers. */
const sheetSchema = z.strictObject({
  ...paperSchema.shape,
  of: z.int(),
  have: z.array(z.int()),
  state: z.enum(['waiting', 'filing', 'filed']),
});
const scannedPageSchema = z.strictObject({
  pageId: z.string(),
  number: z.int(),
  state: z.enum(SCAN_STATES),
  hint: z.enum(SCAN_HINTS).nullable(),
  taskId: z.string().nullable(),
  page: z.int().nullable(),
  of: z.int().nullable(),
});
export const scannedSchema = z
  .strictObject({
    pages: z.array(scannedPageSchema),
    sheets: z.array(sheetSchema),
    empty: z.int().describe('Backs without anything on them, left out.'),
    isKnown: z.boolean().describe('The same file came in before.'),
  })
  .meta({ id: 'Scanned' });

const trayPageSchema = z.strictObject({
  pageId: z.string(),
  hint: z.enum(SCAN_HINTS),
  at: z.number(),
  byName: z.string(),
  source: z.enum(SCAN_SOURCES),
  turn,
  width: z.int(),
  height: z.int(),
  form: z.string().nullable(),
  page: z.int().nullable(),
  of: z.int().nullable(),
  paper: paperSchema.nullable().describe('The paper that its code names.'),
});
const waitingSheetSchema = z.strictObject({
  ...paperSchema.shape,
  of: z.int(),
  have: z.array(z.strictObject({ pageId: z.string(), page: z.int() })),
  since: z.number(),
});
const discardedPageSchema = z.strictObject({
  pageId: z.string(),
  at: z.number(),
  byName: z.string(),
  reason: z.string(),
  turn,
  width: z.int(),
  height: z.int(),
});
/** Pages that wait for a decision (`tray`) or for other pages of their paper. */
export const scansWaitingSchema = z
  .strictObject({ tray: z.int(), waiting: z.int() })
  .meta({ id: 'ScansWaiting' });
export type ScansWaiting = z.output<typeof scansWaitingSchema>;
export const trayOfScansSchema = z
  .strictObject({
    waiting: z.array(waitingSheetSchema),
    tray: z.array(trayPageSchema),
    count: z.int().describe('Pages in the tray, also those beyond the list.'),
    filing: z.int().describe('Pages whose document is being made.'),
    discarded: z.array(discardedPageSchema),
    folder: z
      .strictObject({ isThere: z.boolean(), waiting: z.int() })
      .nullable()
      .describe('The folder of the scanner, where there is one.'),
  })
  .meta({ id: 'TrayOfScans' });

export const scanPageParams = z.strictObject({ pageId: z.uuid() });
const pageIds = z
  .array(z.uuid())
  .min(1)
  .max(MOST_SCAN_PAGES)
  .refine((ids) => new Set(ids).size === ids.length);
/** `fileId` is set by the caller and makes the request idempotent. The pages are in order. */
export const fileScanSchema = z.strictObject({
  fileId: z.uuid(),
  pages: z
    .array(z.strictObject({ pageId: z.uuid(), turn }))
    .min(1)
    .max(MOST_SCAN_PAGES)
    .refine((all) => new Set(all.map((one) => one.pageId)).size === all.length),
  patid: patidSchema,
  taskId: z.uuid().nullable(),
  title: z.string().trim().min(1).max(120),
});
export const filedScanSchema = z.strictObject({ fileId: z.string(), undoUntil: z.number() });
export const discardScanSchema = z.strictObject({
  pageIds,
  reason: z
    .string()
    .trim()
    .min(1)
    .max(4 * COMMENT_MAX)
    .refine(isCommentShortEnough),
});
export const reopenScanSchema = z.strictObject({ pageIds });
export const papersOfParams = z.strictObject({ patid: patidSchema });
/** Papers of one person that a scan can be filed into. */
export const openPapersSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      taskId: z.string(),
      title: z.string(),
      template: z.string(),
      state: z.enum(TASK_STATES as [TaskState, ...TaskState[]]),
      createdAt: z.number(),
    }),
  ),
});

export type Sheet = z.infer<typeof sheetSchema>;
export type Scanned = z.infer<typeof scannedSchema>;
export type TrayPage = z.infer<typeof trayPageSchema>;
export type WaitingSheet = z.infer<typeof waitingSheetSchema>;
export type DiscardedPage = z.infer<typeof discardedPageSchema>;
export type TrayOfScans = z.infer<typeof trayOfScansSchema>;
export type OpenPapers = z.infer<typeof openPapersSchema>;
