// Generates the demo practice's patients and its day from a seed: the same people everywhere, with
// the difficult cases of real files.

import { ageOn } from '../../../shared/base/dates.ts';
import type { Gender } from '../../../shared/desk/master-data.ts';
import type { ContactField, RequiredField } from '../../../shared/desk/master-fields.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { BIRTHPLACES, GERMAN_BY_AGE, GERMAN_FAMILIES, PLACES, POOLS, STREETS } from './names.ts';

/** Fields that the demo gives every person; a field that it does not know yet stays empty. */
type MadeField = RequiredField | 'country' | 'birthplace' | ContactField;
export type DemoPatient = { patid: string; gender?: Gender } & Record<MadeField, string>;
export interface DemoAppointment {
  terminId: string;
  patid: string;
  day: string;
  time: string;
  minutes: number;
  zimmer: string;
  behandler: string;
  art: string;
}

export type Dice = { next(): number; below(n: number): number; pick<T>(list: readonly T[]): T };

/** Linear congruential generator (Numerical Recipes' constants); repeatable, not for secrets. */
function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new RangeError('empty list');
      return one;
    },
  };
}

/** Date of birth of a person who turned `age` by `today` and `days` (0–364) days ago. */
function bornOn(today: string, age: number, days: number): string {
  const [y = 0, m = 1, d = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(y - age, m - 1, Math.min(d, 28)) - days * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

export interface Person {
  firstName: string;
  lastName: string;
  gender?: Gender;
}
function german(dice: Dice, isWoman: boolean, age: number, family?: string): Person {
  const names = GERMAN_BY_AGE.find((g) => age >= g.from);
  return {
    firstName: dice.pick((isWoman ? names?.women : names?.men) ?? []),
    lastName: family ?? dice.pick(GERMAN_FAMILIES),
    gender: isWoman ? 'female' : 'male',
  };
}
/** Creates a name for a person of this age, from the pools of a city. */
export function anyone(dice: Dice, isWoman: boolean, age: number): Person {
  let roll = dice.below(100);
  for (const pool of POOLS) {
    roll -= pool.share;
    if (roll >= 0) continue;
    const family = dice.pick(pool.families);
    return {
      firstName: dice.pick(isWoman ? pool.women : pool.men),
      lastName: typeof family === 'string' ? family : isWoman ? family.woman : family.man,
      gender: isWoman ? 'female' : 'male',
    };
  }
  return german(dice, isWoman, age);
}

export const address = (dice: Dice): Pick<DemoPatient, 'street' | 'plz' | 'city'> => ({
  street: `${dice.pick(STREETS)} ${1 + dice.below(140)}${dice.below(9) === 0 ? 'a' : ''}`,
  ...dice.pick(PLACES),
});

type Bare = Omit<DemoPatient, 'patid' | keyof Contact>;
type Contact = Pick<DemoPatient, 'country' | 'birthplace' | ContactField>;
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (c) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[c] ?? c)
    .replace(/[ıłđ]/g, (c) => ({ ı: 'i', ł: 'l', đ: 'd' })[c] ?? c)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
/**
 * Creates contact data as in real files: much is missing. Numbers are those reserved by the
 * regulator for films, mail is undeliverable (RFC 2606); a separate random generator keeps names
 * and dates stable.
 */
export function contact(
  p: Pick<Bare, 'firstName' | 'lastName'>,
  index: number,
  age: number,
): Contact {
  const dice = createDice(7_000_001 + index * 97),
    digits = String(dice.below(100)).padStart(2, '0'),
    has = (percent: number): boolean => dice.below(100) < percent;
  return {
    country: has(70) ? 'Deutschland' : '',
    birthplace: has(35) ? dice.pick(BIRTHPLACES) : '',
    mobile: age > 11 && has(75) ? `0171 39200${digits}` : '',
    landline: has(age > 60 ? 80 : 30) ? `030 23125 0${digits}` : '',
    phone: has(4) ? `0176 040690${digits}` : '',
    email:
      age > 15 && has(age > 70 ? 25 : 60)
        ? `${plain(p.firstName)}.${plain(p.lastName)}@example.org`
        : '',
  };
}

/**
 * Creates the patients of the demo.
 * @param today YYYY-MM-DD: no date of birth is later, the youngest is some weeks, the oldest 99
 * years old
 */
export function makePatients(today: string, count = 300): DemoPatient[] {
  const dice = createDice(19_580_312);
  const people: Bare[] = [];
  const add = (
    p: Person,
    geburtsdatum: string,
    home: Pick<DemoPatient, 'street' | 'plz' | 'city'>,
    title = '',
  ): void => {
    people.push({ title, ...p, geburtsdatum, ...home });
  };

  // Twins, a family, father and son with the same name, three people with the same name, the
  // oldest, the youngest, and four spellings of one sound.
  let home = address(dice);
  for (const firstName of ['Ayşe', 'Ali'])
    add({ firstName, lastName: 'Yılmaz' }, bornOn(today, 7, 100), home);
  add({ firstName: 'Gülşen', lastName: 'Yılmaz' }, bornOn(today, 36, 40), home);
  home = address(dice);
  for (const firstName of ['Lena', 'Lea'])
    add({ firstName, lastName: 'Großmann' }, bornOn(today, 22, 200), home);
  home = address(dice);
  add({ firstName: 'Peter', lastName: 'Schmidt' }, '1958-03-12', home);
  add({ firstName: 'Peter', lastName: 'Schmidt' }, bornOn(today, 34, 12), home);
  for (const age of [81, 45, 19])
    add({ firstName: 'Maria', lastName: 'Müller' }, bornOn(today, age, 30 + age), address(dice));
  add({ firstName: 'Hildegard', lastName: 'Prätorius' }, bornOn(today, 99, 10), address(dice));
  add({ firstName: 'Levi', lastName: 'Krause' }, bornOn(today, 0, 45), address(dice));
  for (const lastName of ['Meier', 'Meyer', 'Maier', 'Mayer'])
    add(
      { firstName: 'Sabine', lastName },
      bornOn(today, 52, lastName.charCodeAt(1)),
      address(dice),
    );
  add({ firstName: 'Hans', lastName: 'Weber' }, '1941-06-02', address(dice), 'Dr.');
  add({ firstName: 'Kemal', lastName: 'Arslan' }, '1988-09-23', address(dice));
  add({ firstName: 'Thị Lan', lastName: 'Nguyễn' }, bornOn(today, 41, 77), address(dice));

  while (people.length < count) {
    const isWoman = dice.below(2) === 0;
    // Every age from 0 to 99, most of them between 20 and 70.
    const age = people.length % 5 === 0 ? dice.below(100) : 18 + dice.below(55);
    const p = anyone(dice, isWoman, age);
    add(
      p,
      bornOn(today, age, dice.below(364)),
      address(dice),
      dice.below(40) === 0 && age > 30 ? 'Dr.' : '',
    );
    // One in six brings a child with the same family name and address.
    if (dice.below(6) === 0 && age > 24 && age < 50 && people.length < count) {
      add(
        { firstName: german(dice, dice.below(2) === 0, 5).firstName, lastName: p.lastName },
        bornOn(today, dice.below(Math.min(17, age - 20)), dice.below(364)),
        address(createDice(people.length)),
      );
      const [child, parent] = [people.at(-1), people.at(-2)];
      if (child && parent)
        Object.assign(child, { street: parent.street, plz: parent.plz, city: parent.city });
    }
  }
  return people.slice(0, count).map((p, i) => ({
    patid: String(1001 + i),
    ...p,
    ...contact(p, i, ageOn(p.geburtsdatum, today)),
  }));
}

const KIND_NAMES = [
  { art: 'Kontrolle', minutes: 20 },
  { art: 'Prophylaxe', minutes: 60 },
  { art: 'Füllung', minutes: 45 },
  { art: 'Extraktion', minutes: 45 },
  { art: 'Beratung Implantat', minutes: 30 },
  { art: 'Krone Präparation', minutes: 90 },
  { art: 'Schmerzen', minutes: 20 },
  { art: 'Röntgen', minutes: 15 },
  { art: 'Neuaufnahme', minutes: 40 },
] as const;
/**
 * Creates earlier visits: two of three patients have visited before, some weeks to two years ago,
 * so that the board distinguishes first visits.
 */
export function makePast(
  today: string,
  patients: readonly Pick<DemoPatient, 'patid'>[],
): DemoAppointment[] {
  const dice = createDice(20_261_122);
  return patients
    .filter((_, at) => at % 3 !== 0)
    .map(({ patid }) => {
      const { art, minutes } = dice.pick(KIND_NAMES.filter((a) => a.art !== 'Neuaufnahme')),
        day = new Date(Date.parse(`${today}T12:00:00Z`) - (21 + dice.below(700)) * DAY_MS)
          .toISOString()
          .slice(0, 10);
      return {
        terminId: `demo-past-${patid}`,
        patid,
        day,
        time: '10:00',
        minutes,
        ...dice.pick(ROOMS),
        art,
      };
    });
}

const ROOMS = [
  { zimmer: 'Zimmer 1', behandler: 'Dr. Müller-Yıldız' },
  { zimmer: 'Zimmer 2', behandler: 'Dr. Weber' },
  { zimmer: 'Prophylaxe', behandler: 'A. Nowak' },
] as const;
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Creates about 25 appointments of a day: three rooms, each patient once, without overlaps. */
export function makeAppointments(
  day: string,
  patients: readonly Pick<DemoPatient, 'patid'>[],
): DemoAppointment[] {
  const dice = createDice(Number(day.replace(/-/g, '')));
  const left = [...patients];
  const termine: DemoAppointment[] = [];
  for (const room of ROOMS) {
    let at = 8 * 60;
    while (at < 17 * 60 + 30 && left.length > 0) {
      const { art, minutes } =
        room.zimmer === 'Prophylaxe'
          ? KIND_NAMES[1]
          : dice.pick(KIND_NAMES.filter((a) => a.art !== 'Prophylaxe'));
      const [patient] = left.splice(dice.below(left.length), 1);
      if (patient && !(at > 12 * 60 && at < 13 * 60))
        termine.push({
          terminId: `demo-${day}-${String(termine.length + 1).padStart(2, '0')}`,
          patid: patient.patid,
          day,
          time: clock(at),
          minutes,
          ...room,
          art,
        });
      at += Math.ceil(minutes / 15) * 15 + 15 * dice.below(2);
    }
  }
  return termine.sort((a, b) => (a.time < b.time ? -1 : 1)).slice(0, 28);
}
