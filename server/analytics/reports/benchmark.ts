// The own practice among others: only groups of at least seven practices, and only values with enough behind them.

import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import { istKennzahl, kennzahlVon } from '../../../shared/analytics/reports/figures.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  auswahlVon,
  beimBehandler,
  imZeitraum,
  jedeL,
  type Auswahl,
} from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { datumVon, LEER, perioden, periodeVon } from '../snapshot/calendar.ts';
import { berechne } from '../metrics/compute.ts';
import { jederFall } from '../metrics/walks.ts';
import {
  durch,
  nameVon,
  rund,
  spalte,
  type Kontext,
  type Macher,
  type Zeile,
} from './report-kind.ts';
import { positionenVon, textDerPosition } from './positions.ts';
import { behandlerIn } from './revenue.ts';

/** Fewer practices than these say too much about each. */
export const MINDESTENS = 7;
/** Values with less behind them are chance. */
const NENNER = 5;
const VERGLICHEN = [
  'stundensatz',
  'umsatzJeTermin',
  'umsatzJePatient',
  'fallwertGkv',
  'punkteJeFall',
  'anteilGkv',
  'neupatientenquote',
  'auslastung',
  'ausfallquote',
  'noShowQuote',
  'wiedervorstellung',
  'recallquote',
  'pzrQuote',
  'hkpAnnahme',
  'zeitBisRechnung',
  'dso',
  'mittlererFaktor',
  'faktorUeber23',
  'mehrkostenquote',
  'fuellungenJe100',
] as const;

