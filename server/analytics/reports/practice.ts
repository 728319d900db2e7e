// The practice at a glance: its twelve figures, the quality of appointments, the executive dashboard.

import type { HkpGrund } from '../../../shared/analytics/reports/worklist.ts';
import { KOSTENTRAEGER, TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARDGRUPPEN } from '../../../shared/analytics/deliveries/standard-groups.ts';
import { deltaOf, type KpiWert } from '../../../shared/analytics/reports/report.ts';
import { kennzahlVon } from '../../../shared/analytics/reports/figures.ts';
import {
  beimBehandler,
  beimWochentag,
  beiTerminart,
  imZeitraum,
  jederT,
  passtPlan,
  type Auswahl,
} from '../snapshot/selection.ts';
import { LEER, ersterDesMonats, monatVon, tagText, WOCHENTAGE } from '../snapshot/calendar.ts';
import { unbelegtBis } from '../metrics/coverage.ts';
import { indexAus, kpi, teileDerTerminqualitaet } from '../metrics/compute.ts';
import { wiederBelegt } from '../metrics/gaps.ts';
import { centsVon, istAusgefallen } from '../metrics/walks.ts';
import { plaeneMit } from '../cases/hkp-cases.ts';
import { istParOffen } from '../cases/par-cases.ts';
import { unberechnetHeute } from './changes.ts';
import {
  eur,
  idVon,
  kpisVon,
  nameVon,
  rowLimit,
  rund,
  spalte,
  wertVon,
  type Macher,
  type Zeile,
} from './report-kind.ts';
import { uhrzeit } from './today.ts';
import { behandlerIn, summenNach } from './revenue.ts';
import { offeneVorschlaege } from './proposals.ts';

const ZWOELF = [
  'umsatz',
  'stundensatz',
  'umsatzJeTermin',
  'neupatienten',
  'auslastung',
  'ausfallquote',
  'wiedervorstellung',
  'recallquote',
  'pzrQuote',
  'hkpAnnahme',
  'nichtFakturiert',
  'offenePosten',
] as const;
/** The twelve months up to the span's last day. */
const monate = (a: Auswahl): { name: string; von: number; bis: number }[] => {
  const last = monatVon(a.stichtag);
  return Array.from({ length: 12 }, (_, at) => {
    const m = last - 11 + at;
    return {
      name: tagText(ersterDesMonats(m)).slice(0, 7),
      von: ersterDesMonats(m),
      bis: ersterDesMonats(m + 1) - 1,
    };
  });
};

const praxiskpi: Macher = (k) => {
  const months = monate(k.a),
    kpis = kpisVon(k, ...ZWOELF);
  return {
    kpis,
    spalten: [
      spalte('kennzahl', 'Kennzahl', 'wort'),
      spalte('einheit', 'Einheit', 'wort'),
      spalte('wert', 'Wert', 'zahl'),
      spalte('ziel', 'Ziel', 'zahl'),
      spalte('vergleich', 'Vergleich', 'zahl'),
      spalte('delta', 'Veränderung', 'anteil'),
    ],
    zeilen: kpis.map((one) => ({
      kennzahl: one.key,
      einheit: kennzahlVon(one.key).einheit,
      wert: one.wert,
      ziel: one.ziel,
      vergleich: one.vergleich,
      delta: one.delta,
    })),
    serien: ZWOELF.map((key) => ({
      name: key,
      punkte: months.map((m) => ({ x: m.name, y: wertVon(key, imZeitraum(k.a, m.von, m.bis)) })),
    })),
  };
};

