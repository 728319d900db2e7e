// Response format of a proposal, with the texts of its rule and the patient's name.

import { findPosition } from '../../../catalog/find-position.ts';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Sum } from '../../../shared/analytics/billing/wire-values.schema.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayOrNull } from '../snapshot/calendar.ts';
import { patientNameOf, phoneOf } from '../reports/report-kind.ts';
import { areaOfFinding } from './filing-of.ts';
import { type Row } from './row.ts';

const EMPTY_WORDS = { de: '', en: '' };
export const birthDateOf = (snapshot: Snapshot, pat: number): string | null =>
  pat < 0 ? null : dayOrNull(snapshot.rawRows.tables.patient.columns['geburtsdatum']![pat]!);
export function practitionerName(snapshot: Snapshot, id: string): string {
  const t = snapshot.rawRows.tables.behandler,
    at = t.slotById.get(id) ?? -1,
    name = at < 0 ? '' : t.text('name', at);
  return name === '' ? id : name;
}
/**
 * Converts a row to a proposal on the wire; `von` of its decision is a user id, which the route
 * replaces with the name.
 */
export function toProposal(
  snapshot: Snapshot,
  {
    finding,
    pat,
    rule,
    state,
    row,
    labels,
    filing: expiresWith,
    instead,
    confidence: konfidenz,
    counterReasons: gegen,
  }: Row,
): Proposal {
  return {
    patid: pat < 0 ? finding.patid : snapshot.rawRows.tables.patient.ids[pat]!,
    tag: finding.tag,
    regel: finding.regel,
    zahn: finding.zahn,
    regelVersion: finding.regelVersion,
    art: finding.art,
    gruppe: rule?.gruppe ?? '',
    name: patientNameOf(snapshot, pat),
    geburtsdatum: birthDateOf(snapshot, pat),
    telefon: phoneOf(snapshot, pat),
    behandler: finding.behandler,
    behandlerName: practitionerName(snapshot, finding.behandler),
    titel: { ...(rule?.titel ?? EMPTY_WORDS) },
    grund: { ...(rule?.grund ?? EMPTY_WORDS) },
    noetig: { ...(rule?.noetig ?? EMPTY_WORDS) },
    dagegen: { ...(rule?.dagegen ?? EMPTY_WORDS) },
    quelle: rule?.quelle ?? '',
    mark: rule?.mark ?? '',
    system: finding.system,
    nr: finding.nr,
    bezeichnung:
      finding.nr === '' ? '' : (findPosition(finding.system, finding.nr, finding.tag)?.text ?? ''),
    menge: finding.menge,
    punkte: finding.punkte,
    cents: Math.round(finding.cents),
    wertArt: finding.wertArt ?? null,
    bereich: areaOfFinding(finding),
    konfidenz,
    startKonfidenz: finding.konfidenz,
    belege: finding.belege.map((one) => ({ ...one })),
    gegen: [...gegen],
    state,
    rev: row?.rev ?? 0,
    entscheid:
      row === undefined || row.state === 'NEU'
        ? null
        : { von: row.by, am: row.at, grund: row.grund, comment: row.comment },
    labels: [...labels],
    verfaelltMit: expiresWith,
    eingetragenAls: instead === null ? null : `${instead.system} ${instead.nr}`,
  };
}
/** Sums number and value, and how much of the value is guessed or unknown. */
export function sumOf(findings: readonly Pick<Finding, 'cents' | 'wertArt'>[]): Sum {
  const cents = (list: readonly Pick<Finding, 'cents'>[]): number =>
    Math.round(list.reduce((sum, one) => sum + one.cents, 0));
  return {
    anzahl: findings.length,
    cents: cents(findings),
    geschaetzt: cents(findings.filter((one) => one.wertArt === 'GESCHAETZT')),
    ohneWert: findings.filter((one) => one.wertArt === 'UNBEKANNT').length,
  };
}
export const sumOfRows = (rows: readonly Row[]): Sum => sumOf(rows.map((one) => one.finding));
