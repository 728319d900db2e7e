// The tray of scanned pages: pages waiting for others or for an assignment, and the decisions of
// staff; each decision can be reverted.

import { AGREEMENT_TEMPLATE } from '../../../shared/papers/agreement.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { SCAN_UNDO_MS, type Turn } from '../../../shared/papers/scan.ts';
import type { OpenPapers, TrayOfScans, WaitingSheet } from '../../../shared/papers/scan.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { forgetBlob } from '../../platform/blobs/store.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { actorWord, type Look, type Work, type Workshop } from '../../platform/work.ts';
import type { ScanLinks } from './scan-links.ts';
import { waitingAgreements } from './store-agreements.ts';
import {
  changePages,
  countIn,
  dropPicture,
  findPaper,
  isScanned,
  pagesByIds,
  pagesIn,
  pagesOfAll,
  pagesOfDocument,
  papersByIds,
  papersOf,
  spentPages,
  withDocument,
  type ScanRow,
} from './store-scans.ts';

const SHOWN = 200,
  SHOWN_WAITING = 400,
  SHOWN_DISCARDED = 20;
/** Time for which a discarded page keeps its picture and can be restored. */
export const KEPT_MS = 7 * DAY_MS;
/** A short grace period for the latency of the click. */
const GRACE_MS = 2_000;

/** Reads the tray of scanned pages. @returns also the patients named in it */
export async function readTray(
  look: Look,
  links: ScanLinks,
): Promise<{ tray: Omit<TrayOfScans, 'folder'>; patids: string[] }> {
  const [waiting, tray, discarded, count, filing] = await Promise.all([
    pagesIn(look, 'waiting', 'oldest', SHOWN_WAITING),
    pagesIn(look, 'tray', 'oldest', SHOWN),
    pagesIn(look, 'discarded', 'newest', SHOWN_DISCARDED, look.now - KEPT_MS),
    countIn(look, 'tray'),
    countIn(look, 'filing'),
  ]);
  const papers = new Map(
      (
        await papersByIds(look, [
          ...new Set([...waiting, ...tray].flatMap((one) => one.taskId ?? [])),
        ])
      ).map((paper) => [paper.taskId, paper]),
    ),
    people = await links.records(look, [
      ...new Set([...papers.values()].map((paper) => paper.patid)),
    ]);
  const paperOf = (taskId: string | null) => {
    const paper = taskId === null ? undefined : papers.get(taskId),
      person = paper && people.get(paper.patid);
    return paper
      ? {
          taskId: paper.taskId,
          title: paper.title,
          patid: paper.patid,
          name: person ? listName(person) : paper.patid,
          geburtsdatum: person?.geburtsdatum ?? '',
        }
      : null;
  };
  const sheets = new Map<string, WaitingSheet>();
  for (const one of waiting) {
    const paper = paperOf(one.taskId),
      key = `${one.taskId} ${one.of}`,
      sheet = sheets.get(key);
    if (!paper || one.page === null || one.of === null) continue;
    if (sheet) sheet.have.push({ pageId: one.id, page: one.page });
    else
      sheets.set(key, {
        ...paper,
        of: one.of,
        have: [{ pageId: one.id, page: one.page }],
        since: one.at,
      });
  }
  return {
    patids: [...new Set([...papers.values()].map((paper) => paper.patid))],
    tray: {
      count,
      filing,
      waiting: [...sheets.values()].map((one) => ({
        ...one,
        have: one.have.sort((a, b) => a.page - b.page),
      })),
      tray: tray.map((one) => ({
        pageId: one.id,
        hint: one.hint ?? 'no_code',
        at: one.at,
        byName: one.byName,
        source: one.source,
        turn: one.turn,
        width: one.width,
        height: one.height,
        form: one.form,
        page: one.page,
        of: one.of,
        paper: paperOf(one.taskId),
      })),
      discarded: discarded
        .filter((one) => one.sha256 !== '')
        .map((one) => ({
          pageId: one.id,
          at: one.stateAt,
          byName: one.decidedByName ?? '',
          reason: one.reason ?? '',
          turn: one.turn,
          width: one.width,
          height: one.height,
        })),
    },
  };
}

/**
 * Finds a page whose picture is still stored.
 * @throws AppError `not_found`, the same for a page of another practice
 */
export async function needPage(look: Look, pageId: string): Promise<ScanRow> {
  const [page] = await pagesByIds(look, [pageId]);
  if (!page || page.sha256 === '') throw new AppError('not_found');
  return page;
}

const byOf = (w: Work): { decidedBy: string; decidedByName: string } => ({
  decidedBy: actorWord(w.actor),
  decidedByName: w.actor.kind === 'user' ? w.actor.name : '',
});
async function needAll(w: Work, ids: readonly string[]): Promise<ScanRow[]> {
  const pages = await pagesByIds(w, ids);
  if (pages.length !== ids.length) throw new AppError('not_found');
  return pages;
}

export interface FileInput {
  fileId: string;
  pages: readonly { pageId: string; turn: Turn }[];
  patid: string;
  taskId: string | null;
  title: string;
}
/**
 * Files tray pages as one document of one patient, into one of their papers or separately; a
 * repeated id files once.
 * @throws AppError `not_found` (a page, the patient, the paper), `state_conflict` (decided by
 * another user; the paper was scanned or is finished), `conflict` (the id is another document's)
 */
