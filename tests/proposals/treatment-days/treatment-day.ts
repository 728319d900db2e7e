/**
 * Hand-made days of treatment and the proposals and warnings that a billing expert expects of them,
 * as the rows that a practice would deliver.
 */
import type { PvsValue } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Snapshot } from '../../../server/analytics/snapshot/snapshot.ts';
import { snapshotOf, tag, zeile, type Row } from '../../support/rule-practice.ts';

/** How certain the expert is of an expectation. */
export type Mark = 'sure' | 'likely' | 'debatable';
type Values = Readonly<Record<string, PvsValue>>;

/** A day of treatment. Services are written as in `tag` of `rule-practice.ts`. */
export interface TreatmentDay {
  /** Area and number, `fillings-01`. */
  readonly id: string;
  readonly title: string;
  readonly insurance: string;
  readonly born: string;
  readonly day: string;
  readonly today: readonly string[];
  readonly before?: Readonly<Record<string, readonly string[]>>;
  readonly note?: string;
  /** Standard group and start, `SCHMERZ 10:00`; `SCHMERZ 10:00 @08:30` was made at half past eight. */
  readonly appointment?: string;
  /** Hours of treatment of the practice on the day. */
  readonly hours?: readonly [string, string];
  readonly chart?: readonly (readonly [day: string, tooth: string, finding: string])[];
  readonly psi?: readonly (readonly [day: string, codes: string])[];
  readonly agreements?: readonly (readonly [day: string, tooth: string])[];
  readonly dentures?: readonly (readonly [day: string, kind: string, jaw: string])[];
  readonly cariesRisk?: readonly (readonly [day: string, risk: string])[];
  readonly perioCase?: Values;
  readonly plan?: Readonly<Record<string, PvsValue | readonly (readonly string[])[]>>;
  readonly careGrade?: number;
  readonly hasContract?: boolean;
  readonly upload?: boolean;
  /** Judged for the patient's present state as well, not only for the day. */
  readonly isState?: boolean;
  /** Expected numbers or rules; `a|b`: either will do. */
  readonly proposals: Readonly<Record<string, Mark>>;
  readonly quantities?: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, Mark>>;
  /** Numbers that may be proposed as well. */
  readonly acceptable?: readonly string[];
  readonly source: string;
}

/** The present day of the practice of these days. */
const TODAY = '2026-11-26';
const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const quoted = (note: string | undefined): string[] => (note === undefined ? [] : [`"${note}`]);

/** Builds the practice of one patient whose services, notes and plans are those of the day. */
export function practiceOf(one: TreatmentDay): Snapshot {
  const { positionen, ...plan } = one.plan ?? {};
  const rows: (Row | readonly Row[])[] = [
    ...Object.entries(one.before ?? {}).map(([day, words]) => tag(day, ...words)),
    tag(
      one.day,
      ...one.today,
      ...quoted(one.note),
      ...(one.appointment === undefined ? [] : [`termin ${one.appointment}`]),
      ...(one.upload === true ? ['epa'] : []),
    ),
    ...(one.chart ?? []).map(([datum, zahn, befund]) =>
      zeile('zahnbefund', { datum, zahn, befund }),
    ),
    ...(one.psi ?? []).map(([datum, codes]) => zeile('psi', { datum, codes })),
    ...(one.agreements ?? []).map(([datum, zahn]) => zeile('mkv', { datum, zahn })),
    ...(one.dentures ?? []).map(([eingegliedertAm, art, kiefer]) =>
      zeile('prothese', { eingegliedertAm, art, kiefer }),
    ),
    ...(one.cariesRisk ?? []).map(([datum, risiko]) => zeile('kariesrisiko', { datum, risiko })),
    ...(one.perioCase ? [zeile('parfall', one.perioCase)] : []),
    ...(one.plan ? [zeile('hkp', plan as Values, 'H1')] : []),
    ...((positionen ?? []) as readonly (readonly string[])[]).map(([word = '', zahn, befund]) =>
      zeile('hkpposition', {
        patid: null,
        hkpid: 'H1',
        system: 'BEMA',
        nr: word.slice(2),
        zahn: zahn === '' ? null : (zahn ?? null),
        menge: 1,
        befund: befund ?? null,
      }),
    ),
    ...(one.hours
      ? [
          zeile('arbeitszeit', {
            patid: null,
            behandler: 'B1',
            datum: one.day,
            von: minutesOf(one.hours[0]),
            bis: minutesOf(one.hours[1]),
            typ: 'BEHANDLUNG',
          }),
        ]
      : []),
  ];
  return snapshotOf(
    {
      versicherung: one.insurance,
      geburtsdatum: one.born,
      pflegegrad: one.careGrade,
      einrichtung: one.careGrade === undefined ? undefined : one.hasContract,
      kooperationsvertrag: one.hasContract,
    },
    rows,
    TODAY,
  );
}
