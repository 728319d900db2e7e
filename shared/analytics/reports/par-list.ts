// Perio cases of the work list: the due step of the pathway, from the days of a case and its
// sessions. Pure.

import { isHkpOpen, type DueReason, type HkpStatus } from './worklist.ts';
import { addDays, addMonths } from '../../base/day-math.ts';
import { UPT } from '../billing/periods.ts';
import type { PAR_GRAD } from '../deliveries/pvs-words.ts';

export const PAR_REASONS = [
  'upt_vorbei',
  'upt_faellig',
  'upt_endet',
  'befund_faellig',
  'ait_offen',
  'nicht_begonnen',
  'bei_der_kasse',
] as const;
export type ParReason = (typeof PAR_REASONS)[number];

/**
 * Days and months after which a follow-up is due. The insurer answers within three weeks (§ 1 Abs.
 * 2 Anlage 5 BMV-Z); re-evaluation and support three months after therapy, the latter not
 * before the former, and its gaps by grade (PAR-Richtlinie); the approval covers support for two years, which may be
 * prolonged by half a year (§ 1 Abs. 4 Anlage 5 BMV-Z). An approved plan that was not begun, and a
 * second session of therapy, are due as in billing rules A02 and A05.
 */
const PAR_DEADLINES = {
  daysAtInsurer: 21,
  notBegunDays: 14,
  ait: 28,
  checkupMonths: 3,
  firstUptMonths: 3,
  leadDays: 30,
  uptEndsDays: 60,
  uptMonths: 24,
  extensionMonths: 6,
  restsAfterMonths: 24,
} as const;

export interface ParFacts {
  readonly status: HkpStatus | null;
  readonly grad: (typeof PAR_GRAD)[number] | null;
  readonly erstelltAm: string;
  readonly gesendetAm: string | null;
  readonly genehmigtAm: string | null;
  readonly atgAm: string | null;
  readonly mhuAm: string | null;
  readonly aitVon: string | null;
  readonly aitBis: string | null;
  readonly bevAm: string | null;
  readonly cptAm: string | null;
  readonly uptVon: string | null;
  readonly uptBis: string | null;
  readonly abgeschlossenAm: string | null;
  /** Day of the last UPT session since the plan was made, and the number of days with one. */
  readonly letzteUpt: string | null;
  readonly uptAnzahl: number;
  /** A future appointment that may be for this treatment. */
  readonly hatTermin: boolean;
}
/**
 * An open case as delivered by the practice software; `patid` is the current record. The amount in
 * cents, teeth as counted by the plan.
 */
export interface ParCase extends ParFacts {
  readonly id: string;
  readonly patid: string;
  readonly behandler: string | null;
  readonly behandlerId: string | null;
  readonly wert: number | null;
  readonly einwurzelig: number | null;
  readonly mehrwurzelig: number | null;
}

export const isParOpen = ({
  status,
  abgeschlossenAm,
}: Pick<ParFacts, 'status' | 'abgeschlossenAm'>): boolean =>
  abgeschlossenAm === null && (status === null || isHkpOpen(status));
/**
 * Returns the last day of the two years of support: as delivered, else counted from the first
 * session; null before it.
 */
export const uptEndOf = ({ uptVon, uptBis }: Pick<ParFacts, 'uptVon' | 'uptBis'>): string | null =>
  uptBis ?? (uptVon === null ? null : addMonths(uptVon, PAR_DEADLINES.uptMonths));
/** Days that only an active case reaches, in the order of the pathway. */
export const PAR_ACTIVE_STEPS = [
  'gesendetAm',
  'genehmigtAm',
  'atgAm',
  'mhuAm',
  'aitVon',
  'aitBis',
  'bevAm',
  'cptAm',
  'uptVon',
] as const;
/** Steps of the pathway in order; the last one with a day is the current step of a case. */
export const PAR_STATIONS = [
  'erstelltAm',
  ...PAR_ACTIVE_STEPS,
  'letzteUpt',
  'abgeschlossenAm',
] as const;
export type ParStation = (typeof PAR_STATIONS)[number];
/**
 * Returns the completed steps, oldest first; of several steps of one day the later one of the
 * pathway last.
 */
export const parPath = (parCase: ParFacts): { was: ParStation; am: string }[] =>
  PAR_STATIONS.flatMap((was) => {
    const am = parCase[was];
    return am === null || am === '' || (was === 'letzteUpt' && am === parCase.uptVon)
      ? []
      : [{ was, am }];
  }).toSorted((a, b) => (a.am < b.am ? -1 : a.am > b.am ? 1 : 0));

