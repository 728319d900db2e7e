// Schemas of the practice's costs, and the rules of one. Pure.

import { z } from 'zod';
import { SERVICE_AREAS } from '../deliveries/pvs-words.ts';

/** What bears a cost: the whole practice, a practitioner, a room, or an area of treatment. */
export const COST_CENTRES = ['PRAXIS', 'BEHANDLER', 'ZIMMER', 'BEREICH'] as const;
export const COST_UNITS = ['MONAT', 'STUNDE'] as const;

const day = z.iso.date();
const fields = {
  centre: z.enum(COST_CENTRES),
  /** Id of the practitioner or room, or the area; empty for the practice. */
  target: z.string().max(80),
  name: z.string().trim().min(1).max(120),
  cents: z.int().min(1).max(1e9),
  per: z.enum(COST_UNITS),
  validFrom: day,
  validTo: day.nullable(),
};
export const costParams = z.strictObject({ costId: z.string().min(1).max(80) });
export const newCostSchema = z.strictObject(fields);
export const costsSchema = z.strictObject({
  items: z.array(
    z.strictObject({ id: z.string(), ...fields, wer: z.string(), am: z.number() }).readonly(),
  ),
});
export type NewCost = z.output<typeof newCostSchema>;
export type Cost = z.output<typeof costsSchema>['items'][number];

/**
 * Returns the field of a cost that is wrong; undefined if none is. An area of treatment has no
 * available hours, so its costs are monthly.
 */
export function costProblem(
  cost: Pick<NewCost, 'centre' | 'target' | 'per' | 'validFrom' | 'validTo'>,
): 'target' | 'per' | 'validTo' | undefined {
  const { centre, target, per, validFrom, validTo } = cost;
  if ((centre === 'PRAXIS') !== (target === '')) return 'target';
  if (centre === 'BEREICH' && !SERVICE_AREAS.some((area) => area === target)) return 'target';
  if (centre === 'BEREICH' && per === 'STUNDE') return 'per';
  return validTo !== null && validTo < validFrom ? 'validTo' : undefined;
}
