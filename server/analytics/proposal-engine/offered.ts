/** Decides whether a finding is offered next to others for the same position. */
import {
  type Candidate,
  type Finding,
  comesAfter,
} from '../../../shared/analytics/billing/proposal.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { DecisionRow } from './store.ts';
import { isSameFinding, itemOf, recordIndex } from './places.ts';

/** Lists the refused proposals of each position and day of a person, as found then. */
export function rejectedAmong(
  snapshot: Snapshot,
  rows: Iterable<DecisionRow>,
): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const row of rows) {
    if (row.state !== 'ABGELEHNT' || row.fund.nr === '') continue;
    const at = recordIndex(snapshot, row.patid),
      key = itemOf(at < 0 ? row.patid : at, { ...row.fund, tag: row.tag }),
      one: Candidate = {
        finding: { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
        abgelehnt: row.grund ?? 'anderer_grund',
      },
      list = found.get(key);
    if (list) list.push(one);
    else found.set(key, [one]);
  }
  return found;
}

/**
 * Checks whether a finding is offered: it lost against no likelier one, or that one was refused and
 * it has a different basis.
 */
export function isOffered(
  finding: Finding,
  pat: number,
  findings: readonly Finding[],
  refused: ReadonlyMap<string, readonly Candidate[]>,
): boolean {
  if (finding.verdeckt !== true) return true;
  const no = refused.get(itemOf(pat, finding)) ?? [];
  if (no.length === 0) return false;
  const others = findings.filter(
    (one) =>
      one !== finding &&
      one.tag === finding.tag &&
      one.system === finding.system &&
      one.nr === finding.nr &&
      one.art !== 'PRUEFUNG' &&
      !no.some(({ finding: gone }) => isSameFinding(one, gone)),
  );
  // A hidden finding that is not offered itself blocks no other.
  return comesAfter(finding, [
    ...no,
    ...others
      .filter((one) =>
        isOffered(
          one,
          pat,
          findings.filter((other) => other !== finding),
          refused,
        ),
      )
      .map((one) => ({ finding: one, abgelehnt: null })),
  ]);
}
