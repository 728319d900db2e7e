// Key figures of revenue, hours, cases and factors (1 to 12, 41, 59 to 62, 67 to 69).

import { type Selection } from '../snapshot/selection.ts';
import { forEachVisit } from '../snapshot/selection/walk-visits.ts';
import { forEachHours, forEachAppointment } from '../snapshot/selection/walk-appointments.ts';
import { forEachBooking, forEachStretch } from '../snapshot/selection/walk-bookings.ts';
import { forEachService, forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { isByPersonOnly } from '../snapshot/selection/matches.ts';
import { BEREICH, STATUS, SYSTEM, PAYER, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, firstOfMonth, monthOfDay } from '../snapshot/calendar.ts';
import { workdays } from '../snapshot/working-days.ts';
import { countPractitioners } from './practitioner-count.ts';
import type { Definition, RowSink, ByDay } from './sink.ts';
import { serviceRowSet } from './row-index.ts';
import { type RowSet } from '../snapshot/row-set.ts';
import type { Measure } from './sum-store.ts';
import { forEachCase, servicesByNumber } from './walks.ts';
import { FILLING, posteriorFillings, agreedFillings } from './fillings.ts';
import { forEachPost, forEachSickDay } from './staff.ts';

const revenue: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachBooking(a, (i, share) => {
    s.numerator('leistung', services.rawRows[i]!, services.betrag[i]! * share);
  });
};
const ownFee: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachBooking(a, (i, _share, _day, fee) => {
    s.numerator('leistung', services.rawRows[i]!, fee);
  });
};
/** Hours of kept appointments. */
const forEachKeptHours = (a: Selection, count: (at: number, hours: number) => void): void => {
  const { appointments } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN)
      count(appointments.rawRows[i]!, appointments.dauer[i]! / 60);
  });
};
const countCases = (a: Selection, s: RowSink): void => {
  forEachCase(a, (p) => {
    s.denominator('patient', p, 1);
  });
};

/** Share of the revenue borne by a payer. */
const payerShare =
  (which: number): Definition =>
  (a, s) => {
    const { services } = a.snapshot;
    forEachBooking(a, (i, share) => {
      const cents = services.betrag[i]! * share;
      s.denominator('leistung', services.rawRows[i]!, cents);
      if (services.traeger[i] === which) s.numerator('leistung', services.rawRows[i]!, cents);
    });
  };

/**
 * Returns the share of a monthly target for a span: partial months count by their working days, as
 * projections do.
 */
export function targetInPeriod(
  { from, to, region = null }: Pick<Selection, 'from' | 'to' | 'region'>,
  perMonth: number,
): number {
  let sum = 0;
  for (let month = monthOfDay(from); month <= monthOfDay(to); month += 1) {
    const first = firstOfMonth(month),
      last = firstOfMonth(month + 1) - 1;
    sum +=
      from <= first && last <= to
        ? 1
        : workdays(Math.max(from, first), Math.min(to, last), region) /
          workdays(first, last, region);
  }
  return sum * perMonth;
}

const SINGLE_RATE_CENTS = 5.62421;

/**
 * Returns the single fee of a GOZ service in cents: by its points, else its fee divided by the
 * factor.
 */
export const singleRateFee = (
  points: number,
  quantity: number,
  feeCents: number,
  factor: number,
): number =>
  points === EMPTY || points <= 0
    ? (feeCents * 100) / factor
    : points * SINGLE_RATE_CENTS * quantity;

/** Lists the GOZ services with a factor. */
export const servicesWithFactor = (snapshot: Snapshot): RowSet => {
  const { services } = snapshot;
  return serviceRowSet(
    snapshot,
    'faktor',
    (i) =>
      services.system[i] === SYSTEM.GOZ && services.faktor[i] !== EMPTY && services.faktor[i]! > 0,
  );
};

