// Findings joined with decisions: the current state of each, its labels, and the billing that will
// close it.

import {
  filingAreaOf,
  isFiled,
  isOftenRejected,
  gelernt,
  billingPeriodOf,
  type FilingArea,
} from '../../../shared/analytics/billing/billing.ts';
import type { z } from 'zod';
import type { stampKzvSchema, Sum } from '../../../shared/analytics/billing/billing.schema.ts';
import { regionOfStamp } from '../../../catalog/kzv/kzv.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import {
  comesAfter,
  type Candidate,
  type Finding,
  type CounterReason,
  type ProposalState,
} from '../../../shared/analytics/billing/proposal.ts';
import { areaFromPosition, normalizedNumber } from '../snapshot/area.ts';
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { Proposals, ProposalSnapshot } from './findings-cache.ts';
import type { FilingRow, DecisionRow, ProposalSource } from './store.ts';

export interface Row {
  readonly fund: Finding;
  /** Index of the record; -1 where it is missing from the deliveries. */
  readonly pat: number;
  readonly regel: Rule | undefined;
  readonly state: ProposalState;
  readonly row: DecisionRow | undefined;
  readonly labels: readonly string[];
  readonly verfaelltMit: { bereich: FilingArea; zeitraum: string } | null;
  /** When the first billing that includes it was handed in, ms; null without one. */
  readonly expiredAt: number | null;
  readonly konfidenz: number;
  readonly gegen: readonly CounterReason[];
  /** Whether the engine currently finds it; otherwise it is listed because it was decided. */
  readonly isFiring: boolean;
}
export interface LearnedCounts {
  readonly angenommen: number;
  readonly abgelehnt: number;
}
/** `zu`: indexes of records that are locked for the caller (Art. 18 GDPR). */
export interface Surroundings {
  readonly v: ProposalSnapshot;
  readonly zu: ReadonlySet<number>;
  readonly filings: readonly FilingRow[];
  readonly gelernt: ReadonlyMap<string, LearnedCounts>;
}
const NONE: LearnedCounts = { angenommen: 0, abgelehnt: 0 };
export const learnedCountsOf = (u: Surroundings, rule: string): LearnedCounts =>
  u.gelernt.get(rule) ?? NONE;

/** Accepted and refused decisions by rule. */
export async function surroundingsOf(
  v: ProposalSnapshot,
  source: ProposalSource,
  cid: string,
  lockedIds: readonly string[] = [],
): Promise<Surroundings> {
  const counts = new Map<string, { angenommen: number; abgelehnt: number }>();
  const [tally, filings] = await Promise.all([source.tally(cid), source.filings(cid)]);
  for (const { regel: rule, state } of tally) {
    if (state === 'NEU') continue;
    let one = counts.get(rule);
    if (!one) counts.set(rule, (one = { angenommen: 0, abgelehnt: 0 }));
    if (state === 'ABGELEHNT') one.abgelehnt += 1;
    else one.angenommen += 1;
  }
  return {
    v,
    zu: new Set(lockedIds.map((one) => recordIndex(v.stand.snapshot, one)).filter((at) => at >= 0)),
    filings,
    gelernt: counts,
  };
}

/**
 * Checks whether a charged position exists for a person: on days of a span, at the tooth where one
 * is given.
 */
