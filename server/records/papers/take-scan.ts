// Processes one scanned file: reads and stores its pages and assigns them by their codes to papers;
// a complete paper is filed.

import { AppError } from '../../../shared/base/errors.ts';
import { blankKeyOf, readBlankCode, readCode } from '../../platform/keys/paper-code.ts';
import { listName } from '../../../shared/desk/patient.ts';
import {
  missingPages,
  type ScanHint,
  type ScanSource,
  type ScanTrouble,
} from '../../../shared/papers/scan.ts';
import type { Scanned, Sheet } from '../../../shared/papers/scan.schema.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import { paperCodes, type PaperCodes } from '../../platform/keys/paper-mac.ts';
import { sha256 } from '../../paper/seal/canonical.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import type { ScannedPage } from './read-scan.ts';
import type { Bringer, ScanLinks, TakeDeps } from './scan-links.ts';
import {
  changePages,
  findPaper,
  insertPage,
  isScanned,
  pagesByIds,
  pagesOfFile,
  pagesOfTask,
  papersByIds,
  type ScanRow,
} from './store-scans.ts';

/** Reason why a file yielded nothing. */
class ScanRefused extends AppError {
  readonly trouble: ScanTrouble;
  constructor(trouble: ScanTrouble) {
    super(
      trouble === 'empty'
        ? 'bad_request'
        : trouble === 'not_a_scan'
          ? 'unsupported_media'
          : 'unreadable_file',
      { fields: { file: trouble } },
    );
    this.trouble = trouble;
  }
}

/**
 * Accepts a scan. A repeated file yields the same pages: nothing is read or filed again.
 * @throws ScanRefused: nothing of the file was stored
 */
