// Findings joined with decisions: the current state of each, its labels, and the billing that will
// close it.

import { type Finding } from '../../../shared/analytics/billing/proposal.ts';
import { dayNumberOf, dayText, plusMonths } from '../snapshot/calendar.ts';
import type { Proposals } from './findings-cache.ts';
import type { DecisionRow, ProposalSource } from './store.ts';
import type { Row, Only } from './row.ts';
import { placeKey, recordIndex, isLater, isSameFinding } from './places.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { filingsOf, rowOf } from './join-row.ts';
import { rejectedAmong, isOffered } from './offered.ts';
import { undecidedOffers } from './undecided-offers.ts';

/**
 * Returns the finding currently at a place and its state; undefined where none is offered and
 * nothing was decided.
 * @param rows decisions about its day
 */
export function rowAt(
  u: Surroundings,
  placeOf: { patid: string; tag: string; regel: string; zahn: string },
  row: DecisionRow | undefined,
  rows: Iterable<DecisionRow> = [],
): Row | undefined {
  const pat = recordIndex(u.proposals.state.snapshot, placeOf.patid);
  if (u.lockedRecords.has(pat)) return undefined;
  const findings = u.proposals.findings.get(pat) ?? [],
    finding = findings.find((one) => isSameFinding(one, placeOf));
  if (
    finding &&
    (row === undefined || row.state === 'NEU') &&
    !isOffered(finding, pat, {
      findings,
      refused: rejectedAmong(u.proposals.state.snapshot, rows),
      isGone: (one) => filingsOf(u, one).length > 0,
    })
  )
    return undefined;
  return finding
    ? rowOf(u, finding, pat, row, true, [])
    : row &&
        rowOf(
          u,
          { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
          pat,
          row,
          false,
          [],
        );
}
/**
 * Lists the proposals to be entered, whatever their day, in their current state: including those
 * that have since arrived or expired.
 */
export async function waitingRows(
  u: Surroundings,
  source: ProposalSource,
  cid: string,
): Promise<Row[]> {
  return (await source.decisions(cid, '9999-12-31', '0000-01-01')).flatMap(
    (row) => rowAt(u, row, row) ?? [],
  );
}

/** Returns the ids of labels by place. */
function labelsByPlace<L extends { labelId: string }>(
  said: readonly L[],
  keyOf: (one: L) => string,
): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const one of said) {
    const key = keyOf(one);
    const list = labels.get(key);
    if (list) list.push(one.labelId);
    else labels.set(key, [one.labelId]);
  }
  return labels;
}

/** The longest window in which one visit comes before another, in months. */
const LONGEST_WINDOW = 24;
/** Returns the first day whose decisions matter for proposals of a day. */
export const firstOfWindows = (day: string): string =>
  dayText(plusMonths(dayNumberOf(day), -LONGEST_WINDOW));

