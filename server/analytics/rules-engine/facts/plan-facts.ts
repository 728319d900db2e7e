/** Facts of plans and perio cases. */
import { UPT } from '../../../../shared/analytics/billing/periods.ts';
import {
  HKP_ART,
  HKP_STATUS,
  PAR_GRAD,
  VERSORGUNGSART,
} from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { EMPTY, plusMonths } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import { codesOf, type Facts, type Finder, type Value } from './finder.ts';
import { rank, stateOnDay } from './plan-states.ts';

const planDay =
  (name: string): Finder =>
  (k) => {
    const plan = k.planOfDay();
    return plan < 0 ? null : k.dayNumberOf('hkp', name, plan);
  };
const careOf =
  (word: (typeof VERSORGUNGSART)[number]): Finder =>
  (k) => {
    const plan = k.planOfDay(),
      kind = plan < 0 ? -1 : k.m.column('hkp', 'versorgungsart')[plan]!;
    return kind < 0 ? null : kind === VERSORGUNGSART.indexOf(word);
  };
const caseDay =
  (name: string): Finder =>
  (k) => {
    const parCase = k.perioCase();
    return parCase < 0 ? null : k.dayNumberOf('parfall', name, parCase);
  };
const grade = (k: Situation): string | null => {
  const parCase = k.perioCase(),
    at = parCase < 0 ? -1 : k.m.column('parfall', 'grad')[parCase]!;
  return PAR_GRAD[at] ?? null;
};

const PAR_STEPS = [
  'erstelltAm',
  'genehmigtAm',
  'atgAm',
  'mhuAm',
  'aitVon',
  'aitBis',
  'bevAm',
  'cptAm',
  'uptVon',
] as const;
function isParActive(k: Situation): boolean {
  const parCase = k.perioCase(),
    since = plusMonths(k.day, -24);
  if (parCase >= 0) {
    const done = k.dayNumberOf('parfall', 'abgeschlossenAm', parCase),
      end = k.dayNumberOf('parfall', 'uptBis', parCase);
    if ((done !== null && done < k.day) || (end !== null && end < k.day)) return false;
    if (end !== null) return true;
    return PAR_STEPS.some((name) => {
      const day = k.dayNumberOf('parfall', name, parCase);
      return day !== null && day <= k.day && day >= since;
    });
  }
  // Where no cases are delivered, the services decide.
  return (
    !k.m.delivers('parfall') &&
    k.preceding(
      codesOf(k, 'B:ATG', 'B:MHU', 'B:AIT*', 'B:CPT*', 'B:BEV*', 'B:UPT*'),
      since,
      '',
      true,
    ) >= 0
  );
}
function hkpState(k: Situation): Value {
  const plan = k.planOfDay();
  if (plan < 0) return null;
  const own = stateOnDay(k, 'hkp', plan),
    taken = k.dayNumberOf('hkp', 'angenommenAm', plan),
    kind = HKP_ART[k.m.column('hkp', 'art')[plan]!];
  // For plans without an insurer's decision, acceptance counts as approval.
  const free =
    (kind === 'KVA' || kind === 'MKV' || kind === 'IMPLANTAT') &&
    taken !== null &&
    taken <= k.day &&
    own !== null &&
    rank(own) >= 0 &&
    rank(own) <= HKP_STATUS.indexOf('GENEHMIGT');
  return own === null ? null : free ? [own, 'ANGENOMMEN'] : own;
}

/** Facts of plans and perio cases. */
export const PLAN_FACTS: Facts = {
  letzteAIT: () => (k) => {
    const parCase = k.perioCase(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase),
      at = from === null ? -1 : k.preceding(codesOf(k, 'B:AIT*'), from, '', true);
    return at < 0 ? null : k.days[at]!;
  },
  'par.aktiv': () => isParActive,
  'par.grad': () => grade,
  'plan.art': () => (k) => (k.perioCase() < 0 ? null : 'PAR'),
  'plan.status': () => (k) => {
    const parCase = k.perioCase();
    return parCase < 0 ? null : stateOnDay(k, 'parfall', parCase);
  },
  'plan.genehmigtSeit': () => caseDay('genehmigtAm'),
  'case.par.geplanteZaehne': () => (k) => {
    const parCase = k.perioCase();
    if (parCase < 0) return null;
    const one = k.m.column('parfall', 'zaehneEinwurzelig')[parCase]!,
      more = k.m.column('parfall', 'zaehneMehrwurzelig')[parCase]!;
    return one === EMPTY && more === EMPTY
      ? null
      : (one === EMPTY ? 0 : one) + (more === EMPTY ? 0 : more);
  },
  'case.par.abgerechneteZaehne': () => (k) => {
    const parCase = k.perioCase(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase);
    return from === null ? null : k.sum(codesOf(k, 'B:AIT*'), from, '');
  },
  'upt.schritt': () => (k) => {
    const from = k.startOf({ art: 'UPTZEITRAUM' });
    return from === null ? null : k.sum(codesOf(k, 'B:UPTa'), from, '');
  },
  'upt.naechsteFaelligkeit': () => (k) => {
    const parCase = k.perioCase(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase),
      g = grade(k) as keyof typeof UPT | null;
    if (from === null || g === null) return null;
    const last = k.preceding(codesOf(k, 'B:UPTa'), from, '', true),
      therapy = k.preceding(codesOf(k, 'B:AIT*', 'B:CPT*'), from, '', true);
    return last >= 0
      ? plusMonths(k.days[last]!, UPT[g].gapMonths)
      : therapy >= 0
        ? plusMonths(k.days[therapy]!, 3)
        : null;
  },
  'upt.ende': () => (k) => {
    const parCase = k.perioCase(),
      end = parCase < 0 ? null : k.dayNumberOf('parfall', 'uptBis', parCase),
      from = parCase < 0 ? null : k.uptStart(parCase);
    return end ?? (from === null ? null : plusMonths(from, 24));
  },
  'hkp.art': () => (k) => {
    const plan = k.planOfDay();
    return plan < 0 ? null : (HKP_ART[k.m.column('hkp', 'art')[plan]!] ?? null);
  },
  'hkp.status': () => hkpState,
  'hkp.genehmigtAm': () => planDay('genehmigtAm'),
  'hkp.genehmigtSeit': () => (k) => {
    const plan = k.planOfDay();
    return plan < 0
      ? null
      : (k.dayNumberOf('hkp', 'genehmigtAm', plan) ?? k.dayNumberOf('hkp', 'angenommenAm', plan));
  },
  'hkp.eingegliedert': () => (k) => {
    const plan = k.planOfDay(),
      done = plan < 0 ? null : k.dayNumberOf('hkp', 'eingegliedertAm', plan);
    return plan < 0 ? null : done !== null && done <= k.day;
  },
  'hkp.regelversorgung': () => careOf('REGEL'),
  'hkp.gleichartig': () => careOf('GLEICHARTIG'),
  befund: () => (k) => {
    const plan = k.planOfDay(),
      { from, rows } = k.m.positionen,
      found =
        plan < 0
          ? []
          : [...rows.subarray(from[plan], from[plan + 1])]
              .map((at) => k.m.text('hkpposition', 'befund', at))
              .filter((word) => word !== '');
    return found.length === 0 ? null : found;
  },
};
