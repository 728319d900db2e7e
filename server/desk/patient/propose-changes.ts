// Turns answers that differ from the record into proposals, inside the transaction that stores the
// answers; the record itself stays unchanged.

import { berlinDay } from '../../../shared/base/dates.ts';
import {
  changesOf,
  confirmedRule,
  type Confirmed,
  type Said,
} from '../../../shared/desk/master-data.ts';
import { FIELD_NAMES, type MasterField } from '../../../shared/desk/master-fields.ts';
import type { Work } from '../../platform/work.ts';
import { masterOf } from './master-data.ts';
import { listPatids, resolvePatient } from './read-patient.ts';
import { changesOfAnswers, findChanges, insertChanges, moveChanges } from './store-changes.ts';

export interface SaidOfRecord {
  answersId: string;
  patid: string;
  /** Clock of the answering device (ms): the later answer counts. */
  answeredAt: number;
  recordedBy: string | null;
  said: Said;
  confirmed: readonly Confirmed[];
  /** Fields for which the same person has given a later answer already. */
  outdated?: ReadonlySet<MasterField>;
}

/**
 * Turns answers into proposals. Idempotent. Later answers replace open changes, also when they
 * confirm the record.
 * @returns fields with a new proposal
 */
export async function proposeChanges(
  w: Work,
  { answersId, patid, answeredAt, recordedBy, said, confirmed, outdated = new Set() }: SaidOfRecord,
): Promise<MasterField[]> {
  const row = await resolvePatient(w, patid);
  if (!row) return [];
  const open = await findChanges(w, await listPatids(w, row.patid), ['open']);
  const isOld = (field: MasterField): boolean =>
    outdated.has(field) ||
    open.some(
      (one) => one.field === field && one.answersId !== answersId && one.answeredAt > answeredAt,
    );
  const fields = FIELD_NAMES.filter((field) => said[field] !== undefined && !isOld(field)),
    changes = changesOf(masterOf(row), said, berlinDay(w.now)).filter((one) =>
      fields.includes(one.field),
    );
  await moveChanges(
    w,
    open
      .filter((one) => one.answersId !== answersId && fields.includes(one.field))
      .map((one) => one.id),
    'open',
    { state: 'replaced', decidedAt: w.now, decidedBy: null },
  );
  const made = await insertChanges(
    w,
    changes.map(({ field, before, after }) => ({
      id: `${answersId}.${field}`,
      patid: row.patid,
      field,
      before,
      after,
      answersId,
      answeredAt,
      proposedAt: w.now,
      recordedBy,
      confirmed: confirmedRule(field, confirmed) ?? null,
      state: 'open' as const,
      decidedAt: null,
      decidedBy: null,
      notedAt: null,
      notedBy: null,
    })),
  );
  if (made.length === 0) return [];
  await w.audit(
    'patient.change.proposed',
    { answersId, fields: made.map((one) => one.field) },
    row.patid,
  );
  return made.map((one) => one.field);
}

/**
 * Removes proposals from answers that were filed with the wrong person.
 * @returns false when staff has decided on one of them: then they stay
 */
export async function withdrawProposals(w: Work, answersId: string): Promise<boolean> {
  const rows = await changesOfAnswers(w, answersId);
  if (rows.some((one) => one.state === 'taken' || one.state === 'declined')) return false;
  await moveChanges(
    w,
    rows.map((one) => one.id),
    'open',
    { state: 'replaced', decidedAt: w.now, decidedBy: null },
  );
  return true;
}
