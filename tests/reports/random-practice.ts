/**
 * Generates a small practice from a seed: every kind of row, gaps in deliveries, deletions, merges,
 * late and repeated versions.
 */
import type { KeywordPattern } from '../../shared/analytics/deliveries/keywords.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import {
  addAbsences,
  addCopayments,
  addHours,
  addNotes,
  addRecalls,
  addWaitingList,
} from './random-practice/around-visits.ts';
import { createDraw } from './random-practice/draw.ts';
import { addInvoices } from './random-practice/invoices.ts';
import { addMasterData, idsOf } from './random-practice/master-data.ts';
import { addPatients, addPerioCases, addPlans } from './random-practice/patients.ts';
import { addAppointments, addSingleServices } from './random-practice/visits.ts';

export { NOW } from './random-practice/draw.ts';

/** Patterns that match keywords of a generated practice; their order decides. */
export const KEYWORDS: readonly KeywordPattern[] = [
  { muster: '*kontrolle', gruppe: 'KONTROLLE' },
  { muster: 'PZR', gruppe: 'PROPHYLAXE' },
  { muster: 'füll*', gruppe: 'FUELLUNG' },
  { muster: 'ZE pr*', gruppe: 'ZE' },
];

/** Order of generation. A seed gives the same practice only while this order stays. */
const STEPS = [
  addMasterData,
  addPatients,
  addPlans,
  addPerioCases,
  addInvoices,
  addAppointments,
  addSingleServices,
  addCopayments,
  addRecalls,
  addWaitingList,
  addHours,
  addAbsences,
  addNotes,
];

/** Returns the rows of the practice of a seed. @param size multiplier of the number of rows */
export function buildPractice(seed: number, size = 1): RawRow[] {
  const draw = createDraw(seed, size);
  const ids = idsOf(size);
  for (const add of STEPS) add(draw, ids);
  return draw.rows;
}
