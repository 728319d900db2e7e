// Fee distribution (HVM) of a region: usage of the practice's limit in a quarter, and the
// projection.

import { AppError } from '../../../shared/base/errors.ts';
import { hvmConfigSchema, type HvmConfig } from '../../../shared/analytics/reports/hvm.schema.ts';
import { KASSENART } from '../../../shared/analytics/deliveries/pvs.ts';
import { withPeriod, forEachService, type Selection } from '../snapshot/selection.ts';
import { BEREICH, SYSTEM, PAYER } from '../snapshot/snapshot.ts';
import { dateOf, EMPTY, periodOf, dayText } from '../snapshot/calendar.ts';
import { isPositionMatching } from '../metrics/walks.ts';
import { isWorkday, workdays } from '../snapshot/working-days.ts';
import {
  ratioOf,
  entityName,
  rounded,
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';

/** Regions of the 17 KZVs with the codes of an insured person's place of residence (WOP). */
export const WOP: Readonly<Record<string, string>> = {
  bw: '52',
  by: '71',
  be: '72',
  bb: '83',
  hb: '03',
  hh: '02',
  he: '46',
  mv: '78',
  ni: '17',
  no: '38',
  rp: '51',
  sl: '73',
  sn: '98',
  st: '88',
  sh: '01',
  th: '93',
  wl: '20',
};
/** Without a letter usage is shown without a limit. */
const NONE_GIVEN: HvmConfig = {
  modell: 'OHNE',
  bereiche: ['KCH', 'PAR', 'KB'],
  einheit: 'EUR',
  toepfe: [{ kassenart: 'ALLE' }],
  fallzaehlung: ['KCH', 'IPFU_OHNE_KCH', 'UPTC_OHNE_KCH'],
  nurWohnortKzv: false,
  ohneStatus4: false,
  ueberschreitung: { art: 'KUERZUNG' },
  ausgenommen: [],
  quelle: '',
};
const PRIMARY_INSURERS: readonly string[] = ['AOK', 'BKK', 'IKK', 'KNAPP', 'LKK'];

/** Returns the scheme of a quarter: its own, else that of the year, else the latest earlier one. */
function configOf(
  k: Pick<ReportContext, 'stand'>,
  region: string,
  jahr: number,
  quartal: number,
): HvmConfig | undefined {
  const known = k.stand.presets.hvm
    .filter(
      (h) => h.region === region && (h.jahr < jahr || (h.jahr === jahr && h.quartal <= quartal)),
    )
    .toSorted(
      (x, y) =>
        y.jahr - x.jahr ||
        (y.quartal === quartal ? 1 : 0) - (x.quartal === quartal ? 1 : 0) ||
        y.quartal - x.quartal,
    );
  const parsed = known[0] && hvmConfigSchema.safeParse(known[0].config);
  return parsed?.success === true ? parsed.data : undefined;
}
/** Excluded codes; a star matches any ending. */
const isExempt = (codes: readonly string[]): RegExp =>
  codes.length === 0
    ? /^(?!)/
    : new RegExp(
        `^(${codes
          .map((code) =>
            code
              .toUpperCase()
              .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
              .replaceAll('*', '.*'),
          )
          .join('|')})$`,
      );

interface FeePot {
  verbrauch: number;
  faelle: number;
  perDay: Map<number, number>;
  jeBehandler: Map<number, { verbrauch: number; faelle: number }>;
}
/** Usage of one pot in a quarter, in euros or points, with its cases. */
function potOf(a: Selection, config: HvmConfig, kassenart: string, wop: string): FeePot {
  const { L, rawRows } = a.snapshot,
    p = rawRows.tables.patient,
    kasse = p.spalten['kassenart']!,
    residence = p.spalten['wop']!,
    foreign = new Set(
      p.wordLists['wop']!.liste.flatMap((word, at) => (word !== '' && word !== wop ? [at] : [])),
    ),
    bereiche = new Set(config.bereiche.map((word) => BEREICH[word])),
    out = isPositionMatching(a.snapshot, SYSTEM.BEMA, isExempt(config.ausgenommen)),
    isUptc = isPositionMatching(a.snapshot, SYSTEM.BEMA, /^UPTC$/);
  const made: FeePot = { verbrauch: 0, faelle: 0, perDay: new Map(), jeBehandler: new Map() },
    kinds = new Map<number, { kch: number; ipfu: number; uptc: number }>();
  const own = (b: number) => {
    let row = made.jeBehandler.get(b);
    if (!row) made.jeBehandler.set(b, (row = { verbrauch: 0, faelle: 0 }));
    return row;
  };
  const fits = (pat: number): boolean => {
    if (pat < 0) return kassenart === 'ALLE';
    const word = KASSENART[kasse[pat]!] ?? '';
    return (
      (kassenart === 'ALLE' ||
        word === kassenart ||
        (kassenart === 'PRIMAER' && PRIMARY_INSURERS.includes(word))) &&
      !(config.nurWohnortKzv && foreign.has(residence[pat]!))
    );
  };
  forEachService(a, (i) => {
    const pat = L.pat[i]!;
    if (L.system[i] !== SYSTEM.BEMA || L.traeger[i] !== PAYER.GKV || !fits(pat)) return;
    if (pat >= 0) {
      let kind = kinds.get(pat);
      if (!kind) kinds.set(pat, (kind = { kch: -1, ipfu: -1, uptc: -1 }));
      // A case is assigned to its first practitioner.
      if (L.bereich[i] === BEREICH.KCH && kind.kch < 0) kind.kch = L.behandler[i]!;
      if (L.bereich[i] === BEREICH.IPFU && kind.ipfu < 0) kind.ipfu = L.behandler[i]!;
      if (isUptc(i) && kind.uptc < 0) kind.uptc = L.behandler[i]!;
    }
    if (!bereiche.has(L.bereich[i]!) || out(i)) return;
    const used =
      config.einheit === 'EUR'
        ? L.honorar[i]! / 100
        : L.punkte[i] === EMPTY
          ? 0
          : L.punkte[i]! * L.menge[i]!;
    made.verbrauch += used;
    made.perDay.set(L.tag[i]!, (made.perDay.get(L.tag[i]!) ?? 0) + used);
    own(L.behandler[i]!).verbrauch += used;
  });
  for (const { kch, ipfu, uptc } of kinds.values()) {
    const who =
      kch >= 0
        ? config.fallzaehlung.includes('KCH')
          ? kch
          : -1
        : ipfu >= 0 && config.fallzaehlung.includes('IPFU_OHNE_KCH')
          ? ipfu
          : uptc >= 0 && config.fallzaehlung.includes('UPTC_OHNE_KCH')
            ? uptc
            : -1;
    if (who >= 0) {
      made.faelle += 1;
      own(who).faelle += 1;
    }
  }
  return made;
}

/** The quarter in which the span ends, by pots and by practitioners. */
const hvm: ReportBuilder = (k) => {
  const region = k.extra['region'] ?? '',
    wop = WOP[region];
  if (wop === undefined) throw new AppError('not_found');
  const { heute } = k.a.snapshot,
    { von, bis, name } = periodOf(k.a.bis, 'QUARTAL'),
    { jahr, monat } = dateOf(von),
    quartal = Math.floor((monat - 1) / 3) + 1,
    found = configOf(k, region, jahr, quartal),
    config = found ?? NONE_GIVEN,
    a = withPeriod(k.a, von, bis),
    zeilen: Row[] = [];
  const gone = heute < von ? 0 : workdays(von, Math.min(bis, heute), region),
    days = workdays(von, bis, region),
    ahead = gone === 0 ? 0 : days / gone,
    sum = { verbrauch: 0, faelle: 0, grenze: 0, prognose: 0, hasLimit: true };
  const practitioners = new Map<number, { verbrauch: number; faelle: number }>();
  for (const pot of config.toepfe) {
    const t = potOf(a, config, pot.kassenart, wop),
      factor =
        config.staffel
          ?.toSorted((x, y) => x.bisFaelle - y.bisFaelle)
          .find((step) => t.faelle <= step.bisFaelle)?.faktor ?? 1;
    const limitOf = (cases: number): number | null =>
      config.modell === 'OHNE'
        ? null
        : pot.festbudget !== undefined
          ? pot.festbudget
          : pot.grenzeJeFall === undefined
            ? null
            : cases * pot.grenzeJeFall * factor;
    const grenze = limitOf(t.faelle),
      expected = t.verbrauch * ahead,
      limit = limitOf(t.faelle * ahead),
      over = limit === null ? null : Math.max(0, expected - limit),
      quote = config.ueberschreitung.quote ?? 0;
    let cumulated = 0,
      exhausted: number | null = null;
    for (let tag = von; tag <= bis && limit !== null && exhausted === null; tag += 1) {
      cumulated +=
        tag <= heute
          ? (t.perDay.get(tag) ?? 0)
          : isWorkday(tag, region) && gone > 0
            ? t.verbrauch / gone
            : 0;
      if (cumulated > limit) exhausted = tag;
    }
    const use = limit === null ? null : ratioOf(expected, limit);
    zeilen.push({
      art: 'TOPF',
      name: pot.kassenart,
      verbrauch: rounded(t.verbrauch, 2),
      faelle: t.faelle,
      grenze: grenze === null ? null : rounded(grenze, 2),
      auslastung: grenze === null ? null : ratioOf(t.verbrauch, grenze),
      fallwert: ratioOf(t.verbrauch, t.faelle, 2),
      grenzeJeFall: pot.grenzeJeFall ?? null,
      prognose: gone === 0 ? null : rounded(expected, 2),
      ueberhang: over === null ? null : rounded(over, 2),
      verlust: over === null ? null : rounded(over * (1 - quote), 2),
      reserve: limit === null ? null : rounded(Math.max(0, limit - expected), 2),
      tagErschoepft: exhausted === null ? null : dayText(exhausted),
      ampel: use === null ? null : use < 0.9 ? 'GRUEN' : use <= 1 ? 'GELB' : 'ROT',
    });
    sum.verbrauch += t.verbrauch;
    sum.faelle += t.faelle;
    sum.prognose += expected;
    if (grenze === null) sum.hasLimit = false;
    else sum.grenze += grenze;
    for (const [b, own] of t.jeBehandler) {
      const row = practitioners.get(b) ?? { verbrauch: 0, faelle: 0 };
      row.verbrauch += own.verbrauch;
      row.faelle += own.faelle;
      practitioners.set(b, row);
    }
  }
  for (const [b, own] of practitioners)
    zeilen.push({
      art: 'BEHANDLER',
      name: entityName(k.a.snapshot, 'behandler', b),
      verbrauch: rounded(own.verbrauch, 2),
      faelle: own.faelle,
      grenze: null,
      auslastung: null,
      fallwert: ratioOf(own.verbrauch, own.faelle, 2),
      grenzeJeFall: null,
      prognose: null,
      ueberhang: null,
      verlust: null,
      reserve: null,
      tagErschoepft: null,
      ampel: null,
    });
  const one = (key: string, wert: number | null) => ({
      key,
      wert,
      vergleich: null,
      delta: null,
      ziel: null,
      zaehler: null,
      nenner: null,
    }),
    unit = config.einheit === 'EUR' ? 'eur' : 'zahl';
  return {
    kpis: [
      one('hvmVerbrauch', rounded(sum.verbrauch, 2)),
      one('hvmFaelle', sum.faelle),
      one('hvmGrenze', sum.hasLimit ? rounded(sum.grenze, 2) : null),
      one('hvmAuslastung', sum.hasLimit ? ratioOf(sum.verbrauch, sum.grenze) : null),
      one('hvmPrognose', gone === 0 ? null : rounded(sum.prognose, 2)),
    ],
    spalten: [
      spalte('art', 'Teil', 'wort'),
      spalte('name', 'Name', 'wort'),
      spalte('verbrauch', 'Verbrauch', unit),
      spalte('faelle', 'Fälle', 'zahl'),
      spalte('grenze', 'Grenze', unit),
      spalte('auslastung', 'Auslastung', 'anteil'),
      spalte('fallwert', 'Je Fall', unit),
      spalte('grenzeJeFall', 'Grenze je Fall', unit),
      spalte('prognose', 'Erwartet', unit),
      spalte('ueberhang', 'Überhang', unit),
      spalte('verlust', 'Verlust', unit),
      spalte('reserve', 'Reserve', unit),
      spalte('tagErschoepft', 'Erschöpft am', 'tag'),
      spalte('ampel', 'Ampel', 'wort'),
    ],
    zeilen,
    serien: [
      {
        name,
        punkte: zeilen
          .filter((z) => z['art'] === 'TOPF')
          .map((z) => ({ x: String(z['name']), y: z['auslastung'] as number | null })),
      },
    ],
    hinweise: [
      ...(found ? [] : ['hvmNichtEingerichtet']),
      ...(config.ohneStatus4 ? ['hvmStatus4Unbekannt'] : []),
    ],
  };
};
export const hvmReports: Readonly<Record<string, ReportBuilder>> = { 'hvm/{region}': hvm };
