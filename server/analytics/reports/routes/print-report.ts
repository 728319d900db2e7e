// A report as it goes to paper: its question, what it was asked, how old its data are, its key figures and its table, all in German words.

import {
  formatCell,
  formatDay,
  formatDelta,
  isNumeric,
  NOTHING,
  spalteIn,
} from '../../../../shared/analytics/reports/report-format.ts';
import WORTE from '../../../../shared/analytics/reports/report-words.de.json' with { type: 'json' };
import type {
  Bericht,
  BerichtFilter,
  KpiWert,
  Spalte,
  Zelle,
} from '../../../../shared/analytics/reports/report.ts';
import { germanMoment } from '../../../../shared/base/dates.ts';
import { istKennzahl, kennzahlVon } from '../../../../shared/analytics/reports/figures.ts';
import type { Report } from '../../../paper/pdf/report.ts';

/** Rows that paper can hold; what is more belongs into a file. */
export const PAPIER_ZEILEN = 2_000;
/** More columns stand on a sheet laid across. */
const HOCHKANT = 6;

const texts: Readonly<Record<string, string>> = WORTE;
export const wort = (given: string): string =>
  (istKennzahl(given) ? kennzahlVon(given).name : undefined) ??
  texts[`wort.${given}`] ??
  texts[`bereich.${given}`] ??
  given;
export const frageVon = (pfad: string): string => texts[`frage.${pfad}`] ?? pfad;
const zelle = (value: Zelle | undefined, { typ, key }: Spalte): string =>
  formatCell(value, typ, 'de', (given) => texts[`wort.${key}.${given}`] ?? wort(given));

const LISTEN = [
  'behandler',
  'zimmer',
  'teams',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
] as const;
const NAMEN: Readonly<Record<(typeof LISTEN)[number], string>> = {
  behandler: 'Behandler',
  zimmer: 'Zimmer',
  teams: 'Team',
  stempel: 'Stempel',
  versicherung: 'Versicherung',
  bereich: 'Bereich',
  terminart: 'Terminart',
  termingruppe: 'Termingruppe',
};
const BASIS: Readonly<Record<BerichtFilter['basis'], string>> = {
  leistung: 'Tag der Behandlung',
  rechnung: 'Tag der Rechnung',
  zahlung: 'Tag der Zahlung',
};
const VERGLEICH: Readonly<Record<BerichtFilter['vergleich'], string>> = {
  VORJAHR: 'Vergleich mit dem Vorjahr',
  VORPERIODE: 'Vergleich mit dem Zeitraum davor',
  KEIN: 'ohne Vergleich',
};

/** What was asked, in words. @param nameOf name of an id of a list; the id where it has none */
export function filterWorte(
  filter: BerichtFilter,
  nameOf: (list: string, id: string) => string,
): string[] {
  return [
    ...LISTEN.flatMap((list) =>
      filter[list].length === 0
        ? []
        : [`${NAMEN[list]}: ${filter[list].map((id) => nameOf(list, id)).join(', ')}`],
    ),
    `Gezählt nach dem ${BASIS[filter.basis]}`,
    VERGLEICH[filter.vergleich],
  ];
}
function kpiWort({
  key,
  wert,
  vergleich,
  delta,
  ziel,
  vollstaendigAb,
  vergleichAb,
  standAm,
}: KpiWert): string {
  const k = istKennzahl(key) ? kennzahlVon(key) : undefined,
    say = (value: number | null): string => formatCell(value, k?.einheit ?? 'zahl', 'de', wort);
  const change = formatDelta(delta, 'de');
  return [
    `${k?.name ?? wort(key)}: ${say(wert)}`,
    ...(standAm === undefined ? [] : [`Stand ${formatDay(standAm, 'de')}`]),
    ...(vergleich === null
      ? []
      : [`vorher ${say(vergleich)}${change === '' ? '' : ` (${change})`}`]),
    ...(ziel === null ? [] : [`Ziel ${say(ziel)}`]),
    ...(vollstaendigAb === undefined
      ? []
      : [`erst am ${formatDay(vollstaendigAb, 'de')} vollständig`]),
    ...(vergleichAb === undefined
      ? []
      : [`ohne Vergleich, Daten erst ab ${formatDay(vergleichAb, 'de')}`]),
  ].join(' · ');
}

interface Kopf {
  titel: string;
  praxis: Report['praxis'];
  now: number;
  nameOf: (list: string, id: string) => string;
  /** More said above the table. */ worte?: readonly string[];
}
/** @param nameOf names of what the filter chose */
export function berichtAufPapier(
  { meta, kpis, spalten, zeilen }: Pick<Bericht, 'meta' | 'kpis' | 'spalten' | 'zeilen'>,
  { titel, praxis, now, nameOf, worte = [] }: Kopf,
): Report {
  const { filter } = meta,
    shown = spalten.filter(
      (one) => one.typ !== 'patient' || !spalten.some(({ key }) => key === 'name'),
    );
  return {
    title: titel,
    praxis,
    createdAt: now,
    isWide: shown.length > HOCHKANT,
    facts: [
      {
        label: 'Zeitraum',
        value:
          filter.von === filter.bis
            ? formatDay(filter.von, 'de')
            : `${formatDay(filter.von, 'de')} – ${formatDay(filter.bis, 'de')}`,
      },
      {
        label: 'Stand der Daten',
        value: meta.stand === null ? 'noch keine' : `${germanMoment(meta.stand)} Uhr`,
      },
      {
        label: 'Daten bis',
        value: meta.datenBis === null ? NOTHING : formatDay(meta.datenBis, 'de'),
      },
      { label: 'Quelle', value: meta.quelle === '' ? NOTHING : meta.quelle, wide: true },
    ],
    words: [
      filterWorte(filter, nameOf).join(' · '),
      ...kpis.map(kpiWort),
      ...worte,
      ...(zeilen.length > PAPIER_ZEILEN
        ? [
            `Auf Papier stehen die ersten ${PAPIER_ZEILEN} von ${zeilen.length} Zeilen. Alle enthält die CSV- oder Excel-Datei.`,
          ]
        : []),
    ],
    columns: shown.map((one) => ({
      name: one.titel,
      wide: one.typ === 'text' && one.key === 'text',
      isNumber: isNumeric(one.typ),
    })),
    rows: zeilen
      .slice(0, PAPIER_ZEILEN)
      .map((row) => shown.map((one) => zelle(row[one.key], spalteIn(row, one)))),
    empty: 'In diesem Zeitraum gibt es hierzu keine Daten.',
  };
}
