// Turns values from other sources that may not be written automatically into open changes: staff
// decides whether they belong to this person.

import { createHash } from 'node:crypto';
import type { Said } from '../../../shared/desk/master-data.ts';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import type { Work } from '../../platform/work.ts';
import { proposeChanges } from './propose-changes.ts';
import { listPatids } from './read-patient.ts';
import { findChanges } from './store-changes.ts';

/** An id in the format of answer ids: the same source asks once. */
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
 * Proposes values for a living record. A field with an open change is left alone: it must not
 * replace what the person stated themselves.
 * @param source what the values came with; repeating it asks nothing new
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