/**
 * Returns the next session of support: by the gap of the grade after the last one; the first one
 * three months after therapy, but not before the re-evaluation. Null if none is left, or the grade
 * is unknown.
 */
export function nextUptDay(parCase: ParFacts): string | null {
  const end = uptEndOf(parCase),
    latest = parCase.letzteUpt ?? parCase.uptVon;
  if (latest === null) {
    const { bevAm, aitBis, cptAm } = parCase;
    if (bevAm === null) return null;
    const treated = cptAm !== null && (aitBis === null || cptAm > aitBis) ? cptAm : aitBis,
      first = treated === null ? bevAm : addMonths(treated, PAR_DEADLINES.firstUptMonths);
    return first > bevAm ? first : bevAm;
  }
  if (parCase.grad === null) return null;
  const next = addMonths(latest, UPT[parCase.grad].gapMonths);
  return Math.max(1, parCase.uptAnzahl) >= UPT[parCase.grad].most || (end !== null && next > end)
    ? null
    : next;
}

/**
 * Returns all reasons why a case needs action today, the most urgent first; empty if it needs none,
 * or if an appointment is made. A case without activity for two years, and one whose support ended
 * too long ago to be prolonged, needs none.
 */
export function parReasons(parCase: ParFacts, today: string): DueReason<ParReason>[] {
  if (!isParOpen(parCase)) return [];
  const end = uptEndOf(parCase),
    soon = addDays(today, PAR_DEADLINES.leadDays),
    last = parPath(parCase).at(-1)?.am ?? '';
  if (
    end !== null
      ? addMonths(end, PAR_DEADLINES.extensionMonths) < today
      : addMonths(last === '' ? today : last, PAR_DEADLINES.restsAfterMonths) < today
  )
    return [];
  if (end !== null && end < today) return [{ grund: 'upt_vorbei', tag: end }];
  const begun = parCase.aitVon ?? parCase.atgAm,
    before = (tag: string, limit: string, reason: ParReason): DueReason<ParReason>[] =>
      !parCase.hatTermin && tag <= limit ? [{ grund: reason, tag }] : [];
  if (end !== null || parCase.bevAm !== null) {
    // Open therapy after the re-evaluation is evaluated again.
    if (
      end === null &&
      parCase.cptAm !== null &&
      parCase.bevAm !== null &&
      parCase.cptAm > parCase.bevAm
    )
      return before(addMonths(parCase.cptAm, PAR_DEADLINES.checkupMonths), soon, 'befund_faellig');
    const next = nextUptDay(parCase);
    return [
      ...(next === null ? [] : before(next, soon, 'upt_faellig')),
      ...(end !== null && end <= addDays(today, PAR_DEADLINES.uptEndsDays)
        ? [{ grund: 'upt_endet', tag: end } as const]
        : []),
    ];
  }
  if (parCase.aitBis !== null)
    return before(
      addMonths(parCase.cptAm ?? parCase.aitBis, PAR_DEADLINES.checkupMonths),
      soon,
      'befund_faellig',
    );
  const passed = (from: string, days: number, reason: ParReason): DueReason<ParReason>[] =>
    before(addDays(from, days), addDays(today, -1), reason);
  if (begun !== null) return passed(begun, PAR_DEADLINES.ait, 'ait_offen');
  if (parCase.genehmigtAm !== null)
    return passed(parCase.genehmigtAm, PAR_DEADLINES.notBegunDays, 'nicht_begonnen');
  // An appointment does not replace the insurer's answer.
  return parCase.gesendetAm !== null &&
    addDays(parCase.gesendetAm, PAR_DEADLINES.daysAtInsurer) < today
    ? [{ grund: 'bei_der_kasse', tag: addDays(parCase.gesendetAm, PAR_DEADLINES.daysAtInsurer) }]
    : [];
}
/** Returns the most urgent reason; null if the case needs no action. */
export const isParDue = (parCase: ParFacts, today: string): DueReason<ParReason> | null =>
  parReasons(parCase, today)[0] ?? null;
/** Returns the end of the support where it is one of the reasons: a due session does not hide it. */
export const parDeadline = (reasons: readonly DueReason<ParReason>[]): string | null =>
  reasons.find(({ grund }) => grund === 'upt_endet')?.tag ?? null;
