// Templates of three practice sizes: working hours and number of patients; scaled so that a year
// has the volumes of published statistics.

import type { BEHANDLER_ART } from '../../../../shared/analytics/deliveries/pvs-words.ts';

export type TemplateName = 'small' | 'medium' | 'large';
/** Morning, afternoon, long day and so on, in minutes of the day. */
const AM = [480, 750] as const,
  PM = [810, 1080] as const,
  LATE = [810, 1200] as const,
  FRI = [480, 810] as const,
  SHORT = [810, 990] as const;
type Hours = readonly (readonly [number, number])[];
interface Seat {
  readonly kind: 'dentist' | 'hygienist';
  /** Monday to Friday. */
  readonly week: readonly Hours[];
  /**
   * Successive occupants: name, title, short name, kind, share of the years until the person leaves
   * (1: stays).
   */
  readonly people: readonly {
    readonly name: string;
    readonly title: string;
    readonly short: string;
    readonly art: (typeof BEHANDLER_ART)[number];
    readonly until: number;
  }[];
}
export interface Template {
  readonly name: TemplateName;
  readonly seats: readonly Seat[];
  readonly rooms: number;
  readonly active: number;
  /** Share of the patients. */
  readonly pkvShare: number;
  readonly hasFactoring: boolean;
  readonly staff: number;
}
const one = (
  name: string,
  short: string,
  art: (typeof BEHANDLER_ART)[number] = 'ZAHNARZT',
  title = 'Dr.',
) => [{ name, title, short, art, until: 1 }];
/** One late day a week, different by person. */
const FULL: readonly Hours[] = [[AM, PM], [AM, PM], [AM, SHORT], [AM, LATE], [FRI]],
  FULL_MON: readonly Hours[] = [[AM, LATE], [AM, PM], [AM, SHORT], [AM, PM], [FRI]],
  FULL_TUE: readonly Hours[] = [[AM, PM], [AM, LATE], [AM, SHORT], [AM, PM], [FRI]];
const CHAIR: readonly Hours[] = [[AM, PM], [AM, PM], [AM], [AM, PM], [[480, 600]]];
const PART: readonly Hours[] = [[AM], [AM, PM], [AM], [AM, PM], [FRI]];
const CLEAN: readonly Hours[] = [[AM, SHORT], [AM], [AM], [AM, SHORT], [FRI]];
const dentist = (week: readonly Hours[], people: Seat['people']): Seat => ({
  kind: 'dentist',
  week,
  people,
});
const hygienist = (week: readonly Hours[], name: string, short: string): Seat => ({
  kind: 'hygienist',
  week,
  people: one(name, short, 'PROPHYLAXE', ''),
});

export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  small: {
    name: 'small',
    rooms: 3,
    active: 1700,
    pkvShare: 0.11,
    hasFactoring: true,
    staff: 5,
    seats: [
      dentist(CHAIR, one('Müller-Yıldız', 'MY')),
      dentist(
        [[], [], [PM], [], [AM]],
        [
          { name: 'Lange', title: 'Dr.', short: 'LA', art: 'ASSISTENZ', until: 0.4 },
          { name: 'Weber', title: 'Dr.', short: 'WE', art: 'ZAHNARZT', until: 1 },
        ],
      ),
      hygienist(CLEAN, 'A. Nowak', 'NO'),
    ],
  },
  medium: {
    name: 'medium',
    rooms: 5,
    active: 4200,
    pkvShare: 0.12,
    hasFactoring: true,
    staff: 12,
    seats: [
      dentist(FULL, one('Krüger', 'KR')),
      dentist(FULL_MON, one('Brückner', 'BR')),
      dentist(PART, [
        { name: 'Şahin', title: '', short: 'SA', art: 'ASSISTENZ', until: 0.55 },
        { name: 'Höfer', title: 'Dr.', short: 'HO', art: 'ZAHNARZT', until: 1 },
      ]),
      hygienist(FULL, 'S. Göbel', 'GO'),
      hygienist(CLEAN, 'M. Wójcik', 'WO'),
    ],
  },
  large: {
    name: 'large',
    rooms: 12,
    active: 13_000,
    pkvShare: 0.13,
    hasFactoring: true,
    staff: 38,
    seats: [
      ...[
        ['Prätorius', 'PR'],
        ['Strauß', 'ST'],
        ['Löwe', 'LO'],
        ['Dörr', 'DO'],
        ['Kaya', 'KA'],
      ].map(([name = '', short = ''], at) =>
        dentist([FULL, FULL_MON, FULL_TUE][at % 3] ?? FULL, one(name, short)),
      ),
      dentist(FULL_TUE, [
        { name: 'Thießen', title: 'Dr.', short: 'TH', art: 'ZAHNARZT', until: 0.62 },
        { name: 'Öztürk', title: 'Dr.', short: 'OZ', art: 'ZAHNARZT', until: 1 },
      ]),
      dentist(FULL, [
        { name: 'Nguyễn', title: '', short: 'NG', art: 'ASSISTENZ', until: 0.35 },
        { name: 'Zielińska', title: 'Dr.', short: 'ZI', art: 'ZAHNARZT', until: 1 },
      ]),
      dentist(FULL_MON, one('Großmann', 'GR')),
      ...[
        ['K. Weiß', 'WE'],
        ['J. Süß', 'SU'],
        ['T. Kovalenko', 'KO'],
        ['L. Böhm', 'BO'],
        ['F. Aydın', 'AY'],
      ].map(([name = '', short = '']) => hygienist(FULL, name, short)),
      hygienist(CLEAN, 'P. Jäger', 'JA'),
    ],
  },
};
/** Workload by month, January first, relative to the yearly mean. */
export const SEASON = [
  1.04, 0.99, 1.06, 0.97, 0.96, 0.99, 0.95, 0.86, 1.04, 1.06, 1.1, 0.98,
] as const;