function isPresent(
  snapshot: Snapshot,
  pat: number,
  since: number,
  to: number,
  fund: Finding,
): boolean {
  const { services, rawRows } = snapshot,
    { from, rows } = services.byPatient,
    service = rawRows.tables.leistung,
    own = rows.subarray(from[pat], from[pat + 1]),
    word = services.positionNumbers.codes.get(normalizedNumber(fund.nr)),
    system = SYSTEM[fund.system];
  if (word === undefined) return false;
  // Rows of a patient are sorted by day, like all rows.
  for (
    let g = lowerBound(own, lowerBound(services.day, since));
    g < own.length && services.day[own[g]!]! <= to;
    g += 1
  ) {
    const i = own[g]!;
    if (
      services.system[i] === system &&
      services.nr[i] === word &&
      (fund.zahn === '' ||
        service
          .text('zahn', services.rawRows[i]!)
          .split(/[^0-9]+/)
          .includes(fund.zahn) ||
        service.text('zahn', services.rawRows[i]!) === '')
    )
      return true;
  }
  return false;
}
/** A used chance is charged at one of the next contacts. */
const DAYS_PER_YEAR = 365;
/** Checks whether the position to be entered has arrived. A warning is settled when it is gone. */
function hasArrived(v: ProposalSnapshot, pat: number, fund: Finding, isFiring: boolean): boolean {
  if (isFiring || pat < 0) return false;
  const { snapshot } = v.stand,
    day = dayNumberOf(fund.tag),
    isOn = v.ruleSet.an.has(fund.regel);
  if (fund.art === 'PRUEFUNG') return isOn;
  if (fund.nr === '') return false;
  // Where the position was charged before, its quantity was too small: only the rule itself can
  // confirm the correction.
  if (
    !isOn &&
    fund.belege.some(
      (one) =>
        one.was === 'heute' &&
        one.system === fund.system &&
        normalizedNumber(one.nr) === normalizedNumber(fund.nr),
    )
  )
    return false;
  return isPresent(snapshot, pat, day, fund.art === 'POTENZIAL' ? day + DAYS_PER_YEAR : day, fund);
}

/**
 * Returns the region of the KZV in a stamp's number (nine digits, the first two are the KZV's); ''
 * where it contains none.
 */
function kzvFromNumber(snapshot: Snapshot, stempel: number): string {
  return stempel < 0
    ? ''
    : (regionOfStamp(snapshot.rawRows.tables.stempel.text('kzvNummer', stempel)) ?? '');
}
/**
 * Returns the region of a practitioner's KZV: as entered by the practice for the stamp, else by the
 * stamp's number, else the one with a fee limit; '' where unknown.
 */
