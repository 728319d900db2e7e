// Generates the patients of a practice: ages, insurance, teeth and habits by published
// distributions, names from the demo's pools.

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
/** Above the numbers of the demo's own patients. */
const START_ID = 2001;

/** Generates a new patient. @param known a demo patient, whose number and name are kept */
export function addPatient(
  w: World,
  day: number,
  isNew: boolean,
  known?: DemoPatient,
): PatientModel {
  const { rng } = w,
    n = w.pats.length,
    ages = rng.weigh(isNew ? AGES_NEW : AGES),
    birth = known
      ? dayNumber(known.geburtsdatum)
      : Math.min(
          day - 200,
          day - Math.floor((ages[0] + rng.next() * (ages[1] - ages[0] + 1)) * 365.2425),
        ),
    age = (day - birth) / 365.2425;
  const ins = rng.weigh([
      ['GKV', 98 - w.template.pkvShare * 100],
      ['PKV', w.template.pkvShare * 100],
      ['SELBST', 1.4],
      ['SONST', 0.6],
    ] as const),
    kassenart =
      ins === 'GKV'
        ? rng.weigh([
            ['VDEK', 40],
            ['AOK', 35],
            ['BKK', 13],
            ['IKK', 6],
            ['KNAPP', 4],
            ['LKK', 2],
          ] as const)
        : null;
  const care = age > 74 && rng.chance(0.22) ? rng.between(1, 5) : 0,
    isWoman = rng.chance(0.52),
    first = isNew ? day : Math.max(birth + 900, day - rng.between(60, 4000));
  const isCleaner = age >= 18 && rng.chance(0.46);
  const p: PatientModel = {
    id: known?.patid ?? String(START_ID + n),
    n,
    birth,
    birthText: dayText(birth),
    ins,
    kassenart,
    care,
    isHome: care > 2 && rng.chance(0.5),
    risk: rng.weigh([
      ['NIEDRIG', 45],
      ['MITTEL', 38],
      ['HOCH', 17],
    ] as const),
    weeks: Math.round(
      Math.min(
        230,
        Math.max(24, rng.logNormal(age < 18 ? 29 : isCleaner ? 60 : 165, age < 18 ? 0.3 : 0.5)),
      ),
    ),
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
  // Existing patients had the examinations of that time, although they were never delivered.
  if (!isNew && age >= 6) {
    p.last01 = dayText(p.last);
    p.last107 = yearOf(p.last);
    if (age >= 15 && rng.chance(0.4)) p.last04 = dayText(day - rng.below(720));
  }
  w.pats.push(p);
  const person = known ?? strangerOf(w, n, isWoman, Math.floor(age)),
    gender = known
      ? known.gender === 'female'
        ? 'W'
        : known.gender === 'male'
          ? 'M'
          : known.gender === undefined
            ? null
            : 'D'
      : rng.chance(0.001)
        ? 'D'
        : isWoman
          ? 'W'
          : 'M';
  const kasse = kassenart === null ? null : rng.pick(FUNDS[kassenart] ?? ['AOK Nordost']),
    beihilfe = ins === 'PKV' && rng.chance(0.4),
    quelle = rng.pick(SOURCES),
    stichworte = rng.chance(0.06) ? rng.pick(['ANG', 'DOLM', 'ROLL', 'BLUT']) : null;
  const row = () => ({
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
    versicherung: ins,
    kasse,
    kassenart,
    wop: kassenart === null ? null : '72',
    pflegegrad: care === 0 ? null : care,
    eingliederungshilfe: null,
    einrichtung: p.isHome,
    kooperationsvertrag: null,
    beihilfe,
    bonusjahre: p.bonus,
    aktiv: !p.isGone,
    erstbesuch: dayText(p.first),
    quelle,
    stichworte,
    zusammengefuehrtIn: null,
  });
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
  for (const [at, zahn] of FDI.entries()) {
    const isWisdom = zahn[1] === '8',
      isFront = zahn[1] === '1' || zahn[1] === '2' || zahn[1] === '3';
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
