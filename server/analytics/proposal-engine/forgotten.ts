/** Forgotten positions of a practice by day, without creating a row for each. */
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Proposals, ProposalSnapshot } from './findings-cache.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { foundCents, moneyKindOf, type MoneyKind } from './money-kinds.ts';
import { isSameFinding } from './places.ts';
import type { Row } from './row.ts';
import { createJoiner } from './rows.ts';
import { filingsOf } from './join-row.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { undecidedOffers } from './undecided-offers.ts';

/** A finding with what key figures count of it. */
export interface CountedFinding {
  /** Index of the record; -1 where it is missing from the deliveries. */
  readonly pat: number;
  readonly finding: Finding;
  readonly day: number;
  /** Index of the practitioner; -1 where unknown. */
  readonly behandler: number;
  readonly cents: number;
  readonly kind: MoneyKind;
  /** Whole cents that were found; 0 where the value is not known. */
  readonly found: number;
  /** It lost against a likelier finding, or shares a free position with other visits. */
  readonly isHidden: boolean;
  readonly isEstimated: boolean;
  readonly isRealised: boolean;
  /** Its row where it was decided or labelled. */
  readonly row?: Row;
}

/** Returns a finding as it is counted, with its row where it has one. */
export const toPosition = (
  snapshot: Snapshot,
  pat: number,
  finding: Finding,
  row?: Row,
): CountedFinding => ({
  pat,
  finding,
  day: dayNumberOf(finding.tag),
  behandler: snapshot.rawRows.tables.behandler.slotById.get(finding.behandler) ?? -1,
  cents: finding.cents,
  kind: moneyKindOf(finding) ?? 'VERGESSEN',
  found: foundCents(finding),
  isHidden: finding.verdeckt === true || finding.reihe !== undefined,
  isEstimated: finding.wertArt !== undefined,
  isRealised: row?.state === 'UMGESETZT',
  ...(row && { row }),
});

/** More findings than memory holds; days times this stay exact. */
const MOST_FINDINGS = 2 ** 32;
/** Forgotten positions by day, and the day of each. */
interface PositionsByDay {
  readonly list: readonly CountedFinding[];
  readonly days: Int32Array;
}
const positions = new WeakMap<ProposalSnapshot['findings'], PositionsByDay>();
/** Number of findings listed or judged before other questions are answered. */
const PIECE = 4096;
/**
 * Lists findings as positions by their day, those of a day in their given order. Positions are made
 * in that order, so that a span of days lies together in memory: reading them is all that most
 * questions do. Pauses after each piece.
 */
function* listByDay({ state, findings }: ProposalSnapshot): Generator<void, PositionsByDay> {
  const found: { pat: number; finding: Finding }[] = [],
    keys: number[] = [];
  for (const [pat, own] of findings)
    for (const finding of own) {
      if (finding.art !== 'VERGESSEN') continue;
      // Day and position as one number each: sorting them needs no call for each pair.
      keys.push(dayNumberOf(finding.tag) * MOST_FINDINGS + found.length);
      if (found.push({ pat, finding }) % PIECE === 0) yield;
    }
  const list: CountedFinding[] = [];
  for (const key of Float64Array.from(keys).sort()) {
    const { pat, finding } = found[key % MOST_FINDINGS]!;
    if (list.push(toPosition(state.snapshot, pat, finding)) % PIECE === 0) yield;
  }
  return { list, days: Int32Array.from(list, ({ day }) => day) };
}
/** Lists the forgotten positions that are found now, by day; once per state of the findings. */
function* forgottenInPieces(v: ProposalSnapshot): Generator<void, PositionsByDay> {
  let known = positions.get(v.findings);
  if (!known) positions.set(v.findings, (known = yield* listByDay(v)));
  return known;
}
function forgottenByDay(v: ProposalSnapshot): PositionsByDay {
  const pieces = forgottenInPieces(v);
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}
/** Returns the forgotten positions on days of a span that are found now, by day. */
export function forgottenBetween(
  v: ProposalSnapshot,
  from: string,
  to: string,
): readonly CountedFinding[] {
  const { list, days } = forgottenByDay(v);
  return list.slice(lowerBound(days, dayNumberOf(from)), lowerBound(days, dayNumberOf(to) + 1));
}

/** Forgotten positions of a span, decided or not. */
export interface ForgottenOfSpan {
  /** The newest first; of one day, those that are gone last. */
  readonly list: readonly CountedFinding[];
  stateOf(one: CountedFinding): ProposalState;
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
    list: CountedFinding[] = [];
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

/** Judges all findings whose offer depends on others; pauses after each piece. */
export function* judgeAhead(u: Surroundings): Generator<void, void> {
  const isOffered = undecidedOffers(u),
    { list } = yield* forgottenInPieces(u.proposals);
  let judged = 0;
  for (const { pat, finding, isHidden } of list) {
    if (!isHidden) continue;
    isOffered(pat, finding);
    judged += 1;
    if (judged % PIECE === 0) yield;
  }
}