export function kzvOf(
  { stand: { snapshot }, ruleSet }: ProposalSnapshot,
  behandler: string,
): string {
  const { behandler: people, stempel } = snapshot.rawRows.tables,
    at = people.slotById.get(behandler) ?? -1,
    stamp = at < 0 ? -1 : people.columns['stempel']![at]!,
    said = stamp < 0 ? '' : (ruleSet.einstellung.kzv?.[stempel.ids[stamp]!] ?? '');
  return said !== '' ? said : kzvFromNumber(snapshot, stamp) || (ruleSet.environment.region ?? '');
}
/** Every stamp with its KZV, by name. */
export function stampsWithKzv({
  stand: { snapshot },
  ruleSet,
}: ProposalSnapshot): z.output<typeof stampKzvSchema>[] {
  const { stempel } = snapshot.rawRows.tables;
  return [...snapshot.rawRows.live('stempel')]
    .map((at) => ({
      id: stempel.ids[at]!,
      name: stempel.text('name', at),
      ausNummer: kzvFromNumber(snapshot, at),
      kzv: ruleSet.einstellung.kzv?.[stempel.ids[at]!] ?? '',
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de') || (a.id < b.id ? -1 : 1));
}
interface Filing {
  bereich: FilingArea;
  zeitraum: string;
}
const filings = new WeakMap<Finding, Filing | null>();
/** Returns the billing that includes a finding; a finding never changes. */
function filingOf(fund: Finding): Filing | null {
  if (fund.art !== 'VERGESSEN' || fund.nr === '') return null;
  let known = filings.get(fund);
  if (known === undefined) {
    const bereich = filingAreaOf(fund.system, areaFromPosition(fund.system, fund.nr));
    filings.set(
      fund,
      (known = bereich === null ? null : { bereich, zeitraum: billingPeriodOf(bereich, fund.tag) }),
    );
  }
  return known;
}
export const areaOfFinding = (fund: Finding) =>
  areaFromPosition(
    fund.nr === '' || !GEBUEHREN.includes(fund.system) ? 'EIGEN' : fund.system,
    fund.nr,
  );

const placeKey = (pat: number | string, day: string, rest: string, tooth: string): string =>
  `${pat}\u0000${day}\u0000${rest}\u0000${tooth}`;
/** Returns the index of the record that a number currently resolves to; -1 where it is missing. */
export function recordIndex({ mergedInto, rawRows }: Snapshot, patid: string): number {
  const at = rawRows.tables.patient.slotById.get(patid);
  return at === undefined || at >= mergedInto.length ? -1 : mergedInto[at]!;
}
/** Joins one finding with its decision; undefined for one that was revoked and is gone. */
function rowOf(
  { v, filings, ...u }: Surroundings,
  fund: Finding,
  pat: number,
  row: DecisionRow | undefined,
  isFiring: boolean,
  labels: readonly string[],
): Row | undefined {
  const rule = v.ruleSet.alle.get(fund.regel),
    verfaelltMit = filingOf(fund),
    gone =
      verfaelltMit === null
        ? []
        : filings.filter((one) =>
            isFiled([one], kzvOf(v, fund.behandler), verfaelltMit.bereich, fund.tag),
          ),
    isGone = gone.length > 0,
    kept: ProposalState = row?.state ?? 'NEU';
  // A position that arrived and is missing again has to be entered again.
  let state: ProposalState = kept === 'UMGESETZT' && isFiring ? 'VORGEMERKT' : kept;
  if (state === 'VORGEMERKT' && hasArrived(v, pat, fund, isFiring)) state = 'UMGESETZT';
  if (state === 'NEU' && !isFiring) return undefined;
  if ((state === 'NEU' || state === 'VORGEMERKT') && isGone) state = 'VERFALLEN';
  const { angenommen, abgelehnt } = u.gelernt.get(fund.regel) ?? NONE,
    config = v.ruleSet.einstellung.labelConfig;
  const gegen = [
    ...new Set<CounterReason>([
      ...fund.gegen,
      ...(isOftenRejected(angenommen, abgelehnt) ? ['oftAbgelehnt' as const] : []),
      ...(isGone ? ['abgegeben' as const] : []),
    ]),
  ];
  return {
    fund,
    pat,
    regel: rule,
    state,
    row,
    labels: [
      ...new Set([...(config[rule?.gruppe ?? ''] ?? []), ...(config[fund.regel] ?? []), ...labels]),
    ],
    verfaelltMit,
    expiredAt: isGone ? Math.min(...gone.map((one) => one.at)) : null,
    konfidenz: gelernt(fund.konfidenz, angenommen, abgelehnt),
    gegen,
    isFiring,
  };
}
/** Merged records may each have decisions: the latest one counts. */
export const isLater = (row: DecisionRow, than: DecisionRow): boolean =>
  row.at > than.at || (row.at === than.at && row.patid > than.patid);
const isSameFinding = (fund: Finding, row: { tag: string; regel: string; zahn: string }): boolean =>
  fund.tag === row.tag && fund.regel === row.regel && fund.zahn === row.zahn;
const itemOf = (pat: number | string, fund: Pick<Finding, 'tag' | 'system' | 'nr'>): string =>
  placeKey(pat, fund.tag, `${fund.system} ${fund.nr}`, '');
/** Refused proposals of each position and day of a person, as found then. */
function rejectedAmong(snapshot: Snapshot, rows: Iterable<DecisionRow>): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const row of rows) {
    if (row.state !== 'ABGELEHNT' || row.fund.nr === '') continue;
    const at = recordIndex(snapshot, row.patid),
      key = itemOf(at < 0 ? row.patid : at, { ...row.fund, tag: row.tag }),
      one: Candidate = {
        fund: { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
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
function isOffered(
  fund: Finding,
  pat: number,
  findings: readonly Finding[],
  refused: ReadonlyMap<string, readonly Candidate[]>,
): boolean {
  if (fund.verdeckt !== true) return true;
  const no = refused.get(itemOf(pat, fund)) ?? [];
  if (no.length === 0) return false;
  const others = findings.filter(
    (one) =>
      one !== fund &&
      one.tag === fund.tag &&
      one.system === fund.system &&
      one.nr === fund.nr &&
      one.art !== 'PRUEFUNG' &&
      !no.some(({ fund: gone }) => isSameFinding(one, gone)),
  );
  // A hidden finding that is not offered itself blocks no other.
  return comesAfter(fund, [
    ...no,
    ...others
      .filter((one) =>
        isOffered(
          one,
          pat,
          findings.filter((other) => other !== fund),
          refused,
        ),
      )
      .map((one) => ({ fund: one, abgelehnt: null })),
  ]);
}
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
  const pat = recordIndex(u.v.stand.snapshot, placeOf.patid);
  if (u.zu.has(pat)) return undefined;
  const findings = u.v.findings.get(pat) ?? [],
    fund = findings.find((one) => isSameFinding(one, placeOf));
  if (
    fund &&
    (row === undefined || row.state === 'NEU') &&
    !isOffered(fund, pat, findings, rejectedAmong(u.v.stand.snapshot, rows))
  )
    return undefined;
  return fund
    ? rowOf(u, fund, pat, row, true, [])
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
 * Proposals to be entered, whatever their day, in their current state: including those that have
 * since arrived or expired.
 */
export async function waitingRows(
  u: Surroundings,
  source: ProposalSource,
  cid: string,
): Promise<Row[]> {
  return (await source.entscheide(cid, '9999-12-31', '0000-01-01')).flatMap(
    (row) => rowAt(u, row, row) ?? [],
  );
}

/**
 * Filter of proposals: patients (indexes of records), forgotten positions only, matching person and
 * day only.
 */
export interface Only {
  readonly patienten?: ReadonlySet<number> | undefined;
  readonly isForgotten?: true;
  readonly matches?: (pat: number, day: string) => boolean;
}
interface ForgottenRow {
  readonly pat: number;
  readonly fund: Finding;
}
const forgottenRows = new WeakMap<ProposalSnapshot['findings'], readonly ForgottenRow[]>();
/** Forgotten positions by day; listed once per state of the findings. */
function forgottenByDay(findings: ProposalSnapshot['findings']): readonly ForgottenRow[] {
  let known = forgottenRows.get(findings);
  if (!known) {
    const found: ForgottenRow[] = [];
    for (const [pat, own] of findings)
      for (const fund of own) if (fund.art === 'VERGESSEN') found.push({ pat, fund });
    forgottenRows.set(
      findings,
      (known = found.sort((x, y) =>
        x.fund.tag < y.fund.tag ? -1 : x.fund.tag > y.fund.tag ? 1 : 0,
      )),
    );
  }
  return known;
}
/**
 * All proposals of a span of days, decided or not, unordered. Revoked ones that are gone are left
 * out.
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
  const { v } = u,
    { snapshot } = v.stand,
    found: Row[] = [],
    decided = new Map<string, DecisionRow>(),
    marked = new Set<string>(),
    labels = new Map<string, string[]>();
  const rootOf = (patid: string): number | string => {
      const at = recordIndex(snapshot, patid);
      return at < 0 ? patid : at;
    },
    keyOf = (row: { patid: string; tag: string; regel: string; zahn: string }): string =>
      placeKey(rootOf(row.patid), row.tag, row.regel, row.zahn);
  for (const row of await source.entscheide(cid, from, to)) {
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
  for (const one of said) {
    const key = keyOf(one),
      list = labels.get(key);
    if (list) list.push(one.labelId);
    else labels.set(key, [one.labelId]);
  }
  const discussed = new Set<number | string>();
  for (const row of decided.values()) discussed.add(rootOf(row.patid));
  for (const one of said) discussed.add(rootOf(one.patid));
  const add = (
    fund: Finding,
    pat: number,
    row: DecisionRow | undefined,
    isFiring: boolean,
    key: string,
  ): void => {
    const one = rowOf(u, fund, pat, row, isFiring, labels.get(key) ?? []);
    if (one) found.push(one);
  };
  const one = (pat: number, fund: Finding): void => {
    if (fund.tag < from || fund.tag > to || u.zu.has(pat) || !matches(pat, fund.tag)) return;
    const findings = v.findings.get(pat) ?? [];
    // Most patients have no decisions.
    if (!discussed.has(pat)) {
      if (isOffered(fund, pat, findings, refused)) add(fund, pat, undefined, true, '');
      return;
    }
    const key = placeKey(pat, fund.tag, fund.regel, fund.zahn),
      row = decided.get(key);
    decided.delete(key);
    // Another rule that proposes a position already waiting to be entered adds nothing.
    const isOpen = row === undefined || row.state === 'NEU';
    if (
      isOpen &&
      fund.art !== 'PRUEFUNG' &&
      fund.nr !== '' &&
      marked.has(placeKey(pat, fund.tag, `${fund.system} ${fund.nr}`, fund.zahn))
    )
      return;
    if (isOpen && !isOffered(fund, pat, findings, refused)) return;
    add(fund, pat, row, true, key);
  };
  if (only.patienten)
    for (const pat of only.patienten)
      for (const fund of v.findings.get(pat) ?? []) {
        if (!only.isForgotten || fund.art === 'VERGESSEN') one(pat, fund);
      }
  else if (only.isForgotten) {
    const all = forgottenByDay(v.findings);
    for (let at = all.length - 1; at >= 0 && all[at]!.fund.tag >= from; at -= 1)
      one(all[at]!.pat, all[at]!.fund);
  } else for (const [pat, findings] of v.findings) for (const fund of findings) one(pat, fund);
  for (const [key, row] of decided) {
    const pat = recordIndex(snapshot, row.patid);
    if (
      u.zu.has(pat) ||
      row.tag < from ||
      row.tag > to ||
      !matches(pat, row.tag) ||
      (only.patienten && !only.patienten.has(pat)) ||
      (only.isForgotten && row.fund.art !== 'VERGESSEN')
    )
      continue;
    add({ ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn }, pat, row, false, key);
  }
  return found;
}

/** The same for a report. */
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

/**
 * Open proposals of forgotten positions: number, cents, guessed part of the cents, and number with
 * unknown value.
 */
export type OpenTotals = Sum;
interface Undecided {
  readonly wort: string;
  readonly von: ReadonlyMap<number, readonly Finding[]>;
  readonly totals: ReadonlyMap<string, OpenTotals>;
}
const undecided = new WeakMap<ProposalSnapshot['findings'], Undecided>();
function lockedIds(sums: Map<string, OpenTotals>, fund: Finding, sign: 1 | -1): void {
  let own = sums.get(fund.behandler);
  if (!own) sums.set(fund.behandler, (own = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 }));
  own.anzahl += sign;
  own.cents += sign * fund.cents;
  if (fund.wertArt === 'GESCHAETZT') own.geschaetzt += sign * fund.cents;
  if (fund.wertArt === 'UNBEKANNT') own.ohneWert += sign;
}
/**
 * Open proposals of a span before any decision, by patient and summed by practitioner; cached until
 * findings or handed-in billings change.
 */
function openWithoutDecisions(u: Surroundings, from: string, to: string): Undecided {
  const { findings, ruleSet } = u.v,
    word = JSON.stringify([
      from,
      to,
      u.filings,
      ruleSet.einstellung.kzv,
      ruleSet.environment.region,
    ]),
    known = undecided.get(findings);
  if (known?.wort === word) return known;
  const by = new Map<number, Finding[]>(),
    totals = new Map<string, OpenTotals>(),
    all = forgottenByDay(findings);
  for (let at = all.length - 1; at >= 0 && all[at]!.fund.tag >= from; at -= 1) {
    const { pat, fund } = all[at]!;
    if (
      fund.tag > to ||
      fund.verdeckt === true ||
      rowOf(u, fund, pat, undefined, true, [])?.state !== 'NEU'
    )
      continue;
    const own = by.get(pat);
    if (own) own.push(fund);
    else by.set(pat, [fund]);
    lockedIds(totals, fund, 1);
  }
  const made: Undecided = { wort: word, von: by, totals };
  undecided.set(findings, made);
  return made;
}
/**
 * Open proposals of forgotten positions on days of a span, by practitioner (`` where unknown): the
 * sums of `rowsOf` without creating rows.
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
    { von: by, totals } = openWithoutDecisions(u, from, to),
    sums = new Map([...totals].map(([who, sum]) => [who, { ...sum }]));
  const patients = new Set(
    (await source.entscheide(cid, from, to))
      .map((row) => recordIndex(u.v.stand.snapshot, row.patid))
      .filter((at) => at >= 0),
  );
  for (const pat of patients) for (const fund of by.get(pat) ?? []) lockedIds(sums, fund, -1);
  if (patients.size > 0)
    for (const one of await rowsOf(u, source, cid, from, to, {
      patienten: patients,
      isForgotten: true,
    }))
      if (one.state === 'NEU') lockedIds(sums, one.fund, 1);
  return sums;
}
