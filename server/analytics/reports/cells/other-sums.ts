/** Sums of plans, appointments, hours and people in tables that are no key figure of their own. */
import { forEachUnscheduledPlan } from '../../cases/unscheduled-plans.ts';
import { KEPT_APPOINTMENTS } from '../../metrics/appointments.ts';
import { forEachNewPatient } from '../../metrics/patients.ts';
import { isOpen } from '../../metrics/plan-on-day.ts';
import { plansByDay } from '../../metrics/row-index.ts';
import type { Definition } from '../../metrics/sink.ts';
import { walkFigure } from '../../metrics/compute.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { CO_PAYMENTS } from '../extended/co-payment-rows.ts';
import { forEachFirstService, isBack } from '../extended/new-patient-sources.ts';
import { parStages, screenedPatients } from '../extended/par-stages.ts';
import { isLostMember, isWonBackMember } from '../extended/patient-retention.ts';
import type { CellSum } from './cell-sum.ts';

/** The plans made in the span, with an amount of each. */
const plans =
  (column: string | null): Definition =>
  (a, s) => {
    const { rows, days } = plansByDay(a.snapshot),
      amounts = column === null ? undefined : a.snapshot.rawRows.tables.hkp.columns[column]!;
    for (let n = lowerBound(days, a.from), end = lowerBound(days, a.to + 1); n < end; n += 1) {
      const at = rows[n]!;
      if (matchesPlan(a, 'hkp', at))
        s.numerator('hkp', at, amounts ? centsOrZero(amounts[at]!) : 1);
    }
  };
/** Plans without a future appointment; `valueOf` gives their state then, by index in HKP_STATUS. */
const unscheduled =
  (valueOf: (cents: number, state: number) => number): Definition =>
  (a, s) => {
    const worth = a.snapshot.rawRows.tables.hkp.columns['gesamt']!;
    forEachUnscheduledPlan(a, (at, state) => {
      const value = valueOf(centsOrZero(worth[at]!), state);
      if (value !== 0) s.numerator('hkp', at, value);
    });
  };
const firstRevenue: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachNewPatient(a, (pat, visit) => {
    forEachFirstService(a.snapshot, pat, visit, (i) => {
      s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
    });
  });
};
/** New patients of the span who fulfil a condition. */
const members =
  (isOf: typeof isLostMember): Definition =>
  (a, s) => {
    forEachNewPatient(a, (pat, visit) => {
      if (isOf(a.snapshot, pat, visit)) s.numerator('patient', pat, 1);
    });
  };
/** One side of a figure until yesterday, since the appointments of today are not closed. */
const untilYesterday =
  (figure: string, side: 'numerator' | 'denominator', perUnit: number): Definition =>
  (a, s) => {
    const last = Math.min(a.to, a.snapshot.today - 1),
      ignored = (): void => undefined;
    if (last < a.from) return;
    const take = (entity: Parameters<typeof s.numerator>[0], at: number, value: number): void => {
      s.numerator(entity, at, value / perUnit);
    };
    walkFigure(figure, withPeriod(a, a.from, last), {
      numerator: side === 'numerator' ? take : ignored,
      denominator: side === 'denominator' ? take : ignored,
    });
  };
const MINUTES = 60;
/** Cases of one step of the perio pipeline, by its name; of all steps without one. */
const parStep =
  (
    casesOf: (stage: ReturnType<typeof parStages>['stages'][number]) => readonly number[] | null,
    isWorth: boolean,
  ): CellSum['walk'] =>
  (a, s, row) => {
    const worth = a.snapshot.rawRows.tables.parfall.columns['wert']!;
    if (row === 'PSI') {
      if (!isWorth) for (const p of screenedPatients(a)) s.numerator('patient', p, 1);
      return;
    }
    for (const stage of parStages(a).stages)
      if (row === undefined || stage.stage === row)
        for (const at of casesOf(stage) ?? [])
          s.numerator('parfall', at, isWorth ? centsOrZero(worth[at]!) : 1);
  };
const coPaymentSums = Object.fromEntries(
  (
    [
      ['mkv', CO_PAYMENTS.FUELLUNG],
      ['ze', CO_PAYMENTS.ZE],
      ['pzr', CO_PAYMENTS.PZR],
    ] as const
  ).flatMap(([name, { possible, agreed, revenue }]): [string, CellSum][] => [
    [`${name}Moeglich`, { unit: 'zahl', walk: possible }],
    [`${name}Vereinbart`, { unit: 'zahl', walk: agreed }],
    [`${name}Erloes`, { unit: 'eur', walk: revenue }],
  ]),
);
const appointmentMinutes: Definition = (a, s) => {
  const { appointments } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN)
      s.numerator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
  });
};

/** By name; amounts in cents. */
export const otherSums: Readonly<Record<string, CellSum>> = {
  ...coPaymentSums,
  parStufe: { unit: 'zahl', walk: parStep(({ cases }) => cases, false), readsRow: true },
  parStufeWert: { unit: 'eur', walk: parStep(({ cases }) => cases, true), readsRow: true },
  parStufeUeberfaellig: {
    unit: 'zahl',
    walk: parStep(({ overdue }) => overdue, false),
    readsRow: true,
  },
  terminMinuten: { unit: 'minuten', walk: appointmentMinutes },
  termine: { unit: 'zahl', walk: KEPT_APPOINTMENTS.walk },
  planAnzahl: { unit: 'zahl', walk: plans(null) },
  planSumme: { unit: 'eur', walk: plans('gesamt') },
  planFestzuschuss: { unit: 'eur', walk: plans('festzuschuss') },
  planEigenanteil: { unit: 'eur', walk: plans('eigenanteil') },
  ohneTerminPlaene: { unit: 'zahl', walk: unscheduled(() => 1) },
  ohneTerminSumme: { unit: 'eur', walk: unscheduled((cents) => cents) },
  ohneTerminEntschieden: {
    unit: 'eur',
    walk: unscheduled((cents, state) => (isOpen(state) ? 0 : cents)),
  },
  zweitbesuch: { unit: 'zahl', walk: members(isBack) },
  umsatz180: { unit: 'eur', walk: firstRevenue },
  kohorteVerloren: { unit: 'zahl', walk: members(isLostMember) },
  kohorteReaktiviert: { unit: 'zahl', walk: members(isWonBackMember) },
  stundenVerfuegbar: {
    unit: 'stunden',
    walk: untilYesterday('auslastungErbracht', 'denominator', MINUTES),
  },
  stundenVergeben: { unit: 'stunden', walk: untilYesterday('auslastung', 'numerator', MINUTES) },
  stundenWahrgenommen: {
    unit: 'stunden',
    walk: untilYesterday('auslastungErbracht', 'numerator', MINUTES),
  },
  honorarBisGestern: { unit: 'eur', walk: untilYesterday('honorarumsatz', 'numerator', 1) },
};
