/** Proposals and warnings with a value, of every kind, by day. */
import type { Finding, ProposalState } from '../../../../shared/analytics/billing/proposal.ts';
import { enteredServices } from '../../proposal-engine/arrival.ts';
import { forgottenFrom, toPosition, type CountedFinding } from '../../proposal-engine/forgotten.ts';
import type { Proposals, ProposalSnapshot } from '../../proposal-engine/findings-cache.ts';
import { rowOf } from '../../proposal-engine/join-row.ts';
import { moneyKindOf } from '../../proposal-engine/money-kinds.ts';
import { isSameFinding } from '../../proposal-engine/places.ts';
import type { Row } from '../../proposal-engine/row.ts';
import { createJoiner } from '../../proposal-engine/rows.ts';
import { surroundingsOf } from '../../proposal-engine/surroundings.ts';
import { dayNumberOf } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';

export interface ValuedOfSpan {
  /** The newest first. */
  readonly list: readonly CountedFinding[];
  stateOf(one: CountedFinding): ProposalState;
}

/** Returns a finding as it is counted; undefined where it has no value. */
export function toValued(
  snapshot: Snapshot,
  pat: number,
  finding: Finding,
  row?: Row,
): CountedFinding | undefined {
  return moneyKindOf(finding) === null ? undefined : toPosition(snapshot, pat, finding, row);
}

/** Valued findings that are no forgotten positions, the newest first, and the day of each. */
interface Others {
  readonly list: readonly CountedFinding[];
  /** Negative, so that they ascend. */
  readonly days: Int32Array;
}
const others = new WeakMap<ProposalSnapshot['findings'], Others>();
function makeOthers(v: ProposalSnapshot): Others {
  const list = [...v.findings]
    .flatMap(([pat, own]) =>
      own.flatMap((finding) =>
        finding.art === 'VERGESSEN' ? [] : (toValued(v.state.snapshot, pat, finding) ?? []),
      ),
    )
    .sort((x, y) => y.day - x.day);
  return { list, days: Int32Array.from(list, ({ day }) => -day) };
}
/** Returns the valued findings of a span that are no forgotten positions, the newest first. */
function othersBetween(v: ProposalSnapshot, from: string, to: string): readonly CountedFinding[] {
  let known = others.get(v.findings);
  if (!known) others.set(v.findings, (known = makeOthers(v)));
  const { list, days } = known;
  return list.slice(lowerBound(days, -dayNumberOf(to)), lowerBound(days, -dayNumberOf(from) + 1));
}

/** Merges two lists, the newest first. */
function newestFirst(
  a: readonly CountedFinding[],
  b: readonly CountedFinding[],
): readonly CountedFinding[] {
  if (b.length === 0) return a;
  const found: CountedFinding[] = [];
  let at = 0;
  for (const one of b) {
    while (at < a.length && a[at]!.day >= one.day) found.push(a[at++]!);
    found.push(one);
  }
  while (at < a.length) found.push(a[at++]!);
  return found;
}

/**
 * Lists the proposals and warnings of a span that have a value, decided or not. A chance that several
 * visits offered counts once, on the newest of them.
 */
export async function valuedFrom(
  proposals: Proposals,
  cid: string,
  now: number,
  from: string,
  to: string,
): Promise<ValuedOfSpan> {
  const forgotten = await forgottenFrom(proposals, cid, now, from, to),
    v = await proposals.load(cid, now),
    { snapshot } = v.state,
    u = await surroundingsOf(v, proposals.source, cid),
    joiner = await createJoiner(u, proposals.source, cid, from, to),
    list: CountedFinding[] = [],
    seen = new Set<string>();
  for (const one of othersBetween(v, from, to)) {
    const row = joiner.isDiscussed(one.pat) ? joiner.found(one.pat, one.finding) : undefined;
    if (row === undefined && (joiner.isDiscussed(one.pat) || !isOpen(joiner, one))) continue;
    const isDecided = row?.row !== undefined && row.row.state !== 'NEU';
    if (one.finding.art === 'POTENZIAL' && !isDecided) {
      const key = `${one.pat} ${one.finding.regel} ${one.finding.zahn}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    list.push(row ? (toValued(snapshot, one.pat, one.finding, row) ?? one) : one);
  }
  const gone = joiner.gone(
    (pat, row) =>
      row.fund.art !== 'VERGESSEN' &&
      v.findings.get(pat)?.some((one) => isSameFinding(one, row)) !== true,
  );
  for (const row of gone) {
    const one = toValued(snapshot, row.pat, row.finding, row);
    if (one) list.push(one);
  }
  if (gone.length > 0) list.sort((x, y) => y.day - x.day);
  return {
    list: newestFirst(forgotten.list, list),
    stateOf: (one) =>
      one.finding.art === 'VERGESSEN'
        ? forgotten.stateOf(one)
        : ((one.row ?? rowOf(u, one.finding, one.pat, undefined, true, []))?.state ?? 'NEU'),
  };
}
const isOpen = (
  joiner: Awaited<ReturnType<typeof createJoiner>>,
  { pat, finding }: CountedFinding,
): boolean => joiner.isOfferedUndecided(pat, finding);

/** Returns the services that were entered for an implemented proposal. */
export const servicesOf = (snapshot: Snapshot, { pat, finding, row }: CountedFinding): number[] =>
  enteredServices(snapshot, pat, finding, row?.instead ?? null);
