// Master lists of a generated practice: rooms, people, appointment types, keywords, own prices, and
// working hours.

import { BEMA, BEMA_FORMER } from '../../../../catalog/bema/positions.ts';
import { GOAE } from '../../../../catalog/goae/positions.ts';
import { GOZ } from '../../../../catalog/goz/schedule.ts';
import type { STANDARD_GROUPS } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import { dayText, firstOf, isClosed, monthEnd, weekday, yearOf } from './calendar.ts';
import { SEASON, type Template } from './templates.ts';
import type { Kind, Place, World } from './world.ts';

export interface TypeOf {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly standard: (typeof STANDARD_GROUPS)[number];
  readonly minutes: readonly [number, number];
  readonly isRecall?: true;
}
export const TYPES: Readonly<Record<Kind, TypeOf>> = {
  KON: {
    id: 'TA-KON',
    name: 'Kontrolle',
    group: 'G-VOR',
    standard: 'KONTROLLE',
    minutes: [15, 20],
    isRecall: true,
  },
  NEU: {
    id: 'TA-NEU',
    name: 'Neuaufnahme',
    group: 'G-VOR',
    standard: 'NEUPATIENT',
    minutes: [40, 40],
  },
  PZR: {
    id: 'TA-PZR',
    name: 'Prophylaxe',
    group: 'G-PRO',
    standard: 'PROPHYLAXE',
    minutes: [60, 60],
    isRecall: true,
  },
  FUE: { id: 'TA-FUE', name: 'Füllung', group: 'G-KONS', standard: 'FUELLUNG', minutes: [30, 40] },
  SCH: { id: 'TA-SCH', name: 'Schmerzen', group: 'G-VOR', standard: 'SCHMERZ', minutes: [20, 20] },
  END: {
    id: 'TA-END',
    name: 'Wurzelbehandlung',
    group: 'G-KONS',
    standard: 'ENDO',
    minutes: [60, 60],
  },
  PRA: {
    id: 'TA-PRA',
    name: 'Krone Präparation',
    group: 'G-ZE',
    standard: 'ZE',
    minutes: [75, 90],
  },
  EIN: {
    id: 'TA-EIN',
    name: 'Eingliederung',
    group: 'G-ZE',
    standard: 'EINGLIEDERUNG',
    minutes: [30, 45],
  },
  CHI: {
    id: 'TA-CHI',
    name: 'Extraktion',
    group: 'G-CHI',
    standard: 'CHIRURGIE',
    minutes: [45, 45],
  },
  WUN: {
    id: 'TA-WUN',
    name: 'Wundkontrolle',
    group: 'G-CHI',
    standard: 'WUNDKONTROLLE',
    minutes: [10, 15],
  },
  PAR: { id: 'TA-PAR', name: 'PAR-Behandlung', group: 'G-PAR', standard: 'PAR', minutes: [60, 75] },
  ATG: { id: 'TA-ATG', name: 'PAR-Gespräch', group: 'G-PAR', standard: 'PAR', minutes: [30, 30] },
  BEV: {
    id: 'TA-BEV',
    name: 'Befundevaluation',
    group: 'G-PAR',
    standard: 'PAR',
    minutes: [30, 30],
  },
  UPT: {
    id: 'TA-UPT',
    name: 'UPT',
    group: 'G-PRO',
    standard: 'UPT',
    minutes: [60, 60],
    isRecall: true,
  },
  BER: { id: 'TA-BER', name: 'Beratung', group: 'G-VOR', standard: 'BERATUNG', minutes: [20, 25] },
  BIM: {
    id: 'TA-BIM',
    name: 'Beratung Implantat',
    group: 'G-CHI',
    standard: 'BERATUNG',
    minutes: [30, 30],
  },
  SKO: {
    id: 'TA-SKO',
    name: 'Schiene',
    group: 'G-KONS',
    standard: 'SCHIENENKONTROLLE',
    minutes: [15, 30],
  },
  IMP: {
    id: 'TA-IMP',
    name: 'Implantation',
    group: 'G-CHI',
    standard: 'CHIRURGIE',
    minutes: [75, 90],
  },
  NAK: { id: 'TA-NAK', name: 'Röntgen', group: 'G-VOR', standard: 'SONSTIGE', minutes: [15, 15] },
  HAUS: {
    id: 'TA-HAU',
    name: 'Hausbesuch',
    group: 'G-VOR',
    standard: 'SONSTIGE',
    minutes: [30, 30],
  },
};
const GROUPS: readonly (readonly [string, string])[] = [
  ['G-VOR', 'Vorsorge und Schmerz'],
  ['G-PRO', 'Prophylaxe'],
  ['G-KONS', 'Zahnerhaltung'],
  ['G-ZE', 'Zahnersatz'],
  ['G-CHI', 'Chirurgie'],
  ['G-PAR', 'Parodontologie'],
];
const WORDS: readonly (readonly [string, string])[] = [
  ['ANG', 'Angstpatient'],
  ['SCHM', 'Schmerz'],
  ['ROLL', 'Rollstuhl'],
  ['DOLM', 'Dolmetscher nötig'],
  ['VIP', 'kurze Wartezeit'],
  ['BLUT', 'Blutverdünner'],
];
const OWN: readonly (readonly [string, string, number])[] = [
  ['Bleaching', 'Aufhellung beider Kiefer', 28_900],
  ['Airflow', 'Pulverstrahl, zusätzlich zur Reinigung', 1_900],
  ['Endo-Zuzahlung', 'Maschinelle Aufbereitung, Mehrkosten', 12_000],
  ['Sportschutz', 'Mundschutz, individuell', 9_500],
];
const STAFF = [
  'Zahnmedizinische Fachangestellte',
  'Zahnmedizinische Fachangestellte',
  'Empfang',
  'Auszubildende',
  'Verwaltung',
];
const FIRST = [
    'Ayşe',
    'Sabine',
    'Katharina',
    'Fatma',
    'Łucja',
    'Jörg',
    'Özlem',
    'Theresa',
    'Yuliia',
    'Götz',
    'Nele',
    'Şule',
  ],
  FAMILY = [
    'Kaya',
    'Müller',
    'Schröder',
    'Yılmaz',
    'Nowak',
    'Weiß',
    'Großmann',
    'Böhm',
    'Shevchenko',
    'Jäger',
    'Köhler',
    'Demir',
  ];

