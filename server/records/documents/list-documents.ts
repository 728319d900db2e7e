// The practice's documents, newest first, with patient, kind and seal level, filtered, page by
// page.

import { listName } from '../../../shared/desk/patient.ts';
import { berlinInstant } from '../../../shared/base/dates.ts';
import type { DocumentListQuery, DocumentRow } from '../../../shared/papers/documents.schema.ts';
import type { ListedKind } from '../../../shared/papers/documents.ts';
import { voidOf } from '../consent/paper-void.ts';
import type { Actor, Look } from '../../platform/work.ts';
import {
  documentsByIds,
  envelopesOf,
  heldAmong,
  listRows,
  mergedPatids,
  patientsOf,
  scansAmong,
  tasksOf,
  type Cursor,
  type DocumentRecord,
} from './store.ts';
import { undoUntilOf } from './undo-upload.ts';

const PAGE = 50;

/** The next calendar day. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

function kindOf(
  d: DocumentRecord,
  task: { kind: string } | undefined,
  scans: ReadonlySet<string>,
): ListedKind {
  if (d.uploadKind !== null) return 'upload';
  if (scans.has(d.fileId)) return 'scan';
  if (d.taskId === null) return 'receipt';
  return task?.kind === 'notice' ? 'notice' : 'document';
}

const movedOf = (row: DocumentRecord | undefined, nameOf: (patid: string) => string) =>
  row ? { fileId: row.fileId, patid: row.patid, patientName: nameOf(row.patid) } : null;
/**
 * Lists the documents of a patient.
 * @param names uploaders by user id
 * @param actor the caller
 */
export async function listDocuments(
  look: Look,
  actor: Actor,
  query: DocumentListQuery,
  names: (look: Look) => Promise<ReadonlyMap<string, string>>,
): Promise<{ items: DocumentRow[]; cursor: string | null }> {
  const { patid, cursor, limit = PAGE, from, to, ...filter } = query;
  const [at, fileId] = cursor?.split('.') ?? [];
  const after: Cursor | undefined =
    at !== undefined && fileId !== undefined ? { at: Number(at), fileId } : undefined;
  const rows = await listRows(look, {
    ...filter,
    limit: limit + 1,
    ...(patid !== undefined && { patids: await mergedPatids(look, patid) }),
    ...(after && { after }),
    ...(from !== undefined && { since: berlinInstant(from, '00:00') }),
    ...(to !== undefined && { before: berlinInstant(dayAfter(to), '00:00') }),
  });
  const page = rows.slice(0, limit),
    taskIds = page.flatMap((d) => d.taskId ?? []);
  const envelopes = new Map((await envelopesOf(look, taskIds)).map((e) => [e.taskId, e])),
    tasks = await tasksOf(look, taskIds),
    scans = await scansAmong(
      look,
      page.map((d) => d.fileId),
    );
  const moved = new Map(
    (
      await documentsByIds(
        look,
        page.flatMap((d) => d.movedTo ?? []),
      )
    ).map((d) => [d.fileId, d]),
  );
  const patients = new Map(
      (await patientsOf(look, [...new Set([...page, ...moved.values()].map((d) => d.patid))])).map(
        (p) => [p.patid, p],
      ),
    ),
    living = (patid: string): string => patients.get(patid)?.mergedInto ?? patid,
    nameOf = (patid: string): string => {
      const p = patients.get(patid);
      return p ? listName(p) : patid;
    };
  const held = await heldAmong(look, [...new Set(page.map((d) => living(d.patid)))]);
  const people = page.some((d) => d.uploadedBy !== null) ? await names(look) : undefined;
  const last = page.at(-1);
  return {
    cursor: rows.length > limit && last ? `${last.at}.${last.fileId}` : null,
    items: page.map((d) => {
      const envelope = d.taskId === null ? undefined : envelopes.get(d.taskId),
        task = d.taskId === null ? undefined : tasks.get(d.taskId),
        patient = patients.get(d.patid),
        kind = kindOf(d, task, scans);
      return {
        fileId: d.fileId,
        taskId: d.taskId,
        patid: d.patid,
        patientName: nameOf(d.patid),
        geburtsdatum: patient?.geburtsdatum ?? '',
        title: d.title,
        at: d.at,
        kind,
        isAnswers: task?.kind === 'questionnaire',
        isNotice: task?.kind === 'notice',
        uploadKind: d.uploadKind,
        uploadedBy: d.uploadedBy === null ? null : (people?.get(d.uploadedBy) ?? ''),
        undoUntil: undoUntilOf(d, actor),
        mime: d.mime,
        level: kind === 'receipt' || kind === 'scan' ? 'sealed' : (envelope?.level ?? 'none'),
        voidedAt: d.voidedAt ?? voidOf(task, envelope)?.at ?? null,
        sha256: d.sha256,
        isHeld: held.has(living(d.patid)),
        voided:
          d.voidedAt === null
            ? null
            : {
                note: d.voidNote ?? '',
                byName: d.voidedByName ?? '',
                movedTo: movedOf(d.movedTo === null ? undefined : moved.get(d.movedTo), nameOf),
              },
      };
    }),
  };
}
