// Key figures of revenue, hours, cases and factors (1 to 12, 41, 59 to 62, 67 to 69).

import {
  selectsEveryRow,
  narrowToPractitioner,
  hasServices,
  forEachHours,
  forEachBooking,
  forEachService,
  forEachVisit,
  forEachAppointment,
  forEachServiceIn,
  isByPersonOnly,
  matchesTeam,
  type Selection,
} from '../snapshot/selection.ts';
import { BEREICH, S, SYSTEM, PAYER, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import { dateOf, EMPTY, weekdayOf } from '../snapshot/calendar.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { Definition, RowSink, ByDay } from './sink.ts';
import { subsetOf, memoise, serviceRowSet, type RowSet } from './row-index.ts';
import type { Measure } from './day-sums.ts';
import { forEachCase, positionen } from './walks.ts';

const umsatz: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachBooking(a, (i, anteil) => {
    s.z('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
  });
};
const honorar: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachBooking(a, (i, anteil) => {
    s.z('leistung', L.rawRows[i]!, L.honorar[i]! * anteil);
  });
};
/** Hours of kept appointments. */
const stunden = (a: Selection, count: (at: number, hours: number) => void): void => {
  const { T } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) count(T.rawRows[i]!, T.dauer[i]! / 60);
  });
};
const faelle = (a: Selection, s: RowSink): void => {
  forEachCase(a, (p) => {
    s.n('patient', p, 1);
  });
};

/** Share of the revenue borne by a payer. */
const traeger =
  (which: number): Definition =>
  (a, s) => {
    const { L } = a.snapshot;
    forEachBooking(a, (i, anteil) => {
      const betrag = L.betrag[i]! * anteil;
      s.n('leistung', L.rawRows[i]!, betrag);
      if (L.traeger[i] === which) s.z('leistung', L.rawRows[i]!, betrag);
    });
  };

/** Full-time equivalents of the chosen teams, by the days of employment in the span. */
function rowSet(a: Selection, count: (at: number, posts: number) => void): void {
  const c = a.snapshot.rawRows.tables.mitarbeiter.spalten,
    days = a.bis - a.von + 1;
  for (const at of a.snapshot.live.mitarbeiter) {
    if (!matchesTeam(a, c['team']![at]!)) continue;
    const from = c['eintritt']![at] === EMPTY ? a.von : Math.max(a.von, c['eintritt']![at]!),
      to = c['austritt']![at] === EMPTY ? a.bis : Math.min(a.bis, c['austritt']![at]!);
    if (to >= from) count(at, (c['fte']![at]! / 100) * ((to - from + 1) / days));
  }
}
const SICK = 0;
/**
 * Iterates over the sick notes of the chosen teams with their working days in the span that no
 * earlier note of the person covers. Days outside the employment do not count.
 */
function forEachSickDay(a: Selection, visit: (at: number, tage: number) => void): void {
  const { rawRows, live } = a.snapshot,
    c = rawRows.tables.fehlzeit.spalten,
    { rowState, spalten: m } = rawRows.tables.mitarbeiter;
  const von = c['von']!,
    bis = c['bis']!,
    notes = [...live.fehlzeit].filter(
      (at) => c['art']![at] === SICK && c['mitarbeiter']![at]! >= 0,
    );
  notes.sort((x, y) => von[x]! - von[y]! || x - y);
  const told = new Map<number, number>();
  for (const at of notes) {
    const who = c['mitarbeiter']![at]!;
    if (rowState[who] !== LIVE || !matchesTeam(a, m['team']![who]!)) continue;
    const first = Math.max(a.von, von[at]!, m['eintritt']![who]!, told.get(who) ?? EMPTY);
    const last = Math.min(
      a.bis,
      bis[at]!,
      m['austritt']![who] === EMPTY ? a.bis : m['austritt']![who]!,
    );
    let tage = 0;
    for (let tag = first; tag <= last; tag += 1) if (weekdayOf(tag) < 5) tage += 1;
    told.set(who, Math.max(told.get(who) ?? EMPTY, bis[at]! + 1));
    if (tage > 0) visit(at, tage);
  }
}
/** Returns the share of a monthly target for a span: partial months count by their days. */
export function targetInPeriod(a: Pick<Selection, 'von' | 'bis'>, perMonth: number): number {
  let sum = 0;
  for (let tag = a.von; tag <= a.bis; tag += 1) {
    const { jahr, monat } = dateOf(tag);
    sum += 1 / new Date(Date.UTC(jahr, monat, 0)).getUTCDate();
  }
  return sum * perMonth;
}

