/** Facts of the current tooth. */
import { plusMonths } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import { isPermanentTooth, isPosteriorTooth, JAW_REGIONS, TEETH } from '../tooth-masks.ts';
import { lacksAgreement } from './co-payment-agreements.ts';
import { codesOf, type Facts, type Finder, type Value } from './finder.ts';
import { MISSING_TEETH } from './missing-teeth.ts';

/** Findings of a tooth that is or was carious. */
const SICK = new Set([
  'c',
  'fü',
  'fu',
  'k',
  'kw',
  'pk',
  'pw',
  'ww',
  'z',
  'x',
  'wf',
  'ca',
  'd',
  'iv',
  'v',
]);
const surfacesOf = (word: string): string =>
  [...new Set(word.toLowerCase().replace(/[^a-zäöü]/g, ''))].toSorted().join('');
/**
 * Surfaces of today's filling of the tooth and of its previous one within two years; null where
 * either is unknown.
 */
function filledSurfaces(k: Situation): { heute: string; preceding: string } | null {
  const fillings = codesOf(k, 'B:13*');
  const today = k.newestToday(fillings, 'Z', true);
  const before = k.preceding(fillings, k.startOf({ art: 'MONATE', n: 24 })!, 'Z', true);
  if (today < 0 || before < 0) return null;
  const word = (i: number): string =>
    i === k.n
      ? ''
      : surfacesOf(
          k.m.text('leistung', 'flaechen', k.m.snapshot.services.rawRows[k.serviceOf[i]!]!),
        );
  const [todayDay, preceding] = [word(today), word(before)];
  return todayDay === '' || preceding === '' ? null : { heute: todayDay, preceding };
}
function hasSameSurfaces(k: Situation): Value {
  const both = filledSurfaces(k);
  return both && both.heute === both.preceding;
}
function hasContainedSurfaces(k: Situation): Value {
  const both = filledSurfaces(k);
  return both && [...both.heute].every((one) => both.preceding.includes(one));
}
/** Findings of a place that carries an implant or a pontic. */
const REPLACED = new Set(['i', 'si', 'b', 'bw']);
/** Whether the place of the tooth carries an implant or a pontic, by the chart or a service. */
function isReplaced(k: Situation): boolean {
  return (
    REPLACED.has(k.findingAt(k.tooth, k.day - 1)) ||
    k.preceding(codesOf(k, 'G:9010', 'B:92'), -2_000_000_000, 'Z', true) >= 0
  );
}
const CROWNS = /^(?:20[abc]|91[abcd])$/;
/** Whether a plan that is not inserted yet provides a crown or an anchor at the tooth. */
function isCrownPlanned(k: Situation): boolean {
  const { from, rows } = k.m.positionen,
    own = String(TEETH[k.tooth]!);
  return k.m.rowsOf('hkp', k.p).some((plan) => {
    const made = k.dayNumberOf('hkp', 'erstelltAm', plan),
      done = k.dayNumberOf('hkp', 'eingegliedertAm', plan);
    if (made === null || made > k.day || (done !== null && done < k.day)) return false;
    return [...rows.subarray(from[plan], from[plan + 1])].some(
      (at) =>
        k.m.text('hkpposition', 'zahn', at) === own &&
        CROWNS.test(k.m.text('hkpposition', 'nr', at)),
    );
  });
}
const MOLAR_TEETH: ReadonlySet<number> = new Set([16, 17, 26, 27, 36, 37, 46, 47]);
const tooth =
  (find: (k: Situation) => Value): Finder =>
  (k) =>
    k.tooth < 0 ? null : find(k);

/** Facts of the current tooth. */
export const TOOTH_FACTS: Facts = {
  zahn: () => tooth((k) => TEETH[k.tooth]!),
  'zahn.bleibend': () => tooth((k) => isPermanentTooth(k.tooth)),
  'zahn.mehrwurzelig': () =>
    tooth((k) => {
      const fdi = TEETH[k.tooth]!,
        n = fdi % 10;
      return isPermanentTooth(k.tooth) ? n >= 6 || fdi === 14 || fdi === 24 : n >= 4;
    }),
  'zahn.molar': () => tooth((k) => MOLAR_TEETH.has(TEETH[k.tooth]!)),
  'zahn.seitenzahn': () => tooth((k) => isPosteriorTooth(k.tooth)),
  'zahn.zerstoert': () =>
    tooth((k) => {
      const word = k.findingAt(k.tooth, k.day - 1);
      return word === '' ? null : word === 'ww' || word === 'z';
    }),
  'zahn.vorbefund': () =>
    tooth((k) => {
      const word = k.findingAt(k.tooth, k.day - 1);
      return word === '' ? null : word;
    }),
  bereich: () => (k) => {
    const at = JAW_REGIONS.findIndex(
      ({ permanent, milk }) =>
        k.tooth < 0 && k.askedPermanentTeeth === permanent && k.askedMilkTeeth === milk,
    );
    return at < 0 ? null : `${at < 3 ? 'OK' : 'UK'}_${at % 3 === 1 ? 'FRONT' : 'SEITE'}`;
  },
  'zahn.kroneGeplant': () => tooth(isCrownPlanned),
  'zahn.ersetzt': () => tooth(isReplaced),
  durchgebrochen: () =>
    tooth((k) => {
      const n = TEETH[k.tooth]! % 10,
        word = k.findingAt(k.tooth, k.day);
      return k.months < 0 || !isPermanentTooth(k.tooth) || (n !== 6 && n !== 7)
        ? null
        : k.months >= (n === 6 ? 84 : 156) && !MISSING_TEETH.has(word);
    }),
  kariesfrei: () =>
    tooth((k) => {
      if (!k.hasToothStatus()) return null;
      return k.chart.findingsOf(k.tooth).every((one) => one.day > k.day || !SICK.has(one.word));
    }),
  gleicheFlaechen: () => tooth(hasSameSurfaces),
  flaechenEnthalten: () => tooth(hasContainedSurfaces),
  'mkv.fehlt': () =>
    tooth((k) => {
      if (!k.m.delivers('mkv')) return null;
      const days = k.m.column('mkv', 'datum'),
        from = plusMonths(k.day, -12),
        own = String(TEETH[k.tooth]!);
      return !k.m.rowsOf('mkv', k.p).some((at) => {
        const word = k.m.text('mkv', 'zahn', at);
        return days[at]! >= from && days[at]! <= k.day && (word === '' || word === own);
      });
    }),
  'mkv.unbelegt': ({ coPayments }) => tooth(lacksAgreement(coPayments)),
  molarenOhneIP5: () => (k) => k.hits,
};
