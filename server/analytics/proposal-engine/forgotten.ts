/** Forgotten positions of a practice by day, without creating a row for each. */
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Proposals, ProposalSnapshot } from './findings-cache.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { isSameFinding } from './places.ts';
import type { Row } from './row.ts';
import { createJoiner } from './rows.ts';
import { filingsOf } from './join-row.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { undecidedOffers } from './undecided-offers.ts';

/** A forgotten position with what key figures count of it. */
export interface ForgottenPosition {
  /** Index of the record; -1 where it is missing from the deliveries. */
  readonly pat: number;
  readonly finding: Finding;
  readonly day: number;
  /** Index of the practitioner; -1 where unknown. */
  readonly behandler: number;
  readonly cents: number;
  /** Whole cents that were found; 0 where the value is not known. */
  readonly found: number;
  /** It lost against a likelier finding, or shares a free position with other visits. */
  readonly isHidden: boolean;
  readonly isEstimated: boolean;
  readonly isRealised: boolean;
  /** Its row where it was decided or labelled. */
  readonly row?: Row;
}

/** Returns a finding as a forgotten position, with its row where it has one. */
export const toPosition = (
  snapshot: Snapshot,
  pat: number,
  finding: Finding,
  row?: Row,
): ForgottenPosition => ({
  pat,
  finding,
  day: dayNumberOf(finding.tag),
  behandler: snapshot.rawRows.tables.behandler.slotById.get(finding.behandler) ?? -1,
  cents: finding.cents,
  found: finding.wertArt === 'UNBEKANNT' ? 0 : Math.round(finding.cents),
  isHidden: finding.verdeckt === true || finding.reihe !== undefined,
  isEstimated: finding.wertArt !== undefined,
  isRealised: row?.state === 'UMGESETZT',
  ...(row && { row }),
});

/** More findings than memory holds; days times this stay exact. */
const MOST_FINDINGS = 2 ** 32;
/** Forgotten positions by day, and the day of each. */
interface PositionsByDay {
  readonly list: readonly ForgottenPosition[];
  readonly days: Int32Array;
}
const positions = new WeakMap<ProposalSnapshot['findings'], PositionsByDay>();
/**
 * Lists findings as positions by their day, those of a day in their given order. Positions are made
 * in that order, so that a span of days lies together in memory: reading them is all that most
 * questions do.
 */
function inOrderOfDays(snapshot: Snapshot, findings: ProposalSnapshot['findings']): PositionsByDay {
  const found: { pat: number; finding: Finding }[] = [];
  for (const [pat, own] of findings)
    for (const finding of own) if (finding.art === 'VERGESSEN') found.push({ pat, finding });
  // Day and position as one number each: sorting them needs no call for each pair.
  const keys = Float64Array.from(
    found,
    ({ finding }, at) => dayNumberOf(finding.tag) * MOST_FINDINGS + at,
  ).sort();
  const list = Array.from(keys, (key) => {
    const { pat, finding } = found[key % MOST_FINDINGS]!;
    return toPosition(snapshot, pat, finding);
  });
  return { list, days: Int32Array.from(list, ({ day }) => day) };
}
/** Returns the forgotten positions that are found now, by day; once per state of the findings. */
function forgottenByDay(v: ProposalSnapshot): PositionsByDay {
  let known = positions.get(v.findings);
  if (!known) positions.set(v.findings, (known = inOrderOfDays(v.state.snapshot, v.findings)));
  return known;
}
/** Returns the forgotten positions on days of a span that are found now, by day. */
export function forgottenBetween(
  v: ProposalSnapshot,
  from: string,
  to: string,
): readonly ForgottenPosition[] {
  const { list, days } = forgottenByDay(v);
  return list.slice(lowerBound(days, dayNumberOf(from)), lowerBound(days, dayNumberOf(to) + 1));
}

/** Forgotten positions of a span, decided or not. */
export interface ForgottenOfSpan {
  /** The newest first; of one day, those that are gone last. */
  readonly list: readonly ForgottenPosition[];
  stateOf(one: ForgottenPosition): ProposalState;
}
/**
 * Lists the forgotten positions of a span: those of `rowsOf`, but a position without any decision
 * has no row. It is open or expired, which only `stateOf` tells.
 */
export async function forgottenFrom(
  proposals: Proposals,
  cid: string,
  now: number,
  from: string,
  to: string,
): Promise<ForgottenOfSpan> {
  const v = await proposals.load(cid, now),
    u = await surroundingsOf(v, proposals.source, cid),
    joiner = await createJoiner(u, proposals.source, cid, from, to),
    found = forgottenBetween(v, from, to),
    list: ForgottenPosition[] = [];
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const one = found[at]!;
    if (!joiner.isDiscussed(one.pat)) {
      if (!one.isHidden || joiner.isOfferedUndecided(one.pat, one.finding)) list.push(one);
      continue;
    }
    const row = joiner.found(one.pat, one.finding);
    if (row) list.push(toPosition(v.state.snapshot, one.pat, one.finding, row));
  }
  const gone = joiner.gone(
    // Its rule may find it still, but no longer as forgotten.
    (pat, row) =>
      row.fund.art === 'VERGESSEN' &&
      v.findings.get(pat)?.some((one) => isSameFinding(one, row)) !== true,
  );
  for (const row of gone) list.push(toPosition(v.state.snapshot, row.pat, row.finding, row));
  if (gone.length > 0) list.sort((x, y) => y.day - x.day);
  return {
    list,
    stateOf: ({ row, finding }) =>
      row?.state ?? (filingsOf(u, finding).length > 0 ? 'VERFALLEN' : 'NEU'),
  };
}

/** Number of findings judged in one piece: about a millisecond. */
const PIECE = 200;
/** Yields pieces of work that judge all findings which depend on others. */
export function* judgeAhead(u: Surroundings): Generator<() => void> {
  const isOffered = undecidedOffers(u),
    dependent = forgottenByDay(u.proposals).list.filter((one) => one.isHidden);
  for (let from = 0; from < dependent.length; from += PIECE)
    yield () => {
      for (const { pat, finding } of dependent.slice(from, from + PIECE)) isOffered(pat, finding);
    };
}
