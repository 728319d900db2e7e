/** Words of how often and how long, for the titles of checks. Pure. */

type Words = Readonly<Record<'de' | 'en', string>>;
const TIMES: Readonly<Record<string, Words>> = {
  1: { de: 'einmal', en: 'once' },
  2: { de: 'zweimal', en: 'twice' },
  3: { de: 'dreimal', en: 'three times' },
  4: { de: 'viermal', en: 'four times' },
};
const PER: Readonly<Record<string, Words>> = {
  session: { de: 'je Sitzung', en: 'in a session' },
  day: { de: 'am Tag', en: 'on a day' },
  visit: { de: 'je Besuch', en: 'on a visit' },
  tooth: { de: 'je Zahn', en: 'at a tooth' },
  implant: { de: 'je Implantat', en: 'at an implant' },
  quadrant: { de: 'je Kieferhälfte', en: 'in a quadrant' },
  jaw: { de: 'je Kiefer', en: 'in a jaw' },
  crown: { de: 'je Krone', en: 'for a crown' },
  denture: { de: 'je Prothese', en: 'for a denture' },
  case: { de: 'je Fall', en: 'in a case' },
  instalments: { de: 'je Fall', en: 'in a case' },
  hkp: { de: 'je Plan', en: 'for a plan' },
  patient: { de: 'je Patient', en: 'for a patient' },
  window: { de: 'im Altersabschnitt', en: 'in a span of age' },
  HJ: { de: 'im Halbjahr', en: 'in a half-year' },
  Q: { de: 'im Quartal', en: 'in a quarter' },
  KJ: { de: 'im Kalenderjahr', en: 'in a calendar year' },
  Y: { de: 'im Jahr', en: 'in a year' },
};
const UNITS: Readonly<Record<string, readonly [one: Words, more: Words]>> = {
  M: [
    { de: 'Monat', en: 'month' },
    { de: 'Monaten', en: 'months' },
  ],
  D: [
    { de: 'Tag', en: 'day' },
    { de: 'Tagen', en: 'days' },
  ],
};
/** Returns `30 Tagen` for `30D`; the code where it is no time. */
export function spanWords(code: string): Words {
  const [, count = '', unit = ''] = /^(\d+)([MD])$/.exec(code) ?? [],
    words = UNITS[unit]?.[count === '1' ? 0 : 1];
  return words === undefined
    ? { de: code, en: code }
    : { de: `${count} ${words.de}`, en: `${count} ${words.en}` };
}
/** Returns `zweimal im Halbjahr` for 2 and `HJ`. */
export function oftenWords(count: string, per: string): Words {
  const times = TIMES[count] ?? { de: `${count}-mal`, en: `${count} times` },
    span = spanWords(per),
    where = PER[per] ?? { de: `in ${span.de}`, en: `in ${span.en}` };
  return { de: `${times.de} ${where.de}`, en: `${times.en} ${where.en}` };
}
