// Reads one file of the practice software inside one unit of work: a person, an examination, papers to be shown, or appointments.

import { createHash } from 'node:crypto';
import { berlinDay } from '../../shared/dates.ts';
import type { ImportKind, ImportTrouble } from '../../shared/doctosync.ts';
import { decodeBytes } from '../../shared/gdt-bytes.ts';
import { personOf, type PersonRead } from '../../shared/gdt-records.ts';
import { readGdt } from '../../shared/gdt.ts';
import { isVddsPerson, readIni, vddsPerson } from '../../shared/vdds.ts';
import type { Work } from '../work.ts';
import type { DoctosyncLinks } from './links.ts';
import { readCsvTermine } from './read-csv.ts';
import { readIcal } from './read-ical.ts';
import { insertImport } from './store.ts';
import { takeTermine } from './take-termine.ts';

/** Kinds by the end of a name; GDT files of 2.1 end with a counter too. */
export function kindOf(name: string): ImportKind | undefined {
  if (/\.(gdt|\d{3})$/i.test(name)) return 'gdt';
  if (/\.ini$/i.test(name)) return 'vdds';
  if (/\.ics$/i.test(name)) return 'ical';
  return /\.csv$/i.test(name) ? 'csv' : undefined;
}
/** The same file read twice (a crash in between) is the same entry; written again later, it is another one. @param mtimeMs time of the file */
export const importId = (name: string, bytes: Uint8Array, mtimeMs: number): string => createHash('sha256').update(`${name}\n${Math.round(mtimeMs)}\n`).update(bytes).digest('hex');

export interface InFile { id: string; name: string; kind: ImportKind; bytes: Uint8Array }
export interface Taken { outcome: 'taken' | 'failed'; error: ImportTrouble | null }

type Read = { what: string; patid: string | null; count: number; error: ImportTrouble | null };
const failed = (error: ImportTrouble, what = ''): Read => ({ what, patid: null, count: 0, error });

/** @param notesArrival whoever is handed over is noted as here. @returns what became of it; the entry is written in the same unit */
export async function takeFile(w: Work, links: DoctosyncLinks, file: InFile, notesArrival: boolean): Promise<Taken> {
  const { what, patid, count, error } = await read(w, links, file, notesArrival), outcome = error === null ? 'taken' as const : 'failed' as const;
  const isNew = await insertImport(w, { id: file.id, kind: file.kind, what, fileName: file.name, at: w.now, outcome, error, patid, count, seenAt: null, seenBy: null });
  if (isNew && error !== null) await w.audit('import.failed', { kind: file.kind, code: error });
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
  return { outcome, error };
}

async function read(w: Work, links: DoctosyncLinks, { kind, bytes }: InFile, notesArrival: boolean): Promise<Read> {
  if (bytes.length === 0) return failed('empty');
  const today = berlinDay(w.now);
  if (kind === 'gdt') {
    const one = readGdt(bytes);
    if (!one.ok) return failed(one.why);
    const { satzart } = one.record;
    // An order that is withdrawn leaves the person as they are: they may well be here.
    if (satzart === '6303') return { what: satzart, patid: null, count: 0, error: null };
    if (!['6301', '6302', '6311'].includes(satzart)) return failed('unknown_kind', satzart);
    return takePerson(w, links, personOf(one.record, today), satzart, satzart === '6311' ? 'open' : notesArrival ? 'arrive' : 'record');
  }
  if (kind === 'vdds') {
    const ini = readIni(decodeBytes(bytes, 'latin1'));
    return isVddsPerson(ini) ? takePerson(w, links, vddsPerson(ini, today), 'PATIENT', notesArrival ? 'arrive' : 'record') : failed('not_vdds');
  }
  const termine = kind === 'ical' ? readIcal(bytes, w.now) : readCsvTermine(bytes);
  if (!termine.ok) return failed(termine.why);
  const { taken, moved, cancelled, open } = await takeTermine(w, links, termine.termine, kind);
  return { what: kind === 'ical' ? 'VCALENDAR' : 'CSV', patid: null, count: taken + moved + cancelled + open, error: null };
}

async function takePerson(w: Work, links: DoctosyncLinks, read: PersonRead, what: string, then: 'arrive' | 'record' | 'open'): Promise<Read> {
  if (!read.ok) return failed(read.why, what);
  const { patid } = await links.takePerson(w, read.person);
  if (then === 'arrive') await links.noteArrival(w, { patid, isThere: true });
  if (then === 'open') {
    await w.audit('import.opened', {}, patid);
    w.emit({ to: 'staff', event: { kind: 'opened', patid } });
  }
  return { what, patid, count: 1, error: null };
}
