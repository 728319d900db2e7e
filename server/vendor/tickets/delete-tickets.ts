// Daily work of tickets: those that the practice does not answer count as solved, and those whose
// time is over are deleted with their files.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { isSilent } from '../../../shared/vendor/tickets.ts';
import { forgetBlob } from '../../platform/blobs/store.ts';
import type { TicketDeps } from './links.ts';
import { filesOf, removeFiles } from './store-files.ts';
import { removeMails, removeOldStray } from './store-mail.ts';
import {
  findTicket,
  insertEntry,
  listOver,
  listWaitingForPractice,
  removeTicket,
  updateTicket,
} from './store.ts';

/** A mail that belongs to no ticket is deleted after a month. */
const STRAY_KEPT_MS = 30 * DAY_MS;
type DailyDeps = Pick<TicketDeps, 'store' | 'workshop' | 'now' | 'blobs'>;

async function deleteTicket(deps: DailyDeps, cid: string, id: string): Promise<void> {
  const gone = await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const names = (await filesOf(w, id)).map(({ sha256 }) => sha256),
      row = await findTicket(w, id);
    if (!row) return [];
    await removeFiles(w, id);
    await removeMails(w, id);
    await removeTicket(w, id);
    const forgotten: string[] = [];
    for (const sha256 of new Set(names)) if (await forgetBlob(w, sha256)) forgotten.push(sha256);
    await w.audit('ticket.deleted', { ticketId: id, files: names.length });
    return forgotten;
  });
  for (const sha256 of gone) await deps.blobs.remove(cid, sha256);
}

async function closeSilent(deps: DailyDeps, cid: string, id: string): Promise<void> {
  await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const row = await findTicket(w, id);
    if (!row || !isSilent(row, w.now)) return;
    await insertEntry(w, {
      id: w.newId(),
      ticketId: id,
      at: w.now,
      side: 'vendor',
      kind: 'state',
      userId: '',
      name: '',
      text: '',
      state: 'solved',
    });
    await updateTicket(w, id, { state: 'solved', solvedAt: w.now, dueAt: null, lastAt: w.now });
    await w.audit('ticket.silent', { ticketId: id });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}

/** Closes silent tickets, then deletes those whose time is over. */
export async function ticketDaily(deps: DailyDeps): Promise<void> {
  const now = deps.now();
  for (const row of await listWaitingForPractice(deps.store))
    if (isSilent(row, now)) await closeSilent(deps, row.cid, row.id);
  for (const { cid, id } of await listOver(deps.store, now)) await deleteTicket(deps, cid, id);
  await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, (w) =>
    removeOldStray(w, w.now - STRAY_KEPT_MS),
  );
}
