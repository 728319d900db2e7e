// Reads one file of the practice software: a person, an examination, papers to be shown, or
// appointments. A file may contain several records; each is taken in a separate transaction.

import { GDT_KINDS } from '../../../catalog/gdt/fields.ts';
import { createHash } from 'node:crypto';
import { decodeText } from '../../../shared/records/charset.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type {
  DoctosyncSettings,
  ImportKind,
  ImportTrouble,
} from '../../../shared/records/transfer.ts';
import {
  addressesOf,
  askedOf,
  personOf,
  unreadFields,
  type PersonRead,
} from '../../../shared/records/gdt-records.ts';
import { readGdt, type GdtPart, type GdtRecord } from '../../../shared/records/gdt.ts';
import {
  isVddsPerson,
  namesTwoPeople,
  readIni,
  unreadKeys,
  unreadLines,
  vddsPerson,
} from '../../../shared/records/vdds.ts';
import type { Work } from '../../platform/work.ts';
import { lacksEnd } from './file-end.ts';
import type { DoctosyncLinks } from './links.ts';
import { isNothingRead, type Termine } from './online.ts';
import { readCsvTermine } from './read-csv.ts';
import { readIcal } from './read-ical.ts';
import { findImport, putImport } from './store.ts';
import { takeTermine } from './take-appointments.ts';

/** Kinds of records that hand over a person. */
const PERSON_KINDS = [GDT_KINDS.masterData, GDT_KINDS.askExamination, GDT_KINDS.show];
const isPersonKind = (satzart: string): boolean =>
  PERSON_KINDS.some((kind) => kind.satzart === satzart);

/** Returns the kind of a file by its extension; GDT 2.1 files may also end with a counter. */
export function kindOf(name: string): ImportKind | undefined {
  if (/\.(gdt|\d{3})$/i.test(name)) return 'gdt';
  if (/\.ini$/i.test(name)) return 'vdds';
  if (/\.ics$/i.test(name)) return 'ical';
  return /\.csv$/i.test(name) ? 'csv' : undefined;
}
/**
 * Returns the id of an import: the same file read twice (after a crash) is the same entry; a later
 * rewrite is another one.
 * @param mtimeMs modification time of the file
 */
export const importId = (name: string, bytes: Uint8Array, mtimeMs: number): string =>
  createHash('sha256')
    .update(`${name}\n${Math.round(mtimeMs)}\n`)
    .update(bytes)
    .digest('hex');

/** Entry of one record of a file; the first one is the entry of the file. */
const entryId = (fileId: string, at: number): string =>
  at === 0 ? fileId : createHash('sha256').update(`${fileId}\n${at}`).digest('hex');

export interface InFile {
  id: string;
  name: string;
  kind: ImportKind;
  bytes: Uint8Array;
}
export interface Taken {
  outcome: 'taken' | 'failed';
  error: ImportTrouble | null;
}

/** Outcome for a person who is handed over. */
type Next = 'arrive' | 'record' | 'open';
/** A note about a file that was read, and the lines or names it is about. */
interface Note {
  readonly why: ImportTrouble;
  readonly detail?: string;
}
/** One record of a file, parsed and not taken yet. */
export type Piece =
  | {
      readonly is: 'person';
      readonly what: string;
      readonly read: PersonRead;
      readonly next: Next;
      readonly note?: Note | undefined;
      /** Kinds of examination that the record asks for. */
      readonly asked?: string;
    }
  | {
      readonly is: 'termine';
      readonly what: string;
      readonly source: 'ical' | 'csv';
      readonly found: Omit<Termine, 'left'>;
      readonly note?: Note | undefined;
    }
  | { readonly is: 'nothing'; readonly what: string; readonly asked?: string }
  | {
      readonly is: 'unreadable';
      readonly what: string;
      readonly error: ImportTrouble;
      /** Number of events left out. */
      readonly count?: number;
      /** Numbers of the unread lines. */
      readonly detail?: string;
    };
