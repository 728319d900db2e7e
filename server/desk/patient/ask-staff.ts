// Values from elsewhere that may not be written by themselves become open changes: staff says whether they are this person's.

import { createHash } from 'node:crypto';
import type { MasterField, Said } from '../../../shared/desk/master-data.ts';
import type { Work } from '../../platform/work.ts';
import { proposeChanges } from './propose-changes.ts';
import { listPatids } from './read-patient.ts';
import { findChanges } from './store-changes.ts';

/** An id in the form of answers' ids: the same source asks once. */
function askId(source: string): string {
  const hex = createHash('sha256').update(source).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

/**
 * Asks about values of a living record. A field with an open change is left alone: what the person
 * said themselves must not be replaced by this.
 * @param source what the values came with; the same one again asks nothing new
 * @returns fields with a new question
 */
export async function askStaff(
  w: Work,
  source: string,
  patid: string,
  said: Said,
): Promise<MasterField[]> {
  const id = askId(source);
  const open = await findChanges(w, await listPatids(w, patid), ['open']);
  const outdated = new Set(open.filter((one) => one.answersId !== id).map((one) => one.field));
  const asked = {
    answersId: id,
    patid,
    answeredAt: w.now,
    recordedBy: null,
    said,
    confirmed: [],
    outdated,
  };
  const fields = await proposeChanges(w, asked);
  if (fields.length > 0) w.emit({ to: 'staff', event: { kind: 'changed' } });
  return fields;
}
