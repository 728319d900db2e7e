/** Report of the value of planned treatment without a future appointment, by patient. */
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { forEachUnscheduledPlan } from '../../cases/unscheduled-plans.ts';
import { isOpen } from '../../metrics/plan-on-day.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { dayOrNull } from '../../snapshot/calendar.ts';
import { rowName } from '../cells/row-name.ts';
import {
  column,
  eur,
  idOfRow,
  kpisOf,
  pageBounds,
  patientNameOf,
  wholeOf,
  type ReportBuilder,
} from '../report-kind.ts';

/** Maximum rows of a page. */
const MAX_SHOWN = 500;

/** Plans of one patient; amounts in cents. */
interface Waiting {
  readonly pat: number;
  plans: number;
  value: number;
  decided: number;
  /** Day on which the oldest of them was made. */
  since: number;
}

/** Lists the patients with planned treatment and no appointment, the highest value first. */
export const unscheduledTreatment: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { gesamt, erstelltAm, patid } = snapshot.rawRows.tables.hkp.columns,
    patients = new Map<number, Waiting>(),
    states = new Map<number, number>();
  let hasUnknown = false;
  forEachUnscheduledPlan(
    k.a,
    (at, state) => {
      const cents = centsOrZero(gesamt![at]!),
        made = erstelltAm![at]!,
        record = patid![at]!,
        pat = record < 0 ? -1 : snapshot.mergedInto[record]!,
        own = patients.get(pat) ?? { pat, plans: 0, value: 0, decided: 0, since: made };
      patients.set(pat, own);
      own.plans += 1;
      own.value += cents;
      if (!isOpen(state)) own.decided += cents;
      own.since = Math.min(own.since, made);
      states.set(state, (states.get(state) ?? 0) + cents);
    },
    () => {
      hasUnknown = true;
    },
  );
  const list = [...patients.values()].sort(
      (x, y) => y.value - x.value || x.since - y.since || x.pat - y.pat,
    ),
    { first, end } = pageBounds(k, MAX_SHOWN);
  const sum = (of: (one: Waiting) => number): number =>
    list.reduce((total, one) => total + of(one), 0);
  return {
    kpis: kpisOf(k, 'ohneTermin', 'hkpOffen'),
    columns: [
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('plaene', 'Pläne', 'zahl'),
      column('gesamt', 'Summe', 'eur'),
      column('entschieden', 'Davon angenommen oder genehmigt', 'eur'),
      column('erstellt', 'Ältester Plan', 'tag'),
    ],
    rows: list.slice(first, end).map(({ pat, plans, value, decided, since }) => ({
      patid: idOfRow(snapshot, 'patient', pat),
      name: patientNameOf(snapshot, pat),
      nur: rowName('patient', idOfRow(snapshot, 'patient', pat) ?? ''),
      plaene: plans,
      gesamt: eur(value),
      entschieden: eur(decided),
      erstellt: dayOrNull(since),
    })),
    series: [
      {
        name: 'gesamt',
        punkte: [...states]
          .sort(([x], [y]) => x - y)
          .map(([state, cents]) => ({ x: HKP_STATUS[state] ?? 'ENTWURF', y: eur(cents) })),
      },
    ],
    hints: hasUnknown ? ['ohneTerminUnbekannt'] : [],
    ...wholeOf(list.length, MAX_SHOWN, () => ({
      plaene: sum(({ plans }) => plans),
      gesamt: eur(sum(({ value }) => value)),
      entschieden: eur(sum(({ decided }) => decided)),
    })),
  };
};