/** 1, 2 to 3, or 4 and more dentists. */
function groesse(bild: Bild): number {
  const c = bild.roh.tabellen.behandler.spalten,
    n = [...bild.lebende.behandler].filter(
      (at) =>
        c['art']![at] === 0 && (c['austritt']![at] === LEER || c['austritt']![at]! >= bild.heute),
    ).length;
  return n <= 1 ? 1 : n <= 3 ? 2 : 3;
}
/** First two digits of the postal code that most patients live in. */
function gegend(bild: Bild): string {
  const t = bild.roh.tabellen.patient,
    counts = new Map<string, number>();
  for (const at of bild.lebende.patient) {
    const area = t.text('plz', at).slice(0, 2);
    if (area !== '') counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  return [...counts].sort(([x, n], [y, m]) => m - n || (x < y ? -1 : 1))[0]?.[0] ?? '';
}
const GRUPPEN = ['ALLE', 'GROESSE', 'REGION'] as const,
  GROESSEN = ['1', '2-3', '4+'] as const;
const passt =
  (wanted: string, mine: Bild) =>
  (bild: Bild): boolean =>
    wanted === 'GROESSE'
      ? groesse(bild) === groesse(mine)
      : wanted === 'REGION'
        ? gegend(bild) === gegend(mine)
        : true;
/** Which groups there are to be compared with; how many practices are in one is said only where they are enough. */
const gruppen: Macher = async (k) => {
  const market = await k.markt(),
    mine = k.a.bild,
    zeilen = GRUPPEN.map((gruppe) => {
      const fits = passt(gruppe, mine),
        n = market.filter((one) => one.cid === k.cid || fits(one.bild)).length;
      return {
        gruppe,
        merkmal:
          gruppe === 'GROESSE'
            ? GROESSEN[groesse(mine) - 1]!
            : gruppe === 'REGION'
              ? gegend(mine) || null
              : null,
        praxen: n >= MINDESTENS ? n : null,
      };
    });
  return {
    spalten: [
      spalte('gruppe', 'Gruppe', 'wort'),
      spalte('merkmal', 'Merkmal', 'code'),
      spalte('praxen', 'Praxen', 'zahl'),
    ],
    zeilen,
    hinweise: klein(market.length),
  };
};
/** Practices of the group that is asked for (`gruppe`: ALLE, GROESSE, REGION), the own one among them. Filters that name people or rooms are nobody else's. */
async function gruppe(k: Kontext): Promise<{ own: Auswahl; all: Auswahl[] }> {
  const wanted = k.extra['gruppe'] ?? 'ALLE',
    filter = { ...k.filter, behandler: [], zimmer: [], teams: [], stempel: [], terminart: [] },
    own = auswahlVon(k.a.bild, filter),
    market = await k.markt();
  const fits = passt(wanted, k.a.bild);
  return {
    own,
    all: market
      .filter((one) => one.cid === k.cid || fits(one.bild))
      .map((one) => (one.cid === k.cid ? own : auswahlVon(one.bild, filter))),
  };
}
export function quantil(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share,
    low = Math.floor(at);
  return rund(
    sorted[low]! + (sorted[Math.min(low + 1, sorted.length - 1)]! - sorted[low]!) * (at - low),
    4,
  );
}
/** Share of the others that lie below, those alike counted half. */
const rang = (values: readonly number[], own: number): number | null =>
  values.length < 2
    ? null
    : rund(
        (values.filter((v) => v < own).length + (values.filter((v) => v === own).length - 1) / 2) /
          (values.length - 1),
        4,
      );
const fest = (key: string, a: Auswahl): number | null => {
  const { wert, nenner } = berechne(key, a);
  return nenner !== null && nenner < NENNER ? null : wert;
};
const klein = (n: number): string[] => (n < MINDESTENS ? ['gruppeZuKlein'] : []);

const vergleich: Macher = async (k) => {
  const { own, all } = await gruppe(k),
    zeilen = VERGLICHEN.map((key) => {
      const values = all
          .map((a) => fest(key, a))
          .filter((v) => v !== null)
          .sort((x, y) => x - y),
        mine = berechne(key, own).wert,
        isEnough = values.length >= MINDESTENS,
        at = (share: number): number | null => (isEnough ? quantil(values, share) : null);
      return {
        kennzahl: key,
        einheit: kennzahlVon(key).einheit,
        eigen: mine,
        p10: at(0.1),
        p25: at(0.25),
        median: at(0.5),
        p75: at(0.75),
        p90: at(0.9),
        n: isEnough ? values.length : null,
        perzentil: isEnough && mine !== null && fest(key, own) !== null ? rang(values, mine) : null,
      };
    });
  return {
    spalten: [
      spalte('kennzahl', 'Kennzahl', 'wort'),
      spalte('einheit', 'Einheit', 'wort'),
      spalte('eigen', 'Eigener Wert', 'zahl'),
      ...(['p10', 'p25', 'median', 'p75', 'p90'] as const).map((p) =>
        spalte(p, p === 'median' ? 'Median' : `${p.slice(1)} %`, 'zahl'),
      ),
      spalte('n', 'Praxen', 'zahl'),
      spalte('perzentil', 'Rang', 'anteil'),
    ],
    zeilen,
    hinweise: klein(all.length),
  };
};
function jeHundert(a: Auswahl): Map<string, number> | undefined {
  const { L } = a.bild,
    { von, system, nr } = positionenVon(a.bild),
    counts = new Float64Array(nr.length),
    seen = new Uint8Array(nr.length),
    found = new Map<string, number>();
  let faelle = 0;
  jederFall(a, () => {
    faelle += 1;
  });
  if (faelle < NENNER) return undefined;
  jedeL(a, (i) => {
    const at = von[i]!;
    seen[at] = 1;
    counts[at]! += L.menge[i]!;
  });
  for (let at = 0; at < seen.length; at += 1)
    if (seen[at] === 1)
      found.set(
        `${GEBUEHREN[system[at]!] ?? 'EIGEN'} ${L.nummern.liste[nr[at]!] ?? ''}`,
        (counts[at]! * 100) / faelle,
      );
  return found;
}
const leistungen: Macher = async (k) => {
  const { own, all } = await gruppe(k),
    each = all.map(jeHundert),
    mine = each[all.indexOf(own)] ?? new Map<string, number>(),
    others = each.filter((one) => one !== undefined),
    isEnough = others.length >= MINDESTENS,
    words = new Set([
      ...mine.keys(),
      ...(isEnough ? others.flatMap((one) => [...one.keys()]) : []),
    ]),
    zeilen: Zeile[] = [];
  for (const word of words) {
    const [system = '', ...rest] = word.split(' '),
      nr = rest.join(' '),
      values = others.map((one) => one.get(word) ?? 0).sort((x, y) => x - y),
      holders = values.filter((v) => v > 0).length,
      eigen = rund(mine.get(word) ?? 0, 2);
    // A position that few of the group have would say whose it is.
    const group = isEnough && holders >= MINDESTENS ? rund(quantil(values, 0.5), 2) : null;
    if (eigen === 0 && group === null) continue;
    const off = group === null || group === 0 ? null : durch(eigen - group, group);
    zeilen.push({
      system,
      nr,
      text: textDerPosition(k.a.bild, system, nr),
      eigen,
      gruppe: group,
      abweichung: off,
      auffaelligkeit:
        off === null ? null : off > 1 ? 'PRUEFHINWEIS' : off < -0.5 ? 'VERGESSEN' : null,
    });
  }
  zeilen.sort(
    (x, y) =>
      Math.abs(Number(y['abweichung'] ?? 0)) - Math.abs(Number(x['abweichung'] ?? 0)) ||
      (String(x['nr']) < String(y['nr']) ? -1 : 1),
  );
  return {
    spalten: [
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('eigen', 'Je 100 Fälle', 'zahl'),
      spalte('gruppe', 'Median der Gruppe', 'zahl'),
      spalte('abweichung', 'Abweichung', 'anteil'),
      spalte('auffaelligkeit', 'Hinweis', 'wort'),
    ],
    zeilen,
    hinweise: klein(others.length),
  };
};
const JE_BEHANDLER = [
  'stundensatz',
  'umsatzJeTermin',
  'ausfallquote',
  'wiedervorstellung',
  'mittlererFaktor',
] as const;
const behandler: Macher = async (k) => {
  const { own, all } = await gruppe(k),
    isEnough = all.length >= MINDESTENS,
    each = (a: Auswahl): { at: number; values: (number | null)[] }[] =>
      behandlerIn(a).map((at) => {
        const one = beimBehandler(a, at);
        return { at, values: JE_BEHANDLER.map((key) => fest(key, one)) };
      });
  const everybody = isEnough ? all.map(each) : [],
    zeilen = each(own).flatMap(({ at, values }) =>
      JE_BEHANDLER.map((key, n) => {
        const from = everybody.filter((list) => list.some((one) => one.values[n] !== null)),
          known = from
            .flatMap((list) => list.map((one) => one.values[n]!))
            .filter((v) => v !== null)
            .sort((x, y) => x - y),
          isKnown = from.length >= MINDESTENS,
          mine = values[n]!;
        return {
          behandler: nameVon(k.a.bild, 'behandler', at),
          kennzahl: key,
          einheit: kennzahlVon(key).einheit,
          eigen: mine,
          median: isKnown ? quantil(known, 0.5) : null,
          n: isKnown ? from.length : null,
          perzentil: isKnown && mine !== null ? rang(known, mine) : null,
        };
      }),
    );
  return {
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('kennzahl', 'Kennzahl', 'wort'),
      spalte('einheit', 'Einheit', 'wort'),
      spalte('eigen', 'Eigener Wert', 'zahl'),
      spalte('median', 'Median', 'zahl'),
      spalte('n', 'Praxen', 'zahl'),
      spalte('perzentil', 'Rang', 'anteil'),
    ],
    zeilen,
    hinweise: klein(all.length),
  };
};
const zeit: Macher = async (k) => {
  const key = k.extra['messwert'] ?? 'stundensatz';
  if (!istKennzahl(key)) throw new AppError('not_found');
  const { own, all } = await gruppe(k),
    zeilen = perioden(own.von, own.bis, k.filter.gruppierung).map((p) => {
      const at = (a: Auswahl): number | null => fest(key, imZeitraum(a, p.von, p.bis)),
        values = all
          .map(at)
          .filter((v) => v !== null)
          .sort((x, y) => x - y),
        mine = at(own),
        isEnough = values.length >= MINDESTENS;
      return {
        periode: p.name,
        eigen: mine,
        median: isEnough ? quantil(values, 0.5) : null,
        n: isEnough ? values.length : null,
        perzentil: isEnough && mine !== null ? rang(values, mine) : null,
      };
    });
  return {
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('eigen', 'Eigener Wert', kennzahlVon(key).einheit),
      spalte('median', 'Median', kennzahlVon(key).einheit),
      spalte('n', 'Praxen', 'zahl'),
      spalte('perzentil', 'Rang', 'anteil'),
    ],
    zeilen,
    serien: (['eigen', 'median'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.periode, y: z[name] })),
    })),
    hinweise: klein(all.length),
  };
};
/** Own positions per hundred cases of a quarter beside those of the association's letter; of the quarter in which the span ends, else of the last letter before it. */
const kzv: Macher = (k) => {
  const { jahr, monat } = datumVon(k.a.bis),
    quartal = Math.floor((monat - 1) / 3) + 1,
    letter = (k.stand.vorgaben.briefe ?? []).find(
      (one) => one.jahr < jahr || (one.jahr === jahr && one.quartal <= quartal),
    );
  const { von, bis } = periodeVon(k.a.bis, 'QUARTAL'),
    own = auswahlVon(k.a.bild, {
      ...k.filter,
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      terminart: [],
      termingruppe: [],
      versicherung: [],
      bereich: [],
    }),
    mine = jeHundert(imZeitraum(own, von, bis)) ?? new Map<string, number>();
  const said = new Map(
    (k.stand.vorgaben.briefe ?? [])
      .filter((one) => one.jahr === letter?.jahr && one.quartal === letter.quartal)
      .map((one) => [one.nr, one.je100]),
  );
  const zeilen = [...said].map(([nr, brief]) => {
    const eigen = rund(mine.get(`BEMA ${nr}`) ?? 0, 2),
      off = brief === 0 ? null : durch(eigen - brief, brief);
    return {
      nr,
      text: textDerPosition(k.a.bild, 'BEMA', nr),
      eigen,
      brief,
      abweichung: off,
      auffaelligkeit:
        off === null ? null : off > 1 ? 'PRUEFHINWEIS' : off < -0.5 ? 'VERGESSEN' : null,
    };
  });
  zeilen.sort(
    (x, y) => Math.abs(y.abweichung ?? 0) - Math.abs(x.abweichung ?? 0) || (x.nr < y.nr ? -1 : 1),
  );
  return {
    spalten: [
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('eigen', 'Eigen je 100 Fälle', 'zahl'),
      spalte('brief', 'Brief je 100 Fälle', 'zahl'),
      spalte('abweichung', 'Abweichung', 'anteil'),
      spalte('auffaelligkeit', 'Hinweis', 'wort'),
    ],
    zeilen,
    serien: (['eigen', 'brief'] as const).map((name) => ({
      name,
      punkte: zeilen.slice(0, 20).map((z) => ({ x: z.nr, y: z[name] })),
    })),
    hinweise: letter
      ? [
          'vonHandEingetragen',
          ...(letter.jahr === jahr && letter.quartal === quartal ? [] : ['aeltererBrief']),
        ]
      : ['keinBrief'],
  };
};
export const benchmarks: Readonly<Record<string, Macher>> = {
  benchmarkgroups: gruppen,
  benchmark: vergleich,
  'benchmark/leistungen': leistungen,
  'benchmark/behandler': behandler,
  'benchmark/zeit': zeit,
  'benchmark/kzv': kzv,
};