const FILLING = /^13[A-D]$/;
/** Back tooth (FDI): premolars and molars. */
const POSTERIOR_TOOTH = /^[1-8][4-8]/;
const SINGLE_RATE_CENTS = 5.62421;

/** Single fee of a GOZ service in cents: by its points, else its fee divided by the factor. */
export const singleRateFee = (
  punkte: number,
  menge: number,
  feeCents: number,
  faktor: number,
): number =>
  punkte === EMPTY || punkte <= 0 ? (feeCents * 100) / faktor : punkte * SINGLE_RATE_CENTS * menge;

/** GOZ services with a factor. */
export const servicesWithFactor = (snapshot: Snapshot): RowSet => {
  const { L } = snapshot;
  return serviceRowSet(
    snapshot,
    'faktor',
    (i) => L.system[i] === SYSTEM.GOZ && L.faktor[i] !== EMPTY && L.faktor[i]! > 0,
  );
};

export const moneyFigures: Readonly<Record<string, Definition>> = {
  umsatz,
  honorarumsatz: honorar,
  umsatzJeBehandler(a, s) {
    const { L, rawRows } = a.snapshot,
      seen = new Uint8Array(rawRows.tables.behandler.anzahl);
    forEachBooking(a, (i, anteil) => {
      const b = L.behandler[i]!;
      s.z('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
      if (b >= 0 && seen[b] === 0) {
        seen[b] = 1;
        s.n('behandler', b, 1);
      }
    });
  },
  stundensatz(a, s) {
    honorar(a, s);
    stunden(a, (at, hours) => {
      s.n('termin', at, hours);
    });
  },
  behandlungsstunden(a, s) {
    stunden(a, (at, hours) => {
      s.z('termin', at, hours);
    });
  },
  umsatzJeZimmerstunde(a, s) {
    const { L, A } = a.snapshot;
    forEachBooking(a, (i, anteil) => {
      if (L.zimmer[i]! >= 0) s.z('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
    });
    forEachHours(a, (i) => {
      if (A.zimmer[i]! >= 0) s.n('arbeitszeit', A.rawRows[i]!, A.roomMinutes[i]! / 60);
    });
  },
  umsatzJeTermin(a, s) {
    const { L, T, B } = a.snapshot;
    forEachService(a, (i) => {
      const b = L.besuch[i]!;
      if (b >= 0 && B.hatTermin[b] === 1) s.z('leistung', L.rawRows[i]!, L.betrag[i]!);
    });
    forEachAppointment(a, (i) => {
      if (T.status[i] === S.WAHRGENOMMEN) s.n('termin', T.rawRows[i]!, 1);
    });
  },
  umsatzJePatient(a, s) {
    const { L, rawRows } = a.snapshot,
      seen = new Uint8Array(rawRows.tables.patient.anzahl);
    forEachBooking(a, (i, anteil) => {
      const p = L.pat[i]!;
      s.z('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
      if (p >= 0 && seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
    });
  },
  fallwertGkv(a, s) {
    statutoryAmount(a, s);
    faelle(a, s);
  },
  punkteJeFall(a, s) {
    statutoryPoints(a, s);
    faelle(a, s);
  },
  anteilGkv: traeger(PAYER.GKV),
  anteilPkv: traeger(PAYER.PKV),
  anteilEigen: traeger(PAYER.EIGEN),
  gkvAmPrivatumsatz(a, s) {
    const { L } = a.snapshot;
    forEachBooking(a, (i, anteil) => {
      if (L.traeger[i] === PAYER.GKV) return;
      s.n('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
      if (L.versicherung[i] === INSURANCE.GKV)
        s.z('leistung', L.rawRows[i]!, L.betrag[i]! * anteil);
    });
  },
  prophylaxeStundensatz(a, s) {
    const { L, T, rawRows } = a.snapshot,
      art = rawRows.tables.behandler.spalten['art']!,
      isProphylaxis = (b: number): boolean => b >= 0 && art[b] === PROPHYLAXE;
    forEachBooking(a, (i, anteil) => {
      if (isProphylaxis(L.behandler[i]!)) s.z('leistung', L.rawRows[i]!, L.honorar[i]! * anteil);
    });
    forEachAppointment(a, (i) => {
      if (T.status[i] === S.WAHRGENOMMEN && isProphylaxis(T.behandler[i]!))
        s.n('termin', T.rawRows[i]!, T.dauer[i]! / 60);
    });
  },
  mittlererFaktor(a, s) {
    const { L } = a.snapshot;
    forEachServiceIn(a, servicesWithFactor(a.snapshot), (i) => {
      const faktor = L.faktor[i]!;
      const base = singleRateFee(L.punkte[i]!, L.menge[i]!, L.honorar[i]!, faktor) / 100;
      s.z('leistung', L.rawRows[i]!, (faktor / 100) * base);
      s.n('leistung', L.rawRows[i]!, base);
    });
  },
  faktorUeber23(a, s) {
    const { L } = a.snapshot;
    forEachServiceIn(a, servicesWithFactor(a.snapshot), (i) => {
      s.n('leistung', L.rawRows[i]!, 1);
      if (L.faktor[i]! > 230) s.z('leistung', L.rawRows[i]!, 1);
    });
  },
  mehrkostenquote(a, s) {
    const { L } = a.snapshot;
    forEachServiceIn(a, posteriorFillings(a.snapshot), (i) => {
      s.n('leistung', L.rawRows[i]!, 1);
    });
    forEachServiceIn(a, agreedFillings(a.snapshot), (i) => {
      s.z('leistung', L.rawRows[i]!, 1);
    });
  },
  fuellungenJe100(a, s) {
    countFillings(a, s);
    faelle(a, s);
  },
  umsatzJeMitarbeiter(a, s) {
    umsatz(a, s);
    rowSet(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  },
  krankheitstage(a, s) {
    forEachSickDay(a, (at, tage) => {
      s.z('fehlzeit', at, tage);
    });
    rowSet(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  },
};
const statutoryAmount: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachService(a, (i) => {
    if (
      L.traeger[i] === PAYER.GKV &&
      (L.bereich[i] === BEREICH.KCH || L.bereich[i] === BEREICH.PAR || L.bereich[i] === BEREICH.KB)
    )
      s.z('leistung', L.rawRows[i]!, L.betrag[i]!);
  });
};
const countFillings: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachServiceIn(a, positionen(a.snapshot, SYSTEM.BEMA, FILLING), (i) => {
    s.z('leistung', L.rawRows[i]!, L.menge[i]!);
  });
};
const statutoryPoints: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachServiceIn(
    a,
    serviceRowSet(
      a.snapshot,
      'punkte',
      (i) =>
        L.system[i] === SYSTEM.BEMA &&
        L.bereich[i] === BEREICH.KCH &&
        L.traeger[i] === PAYER.GKV &&
        L.punkte[i] !== EMPTY,
    ),
    (i) => {
      s.z('leistung', L.rawRows[i]!, L.punkte[i]! * L.menge[i]!);
    },
  );
};
/** Each pair of practitioner and patient of a chosen service once. */
const countEachAsDenominator =
  (entity: 'behandler' | 'patient'): Definition =>
  (a, s) => {
    const { L, B, rawRows } = a.snapshot,
      column = entity === 'behandler' ? L.behandler : L.pat,
      seen = new Uint8Array(rawRows.tables[entity].anzahl);
    if (entity === 'patient' && isByPersonOnly(a)) {
      forEachVisit(a, (b) => {
        const p = B.pat[b]!;
        if (B.hatLeistung[b] === 1 && seen[p] === 0) {
          seen[p] = 1;
          s.n('patient', p, 1);
        }
      });
      return;
    }
    if (entity === 'behandler' && selectsEveryRow(a)) {
      for (let b = 0; b < seen.length; b += 1)
        if (hasServices(narrowToPractitioner(a, b))) s.n('behandler', b, 1);
      return;
    }
    forEachService(a, (i) => {
      const at = column[i]!;
      if (at >= 0 && seen[at] === 0) {
        seen[at] = 1;
        s.n(entity, at, 1);
      }
    });
  };
const asDenominator =
  (count: (a: Selection, visit: (at: number, posts: number) => void) => void): Definition =>
  (a, s) => {
    count(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  };
const columnMeasure = (column: 'material' | 'eigenlabor' | 'fremdlabor' | 'menge'): Measure => ({
  wort: `L ${column}`,
  weg: (a, s) => {
    const { rawRows, [column]: of } = a.snapshot.L;
    forEachService(a, (i) => {
      s.z('leistung', rawRows[i]!, of[i]!);
    });
  },
});
/** Daily sums of revenue parts, number of services, and hours. */
export const MONEY_MEASURES = {
  honorar: { wort: 'honorarumsatz', weg: honorar },
  material: columnMeasure('material'),
  eigen: columnMeasure('eigenlabor'),
  fremd: columnMeasure('fremdlabor'),
  umsatz: { wort: 'umsatz', weg: umsatz },
  anzahl: columnMeasure('menge'),
} as const satisfies Record<string, Measure>;
/** Services, counted as billing lines. */
export const ROWS_MEASURE: Measure = {
  wort: 'zeilen',
  weg: (a, s) => {
    const { rawRows } = a.snapshot.L;
    forEachService(a, (i) => {
      s.z('leistung', rawRows[i]!, 1);
    });
  },
};
export const HOURS_MEASURE: Measure = {
  wort: 'behandlungsstunden',
  weg: (a, s) => {
    stunden(a, (at, hours) => {
      s.z('termin', at, hours);
    });
  },
};
/** Figures with daily sums. */
export const moneyFiguresByDay: Readonly<Record<string, ByDay>> = {
  umsatz: {},
  honorarumsatz: {},
  stundensatz: { aus: { z: 'honorarumsatz', n: 'behandlungsstunden' } },
  behandlungsstunden: {},
  umsatzJeZimmerstunde: {},
  umsatzJeTermin: {},
  anteilGkv: { aus: { n: 'umsatz' } },
  anteilPkv: { aus: { n: 'umsatz' } },
  anteilEigen: { aus: { n: 'umsatz' } },
  gkvAmPrivatumsatz: {},
  prophylaxeStundensatz: {},
  mittlererFaktor: {},
  faktorUeber23: {},
  umsatzJeBehandler: { wort: 'umsatz', weg: umsatz, rest: countEachAsDenominator('behandler') },
  umsatzJePatient: { wort: 'umsatz', weg: umsatz, rest: countEachAsDenominator('patient') },
  umsatzJeMitarbeiter: { wort: 'umsatz', weg: umsatz, rest: asDenominator(rowSet) },
  fallwertGkv: { wort: 'gkvBetrag', weg: statutoryAmount, rest: faelle },
  punkteJeFall: { wort: 'gkvPunkte', weg: statutoryPoints, rest: faelle },
  fuellungenJe100: { wort: 'fuellungen', weg: countFillings, rest: faelle },
};
/** Index of PROPHYLAXE among the kinds of practitioners. */
const PROPHYLAXE = 2;

/**
 * Checks whether a patient had agreed to Mehrkosten for a tooth on a day; an agreement without a
 * tooth covers the whole day.
 */
function vereinbart({
  rawRows,
  mergedInto,
}: Snapshot): (pat: number, tag: number, zahn: string) => boolean {
  const t = rawRows.tables.mkv,
    made = new Map<number, string[]>();
  for (let at = 0; at < t.anzahl; at += 1) {
    const p = t.spalten['patid']![at]!,
      tag = t.spalten['datum']![at]!;
    if (t.rowState[at] !== 1 || p < 0 || tag === EMPTY) continue;
    const key = mergedInto[p]! * 200_000 + tag + 50_000,
      known = made.get(key);
    if (known) known.push(t.text('zahn', at));
    else made.set(key, [t.text('zahn', at)]);
  }
  return (pat, tag, zahn) =>
    pat >= 0 &&
    (made.get(pat * 200_000 + tag + 50_000) ?? []).some((tooth) => tooth === '' || tooth === zahn);
}
/** Fillings of back teeth covered by the statutory insurance. */
export function posteriorFillings(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'seitenzahn', () => {
    const { L, rawRows } = snapshot,
      zahn = rawRows.tables.leistung.spalten['zahn']!,
      isBack = Uint8Array.from(rawRows.tables.leistung.wordLists['zahn']!.liste, (word) =>
        POSTERIOR_TOOTH.test(word) ? 1 : 0,
      );
    return subsetOf(positionen(snapshot, SYSTEM.BEMA, FILLING), (i) => {
      const word = zahn[L.rawRows[i]!]!;
      return word >= 0 && isBack[word] === 1;
    });
  });
}
/** Those of them with an agreement on Mehrkosten. */
export function agreedFillings(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'vereinbart', () => {
    const { L, rawRows } = snapshot,
      agreed = vereinbart(snapshot);
    return subsetOf(posteriorFillings(snapshot), (i) =>
      agreed(L.pat[i]!, L.tag[i]!, rawRows.tables.leistung.text('zahn', L.rawRows[i]!)),
    );
  });
}
