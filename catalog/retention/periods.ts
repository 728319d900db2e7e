// Retention periods, minimum and maximum: each with its law, source and certainty; confirmed by no
// lawyer.

import type { Period, PeriodKey, Periods } from '../../shared/records/retention.ts';

const READ = '2026-11-22';

/**
 * `years` of treatment records are the longest of those that apply; if sources differ, the longer
 * one is used.
 */
export const PERIODS: readonly Period[] = [
  {
    key: 'record',
    years: 10,
    days: null,
    untilAge: null,
    from: 'billing',
    law: '§ 630f Abs. 3 BGB; § 8 Abs. 3 Satz 3 BMV-Z',
    source:
      'KZV Nordrhein und KZV Bayerns, Aufbewahrungsfristen: zehn Jahre nach Abschluss der Behandlung und nach Ablauf des Jahres, in dem sie abgerechnet wurde; die längste Frist gilt',
    mark: 'read',
    readOn: READ,
  },
  {
    key: 'xray',
    years: 10,
    days: null,
    untilAge: 28,
    from: 'made',
    law: '§ 85 Abs. 2 Satz 1 Nr. 2 StrlSchG',
    source:
      'KZV Berlin, Röntgenaufnahmen: zehn Jahre, bei Minderjährigen bis zur Vollendung des 28. Lebensjahres',
    mark: 'read',
    readOn: READ,
  },
  {
    key: 'tax',
    years: 10,
    days: null,
    untilAge: null,
    from: 'made_year',
    law: '§ 147 Abs. 3 und 4 AO',
    source:
      'KZV Bremen, Aufbewahrungsfristen: zehn Jahre für Rechnungen; Buchungsbelege seit 2025 acht Jahre. Die Frist der Akte endet nie davor',
    mark: 'memory',
    readOn: READ,
  },
  {
    key: 'put_aside',
    years: null,
    days: 30,
    untilAge: null,
    from: 'decided',
    law: 'Art. 5 Abs. 1 Buchst. e, Art. 17 Abs. 1 Buchst. a DSGVO',
    source: 'Kein Teil einer Akte: beiseitegelegte Antworten; so festgelegt in diesem Programm',
    mark: 'house',
    readOn: READ,
  },
  {
    key: 'shares',
    years: null,
    days: 14,
    untilAge: null,
    from: 'ended',
    law: 'Art. 5 Abs. 1 Buchst. e DSGVO',
    source:
      'Kein Teil einer Akte: beendete und abgelaufene Freigaben von Unterlagen nach Hause; so festgelegt in diesem Programm',
    mark: 'house',
    readOn: READ,
  },
  {
    key: 'links',
    years: null,
    days: 30,
    untilAge: null,
    from: 'ended',
    law: 'Art. 5 Abs. 1 Buchst. e DSGVO',
    source:
      'Kein Teil einer Akte: abgelaufene Links zu Fragebögen, nie zugeordnete Online-Termine und erledigte Meldungen über eingelesene Dateien; so festgelegt in diesem Programm',
    mark: 'house',
    readOn: READ,
  },
];
const find = (key: PeriodKey): Period => PERIODS.find((one) => one.key === key)!;
/** Periods that determine the due date of a record. */
export const KEPT_PERIODS: Periods = { record: find('record'), xray: find('xray') };
/** Days after which data without a record is deleted automatically. */
export const daysOf = (key: 'put_aside' | 'shares' | 'links'): number => find(key).days!;
