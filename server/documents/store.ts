// The practice's list of stored documents; the only writer of its table.

import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Row } from '../db/scope.ts';
import type { Schema } from '../db/schema.ts';
import type { Look, Work } from '../work.ts';

type DocumentRecord = Row<Schema['document']>;
export interface Cursor { at: number; fileId: string }

export async function insertDocument(w: Work, row: { fileId: string; patid: string; taskId: string | null; sha256: string; title: string; mime: string }): Promise<DocumentRecord | undefined> {
  const [made] = await w.tx.insert(w.t.document, { ...row, at: w.now }, { ifAbsent: true });
  return made;
}
export async function pointDocument(w: Work, taskId: string, sha256: string): Promise<void> {
  await w.tx.update(w.t.document, { sha256 }, eq(w.t.document.taskId, taskId));
}
export const documentOfTask = (db: Look['db'], t: Schema, taskId: string): Promise<DocumentRecord | undefined> => db.one(t.document, eq(t.document.taskId, taskId));
export const documentById = (look: Look, fileId: string): Promise<DocumentRecord | undefined> => look.db.one(look.t.document, eq(look.t.document.fileId, fileId));

/** Newest first; one row more than asked tells that there are others. */
export function listRows(look: Look, filter: { patids?: readonly string[]; after?: Cursor; limit: number }): Promise<DocumentRecord[]> {
  const { document } = look.t;
  const page = filter.after && or(lt(document.at, filter.after.at), and(eq(document.at, filter.after.at), lt(document.fileId, filter.after.fileId)));
  return look.db.find(document, and(filter.patids && inArray(document.patid, [...filter.patids]), page), { orderBy: [desc(document.at), desc(document.fileId)], limit: filter.limit });
}
export const envelopesOf = (look: Look, taskIds: readonly string[]): Promise<Row<Schema['envelope']>[]> =>
  taskIds.length === 0 ? Promise.resolve([]) : look.db.find(look.t.envelope, inArray(look.t.envelope.taskId, [...taskIds]));
export const patientsOf = (look: Look, patids: readonly string[]): Promise<Row<Schema['patient']>[]> =>
  patids.length === 0 ? Promise.resolve([]) : look.db.find(look.t.patient, inArray(look.t.patient.patid, [...patids]));
/** The patient's own number and those merged into it. */
export async function mergedPatids(look: Look, patid: string): Promise<string[]> {
  return [patid, ...(await look.db.find(look.t.patient, eq(look.t.patient.mergedInto, patid))).map(p => p.patid)];
}
export const taskById = (look: Look, taskId: string): Promise<Row<Schema['task']> | undefined> => look.db.one(look.t.task, eq(look.t.task.taskId, taskId));
/** Whether a base PDF belongs to a task that now lies with this tablet. */
export async function isShownOn(look: Look, tabletId: string, sha256: string): Promise<boolean> {
  const mappen = await look.db.find(look.t.mappe, eq(look.t.mappe.tabletId, tabletId));
  if (mappen.length === 0) return false;
  const { task } = look.t;
  return (await look.db.count(task, and(eq(task.presentedPdfSha256, sha256), inArray(task.mappeId, mappen.map(m => m.id))))) > 0;
}
export async function authorities(look: Look): Promise<Buffer[]> {
  return (await look.db.find(look.t.practiceKey, eq(look.t.practiceKey.purpose, 'authority'))).flatMap(k => (k.certificate ? [k.certificate] : []));
}
