/** The word for the state of a plan at the end of a span, with the reason of a declined one. */
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { isExpired } from '../../cases/plan-approval.ts';
import { planStateOn, UNKNOWN_STATE } from '../../metrics/plan-on-day.ts';
import type { Selection } from '../../snapshot/selection.ts';

interface PlanState {
  readonly status: string;
  readonly reason: string;
  /** Place of the state in a table. */
  readonly order: number;
}
/** Place of expired plans, after the approved ones. */
const EXPIRED = 12.5;

/** Returns the state of each plan on the last day of a selection. */
export function planStateWords({ snapshot, cutoffDate }: Selection): (at: number) => PlanState {
  return (at) => {
    const expired = isExpired(snapshot, at, cutoffDate),
      state = planStateOn(snapshot, at, cutoffDate),
      isUnknown = state === UNKNOWN_STATE && cutoffDate < snapshot.today,
      status = isUnknown
        ? 'STAND_UNBEKANNT'
        : expired
          ? 'ABGELAUFEN'
          : (HKP_STATUS[state] ?? 'ENTWURF');
    return {
      status,
      order: isUnknown ? Infinity : expired ? EXPIRED : state,
      reason:
        status === 'VERWORFEN' || status === 'ABGELEHNT'
          ? snapshot.rawRows.tables.hkp.text('grund', at)
          : '',
    };
  };
}
