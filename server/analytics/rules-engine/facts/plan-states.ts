/** States of plans and perio cases on a day, and their order. */
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import type { Situation } from '../day-state.ts';

/** Returns the state of a plan or case on the day; null where it is unknown. */
export const stateOnDay = (k: Situation, entity: 'hkp' | 'parfall', at: number): string | null => {
  const said = k.m.column(entity, 'status')[at]!,
    approved = k.dayNumberOf(entity, 'genehmigtAm', at),
    free = HKP_STATUS.indexOf('GENEHMIGT');
  if (said > HKP_STATUS.indexOf('ABGERECHNET')) return HKP_STATUS[said]!;
  if (approved !== null && approved > k.day) return 'BEI_KASSE';
  if (approved !== null && said < free) return 'GENEHMIGT';
  return HKP_STATUS[said] ?? null;
};
/**
 * Returns the rank of a state for `<` and `>=`: final states count as lower, plans that need no
 * approval as approved.
 */
export function rank(status: string): number {
  const at = (HKP_STATUS as readonly string[]).indexOf(status);
  return at > HKP_STATUS.indexOf('ABGERECHNET')
    ? -1
    : status === 'SOFORT' || status === 'ANGENOMMEN_OHNE_KASSE'
      ? HKP_STATUS.indexOf('GENEHMIGT')
      : at;
}
