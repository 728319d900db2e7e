// Findings joined with decisions: the current state of each, its labels, and the billing that will
// close it.

import { type Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { Proposals } from './findings-cache.ts';
import type { DecisionRow, ProposalSource } from './store.ts';
import type { Row, Only } from './row.ts';
import { placeKey, recordIndex, isLater, isSameFinding } from './places.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { rowOf } from './join-row.ts';
import { rejectedAmong, isOffered } from './offered.ts';
import { forgottenByDay } from './forgotten.ts';

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
    !isOffered(finding, pat, findings, rejectedAmong(u.proposals.state.snapshot, rows))
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
  const matches = only.matches ?? (() => true);
  const { proposals: v } = u,
    { snapshot } = v.state,
    found: Row[] = [],
    decided = new Map<string, DecisionRow>(),
    marked = new Set<string>();
  const rootOf = (patid: string): number | string => {
      const at = recordIndex(snapshot, patid);
      return at < 0 ? patid : at;
    },
    keyOf = (row: { patid: string; tag: string; regel: string; zahn: string }): string =>
      placeKey(rootOf(row.patid), row.tag, row.regel, row.zahn);
  for (const row of await source.decisions(cid, from, to)) {
    const key = keyOf(row),
      before = decided.get(key);
    if (before === undefined || isLater(row, before)) decided.set(key, row);
  }
  const refused = rejectedAmong(snapshot, decided.values());
  for (const row of decided.values())
    if (row.state === 'VORGEMERKT')
      marked.add(
        placeKey(rootOf(row.patid), row.tag, `${row.fund.system} ${row.fund.nr}`, row.zahn),
      );
  const said = await source.labels(cid);
  const labels = labelsByPlace(said, keyOf);
  const discussed = new Set([...decided.values(), ...said].map((row) => rootOf(row.patid)));
  const add = (
    finding: Finding,
    pat: number,
    row: DecisionRow | undefined,
    isFiring: boolean,
    key: string,
  ): void => {
    const one = rowOf(u, finding, pat, row, isFiring, labels.get(key) ?? []);
    if (one) found.push(one);
  };
  const one = (pat: number, finding: Finding): void => {
    if (
      finding.tag < from ||
      finding.tag > to ||
      u.lockedRecords.has(pat) ||
      !matches(pat, finding.tag)
    )
      return;
    const findings = v.findings.get(pat) ?? [];
    // Most patients have no decisions.
    if (!discussed.has(pat)) {
      if (isOffered(finding, pat, findings, refused)) add(finding, pat, undefined, true, '');
      return;
    }
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
      return;
    if (isOpen && !isOffered(finding, pat, findings, refused)) return;
    add(finding, pat, row, true, key);
  };
  if (only.patients)
    for (const pat of only.patients)
      for (const finding of v.findings.get(pat) ?? []) {
        if (!only.isForgotten || finding.art === 'VERGESSEN') one(pat, finding);
      }
  else if (only.isForgotten) {
    const all = forgottenByDay(v.findings);
    for (let at = all.length - 1; at >= 0 && all[at]!.finding.tag >= from; at -= 1)
      one(all[at]!.pat, all[at]!.finding);
  } else
    for (const [pat, findings] of v.findings) for (const finding of findings) one(pat, finding);
  for (const [key, row] of decided) {
    const pat = recordIndex(snapshot, row.patid);
    if (
      u.lockedRecords.has(pat) ||
      row.tag < from ||
      row.tag > to ||
      !matches(pat, row.tag) ||
      (only.patients && !only.patients.has(pat)) ||
      (only.isForgotten && row.fund.art !== 'VERGESSEN')
    )
      continue;
    add({ ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn }, pat, row, false, key);
  }
  return found;
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