type PieceSettings = Pick<DoctosyncSettings, 'ownId' | 'notesArrival'>;
const unreadable = (error: ImportTrouble, what = '', line?: number): Piece => ({
  is: 'unreadable',
  what,
  error,
  ...(line !== undefined && { detail: String(line) }),
});
/** The lines of a file that could not be read: the file is kept, and names them. */
const tornLines = (lines: readonly number[]): Piece[] =>
  lines.length === 0
    ? []
    : [{ is: 'unreadable', what: '', error: 'torn_line', count: 0, detail: listed(lines) }];
const MOST_DETAIL = 200;
const listed = (items: readonly (string | number)[]): string =>
  items.join(', ').slice(0, MOST_DETAIL);

/** Checks whether a record is for us: its receiver is us or empty, and we did not write it. */
export function isRecordForUs(record: GdtRecord, ownId: string): boolean {
  const { to, from } = addressesOf(record);
  const own = ownId.toUpperCase();
  return from.toUpperCase() !== own && (to === '' || to.toUpperCase() === own);
}

/**
 * Returns every record of a file, in order, including errors for unreadable ones. Nothing is
 * written.
 */
export function piecesOf(
  file: Pick<InFile, 'kind' | 'bytes'>,
  settings: PieceSettings,
  now: number,
): Piece[] {
  const { kind, bytes } = file;
  if (bytes.length === 0) return [unreadable('empty')];
  const today = berlinDay(now);
  if (kind === 'gdt') return gdtPieces(bytes, settings, today);
  if (kind === 'vdds') return vddsPieces(bytes, settings, today);
  const read = kind === 'ical' ? readIcal(bytes, now) : readCsvTermine(bytes);
  if (!read.ok) return [unreadable(read.why, '', read.line)];
  const what = kind === 'ical' ? 'VCALENDAR' : 'CSV';
  const left = read.left.map(({ why, count }): Piece => ({
    is: 'unreadable',
    what: 'VEVENT',
    error: why,
    count,
  }));
  if (isNothingRead(read)) return left;
  const note = noteOf(kind, read.unread ?? [], bytes);
  return [{ is: 'termine', what, source: kind, found: read, note }, ...left];
}

/**
 * The note about a file that was read: its end is missing, or the names that were not read.
 * @param bytes of a file whose end is to be checked
 */
function noteOf(kind: ImportKind, unread: readonly string[], bytes?: Uint8Array): Note | undefined {
  if (bytes && lacksEnd(kind, bytes)) return { why: 'no_end' };
  return unread.length === 0 ? undefined : { why: 'names_left', detail: listed(unread) };
}

function vddsPieces(bytes: Uint8Array, settings: PieceSettings, today: string): Piece[] {
  // The format defines it as Windows-1252.
  const { text, isSure } = decodeText(bytes, 'latin1');
  const ini = readIni(text);
  if (namesTwoPeople(text)) return [unreadable('mixed', 'PATIENT')];
  if (!isVddsPerson(ini)) return [unreadable('not_vdds')];
  const next = settings.notesArrival ? 'arrive' : 'record',
    read = vddsPerson(ini, today, isSure),
    note = noteOf('vdds', unreadKeys(ini), bytes);
  return [{ is: 'person', what: 'PATIENT', read, next, note }, ...tornLines(unreadLines(text))];
}