/** Decisions about the proposals of a span, and what they mean for others. */
interface Decisions {
  /** The latest decision of each place. */
  readonly decided: Map<string, DecisionRow>;
  readonly refused: ReturnType<typeof rejectedAmong>;
  /** Places whose position already waits to be entered. */
  readonly marked: ReadonlySet<string>;
  readonly labels: ReadonlyMap<string, string[]>;
  /** Records with a decision or a label; most patients have none. */
  readonly discussed: ReadonlySet<number | string>;
}
async function readDecisions(
  { proposals }: Surroundings,
  source: ProposalSource,
  cid: string,
  from: string,
  to: string,
): Promise<Decisions> {
  const { snapshot } = proposals.state,
    decided = new Map<string, DecisionRow>(),
    marked = new Set<string>();
  const rootOf = (patid: string): number | string => {
      const at = recordIndex(snapshot, patid);
      return at < 0 ? patid : at;
    },
    keyOf = (row: { patid: string; tag: string; regel: string; zahn: string }): string =>
      placeKey(rootOf(row.patid), row.tag, row.regel, row.zahn);
  for (const row of await source.decisions(cid, firstOfWindows(from), to)) {
    const key = keyOf(row),
      before = decided.get(key);
    if (before === undefined || isLater(row, before)) decided.set(key, row);
  }
  for (const row of decided.values())
    if (row.state === 'VORGEMERKT')
      marked.add(
        placeKey(rootOf(row.patid), row.tag, `${row.fund.system} ${row.fund.nr}`, row.zahn),
      );
  const said = await source.labels(cid);
  return {
    decided,
    refused: rejectedAmong(snapshot, decided.values()),
    marked,
    labels: labelsByPlace(said, keyOf),
    discussed: new Set([...decided.values(), ...said].map((row) => rootOf(row.patid))),
  };
}
/** Joins the findings of a span with its decisions; each decision is joined once. */
export interface Joiner {
  /** Checks whether a finding of a patient without any decision or label is offered. */
  isOfferedUndecided(pat: number, finding: Finding): boolean;
  isDiscussed(pat: number): boolean;
  /** Returns the row of a finding; undefined where it is not offered. */
  found(pat: number, finding: Finding): Row | undefined;
  /** Lists the rows of the decisions whose finding is gone. */
  gone(isAsked: (pat: number, row: DecisionRow) => boolean): Row[];
}
export async function createJoiner(
  u: Surroundings,
  source: ProposalSource,
  cid: string,
  from: string,
  to: string,
): Promise<Joiner> {
  const { findings } = u.proposals,
    { decided, refused, marked, labels, discussed } = await readDecisions(u, source, cid, from, to);
  const isOfferedUndecided = undecidedOffers(u),
    isOfferedYet = (pat: number, finding: Finding): boolean =>
      isOffered(finding, pat, {
        findings: findings.get(pat) ?? [],
        refused,
        isGone: (one) => filingsOf(u, one).length > 0,
      });
  return {
    isOfferedUndecided,
    isDiscussed: (pat) => discussed.has(pat),
    found(pat, finding) {
      if (!discussed.has(pat))
        return isOfferedUndecided(pat, finding)
          ? rowOf(u, finding, pat, undefined, true, [])
          : undefined;
      const key = placeKey(pat, finding.tag, finding.regel, finding.zahn),
        row = decided.get(key);
      decided.delete(key);
      // Another rule that proposes a position already waiting to be entered adds nothing.
      const isOpen = row === undefined || row.state === 'NEU';
      if (
        isOpen &&
        finding.art !== 'PRUEFUNG' &&
        finding.nr !== '' &&
        marked.has(placeKey(pat, finding.tag, `${finding.system} ${finding.nr}`, finding.zahn))
      )
        return undefined;
      if (isOpen && !isOfferedYet(pat, finding)) return undefined;
      return rowOf(u, finding, pat, row, true, labels.get(key) ?? []);
    },
    gone(isAsked) {
      return [...decided].flatMap(([key, row]) => {
        const pat = recordIndex(u.proposals.state.snapshot, row.patid);
        if (u.lockedRecords.has(pat) || row.tag < from || row.tag > to || !isAsked(pat, row))
          return [];
        const finding = { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn };
        return rowOf(u, finding, pat, row, false, labels.get(key) ?? []) ?? [];
      });
    },
  };
}

/**
 * Lists all proposals of a span of days, decided or not, unordered. Revoked ones that are gone are
 * left out.
 */
export async function rowsOf(
  u: Surroundings,
  source: ProposalSource,
  cid: string,
  from: string,
  to: string,
  only: Only = {},
): Promise<Row[]> {
  const matches = only.matches ?? (() => true),
    { findings } = u.proposals,
    joiner = await createJoiner(u, source, cid, from, to),
    rows: Row[] = [];
  for (const pat of only.patients ?? findings.keys()) {
    if (u.lockedRecords.has(pat)) continue;
    for (const finding of findings.get(pat) ?? []) {
      if (
        (only.isForgotten && finding.art !== 'VERGESSEN') ||
        finding.tag < from ||
        finding.tag > to ||
        !matches(pat, finding.tag)
      )
        continue;
      const row = joiner.found(pat, finding);
      if (row) rows.push(row);
    }
  }
  const gone = joiner.gone(
    (pat, row) =>
      matches(pat, row.tag) &&
      (!only.patients || only.patients.has(pat)) &&
      (!only.isForgotten || row.fund.art === 'VERGESSEN'),
  );
  for (const row of gone) rows.push(row);
  return rows;
}

/** Lists the same rows for a report. */
export async function rowsFrom(
  proposals: Proposals,
  cid: string,
  now: number,
  from: string,
  to: string,
  only?: Only,
): Promise<Row[]> {
  return rowsOf(
    await surroundingsOf(await proposals.load(cid, now), proposals.source, cid),
    proposals.source,
    cid,
    from,
    to,
    only,
  );
}
