/** Places of findings: record, day, rule and tooth, as keys. */
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { DecisionRow } from './store.ts';

export interface FindingPlace {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}

export const placeKey = (pat: number | string, day: string, rest: string, tooth: string): string =>
  `${pat}\u0000${day}\u0000${rest}\u0000${tooth}`;

/** Returns the index of the record that a number currently resolves to; -1 where it is missing. */
export function recordIndex({ mergedInto, rawRows }: Snapshot, patid: string): number {
  const at = rawRows.tables.patient.slotById.get(patid);
  return at === undefined || at >= mergedInto.length ? -1 : mergedInto[at]!;
}

/** Compares two decisions: merged records may each have decisions, and the latest one counts. */
export const isLater = (row: DecisionRow, than: DecisionRow): boolean =>
  row.at > than.at || (row.at === than.at && row.patid > than.patid);

export const isSameFinding = (
  finding: Finding,
  row: { tag: string; regel: string; zahn: string },
): boolean => finding.tag === row.tag && finding.regel === row.regel && finding.zahn === row.zahn;

export const itemOf = (
  pat: number | string,
  finding: Pick<Finding, 'tag' | 'system' | 'nr'>,
): string => placeKey(pat, finding.tag, `${finding.system} ${finding.nr}`, '');