export async function fileFromTray(
  w: Work,
  links: ScanLinks,
  { fileId, pages, patid, taskId, title }: FileInput,
): Promise<{ fileId: string; undoUntil: number }> {
  const rows = await needAll(
      w,
      pages.map((one) => one.pageId),
    ),
    before = await pagesOfDocument(w, fileId);
  if (before.length > 0) {
    if (
      before.length !== rows.length ||
      before.some((one) => !rows.some((row) => row.id === one.id))
    )
      throw new AppError('conflict');
    return { fileId, undoUntil: before[0]?.undoUntil ?? w.now };
  }
  // An unreadable file has nothing to file.
  if (rows.some((one) => one.sha256 === '')) throw new AppError('state_conflict');
  const person = await links.record(w, patid);
  if (!person) throw new AppError('not_found');
  const paper = taskId === null ? undefined : await findPaper(w, taskId);
  if (taskId !== null) {
    if (!paper || !(await links.numbersOf(w, person.patid)).includes(paper.patid))
      throw new AppError('not_found');
    if (!paper.isOpen || (await isScanned(w, paper))) throw new AppError('state_conflict');
  }
  const undoUntil = w.now + SCAN_UNDO_MS;
  for (const [at, { pageId, turn }] of pages.entries()) {
    const set = {
      state: 'filing' as const,
      fileId,
      patid: paper?.patid ?? person.patid,
      taskId,
      page: at + 1,
      of: pages.length,
      turn,
      reason: title,
      undoUntil,
      ...byOf(w),
    };
    if ((await changePages(w, [pageId], ['tray'], set)) === 0) throw new AppError('state_conflict');
  }
  await w.job('file-scan', `scan:${fileId}`, { fileId }, undoUntil + GRACE_MS);
  await w.audit('scan.assigned', { fileId, taskId, pages: pages.length }, person.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { fileId, undoUntil };
}

/**
 * Puts pages aside with a reason (V1); they are kept for a while.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function discardPages(
  w: Work,
  pageIds: readonly string[],
  reason: string,
): Promise<void> {
  await needAll(w, pageIds);
  if (
    (await changePages(w, pageIds, ['tray', 'waiting'], {
      state: 'discarded',
      reason,
      ...byOf(w),
    })) !== pageIds.length
  )
    throw new AppError('state_conflict');
  await w.audit('scan.discarded', { pageIds: [...pageIds] });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Returns pages to the tray: discarded ones, those of a paper that stays incomplete, and a decision
 * within its grace period.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function reopenPages(w: Work, pageIds: readonly string[]): Promise<void> {
  const rows = await needAll(w, pageIds),
    whole: ScanRow[] = [];
  for (const row of rows) {
    if (row.state === 'tray') continue;
    const isOpen =
      row.state === 'discarded' ||
      row.state === 'waiting' ||
      (row.state === 'filing' && row.undoUntil !== null && w.now <= row.undoUntil + GRACE_MS);
    if (!isOpen || row.sha256 === '') throw new AppError('state_conflict');
    // Reverting one page of a document reverts all of them.
    whole.push(
      ...(row.state === 'filing' && row.fileId !== null
        ? await pagesOfDocument(w, row.fileId)
        : [row]),
    );
  }
  const ids = [...new Set(whole.map((one) => one.id))];
  if (ids.length === 0) return;
  const set = {
    state: 'tray' as const,
    hint: 'released' as const,
    taskId: null,
    page: null,
    of: null,
    fileId: null,
    patid: null,
    undoUntil: null,
    reason: null,
    decidedBy: null,
    decidedByName: null,
  };
  if ((await changePages(w, ids, ['discarded', 'waiting', 'filing'], set)) !== ids.length)
    throw new AppError('state_conflict');
  await w.audit('scan.reopened', { pageIds: ids });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Lists the papers of one patient into which a scan can be filed, newest first.
 * @throws AppError `not_found`
 */
export async function openPapersOf(
  look: Look,
  links: ScanLinks,
  patid: string,
): Promise<OpenPapers> {
  const person = await links.record(look, patid);
  if (!person) throw new AppError('not_found');
  const numbers = await links.numbersOf(look, person.patid),
    papers = await papersOf(look, numbers, ['paper', 'filed']),
    scanned = await withDocument(
      look,
      papers.map((one) => one.taskId),
    );
  const agreements = await waitingAgreements(look, numbers),
    busy = new Set(
      (
        await pagesOfAll(
          look,
          agreements.map((one) => one.id),
          ['filing', 'filed'],
        )
      ).map((one) => one.taskId),
    );
  return {
    items: [
      ...papers
        .filter((one) => !scanned.has(one.taskId))
        .map(({ taskId, title, template, state, createdAt }) => ({
          taskId,
          title,
          template,
          state,
          createdAt,
        })),
      ...agreements
        .filter((one) => !busy.has(one.id))
        .map(({ id, title, backAt, at }) => ({
          taskId: id,
          title,
          template: AGREEMENT_TEMPLATE,
          state: backAt === null ? ('paper' as const) : ('filed' as const),
          createdAt: at,
        })),
    ].sort((a, b) => b.createdAt - a.createdAt),
  };
}

/** Deletes the pictures of replaced pages, and of pages that were discarded a week ago. */
export async function forgetScans(
  { workshop, blobs }: { workshop: Workshop; blobs: Pick<Blobs, 'remove'> },
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    before = workshop.look(cid, actor).now - KEPT_MS,
    MANY = 500;
  const gone = await workshop.write(cid, actor, async (w) => {
    const out: string[] = [];
    for (const page of await spentPages(w, before, MANY)) {
      const sha256 = await dropPicture(w, page);
      if (sha256 !== undefined && (await forgetBlob(w, sha256))) out.push(sha256);
    }
    return out;
  });
  for (const sha256 of gone) await blobs.remove(cid, sha256);
}
