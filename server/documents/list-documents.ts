// The practice's documents, newest first, with patient and seal level, page by page.

import type { DocumentRow } from '../../shared/documents.schema.ts';
import type { Look } from '../work.ts';
import { envelopesOf, listRows, mergedPatids, patientsOf, type Cursor } from './store.ts';

const PAGE = 50;

export async function listDocuments(look: Look, query: { patid?: string | undefined; cursor?: string | undefined; limit?: number | undefined }): Promise<{ items: DocumentRow[]; cursor: string | null }> {
  const limit = query.limit ?? PAGE;
  const [at, fileId] = query.cursor?.split('.') ?? [];
  const after: Cursor | undefined = at !== undefined && fileId !== undefined ? { at: Number(at), fileId } : undefined;
  const rows = await listRows(look, { limit: limit + 1, ...(query.patid !== undefined && { patids: await mergedPatids(look, query.patid) }), ...(after && { after }) });
  const page = rows.slice(0, limit);
  const envelopes = new Map((await envelopesOf(look, page.flatMap(d => d.taskId ?? []))).map(e => [e.taskId, e]));
  const patients = new Map((await patientsOf(look, [...new Set(page.map(d => d.patid))])).map(p => [p.patid, p]));
  const last = page.at(-1);
  return {
    cursor: rows.length > limit && last ? `${last.at}.${last.fileId}` : null,
    items: page.map(d => {
      const envelope = d.taskId === null ? undefined : envelopes.get(d.taskId), patient = patients.get(d.patid);
      return {
        fileId: d.fileId, taskId: d.taskId, patid: d.patid, patientName: patient ? `${patient.lastName}, ${patient.firstName}` : d.patid, geburtsdatum: patient?.geburtsdatum ?? '',
        title: d.title, at: d.at, level: envelope?.level ?? 'none', voidedAt: envelope?.voidedAt ?? null, sha256: d.sha256,
      };
    }),
  };
}