export const moneyFigures: Readonly<Record<string, Definition>> = {
  umsatz: revenue,
  honorarumsatz: ownFee,
  fremdlabor(a, s) {
    const { services } = a.snapshot;
    forEachStretch(a, (rows, parts, from, to) => {
      for (let k = from; k < to; k += 1) {
        const i = rows ? rows[k]! : k,
          cents = parts ? parts.fremd[k]! : services.fremdlabor[i]!;
        if (cents !== 0) s.numerator('leistung', services.rawRows[i]!, cents);
      }
    });
  },
  umsatzJeBehandler(a, s) {
    revenue(a, s);
    countPractitioners(MONEY_MEASURES.umsatz)(a, s);
  },
  stundensatz(a, s) {
    ownFee(a, s);
    forEachKeptHours(a, (at, hours) => {
      s.denominator('termin', at, hours);
    });
  },
  behandlungsstunden(a, s) {
    forEachKeptHours(a, (at, hours) => {
      s.numerator('termin', at, hours);
    });
  },
  umsatzJeZimmerstunde(a, s) {
    const { services, workingHours } = a.snapshot;
    forEachBooking(a, (i, share) => {
      if (services.zimmer[i]! >= 0)
        s.numerator('leistung', services.rawRows[i]!, services.betrag[i]! * share);
    });
    forEachHours(a, (i) => {
      if (workingHours.zimmer[i]! >= 0)
        s.denominator('arbeitszeit', workingHours.rawRows[i]!, workingHours.roomMinutes[i]! / 60);
    });
  },
  umsatzJeTermin(a, s) {
    const { services, appointments, visits } = a.snapshot;
    forEachService(a, (i) => {
      const b = services.visit[i]!;
      if (b >= 0 && visits.hasAppointment[b] === 1)
        s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
    });
    forEachAppointment(a, (i) => {
      if (appointments.status[i] === STATUS.WAHRGENOMMEN)
        s.denominator('termin', appointments.rawRows[i]!, 1);
    });
  },
  umsatzJePatient(a, s) {
    const { services, rawRows } = a.snapshot,
      seen = new Uint8Array(rawRows.tables.patient.count);
    forEachBooking(a, (i, share) => {
      const p = services.pat[i]!;
      s.numerator('leistung', services.rawRows[i]!, services.betrag[i]! * share);
      if (p >= 0 && seen[p] === 0) {
        seen[p] = 1;
        s.denominator('patient', p, 1);
      }
    });
  },
  fallwertGkv(a, s) {
    statutoryAmount(a, s);
    countCases(a, s);
  },
  punkteJeFall(a, s) {
    statutoryPoints(a, s);
    countCases(a, s);
  },
  anteilGkv: payerShare(PAYER.GKV),
  anteilPkv: payerShare(PAYER.PKV),
  anteilEigen: payerShare(PAYER.EIGEN),
  gkvAmPrivatumsatz(a, s) {
    const { services } = a.snapshot;
    forEachBooking(a, (i, share) => {
      if (services.traeger[i] === PAYER.GKV) return;
      s.denominator('leistung', services.rawRows[i]!, services.betrag[i]! * share);
      if (services.versicherung[i] === INSURANCE.GKV)
        s.numerator('leistung', services.rawRows[i]!, services.betrag[i]! * share);
    });
  },
  prophylaxeStundensatz(a, s) {
    const { services, appointments, rawRows } = a.snapshot,
      kind = rawRows.tables.behandler.columns['art']!,
      isProphylaxis = (b: number): boolean => b >= 0 && kind[b] === PROPHYLAXE;
    forEachBooking(a, (i, _share, _day, fee) => {
      if (isProphylaxis(services.behandler[i]!)) s.numerator('leistung', services.rawRows[i]!, fee);
    });
    forEachAppointment(a, (i) => {
      if (
        appointments.status[i] === STATUS.WAHRGENOMMEN &&
        isProphylaxis(appointments.behandler[i]!)
      )
        s.denominator('termin', appointments.rawRows[i]!, appointments.dauer[i]! / 60);
    });
  },
  mittlererFaktor(a, s) {
    const { services } = a.snapshot;
    forEachServiceIn(a, servicesWithFactor(a.snapshot), (i) => {
      const factor = services.faktor[i]!;
      const base =
        singleRateFee(services.punkte[i]!, services.menge[i]!, services.honorar[i]!, factor) / 100;
      s.numerator('leistung', services.rawRows[i]!, (factor / 100) * base);
      s.denominator('leistung', services.rawRows[i]!, base);
    });
  },
  faktorUeber23(a, s) {
    const { services } = a.snapshot;
    forEachServiceIn(a, servicesWithFactor(a.snapshot), (i) => {
      s.denominator('leistung', services.rawRows[i]!, 1);
      if (services.faktor[i]! > 230) s.numerator('leistung', services.rawRows[i]!, 1);
    });
  },
  mehrkostenquote(a, s) {
    const { services } = a.snapshot;
    forEachServiceIn(a, posteriorFillings(a.snapshot), (i) => {
      s.denominator('leistung', services.rawRows[i]!, 1);
    });
    forEachServiceIn(a, agreedFillings(a.snapshot), (i) => {
      s.numerator('leistung', services.rawRows[i]!, 1);
    });
  },
  fuellungenJe100(a, s) {
    countFillings(a, s);
    countCases(a, s);
  },
  umsatzJeMitarbeiter(a, s) {
    revenue(a, s);
    forEachPost(a, (at, posts) => {
      s.denominator('mitarbeiter', at, posts);
    });
  },
  krankheitstage(a, s) {
    forEachSickDay(a, (at, days) => {
      s.numerator('fehlzeit', at, days);
    });
    forEachPost(a, (at, posts) => {
      s.denominator('mitarbeiter', at, posts);
    });
  },
};
const statutoryAmount: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachService(a, (i) => {
    if (
      services.traeger[i] === PAYER.GKV &&
      (services.bereich[i] === BEREICH.KCH ||
        services.bereich[i] === BEREICH.PAR ||
        services.bereich[i] === BEREICH.KB)
    )
      s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
  });
};
const countFillings: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachServiceIn(a, servicesByNumber(a.snapshot, SYSTEM.BEMA, FILLING), (i) => {
    s.numerator('leistung', services.rawRows[i]!, services.menge[i]!);
  });
};
const statutoryPoints: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachServiceIn(
    a,
    serviceRowSet(
      a.snapshot,
      'punkte',
      (i) =>
        services.system[i] === SYSTEM.BEMA &&
        services.bereich[i] === BEREICH.KCH &&
        services.traeger[i] === PAYER.GKV &&
        services.punkte[i] !== EMPTY,
    ),
    (i) => {
      s.numerator('leistung', services.rawRows[i]!, services.punkte[i]! * services.menge[i]!);
    },
  );
};
/** Each patient of a chosen service once. */
const patientsAsDenominator: Definition = (a, s) => {
  const { services, visits, rawRows } = a.snapshot,
    seen = new Uint8Array(rawRows.tables.patient.count),
    once = (p: number): void => {
      if (p < 0 || seen[p] === 1) return;
      seen[p] = 1;
      s.denominator('patient', p, 1);
    };
  if (isByPersonOnly(a))
    forEachVisit(a, (b) => {
      if (visits.hasService[b] === 1) once(visits.pat[b]!);
    });
  else
    forEachService(a, (i) => {
      once(services.pat[i]!);
    });
};
const asDenominator =
  (count: (a: Selection, visit: (at: number, posts: number) => void) => void): Definition =>
  (a, s) => {
    count(a, (at, posts) => {
      s.denominator('mitarbeiter', at, posts);
    });
  };