/** Returns the occupant of each seat over time; ids of people are stable. */
export function placesOf(template: Template, start: number, end: number): Place[] {
  const places: Place[] = [];
  for (const [seat, one] of template.seats.entries()) {
    let from = start - 2000;
    for (const person of one.people) {
      const until =
        person.until >= 1
          ? Number.MAX_SAFE_INTEGER
          : start + Math.round((end - start) * person.until);
      places.push({
        seat,
        id: `BH-${person.short}`,
        isDentist: one.kind === 'dentist',
        from,
        until,
        name: person.title === '' ? person.name : `${person.title} ${person.name}`,
      });
      from = until + 30;
    }
  }
  return places;
}
export const roomOf = (w: World, seat: number): string => `Z${(seat % w.template.rooms) + 1}`;

/** Kind of practice, KZV, teams, stamp and rooms. */
function emitPractice(w: World, isSynthetic: boolean): void {
  const { template, start: day } = w;
  w.emit('params', 'praxisart', day, {
    wert: template.name === 'large' ? 'MVZ' : template.name === 'medium' ? 'BAG' : 'Einzelpraxis',
  });
  w.emit('params', 'kzv', day, { wert: 'be' });
  if (isSynthetic) w.emit('params', 'datenart', day, { wert: 'synthetisch' });
  for (const [id, name] of [
    ['T-ZA', 'Behandlung'],
    ['T-PRO', 'Prophylaxe'],
    ['T-VER', 'Empfang und Verwaltung'],
  ] as const)
    w.emit('teams', id, day, { name });
  w.emit('stempel', 'S1', day, {
    name: template.name === 'large' ? 'MVZ Hauptsitz' : 'Praxis',
    kzvNummer: '300012345',
  });
  for (let i = 1; i <= template.rooms; i++)
    w.emit('zimmer', `Z${i}`, day, {
      name: i === 3 && template.name === 'small' ? 'Prophylaxe' : `Zimmer ${i}`,
    });
}
/** Keywords, and the types of appointments with their groups. */
function emitAppointmentTypes(w: World): void {
  const { start: day } = w;
  for (const [keyword, text] of WORDS)
    w.emit('stichworte', keyword, day, { kuerzel: keyword, text });
  for (const [id, name] of GROUPS) w.emit('termingruppen', id, day, { name });
  for (const one of Object.values(TYPES))
    w.emit('terminarten', one.id, day, {
      name: one.name,
      gruppe: one.group,
      standardgruppe: one.standard,
      dauerMin: one.minutes[0],
      istRecall: one.isRecall === true,
    });
}
/** Returns the last day of a person, or null where the person stays beyond the data. */
const leavingDay = (until: number, end: number): string | null =>
  until > end + 400 ? null : dayText(until);