const TEILE = ['einhaltung', 'auslastung', 'wert', 'puenktlichkeit', 'wiedervorstellung'] as const;
const terminqualitaet: Macher = (k) => {
  const row = (art: string, name: string, a: Auswahl): Zeile => {
    const parts = teileDerTerminqualitaet(a);
    return {
      art,
      name,
      index: indexAus(parts),
      ...Object.fromEntries(TEILE.map((key, at) => [key, parts[at]!])),
    };
  };
  const { bild } = k.a,
    zeilen = [
      row('PRAXIS', 'Praxis', k.a),
      ...behandlerIn(k.a).map((at) =>
        row('BEHANDLER', nameVon(bild, 'behandler', at), beimBehandler(k.a, at)),
      ),
      ...WOCHENTAGE.map((word, day) => row('WOCHENTAG', word, beimWochentag(k.a, day))).filter(
        (one) => one['index'] !== null,
      ),
      // Working hours are nobody's kind of appointment: their share is left out there.
      ...[...bild.lebende.terminarten].map((at) => ({
        ...row('TERMINART', nameVon(bild, 'terminarten', at), beiTerminart(k.a, at)),
        gruppe: STANDARDGRUPPEN[bild.artGruppe[at]!] ?? null,
      })),
    ];
  return {
    kpis: kpisVon(
      k,
      'terminqualitaet',
      'ausfallquote',
      'auslastung',
      'umsatzJeTermin',
      'puenktlichkeit',
      'wiedervorstellung',
    ),
    spalten: [
      spalte('art', 'Gruppe', 'wort'),
      spalte('name', 'Name', 'wort'),
      spalte('index', 'Terminqualität', 'zahl'),
      spalte('einhaltung', 'Einhaltung', 'anteil'),
      spalte('auslastung', 'Auslastung', 'anteil'),
      spalte('wert', 'Wert', 'anteil'),
      spalte('puenktlichkeit', 'Pünktlichkeit', 'anteil'),
      spalte('wiedervorstellung', 'Wiedervorstellung', 'anteil'),
    ],
    zeilen,
  };
};

/** Rows of one answer. */
const HOECHSTENS = 1000;
/** Appointments of the span that failed and whose time nobody took, the longest first; nobody's name. */
const schwach: Macher = (k) => {
  const { bild } = k.a,
    { T } = bild,
    found: { i: number; leer: number }[] = [];
  jederT(k.a, (i) => {
    if (!istAusgefallen(T.status[i]!) || T.tag[i]! > bild.heute) return;
    const leer = Math.max(0, T.dauer[i]! - wiederBelegt(bild, i));
    if (leer > 0) found.push({ i, leer });
  });
  found.sort((x, y) => y.leer - x.leer || T.tag[y.i]! - T.tag[x.i]!);
  const zeilen = found.slice(0, rowLimit(k, HOECHSTENS)).map(({ i, leer }): Zeile => ({
    id: idVon(bild, 'termin', T.roh[i]!),
    tag: tagText(T.tag[i]!),
    zeit: uhrzeit(T.minute[i]!),
    terminart: nameVon(bild, 'terminarten', T.terminart[i]!),
    behandler: nameVon(bild, 'behandler', T.behandler[i]!),
    status: TERMIN_STATUS[T.status[i]!]!,
    dauer: T.dauer[i]!,
    leer,
  }));
  return {
    kpis: kpisVon(k, 'ausfallquote', 'wiederbelegung', 'ausfallkosten'),
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      spalte('terminart', 'Terminart', 'text'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('dauer', 'Dauer', 'minuten'),
      spalte('leer', 'Leer geblieben', 'minuten'),
    ],
    zeilen,
    hinweise: found.length > rowLimit(k, HOECHSTENS) ? ['gekuerzt'] : [],
  };
};

