// Data of the practice software screen: folders, waiting, failed and received items; names are
// resolved here.

import { berlinDay } from '../../../shared/base/dates.ts';
import type {
  ExportEntry,
  ImportEntry,
  Transfer,
  TransferState,
} from '../../../shared/records/transfer.schema.ts';
import { targetsOf } from '../../../shared/records/transfer.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import type { DoctosyncLinks } from './links.ts';
import { isFolderThere } from './put-files.ts';
import { readSetup } from './settings.ts';
import {
  countItems,
  countOpenOnline,
  countUnseen,
  listItems,
  listOpenOnline,
  listTaken,
  listUnseen,
  type ExportRow,
  type ImportRow,
} from './store.ts';
import { candidatesOf } from './take-appointments.ts';
import type { Watcher } from './watch.ts';

const SHOWN = 50,
  DONE_SHOWN = 30;

export async function readState(
  look: Look,
  watcher: Pick<Watcher, 'stateOf'>,
): Promise<TransferState> {
  const { settings } = await readSetup(look),
    isWatching = settings.inFolder !== null,
    folder = watcher.stateOf(look.cid);
  return {
    isWatching,
    failed: await countItems(look, ['failed']),
    unread: await countUnseen(look),
    isAway: isWatching && folder.lookedAt !== null && !folder.isThere,
  };
}

/**
 * Reads the state of the exchange.
 * @param isOwner sees the settings, including paths.
 * @returns the displayed data, and the people named in it
 */
export async function readTransfer(
  look: Look,
  links: DoctosyncLinks,
  watcher: Pick<Watcher, 'stateOf'>,
  isOwner: boolean,
): Promise<{ transfer: Transfer; patids: string[] }> {
  const { settings, version, markers } = await readSetup(look),
    today = berlinDay(look.now),
    state = watcher.stateOf(look.cid);
  const [open, failed, done, unread, taken, online] = [
    await listItems(look, ['queued', 'ready'], SHOWN, 'oldest'),
    await listItems(look, ['failed'], SHOWN, 'oldest'),
    await listItems(look, ['done', 'by_hand'], DONE_SHOWN, 'newest'),
    await listUnseen(look, SHOWN),
    await listTaken(look, DONE_SHOWN),
    await listOpenOnline(look, today, SHOWN),
  ];
  const names = new Map<string, string>(),
    nameOf = await links.nameOf(look);
  for (const patid of new Set(
    [...open, ...failed, ...done]
      .map((one) => one.patid)
      .concat([...unread, ...taken].flatMap((one) => one.patid ?? [])),
  )) {
    const person = await links.person(look, patid);
    if (person) names.set(patid, listName(person));
  }
  const exported = (row: ExportRow): ExportEntry => ({
    taskId: row.taskId,
    target: row.target,
    patid: row.patid,
    name: names.get(row.patid) ?? '',
    title: row.title,
    isPerson: row.changes !== null,
    state: row.state,
    files: row.files.map((one) => one.name).filter((one) => one !== ''),
    attempts: row.attempts,
    error: row.error,
    queuedAt: row.queuedAt,
    changedAt: row.changedAt,
    doneByName: row.doneBy === null ? '' : nameOf(row.doneBy),
  });
  const imported = (row: ImportRow): ImportEntry => ({
    id: row.id,
    kind: row.kind,
    what: row.what,
    fileName: row.fileName,
    at: row.at,
    outcome: row.outcome,
    error: row.error,
    patid: row.patid ?? '',
    name: row.patid === null ? '' : (names.get(row.patid) ?? ''),
    count: row.count,
    detail: row.detail ?? '',
    asked: row.asked ?? '',
  });
  const asked = await Promise.all(
    online.map(async (row) => ({
      terminId: row.terminId,
      day: row.day,
      time: row.time,
      minutes: row.minutes,
      firstName: row.firstName,
      lastName: row.lastName,
      geburtsdatum: row.geburtsdatum,
      art: row.art,
      behandler: row.behandler,
      zimmer: row.zimmer,
      candidates: await candidatesOf(look, links, row),
    })),
  );
  return {
    patids: [...names.keys(), ...asked.flatMap((one) => one.candidates.map((p) => p.patid))],
    transfer: {
      at: look.now,
      settings: isOwner ? { ...settings, targets: { ...settings.targets } } : null,
      version,
      isOn: { in: settings.inFolder !== null, out: targetsOf(settings).length > 0 },
      in: state,
      out: {
        isThere:
          settings.outFolder !== null && (await isFolderThere(settings.outFolder, markers.out)),
      },
      open: open.map(exported),
      failed: failed.map(exported),
      done: done.map(exported),
      counts: {
        open: await countItems(look, ['queued', 'ready']),
        failed: await countItems(look, ['failed']),
        unread: await countUnseen(look),
        online: await countOpenOnline(look, today),
      },
      unread: unread.map(imported),
      taken: taken.map(imported),
      online: asked,
    },
  };
}