/** People who treat: as practitioners and as staff. */
function emitPractitioners(w: World): void {
  const { template, start, end, places, rng } = w,
    day = start;
  for (const [seat, one] of template.seats.entries())
    for (const place of places.filter((at) => at.seat === seat)) {
      const person = one.people.find((p) => place.id === `BH-${p.short}`)!;
      w.emit('behandler', place.id, day, {
        name: person.name,
        titel: person.title === '' ? null : person.title,
        kuerzel: person.short,
        art: person.art,
        abrechnend: place.isDentist && person.art === 'ZAHNARZT',
        team: place.isDentist ? 'T-ZA' : 'T-PRO',
        stempel: 'S1',
        eintritt: dayText(Math.max(place.from, start - 2000)),
        austritt: leavingDay(place.until, end),
      });
      w.emit('mitarbeiter', `MA-${person.short}`, day, {
        name: place.name,
        taetigkeit: place.isDentist ? 'Zahnärztin/Zahnarzt' : 'Prophylaxe',
        fte: one.week.filter((hours) => hours.length > 0).length >= 4 ? 100 : 50,
        team: place.isDentist ? 'T-ZA' : 'T-PRO',
        geburtsdatum: dayText(firstOf(1965 + rng.below(30), 1 + rng.below(12)) + rng.below(27)),
        eintritt: dayText(place.from),
        austritt: leavingDay(place.until, end),
      });
    }
}
/** Staff at the chair and at the front desk, with their absences. */
function emitStaff(w: World): void {
  const { template, start, rng } = w,
    day = start;
  for (let i = 0; i < template.staff; i++) {
    const id = `MA-${i + 1}`,
      joined = start - 1500 + rng.below(1500);
    w.emit('mitarbeiter', id, day, {
      name: `${FIRST[i % FIRST.length]} ${FAMILY[(i * 7 + 3) % FAMILY.length]}`,
      taetigkeit: STAFF[i % STAFF.length] ?? '',
      fte: rng.weigh([
        [100, 60],
        [75, 20],
        [50, 20],
      ]),
      team: i % 3 === 2 ? 'T-VER' : 'T-ZA',
      geburtsdatum: dayText(firstOf(1965 + rng.below(38), 1 + rng.below(12)) + rng.below(27)),
      eintritt: dayText(joined),
      austritt: null,
    });
    emitAbsences(w, id);
  }
}
function emitAbsences(w: World, id: string): void {
  const { rng } = w;
  for (let year = yearOf(w.start); year <= yearOf(w.end); year++) {
    for (let n = rng.between(1, 4); n > 0; n--)
      away(w, id, firstOf(year, 1) + rng.below(360), rng.between(1, 6), 'KRANK');
    away(w, id, firstOf(year, 8) + rng.below(10), 14, 'URLAUB');
    if (rng.chance(0.5)) away(w, id, firstOf(year, 3) + rng.below(60), 1, 'FORTBILDUNG');
  }
}
/** Positions of the fee schedules, and the practice's own ones. */
function emitPositions(w: World): void {
  const { start: day } = w;
  for (const one of [...BEMA_FORMER, ...BEMA, ...GOZ, ...GOAE])
    w.emit(
      'bemagoz',
      `${one.system}-${one.number}${one.to === null ? '' : `-${one.to.slice(0, 4)}`}`,
      day,
      {
        system: one.system,
        nr: one.number,
        text: one.text,
        punkte: one.points,
        preis: null,
        gueltigVon: one.from,
        gueltigBis: one.to,
      },
    );
  for (const [nr, text, price] of OWN)
    w.emit('bemagoz', `EIGEN-${nr}`, day, {
      system: 'EIGEN',
      nr,
      text,
      punkte: null,
      preis: price,
      gueltigVon: null,
      gueltigBis: null,
    });
}

/**
 * Delivers the lists; one row each.
 * @param isSynthetic marks the data as synthetic in the parameters, for practices that must not be
 * mistaken for real ones
 */
export function emitMasters(w: World, isSynthetic: boolean): void {
  emitPractice(w, isSynthetic);
  emitAppointmentTypes(w);
  emitPractitioners(w);
  emitStaff(w);
  emitPositions(w);
}
function away(w: World, employee: string, from: number, days: number, kind: string): void {
  if (from >= w.start && from <= w.end)
    w.emit('fehlzeit', w.id('F'), from, {
      mitarbeiter: employee,
      von: dayText(from),
      bis: dayText(from + days - 1),
      art: kind,
    });
}

/** 42 weeks of work a year. */
const WORKDAYS = 210;
/**
 * Generates the days of absence of a person: leave, courses, sick days; by month, so that the
 * workload follows the season.
 */
export function leaveOf(w: World, place: Place): ReadonlyMap<number, string> {
  const days = new Map<number, string>(),
    { rng } = w;
  const block = (from: number, count: number, why: string): void => {
    for (let at = from; at < from + count; at++) days.set(at, why);
    away(w, `MA-${place.id.slice(3)}`, from, count, why);
  };
  for (let year = yearOf(w.start); year <= yearOf(w.horizon); year++)
    for (let month = 1; month <= 12; month++) {
      const first = firstOf(year, month),
        open = Array.from({ length: monthEnd(first) - first + 1 }, (_, i) => first + i).filter(
          isOpen,
        );
      // The remainder beyond the season's share of yearly working days is leave in one piece; a day
      // of it may be a course or an illness.
      const off = Math.max(
          0,
          Math.round(open.length - (WORKDAYS / 12) * (SEASON[month - 1] ?? 1) + rng.next() - 0.5),
        ),
        at = rng.below(open.length - off + 1);
      const leave = open.slice(at, at + off),
        other = off > 1 && rng.chance(0.45) ? leave.pop() : undefined;
      if (leave.length > 0) block(leave[0]!, leave.at(-1)! - leave[0]! + 1, 'URLAUB');
      if (other !== undefined) block(other, 1, rng.chance(0.6) ? 'KRANK' : 'FORTBILDUNG');
    }
  return days;
}
export const isOpen = (day: number): boolean =>
  weekday(day) >= 1 && weekday(day) <= 5 && !isClosed(day);