const columnMeasure = (column: 'material' | 'eigenlabor' | 'fremdlabor' | 'menge'): Measure => ({
  name: `L ${column}`,
  walk: (a, s) => {
    const { rawRows, [column]: of } = a.snapshot.services;
    forEachService(a, (i) => {
      s.numerator('leistung', rawRows[i]!, of[i]!);
    });
  },
});
/** Daily sums of revenue parts, number of services, and hours. */
export const MONEY_MEASURES = {
  honorar: { name: 'honorarumsatz', walk: ownFee },
  material: columnMeasure('material'),
  eigen: columnMeasure('eigenlabor'),
  fremd: columnMeasure('fremdlabor'),
  umsatz: { name: 'umsatz', walk: revenue },
  anzahl: columnMeasure('menge'),
} as const satisfies Record<string, Measure>;
/** Services, counted as billing lines. */
export const ROWS_MEASURE: Measure = {
  name: 'zeilen',
  walk: (a, s) => {
    const { rawRows } = a.snapshot.services;
    forEachService(a, (i) => {
      s.numerator('leistung', rawRows[i]!, 1);
    });
  },
};
export const HOURS_MEASURE: Measure = {
  name: 'behandlungsstunden',
  walk: (a, s) => {
    forEachKeptHours(a, (at, hours) => {
      s.numerator('termin', at, hours);
    });
  },
};
/** Figures with daily sums. */
export const moneyFiguresByDay: Readonly<Record<string, ByDay>> = {
  umsatz: {},
  honorarumsatz: {},
  fremdlabor: {},
  stundensatz: { sums: { numerator: 'honorarumsatz', denominator: 'behandlungsstunden' } },
  behandlungsstunden: {},
  umsatzJeZimmerstunde: {},
  umsatzJeTermin: {},
  anteilGkv: { sums: { denominator: 'umsatz' } },
  anteilPkv: { sums: { denominator: 'umsatz' } },
  anteilEigen: { sums: { denominator: 'umsatz' } },
  gkvAmPrivatumsatz: {},
  prophylaxeStundensatz: {},
  mittlererFaktor: {},
  faktorUeber23: {},
  umsatzJeBehandler: {
    name: 'umsatz',
    walk: revenue,
    rest: countPractitioners({ name: 'umsatz', walk: revenue }),
  },
  umsatzJePatient: { name: 'umsatz', walk: revenue, rest: patientsAsDenominator },
  umsatzJeMitarbeiter: { name: 'umsatz', walk: revenue, rest: asDenominator(forEachPost) },
  fallwertGkv: { name: 'gkvBetrag', walk: statutoryAmount, rest: countCases },
  punkteJeFall: { name: 'gkvPunkte', walk: statutoryPoints, rest: countCases },
  fuellungenJe100: { name: 'fuellungen', walk: countFillings, rest: countCases },
};
/** Index of PROPHYLAXE among the kinds of practitioners. */
const PROPHYLAXE = 2;
