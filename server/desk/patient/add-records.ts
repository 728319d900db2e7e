// Adds patients and appointments from another source (demo, practice software), in batches that
// every database accepts.

import type { Gender } from '../../../shared/desk/master-data.ts';
import type { OptionalField, RequiredField } from '../../../shared/desk/master-fields.ts';
import { searchText, type Herkunft } from '../../../shared/desk/patient.ts';
import type { Work } from '../../platform/work.ts';
import { insertPatients, insertTermine } from './store.ts';

export type PatientRecord = { patid: string; gender?: Gender } & Record<RequiredField, string> &
  Partial<Record<Exclude<OptionalField, 'gender'>, string>>;
export interface TerminRecord {
  terminId: string;
  patid: string;
  day: string;
  time: string;
  minutes: number;
  zimmer: string;
  behandler: string;
  art: string;
}
const PIECE = 100;

async function inPieces<T>(
  rows: readonly T[],
  insert: (piece: T[]) => Promise<unknown[]>,
): Promise<number> {
  let n = 0;
  for (let i = 0; i < rows.length; i += PIECE) n += (await insert(rows.slice(i, i + PIECE))).length;
  return n;
}

/** Returns the number of new rows; existing numbers are left unchanged. */
export const addPatients = (
  w: Work,
  herkunft: Herkunft,
  records: readonly PatientRecord[],
): Promise<number> =>
  inPieces(records, (piece) =>
    insertPatients(
      w,
      piece.map((r) => ({
        ...r,
        herkunft,
        mergedInto: null,
        createdAt: w.now,
        search: searchText(r),
      })),
    ),
  );

export const addAppointments = (w: Work, records: readonly TerminRecord[]): Promise<number> =>
  inPieces(records, (piece) => insertTermine(w, piece));