export async function takeScan(
  deps: TakeDeps,
  by: Bringer,
  bytes: Uint8Array,
  source: ScanSource,
): Promise<Scanned> {
  const fileSha256 = sha256(bytes),
    known = (await pagesOfFile(by.look(), fileSha256)).filter((one) => one.number > 0);
  if (known.length > 0) return told(by.look(), deps.links, known, 0, true);
  const read = await deps.scans.read(bytes);
  if ('refused' in read) throw new ScanRefused(read.refused);
  const { blobKeyId: keyId, blobKey: key } = await deps.keys(by.cid),
    codes = paperCodes(key, by.cid),
    stored: { sha256: string; size: number }[] = [];
  for (const { jpeg } of read.pages)
    stored.push(await deps.blobs.put(by.cid, jpeg, { keyId, key }));
  await by.write(async (w) => {
    const papers = new Map<string, number>();
    let isNew = false;
    for (const [at, page] of read.pages.entries()) {
      const blob = stored[at]!,
        place = await placeOf(w, codes, page);
      const row = {
        id: w.newId(),
        fileSha256,
        number: at + 1,
        sha256: blob.sha256,
        width: page.width,
        height: page.height,
        turn: 0 as const,
        source,
        by: actorWord(w.actor),
        byName: w.actor.kind === 'user' ? w.actor.name : '',
        at: w.now,
        stateAt: w.now,
        ...NOWHERE,
        ...place,
      };
      // Concurrent uploads of the same file are stored once.
      if (!(await insertPage(w, row))) continue;
      isNew = true;
      await recordBlob(w, { ...blob, mime: 'image/jpeg', keyId });
      if (place.state === 'waiting') {
        await replaceEarlier(w, row);
        papers.set(place.taskId, place.of);
      }
    }
    if (!isNew) return;
    await w.audit('scan.taken', { fileSha256, source, pages: read.pages.length });
    for (const [taskId, of] of papers) await fileWhenWhole(w, taskId, of);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
  const look = by.look();
  return told(
    look,
    deps.links,
    (await pagesOfFile(look, fileSha256)).filter((one) => one.number > 0),
    read.empty,
    false,
  );
}

const NOWHERE = {
  taskId: null,
  page: null,
  of: null,
  hint: null,
  form: null,
  patid: null,
  fileId: null,
  undoUntil: null,
  decidedBy: null,
  decidedByName: null,
  reason: null,
};

/**
 * Puts an unreadable file of the folder into the tray with a plain reason, until it is settled. Its
 * number is 0: it is no page.
 * @returns false when it is there already
 */
const noteUnread = (by: Bringer, bytes: Uint8Array, trouble: ScanTrouble): Promise<boolean> =>
  by.write(async (w) => {
    const fileSha256 = sha256(bytes),
      isNew = await insertPage(w, {
        id: w.newId(),
        fileSha256,
        number: 0,
        sha256: '',
        width: 0,
        height: 0,
        turn: 0,
        source: 'folder',
        by: actorWord(w.actor),
        byName: '',
        at: w.now,
        state: 'tray',
        stateAt: w.now,
        ...NOWHERE,
        hint: 'unread',
        form: trouble,
      });
    // Settled before and put into the folder again: it waits again.
    const isBack =
      !isNew &&
      (await changePages(
        w,
        (await pagesOfFile(w, fileSha256)).filter((one) => one.number === 0).map((one) => one.id),
        ['discarded'],
        { state: 'tray', reason: null, decidedBy: null, decidedByName: null },
      )) > 0;
    if (!isNew && !isBack) return false;
    await w.audit('scan.unread', { code: trouble });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return true;
  });

type Place =
  | { state: 'tray'; hint: ScanHint; form?: string; taskId?: string; page?: number; of?: number }
  | { state: 'waiting'; taskId: string; page: number; of: number };
/** Resolves a page by its code. A code that this practice did not issue is ignored. */
async function placeOf(w: Work, codes: PaperCodes, { code }: ScannedPage): Promise<Place> {
  if (code === null) return { state: 'tray', hint: 'no_code' };
  const form = blankKeyOf(code),
    said = readCode(code);
  if (form !== undefined) return { state: 'tray', hint: 'blank_form', form };
  const blank = readBlankCode(code);
  if (blank)
    return codes.isOurBlank(blank)
      ? { state: 'tray', hint: 'blank_form', form: blank.key, page: blank.page }
      : { state: 'tray', hint: 'unknown_code' };
  if (!said || !codes.isOurs(said)) return { state: 'tray', hint: 'unknown_code' };
  const { checksum: _, ...place } = said,
    paper = await findPaper(w, said.taskId);
  if (!paper) return { state: 'tray', hint: 'gone' };
  if (await isScanned(w, paper)) return { state: 'tray', hint: 'already', ...place };
  // Ticked off manually before: the scan still belongs to it.
  if (!paper.isOpen) return { state: 'tray', hint: 'not_paper', ...place };
  return { state: 'waiting', ...place };
}
/** For a repeated page the later one counts. */
async function replaceEarlier(
  w: Work,
  row: { id: string; taskId: string | null; page: number | null },
): Promise<void> {
  const same = (await pagesOfTask(w, row.taskId ?? '', ['waiting'])).filter(
    (one) => one.id !== row.id && one.page === row.page,
  );
  if (same.length > 0)
    await changePages(
      w,
      same.map((one) => one.id),
      ['waiting'],
      { state: 'replaced' },
    );
}

async function fileWhenWhole(w: Work, taskId: string, of: number): Promise<void> {
  const pages = (await pagesOfTask(w, taskId, ['waiting'])).filter((one) => one.of === of),
    paper = await findPaper(w, taskId);
  if (
    !paper ||
    missingPages(
      pages.map((one) => one.page ?? 0),
      of,
    ).length > 0
  )
    return;
  const fileId = w.newId();
  await changePages(
    w,
    pages.map((one) => one.id),
    ['waiting'],
    { state: 'filing', fileId, patid: paper.patid },
  );
  await w.job('file-scan', `scan:${fileId}`, { fileId });
}

/**
 * Processes a file of the watched folder.
 * @returns why it could not be read; that is shown to staff
 */
export async function takeFromFolder(
  deps: TakeDeps,
  by: Bringer,
  bytes: Uint8Array,
  isTooLarge: boolean,
): Promise<ScanTrouble | undefined> {
  try {
    if (isTooLarge) throw new ScanRefused('too_large');
    await takeScan(deps, by, bytes, 'folder');
    return undefined;
  } catch (error) {
    if (!(error instanceof ScanRefused)) throw error;
    // A file of blank backs only needs no action.
    if (error.trouble !== 'empty' || bytes.length === 0) await noteUnread(by, bytes, error.trouble);
    return error.trouble;
  }
}

/** Outcome of the pages, and of the papers they belong to. */
async function told(
  look: Look,
  links: ScanLinks,
  rows: readonly ScanRow[],
  empty: number,
  isKnown: boolean,
): Promise<Scanned> {
  const fresh = await pagesByIds(
      look,
      rows.map((one) => one.id),
    ),
    ids = [
      ...new Set(
        fresh.flatMap((one) =>
          one.state === 'tray' || one.state === 'discarded' || one.taskId === null
            ? []
            : [one.taskId],
        ),
      ),
    ];
  const papers = await papersByIds(look, ids),
    people = await links.records(
      look,
      papers.map((paper) => paper.patid),
    );
  const sheets: Sheet[] = [];
  for (const paper of papers) {
    const pages = await pagesOfTask(look, paper.taskId, ['waiting', 'filing', 'filed']),
      person = people.get(paper.patid),
      of = Math.max(...pages.map((one) => one.of ?? 0), 0);
    if (pages.length === 0) continue;
    sheets.push({
      taskId: paper.taskId,
      title: paper.title,
      patid: paper.patid,
      name: person ? listName(person) : paper.patid,
      geburtsdatum: person?.geburtsdatum ?? '',
      of,
      have: [...new Set(pages.flatMap((one) => one.page ?? []))].sort((a, b) => a - b),
      state: pages.every((one) => one.state === 'filed')
        ? 'filed'
        : pages.some((one) => one.state === 'waiting')
          ? 'waiting'
          : 'filing',
    });
  }
  return {
    sheets,
    empty,
    isKnown,
    pages: fresh
      .sort((a, b) => a.number - b.number)
      .map((one) => ({
        pageId: one.id,
        number: one.number,
        state: one.state,
        hint: one.state === 'tray' ? one.hint : null,
        taskId: one.taskId,
        page: one.page,
        of: one.of,
      })),
  };
}
