// Generates the patients of a practice: ages, insurance, teeth and habits by published
// distributions, names from the demo's pools.

import type { PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';
import { address, anyone, contact, type DemoPatient } from '../people.ts';
import { dayNumber, dayText, yearOf } from './calendar.ts';
import { ageIn, FDI, TOOTH, type PatientModel, type World } from './world.ts';

const AGES: readonly (readonly [readonly [number, number], number])[] = [
  [[0, 5], 4],
  [[6, 17], 12],
  [[18, 29], 13],
  [[30, 44], 21],
  [[45, 59], 23],
  [[60, 74], 19],
  [[75, 92], 8],
];
/** New patients are younger: families move in, the old stay or leave. */
const AGES_NEW: typeof AGES = [
  [[0, 5], 10],
  [[6, 17], 12],
  [[18, 29], 21],
  [[30, 44], 24],
  [[45, 59], 16],
  [[60, 74], 9],
  [[75, 92], 3],
];
const FUNDS: Readonly<Record<string, readonly string[]>> = {
  VDEK: ['Techniker Krankenkasse', 'BARMER', 'DAK-Gesundheit'],
  AOK: ['AOK Nordost', 'AOK PLUS'],
  BKK: ['Mobil Krankenkasse', 'Siemens-Betriebskrankenkasse'],
  IKK: ['IKK classic'],
  KNAPP: ['KNAPPSCHAFT'],
  LKK: ['SVLFG'],
};
const SOURCES = ['Empfehlung', 'Internet', 'Überweisung', 'Nachbarschaft', 'Familie'];
/** A few patients come ten times as often as most. */
export const NEED_MOST = 5;
const DAYS_PER_YEAR = 365.2425;
/** Above the numbers of the demo's own patients. */
const START_ID = 2001;

const FUND_SHARES = [
  ['VDEK', 40],
  ['AOK', 35],
  ['BKK', 13],
  ['IKK', 6],
  ['KNAPP', 4],
  ['LKK', 2],
] as const;

/** Picks an insurance by the template's share of privately insured patients. */
const insuranceFor = ({ rng, template }: World): PatientModel['ins'] =>
  rng.weigh([
    ['GKV', 98 - template.pkvShare * 100],
    ['PKV', template.pkvShare * 100],
    ['SELBST', 1.4],
    ['SONST', 0.6],
  ] as const);
/** Picks a day of birth by the distribution of ages. */
function birthFor({ rng }: World, day: number, [from, until]: readonly [number, number]): number {
  return Math.min(
    day - 200,
    day - Math.floor((from + rng.next() * (until - from + 1)) * DAYS_PER_YEAR),
  );
}
/** Weeks between two check-ups, by age and habit. */
const weeksBetween = ({ rng }: World, age: number, isCleaner: boolean): number =>
  Math.round(
    Math.min(
      230,
      Math.max(24, rng.logNormal(age < 18 ? 29 : isCleaner ? 60 : 165, age < 18 ? 0.3 : 0.5)),
    ),
  );

/** The first draws; their order decides all later ones. */
interface Origin {
  readonly birth: number;
  readonly age: number;
  readonly ins: PatientModel['ins'];
  readonly kassenart: PatientModel['kassenart'];
  readonly care: number;
  readonly isWoman: boolean;
  readonly first: number;
}
function originOf(w: World, day: number, isNew: boolean, known: DemoPatient | undefined): Origin {
  const { rng } = w,
    ages = rng.weigh(isNew ? AGES_NEW : AGES),
    birth = known ? dayNumber(known.geburtsdatum) : birthFor(w, day, ages),
    age = (day - birth) / DAYS_PER_YEAR;
  const ins = insuranceFor(w),
    fundKind = ins === 'GKV' ? rng.weigh(FUND_SHARES) : null;
  const care = age > 74 && rng.chance(0.22) ? rng.between(1, 5) : 0,
    isWoman = rng.chance(0.52),
    first = isNew ? day : Math.max(birth + 900, day - rng.between(60, 4000));
  return { birth, age, ins, kassenart: fundKind, care, isWoman, first };
}

/** Draws the habits and the mouth of a patient who has had no treatment so far. */
function modelOf(
  w: World,
  day: number,
  isNew: boolean,
  id: string,
  { birth, age, ins, kassenart: fundKind, care, first }: Origin,
): PatientModel {
  const { rng } = w,
    n = w.pats.length,
    isCleaner = age >= 18 && rng.chance(0.46);
  return {
    id,
    n,
    birth,
    birthText: dayText(birth),
    ins,
    kassenart: fundKind,
    care,
    isHome: care > 2 && rng.chance(0.5),
    risk: rng.weigh([
      ['NIEDRIG', 45],
      ['MITTEL', 38],
      ['HOCH', 17],
    ] as const),
    weeks: weeksBetween(w, age, isCleaner),
    isCleaner,
    isReminded: rng.chance(0.6),
    need: Math.min(NEED_MOST, rng.logNormal(0.45, 1.3)),
    seat: seatFor(w, n),
    bonus: rng.weigh([
      [0, 34],
      [5, 20],
      [10, 46],
    ]),
    years: 0,
    teeth: mouth(w, age),
    isGone: false,
    isNew,
    alias: null,
    first,
    last: isNew ? 0 : Math.max(first, day - rng.between(20, 500)),
    last01: null,
    last04: null,
    today: { day: 0, done: new Set(), forgot: new Set() },
    charted: 0,
    hadCase: false,
    hasEpa: false,
    last107: 0,
    lastKid: 0,
    lastFluoride: 0,
    lastUpt: 0,
    opg: day - rng.below(3000),
    denture: 0,
    adviceIn: 0,
    open: 0,
    par: null,
    bucket: null,
    recall: new Map(),
    next: new Map(),
  };
}

function genderOf({ rng }: World, known: DemoPatient | undefined, isWoman: boolean): string | null {
  if (!known) return rng.chance(0.001) ? 'D' : isWoman ? 'W' : 'M';
  if (known.gender === undefined) return null;
  return known.gender === 'female' ? 'W' : known.gender === 'male' ? 'M' : 'D';
}

/**
 * Draws what only the record holds, and returns a function that writes the row. The row is written
 * at the end, when the patient's bonus and state are final.
 */
function recordOf(
  { rng }: World,
  p: PatientModel,
  person: Omit<DemoPatient, 'patid' | 'geburtsdatum'>,
  gender: string | null,
): () => Record<string, PvsValue> {
  const fund = p.kassenart === null ? null : rng.pick(FUNDS[p.kassenart] ?? ['AOK Nordost']),
    civilAid = p.ins === 'PKV' && rng.chance(0.4),
    source = rng.pick(SOURCES),
    stichworte = rng.chance(0.06) ? rng.pick(['ANG', 'DOLM', 'ROLL', 'BLUT']) : null;
  return () => ({
    titel: person.title === '' ? null : person.title,
    vorname: person.firstName,
    nachname: person.lastName,
    geburtsdatum: p.birthText,
    geschlecht: gender,
    strasse: person.street,
    plz: person.plz,
    ort: person.city,
    land: 'DE',
    telefon: person.landline === '' ? null : person.landline,
    mobil: person.mobile === '' ? null : person.mobile,
    email: person.email === '' ? null : person.email,
    versicherung: p.ins,
    kasse: fund,
    kassenart: p.kassenart,
    wop: p.kassenart === null ? null : '72',
    pflegegrad: p.care === 0 ? null : p.care,
    eingliederungshilfe: null,
    einrichtung: p.isHome,
    kooperationsvertrag: null,
    beihilfe: civilAid,
    bonusjahre: p.bonus,
    aktiv: !p.isGone,
    erstbesuch: dayText(p.first),
    quelle: source,
    stichworte,
    zusammengefuehrtIn: null,
  });
}

/** Generates a new patient. @param known a demo patient, whose number and name are kept */
export function addPatient(
  w: World,
  day: number,
  isNew: boolean,
  known?: DemoPatient,
): PatientModel {
  const { rng } = w,
    origin = originOf(w, day, isNew, known),
    p = modelOf(w, day, isNew, known?.patid ?? String(START_ID + w.pats.length), origin),
    { age, isWoman } = origin;
  // Existing patients had the examinations of that time, although they were never delivered.
  if (!isNew && age >= 6) {
    p.last01 = dayText(p.last);
    p.last107 = yearOf(p.last);
    if (age >= 15 && rng.chance(0.4)) p.last04 = dayText(day - rng.below(720));
  }
  w.pats.push(p);
  const person = known ?? strangerOf(w, p.n, isWoman, Math.floor(age)),
    row = recordOf(w, p, person, genderOf(w, known, isWoman));
  w.atEnd.push(() => {
    w.emit('patient', p.id, Math.max(day, w.start), row());
  });
  // The same person entered twice and merged later: charges of the second record stay with it.
  if (isNew && known === undefined && rng.chance(0.02)) {
    const alias = `${p.id}-2`;
    p.alias = alias;
    w.atEnd.push(() => {
      w.emit('patient', alias, day, {
        ...row(),
        aktiv: false,
        mobil: null,
        email: null,
        zusammengefuehrtIn: p.id,
      });
    });
  }
  return p;
}
function strangerOf(
  w: World,
  n: number,
  isWoman: boolean,
  age: number,
): Omit<DemoPatient, 'patid' | 'geburtsdatum'> {
  const who = anyone(w.rng, isWoman, age),
    home = address(w.rng);
  return {
    title: age > 30 && w.rng.chance(0.02) ? 'Dr.' : '',
    ...who,
    ...home,
    ...contact({ firstName: who.firstName, lastName: who.lastName }, 10_000 + n, age),
  };
}
function mouth(w: World, age: number): Uint8Array {
  const teeth = new Uint8Array(32),
    { rng } = w,
    gone = age < 20 ? 0 : age < 45 ? 0.02 : age < 60 ? 0.07 : age < 75 ? 0.2 : 0.38,
    done = age < 12 ? 0.01 : age < 25 ? 0.06 : age < 45 ? 0.18 : 0.3;
  if (age > 78 && rng.chance(0.18)) return teeth.fill(TOOTH.gone);
  for (const [at, tooth] of FDI.entries()) {
    const isWisdom = tooth[1] === '8',
      isFront = tooth[1] === '1' || tooth[1] === '2' || tooth[1] === '3';
    if (rng.chance(isWisdom ? 0.55 + gone : isFront ? gone * 0.5 : gone)) teeth[at] = TOOTH.gone;
    else if (!isFront && rng.chance(done))
      teeth[at] = rng.weigh([
        [TOOTH.filled, 72],
        [TOOTH.crown, age > 35 ? 18 : 2],
        [TOOTH.root, 8],
        [TOOTH.implant, age > 45 ? 2 : 0],
      ]);
  }
  return teeth;
}
/** Patients are distributed over the dentists' seats by working hours. */
function seatFor(w: World, n: number): number {
  const seats = w.template.seats.flatMap((one, at) =>
    one.kind === 'dentist'
      ? Array.from(
          {
            length: Math.round(
              one.week.flat().reduce((all, [from, until]) => all + until - from, 0) / 90,
            ),
          },
          () => at,
        )
      : [],
  );
  return seats[(n * 7 + w.rng.below(seats.length)) % seats.length] ?? 0;
}
export const isYoung = (p: PatientModel, day: number): boolean => {
  const age = ageIn(p, day);
  return age >= 18 && age < 30;
};
