/** Checks of surcharges that hold at some hours or days only. Pure. */
import type { Maker } from './limit-check.ts';
import { tokenOf } from './limit-words.ts';

const EVENING =
    '((termin.start>=20:00 and termin.start<22:00) or (termin.start>=06:00 and termin.start<08:00))',
  NIGHT = '(termin.start>=22:00 or termin.start<06:00)',
  DAYTIME = '(termin.start>=08:00 and termin.start<20:00)',
  WEEKEND = '(samstag or sonntag or feiertag)';
/** The condition under which a surcharge is wrong, and its words. */
const HOURS: Readonly<Record<string, readonly [zusatz: string, de: string, en: string]>> = {
  out_of_hours: ['sprechstunde', 'in der Sprechstunde', 'in office hours'],
  evening: [
    `not ${EVENING}`,
    'nicht von 20 bis 22 oder 6 bis 8 Uhr',
    'not from 20 to 22 or 6 to 8 o’clock',
  ],
  night: [`not ${NIGHT}`, 'nicht von 22 bis 6 Uhr', 'not from 22 to 6 o’clock'],
  weekend: [
    `not ${WEEKEND}`,
    'nicht am Wochenende oder an einem Feiertag',
    'not on a weekend or a holiday',
  ],
  weekday_evening: [
    `${WEEKEND} or not ${EVENING}`,
    'nicht werktags von 20 bis 22 oder 6 bis 8 Uhr',
    'not on a weekday from 20 to 22 or 6 to 8 o’clock',
  ],
  weekday_night: [
    `${WEEKEND} or not ${NIGHT}`,
    'nicht werktags von 22 bis 6 Uhr',
    'not on a weekday from 22 to 6 o’clock',
  ],
  weekend_day: [
    `not ${WEEKEND} or not ${DAYTIME}`,
    'nicht am Wochenende von 8 bis 20 Uhr',
    'not on a weekend from 8 to 20 o’clock',
  ],
  weekend_evening: [
    `not ${WEEKEND} or not ${EVENING}`,
    'nicht am Wochenende von 20 bis 22 oder 6 bis 8 Uhr',
    'not on a weekend from 20 to 22 or 6 to 8 o’clock',
  ],
  weekend_night: [
    `not ${WEEKEND} or not ${NIGHT}`,
    'nicht am Wochenende von 22 bis 6 Uhr',
    'not on a weekend from 22 to 6 o’clock',
  ],
};
/**
 * Asks for the hour of a surcharge: the planned start of the appointment stands for the time of
 * treatment. Without an appointment only the day is known.
 */
export const hours: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    said = HOURS[one.value];
  if (own === null || said === undefined) return null;
  const [zusatz, de, en] = said;
  return { heuteAlle: own, zusatz, de: `${one.number} ${de}`, en: `${one.number} ${en}` };
};
