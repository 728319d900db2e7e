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

/** What decides whether a finding is offered: all findings of the patient, and the refused ones. */
export interface OfferContext {
  readonly findings: readonly Finding[];
  readonly refused: ReadonlyMap<string, readonly Candidate[]>;
  /** Checks whether the billing of a finding was submitted. */
  readonly isGone: (finding: Finding) => boolean;
  /** Checks whether one of `findings` is offered, where that is remembered. */
  readonly isKnownOffer?: (finding: Finding) => boolean;
}
const isSamePosition = (a: Finding, b: Finding): boolean =>
  a.system === b.system && a.nr === b.nr && a.art === 'VERGESSEN' && b.art === 'VERGESSEN';
/** Checks whether a visit of the same window, which comes first, offers the position. */
function isOfferedBefore(finding: Finding, pat: number, context: OfferContext): boolean {
  const isOffer = context.isKnownOffer ?? ((first: Finding) => isOffered(first, pat, context));
  return (finding.reihe?.zuvor ?? []).some((tag) => {
    const no = context.refused.get(itemOf(pat, { ...finding, tag })) ?? [];
    if (no.length > 0) return no.every(({ abgelehnt }) => abgelehnt !== 'nicht_erbracht');
    return context.findings.some(
      (first) =>
        first.tag === tag &&
        isSamePosition(first, finding) &&
        (!context.isGone(first) || context.isGone(finding)) &&
        isOffer(first),
    );
  });
}
/** Checks whether a visit of the same window can still be billed, but this one cannot. */
const isOverAndFollowed = (finding: Finding, { findings, isGone }: OfferContext): boolean =>
  isGone(finding) &&
  findings.some(
    (later) =>
      later.reihe?.zuvor.includes(finding.tag) === true &&
      isSamePosition(later, finding) &&
      !isGone(later),
  );

/**
 * Checks whether a finding is offered: it lost against no likelier one, or that one was refused and
 * it has a different basis; and no other visit of its window comes first.
 */
export function isOffered(finding: Finding, pat: number, context: OfferContext): boolean {
  if (finding.reihe !== undefined)
    if (isOfferedBefore(finding, pat, context) || isOverAndFollowed(finding, context)) return false;
  if (finding.verdeckt !== true) return true;
  const { findings, refused } = context;
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
        isOffered(one, pat, {
          refused,
          isGone: context.isGone,
          findings: findings.filter((other) => other !== finding),
        }),
      )
      .map((one) => ({ finding: one, abgelehnt: null })),
  ]);
}
