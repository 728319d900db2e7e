// Adds a picture or a PDF to a message of a ticket. Pictures are re-encoded and PDFs with active
// content refused, as with documents; the name of the file is not stored, since it may name a patient.

import { AppError } from '../../../shared/base/errors.ts';
import type { TicketFile } from '../../../shared/vendor/tickets.schema.ts';
import { TICKET_FILES } from '../../../shared/vendor/tickets.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';
import { filesOf, findFile, insertFile, type TicketFileRow } from './store-files.ts';
import { findEntry } from './store.ts';
import type { Person } from './work-tickets.ts';

interface Place {
  ticketId: string;
  entryId: string;
  fileId: string;
  side: 'practice' | 'vendor';
}
export const fileView = ({ id, mime, size }: TicketFileRow): TicketFile => ({ id, mime, size });

/**
 * Checks that the message is the person's own and has room. A note takes no files: the practice may
 * read every file of its ticket.
 * @returns the file if it was added before
 * @throws AppError not_found, state_conflict
 */
async function requirePlace(
  s: Look | Work,
  { ticketId, entryId, fileId, side }: Place,
  person: Person,
): Promise<TicketFileRow | undefined> {
  const entry = await findEntry(s, entryId);
  if (
    entry?.ticketId !== ticketId ||
    entry.kind !== 'message' ||
    entry.side !== side ||
    entry.userId !== person.userId
  )
    throw new AppError('not_found');
  const known = await findFile(s, fileId);
  if (known) {
    if (known.entryId !== entryId) throw new AppError('state_conflict');
    return known;
  }
  const files = await filesOf(s, ticketId);
  if (
    files.length >= TICKET_FILES.ticket ||
    files.filter((one) => one.entryId === entryId).length >= TICKET_FILES.entry
  )
    throw new AppError('state_conflict');
  return undefined;
}

/**
 * Adds a file; repeating the call returns the stored one.
 * @throws AppError not_found, state_conflict beyond the limits, unsupported_media, unreadable_file,
 * active_content
 */
export async function addFile(
  deps: Pick<TicketDeps, 'workshop' | 'cleanFile' | 'blobs' | 'keys'>,
  look: Look,
  person: Person,
  place: Place,
  bytes: Uint8Array,
): Promise<TicketFile> {
  const { cid } = look,
    known = await requirePlace(look, place, person);
  if (known) return fileView(known);
  const clean = await deps.cleanFile(look, bytes),
    { blobKeyId, blobKey } = await deps.keys(cid);
  const blob = await deps.blobs.put(cid, clean.bytes, { keyId: blobKeyId, key: blobKey });
  return deps.workshop.write(cid, person, async (w) => {
    const again = await requirePlace(w, place, person);
    if (again) return fileView(again);
    const { fileId: id, ticketId, entryId, side } = place,
      file = { id, mime: clean.mime, size: blob.size };
    await recordBlob(w, { ...blob, mime: clean.mime, keyId: blobKeyId });
    await insertFile(w, {
      ...file,
      ticketId,
      entryId,
      at: w.now,
      side,
      userId: person.userId,
      sha256: blob.sha256,
    });
    await w.audit('ticket.file_added', { ticketId, fileId: id, mime: clean.mime, side });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return file;
  });
}

/**
 * Reads a file of a ticket.
 * @throws AppError not_found
 */
export async function readFile(
  deps: Pick<TicketDeps, 'blobs' | 'keys'>,
  look: Look,
  { ticketId, fileId }: Pick<Place, 'ticketId' | 'fileId'>,
): Promise<{ bytes: Uint8Array; type: string; headers: Record<string, string> }> {
  const row = await findFile(look, fileId);
  if (row?.ticketId !== ticketId) throw new AppError('not_found');
  const { blobKeyId, blobKey } = await deps.keys(look.cid);
  return {
    bytes: await deps.blobs.get(look.cid, row.sha256, { keyId: blobKeyId, key: blobKey }),
    type: row.mime,
    headers: {
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'inline',
      'Cache-Control': 'private, no-store',
    },
  };
}
