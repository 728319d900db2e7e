// A proposal as it goes over the wire, with the words of its rule and the person's name.

import { findPosition } from '../../../catalog/find-position.ts';
import type { Summe, Vorschlag } from '../../../shared/analytics/billing/billing.schema.ts';
import type { Fund } from '../../../shared/analytics/billing/proposal.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { tagOderNull } from '../snapshot/calendar.ts';
import { patientenName } from '../reports/report-kind.ts';
import { bereichVon, type Zeile } from './rows.ts';

const LEERE_WORTE = { de: '', en: '' };
export const geburtsdatumVon = (bild: Bild, pat: number): string | null =>
  pat < 0 ? null : tagOderNull(bild.roh.tabellen.patient.spalten['geburtsdatum']![pat]!);
export function behandlerName(bild: Bild, id: string): string {
  const t = bild.roh.tabellen.behandler,
    at = t.nach.get(id) ?? -1,
    name = at < 0 ? '' : t.text('name', at);
  return name === '' ? id : name;
}
/** `von` of its decision is the id of a person; whoever answers puts the name in. */
export function alsVorschlag(
  bild: Bild,
  { fund, pat, regel, state, row, labels, verfaelltMit, konfidenz, gegen }: Zeile,
): Vorschlag {
  return {
    patid: pat < 0 ? fund.patid : bild.roh.tabellen.patient.ids[pat]!,
    tag: fund.tag,
    regel: fund.regel,
    zahn: fund.zahn,
    regelVersion: fund.regelVersion,
    art: fund.art,
    gruppe: regel?.gruppe ?? '',
    name: patientenName(bild, pat),
    geburtsdatum: geburtsdatumVon(bild, pat),
    behandler: fund.behandler,
    behandlerName: behandlerName(bild, fund.behandler),
    titel: { ...(regel?.titel ?? LEERE_WORTE) },
    grund: { ...(regel?.grund ?? LEERE_WORTE) },
    noetig: { ...(regel?.noetig ?? LEERE_WORTE) },
    dagegen: { ...(regel?.dagegen ?? LEERE_WORTE) },
    quelle: regel?.quelle ?? '',
    mark: regel?.mark ?? '',
    system: fund.system,
    nr: fund.nr,
    bezeichnung: fund.nr === '' ? '' : (findPosition(fund.system, fund.nr, fund.tag)?.text ?? ''),
    menge: fund.menge,
    punkte: fund.punkte,
    cents: Math.round(fund.cents),
    wertArt: fund.wertArt ?? null,
    bereich: bereichVon(fund),
    konfidenz,
    startKonfidenz: fund.konfidenz,
    belege: fund.belege.map((one) => ({ ...one })),
    gegen: [...gegen],
    state,
    rev: row?.rev ?? 0,
    entscheid:
      row === undefined || row.state === 'NEU'
        ? null
        : { von: row.by, am: row.at, grund: row.grund, comment: row.comment },
    labels: [...labels],
    verfaelltMit,
  };
}
/** How many, worth what, and how much of that is a guess or not known at all. */
export function summeVon(funde: readonly Pick<Fund, 'cents' | 'wertArt'>[]): Summe {
  const cents = (list: readonly Pick<Fund, 'cents'>[]): number =>
    Math.round(list.reduce((sum, one) => sum + one.cents, 0));
  return {
    anzahl: funde.length,
    cents: cents(funde),
    geschaetzt: cents(funde.filter((one) => one.wertArt === 'GESCHAETZT')),
    ohneWert: funde.filter((one) => one.wertArt === 'UNBEKANNT').length,
  };
}
export const summe = (zeilen: readonly Zeile[]): Summe => summeVon(zeilen.map((one) => one.fund));