const frei = (key: string, wert: number | null, zaehler: number | null = null): KpiWert => ({
  key,
  wert,
  vergleich: null,
  delta: null,
  ziel: null,
  zaehler,
  nenner: null,
});
/** Changes that stand out: the last whole month against the twelve before it, by more than two standard deviations. */
function aenderungen(a: Auswahl): Zeile[] {
  const last = monatVon(a.stichtag) - 1,
    at = (m: number): Auswahl => imZeitraum(a, ersterDesMonats(m), ersterDesMonats(m + 1) - 1),
    found: { row: Zeile; size: number }[] = [];
  for (const key of [
    'umsatz',
    'stundensatz',
    'umsatzJeTermin',
    'neupatienten',
    'ausfallquote',
    'wiedervorstellung',
    'zeitBisRechnung',
    'mittlererFaktor',
    'anteilGkv',
    'auslastung',
  ]) {
    const past = Array.from({ length: 12 }, (_, n) => at(last - 12 + n))
        .filter((one) => unbelegtBis(key, one) === undefined)
        .map((one) => wertVon(key, one))
        .filter((value) => value !== null),
      now = wertVon(key, at(last));
    if (past.length < 6 || now === null) continue;
    const mean = past.reduce((sum, x) => sum + x, 0) / past.length,
      spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (past.length - 1));
    if (spread > 0 && Math.abs(now - mean) > 2 * spread)
      found.push({
        size: Math.abs(now - mean) / spread,
        row: {
          art: 'AENDERUNG',
          id: key,
          name: key,
          einheit: kennzahlVon(key).einheit,
          wert: now,
          vergleich: rund(mean, 4),
          delta: deltaOf(now, mean),
        },
      });
  }
  return found
    .sort((x, y) => y.size - x.size)
    .slice(0, 5)
    .map((one) => one.row);
}
const executive: Macher = async (k) => {
  const { bild } = k.a,
    { heute, L } = bild,
    c = bild.roh.tabellen.hkp.spalten,
    next14 = imZeitraum(k.a, heute, heute + 13),
    months = monate(k.a);
  const wants = (grund: HkpGrund): number[] =>
      plaeneMit(bild, grund).filter((at) => passtPlan(k.a, 'hkp', at)),
    expiring = wants('laeuft_ab'),
    sum = (list: readonly number[]): number =>
      eur(list.reduce((cents, at) => cents + centsVon(c['gesamt']![at]!), 0));
  const par = bild.roh.tabellen.parfall.spalten,
    istOffen = istParOffen(bild),
    cases = [...bild.lebende.parfall].filter(
      (at) => istOffen(at) && par['uptVon']![at] === LEER && passtPlan(k.a, 'parfall', at),
    );
  const over60 = (wertVon('offen61bis90', k.a) ?? 0) + (wertVon('offenUeber90', k.a) ?? 0),
    zeilen: Zeile[] = aenderungen(k.a);
  for (const at of behandlerIn(k.a)) {
    const own = beimBehandler(k.a, at),
      now = kpi('umsatz', own, k.vergleich && beimBehandler(k.vergleich, at));
    zeilen.push({
      art: 'BEHANDLER',
      id: idVon(bild, 'behandler', at),
      name: nameVon(bild, 'behandler', at),
      einheit: 'eur',
      wert: now.wert,
      vergleich: now.vergleich,
      delta: now.delta,
    });
  }
  const todo = (id: string, einheit: string, wert: number | null): void => {
    zeilen.push({ art: 'AUFGABE', id, name: id, einheit, wert, vergleich: null, delta: null });
  };
  todo('HKP_OHNE_TERMIN', 'zahl', wants('ohne_termin').length);
  todo('RECALL_UEBERFAELLIG', 'zahl', wertVon('recallUeberfaellig', k.a));
  todo('NICHT_FAKTURIERT', 'eur', eur(unberechnetHeute(k.a).cents));
  const each = months.map((m) => summenNach(imZeitraum(k.a, m.von, m.bis), L.traeger)),
    proposals = await offeneVorschlaege(k);
  return {
    kpis: [
      ...kpisVon(
        k,
        'umsatz',
        'stundensatz',
        'ausfallquote',
        'neupatienten',
        'hkpOffen',
        'pzrQuote',
        'zielerreichung',
      ),
      frei('auslastung14', wertVon('auslastung', next14)),
      frei('hkpAblaufend', sum(expiring), expiring.length),
      frei('offenUeber60', rund(over60, 2)),
      frei(
        'parWert',
        eur(cases.reduce((cents, at) => cents + centsVon(par['wert']![at]!), 0)),
        cases.length,
      ),
      frei('vorschlaegeOffen', proposals && eur(proposals.cents), proposals?.anzahl ?? null),
    ],
    spalten: [
      spalte('art', 'Teil', 'wort'),
      spalte('name', 'Name', 'text'),
      spalte('einheit', 'Einheit', 'wort'),
      spalte('wert', 'Wert', 'zahl'),
      spalte('vergleich', 'Vergleich', 'zahl'),
      spalte('delta', 'Veränderung', 'anteil'),
    ],
    zeilen,
    ...(proposals !== null &&
      (proposals.geschaetzt > 0 || proposals.ohneWert > 0) && {
        hinweise: ['vorschlagGeschaetzt'],
      }),
    serien: KOSTENTRAEGER.map((word, payer) => ({
      name: word,
      punkte: months.map((m, at) => ({ x: m.name, y: eur(each[at]!.get(payer)?.umsatz ?? 0) })),
    })),
  };
};
export const praxis: Readonly<Record<string, Macher>> = {
  praxiskpi,
  terminqualitaet,
  'terminqualitaet/schwach': schwach,
  'dashboard/executive': executive,
};
