/** Sums of open proposals by practitioner, without creating rows. */
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { ProposalSnapshot, Proposals } from './findings-cache.ts';
import type { OpenTotals } from './row.ts';
import { recordIndex } from './places.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { rowOf } from './join-row.ts';
import { forgottenBetween } from './forgotten.ts';
import { firstOfWindows, rowsOf } from './rows.ts';
import { handInKey, undecidedOffers } from './undecided-offers.ts';

interface Undecided {
  readonly key: string;
  readonly byPatient: ReadonlyMap<number, readonly Finding[]>;
  readonly totals: ReadonlyMap<string, OpenTotals>;
}

const undecided = new WeakMap<ProposalSnapshot['findings'], Undecided>();

/** Adds a finding to the sums of its practitioner, or takes it out. */
function countIn(sums: Map<string, OpenTotals>, finding: Finding, sign: 1 | -1): void {
  let own = sums.get(finding.behandler);
  if (!own)
    sums.set(finding.behandler, (own = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 }));
  own.anzahl += sign;
  own.cents += sign * finding.cents;
  if (finding.wertArt === 'GESCHAETZT') own.geschaetzt += sign * finding.cents;
  if (finding.wertArt === 'UNBEKANNT') own.ohneWert += sign;
}

/**
 * Open proposals of a span before any decision, by patient and summed by practitioner; cached until
 * findings or submitted billings change.
 */
function openWithoutDecisions(u: Surroundings, from: string, to: string): Undecided {
  const { findings } = u.proposals,
    key = JSON.stringify([from, to, handInKey(u)]),
    known = undecided.get(findings);
  if (known?.key === key) return known;
  const by = new Map<number, Finding[]>(),
    totals = new Map<string, OpenTotals>(),
    isOffered = undecidedOffers(u);
  for (const { pat, finding } of forgottenBetween(u.proposals, from, to)) {
    if (!isOffered(pat, finding) || rowOf(u, finding, pat, undefined, true, [])?.state !== 'NEU')
      continue;
    const own = by.get(pat);
    if (own) own.push(finding);
    else by.set(pat, [finding]);
    countIn(totals, finding, 1);
  }
  const made: Undecided = { key, byPatient: by, totals };
  undecided.set(findings, made);
  return made;
}

/**
 * Sums the open proposals of forgotten positions on days of a span, by practitioner (`` where
 * unknown): the sums of `rowsOf` without creating rows.
 */
export async function openSums(
  proposals: Proposals,
  cid: string,
  now: number,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, OpenTotals>> {
  const { source } = proposals,
    u = await surroundingsOf(await proposals.load(cid, now), source, cid),
    { byPatient: by, totals } = openWithoutDecisions(u, from, to),
    sums = new Map([...totals].map(([who, sum]) => [who, { ...sum }]));
  const patients = new Set(
    (await source.decisions(cid, firstOfWindows(from), to))
      .map((row) => recordIndex(u.proposals.state.snapshot, row.patid))
      .filter((at) => at >= 0),
  );
  for (const pat of patients) for (const finding of by.get(pat) ?? []) countIn(sums, finding, -1);
  if (patients.size > 0)
    for (const one of await rowsOf(u, source, cid, from, to, {
      patients: patients,
      isForgotten: true,
    }))
      if (one.state === 'NEU') countIn(sums, one.finding, 1);
  return sums;
}