function gdtPieces(bytes: Uint8Array, settings: PieceSettings, today: string): Piece[] {
  const read = readGdt(bytes);
  if (!read.ok) return [unreadable(read.why)];
  const isOff = read.flaws.some((one) => FORMAT_FLAWS.includes(one));
  return [
    ...read.records.map((record) => gdtPiece(record, settings, today, isOff)),
    ...tornLines(read.torn),
  ];
}
/** Flaws that cost nothing of the contents. */
const FORMAT_FLAWS: readonly string[] = ['line_length', 'record_length', 'line_end'];
function gdtPiece(record: GdtPart, settings: PieceSettings, today: string, isOff: boolean): Piece {
  const { satzart } = record;
  if (!isRecordForUs(record, settings.ownId)) return unreadable('other_receiver', satzart);
  // A withdrawn order leaves the person unchanged: they may be present.
  const asked = askedOf(record);
  if (satzart === '6303') return { is: 'nothing', what: satzart, asked };
  if (!isPersonKind(satzart)) return unreadable('unknown_kind', satzart);
  const handed = settings.notesArrival ? 'arrive' : 'record';
  const next = satzart === '6311' ? 'open' : handed,
    // A flaw of the form costs nothing of the contents, so that fields that were left are named first.
    note =
      noteOf('gdt', unreadFields(record)) ?? (isOff ? { why: 'format_off' as const } : undefined);
  return { is: 'person', what: satzart, read: personOf(record, today), next, note, asked };
}

/** With an error nothing was taken; a note names the parts left out. */
interface Result {
  patid: string | null;
  count: number;
  error: ImportTrouble | null;
  note?: Note | undefined;
}

/**
 * Takes one record of a file; repeating it changes nothing.
 * @param place index and number of records; a failed one of several stores its number as its count
 * @returns the outcome; the entry is written in the same transaction
 */
export async function takePiece(
  w: Work,
  links: DoctosyncLinks,
  file: Pick<InFile, 'id' | 'name' | 'kind'>,
  piece: Piece,
  place: { readonly at: number; readonly of: number },
): Promise<Taken> {
  const id = entryId(file.id, place.at);
  const known = await findImport(w, id);
  // A failed file may be put back into the folder once the reason is settled.
  if (known?.outcome === 'taken') return { outcome: 'taken', error: null };
  const { patid, count: taken, error, note } = await take(w, links, piece, id);
  const outcome = error === null ? 'taken' : 'failed';
  const number = outcome === 'failed' && place.of > 1 ? place.at + 1 : taken;
  const count = piece.is === 'unreadable' ? (piece.count ?? number) : number,
    detail = piece.is === 'unreadable' ? piece.detail : undefined;
  const { kind, name: fileName } = file;
  const { what } = piece;
  await putImport(w, {
    id,
    kind,
    what,
    fileName,
    at: w.now,
    outcome,
    error: error ?? note?.why ?? null,
    detail: (error === null ? note?.detail : detail) ?? null,
    asked: ('asked' in piece ? piece.asked : '') || null,
    patid,
    count,
    seenAt: null,
    seenBy: null,
  });
  if (error !== null) await w.audit('import.failed', { kind, code: error });
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
  return { outcome, error };
}

async function take(w: Work, links: DoctosyncLinks, piece: Piece, id: string): Promise<Result> {
  if (piece.is === 'person') return takePerson(w, links, piece, id);
  if (piece.is === 'unreadable') return { patid: null, count: 0, error: piece.error };
  if (piece.is === 'nothing') return { patid: null, count: 0, error: null };
  const sum = await takeTermine(w, links, piece.found, piece.source);
  return {
    patid: null,
    count: sum.taken + sum.moved + sum.cancelled + sum.open,
    error: null,
    note: piece.note,
  };
}

async function takePerson(
  w: Work,
  links: DoctosyncLinks,
  piece: Piece & { is: 'person' },
  id: string,
): Promise<Result> {
  const { read, next } = piece;
  if (!read.ok) return { patid: null, count: 0, error: read.why };
  const { patid, left, trouble } = await links.takePerson(w, read.person, id);
  if (trouble !== null)
    return { patid: trouble === 'other_person' ? patid : null, count: 0, error: trouble };
  if (next === 'arrive') await links.noteArrival(w, { patid, isThere: true });
  if (next === 'open') {
    await w.audit('import.opened', {}, patid);
    w.emit({ to: 'staff', event: { kind: 'opened', patid } });
  }
  const note: Note | undefined = left.length > 0 ? { why: 'text_kept' } : piece.note;
  return { patid, count: 1, error: null, note };
}
