/** Facts of the patient: claims, age, and the chart of the mouth. */
import { KARIESRISIKO } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { INSURANCE } from '../../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import { codesOf, type Facts, type Finder } from './finder.ts';
import { MISSING_TEETH } from './missing-teeth.ts';

/** Whether the person is entitled to dental services under section 22a SGB V. */
function hasClaim22a(k: Situation): boolean {
  const grade = k.m.column('patient', 'pflegegrad')[k.p];
  const isGraded = grade !== undefined && grade !== EMPTY && grade >= 1;
  return isGraded || k.m.column('patient', 'eingliederungshilfe')[k.p] === 1;
}
const bool =
  (name: string): Finder =>
  (k) => {
    const said = k.m.column('patient', name)[k.p]!;
    return said < 0 ? null : said === 1;
  };
const IMPLANT_CODES = new Set(['i', 'si']);
const PONTIC_CODES = new Set(['b', 'bw']);
const countFindings = (k: Situation, matches: (word: string) => boolean): number | null => {
  if (!k.hasToothStatus() || k.months < 168) return null;
  let n = 0;
  for (let tooth = 0; tooth < 32; tooth += 1) if (matches(k.findingAt(tooth, k.day))) n += 1;
  return n;
};
/** Teeth cleaned most recently within two years, where no chart gives their number. */
function lastCleanedTeeth(k: Situation): number | null {
  const cleaning = codesOf(k, 'B:UPTc', 'G:1040'),
    last = k.preceding(cleaning, plusMonths(k.day, -24), '', true);
  if (last < 0) return null;
  let sum = 0;
  for (let i = last; i >= 0 && k.days[i] === k.days[last]; i -= 1)
    if (k.code[i] === k.code[last]) sum += k.quantities[i]!;
  return sum;
}

/** Facts of the patient and the mouth. */
export const PATIENT_FACTS: Facts = {
  'patient.privat': () => (k) => (k.insurance < 0 ? null : k.insurance !== INSURANCE.GKV),
  'patient.pflegegrad': () => (k) => {
    const said = k.m.column('patient', 'pflegegrad')[k.p]!;
    return said === EMPTY ? null : said;
  },
  'patient.eingliederungshilfe': () => bool('eingliederungshilfe'),
  // A missing value counts as no entitlement: most people have none, and no row states that.
  'patient.anspruch22a': () => (k) => hasClaim22a(k),
  'einrichtung.kooperationsvertrag': () => bool('kooperationsvertrag'),
  'patient.kariesrisiko': () => (k) => {
    const at = k.newestRow('kariesrisiko', 'datum');
    return at < 0 ? null : (KARIESRISIKO[k.m.column('kariesrisiko', 'risiko')[at]!] ?? null);
  },
  // A missing entry counts as no high risk: a second application needs the documented risk.
  'patient.hohesKariesrisiko': () => (k) => {
    const at = k.newestRow('kariesrisiko', 'datum');
    return at >= 0 && KARIESRISIKO[k.m.column('kariesrisiko', 'risiko')[at]!] === 'HOCH';
  },
  zahnsteinbefund: () => (k) => {
    const days = k.m.column('zahnbefund', 'datum');
    return k.m
      .rowsOf('zahnbefund', k.p)
      .some((at) => days[at] === k.day && /^zst$/i.test(k.m.text('zahnbefund', 'befund', at)));
  },
  zaehne: () => (k) => countFindings(k, (word) => !MISSING_TEETH.has(word)) ?? lastCleanedTeeth(k),
  implantate: () => (k) => countFindings(k, (word) => IMPLANT_CODES.has(word)),
  brueckenglieder: () => (k) => countFindings(k, (word) => PONTIC_CODES.has(word)),
  'alter.monate': () => (k) => (k.months < 0 ? null : k.months),
  fenster: () => (k) => (k.months < 0 ? null : k.months),
  'psi.max': () => (k) => {
    const at = k.newestRow('psi', 'datum'),
      digits = at < 0 ? [] : [...k.m.text('psi', 'codes', at).matchAll(/[0-4]/g)].map(Number);
    return digits.length === 0 ? null : Math.max(...digits);
  },
  'prothese.art': () => (k) => {
    const days = k.m.column('prothese', 'eingegliedertAm'),
      found = [...k.m.rowsOf('prothese', k.p)]
        .filter((at) => days[at] === k.day)
        .map((at) => k.m.text('prothese', 'art', at).toUpperCase())
        .filter((word) => word !== '');
    return found.length === 0 ? null : found;
  },
};
