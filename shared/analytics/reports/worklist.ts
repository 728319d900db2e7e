// The work lists: what of plans and recalls is overdue and why, what to do next, in which order, and by which keys its words are said (`arbeitsliste-worte.*.json`). Pure.

import { addDays, addMonths } from '../../base/day-math.ts';
import type { HKP_ART, HKP_STATUS } from '../deliveries/pvs.ts';

export type HkpStatus = (typeof HKP_STATUS)[number];

/** What a plan waits for; the words say who has to move. */
export const HKP_REASONS = [
  'abgelaufen',
  'laeuft_ab',
  'beim_patienten',
  'bei_der_kasse',
  'ohne_termin',
  'nicht_abgerechnet',
] as const;
export type HkpReason = (typeof HKP_REASONS)[number];

/** Days after which somebody asks (figures of the practice's own list; sources: charly's list for the states, six months of § 28 BMV-Z for the approval). */
const HKP_DEADLINES = {
  daysAtPatient: 14,
  daysAtInsurer: 21,
  laeuftAb: 45,
  notBilledDays: 30,
} as const;

export interface HkpFacts {
  readonly status: HkpStatus;
  /** What kind of plan it is, where that is told. */
  readonly art?: (typeof HKP_ART)[number] | null;
  readonly erstelltAm: string;
  readonly besprochenAm: string | null;
  readonly gesendetAm: string | null;
  readonly genehmigtAm: string | null;
  readonly eingegliedertAm: string | null;
  readonly gueltigBis: string | null;
  /** An appointment for the plan, or of the person where the plan names none, that is still to come. */
  readonly hatTermin: boolean;
}
const APPROVED: readonly HkpStatus[] = ['GENEHMIGT', 'TERMINIERT', 'IN_ARBEIT'];
/** States in which nothing is to be done about a plan any more. */
const ENDED: readonly HkpStatus[] = ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'];
export const isHkpOpen = (status: HkpStatus): boolean => !ENDED.includes(status);

/** Agreements with the patient alone: no insurer approves them, so that no approval ends. */
const NEEDS_NO_APPROVAL: readonly string[] = [
  'KVA',
  'MKV',
  'IMPLANTAT',
] satisfies (typeof HKP_ART)[number][];
/** Whether the approval of a plan holds for six months, where the practice software says no other day. */
export const approvalEnd = (art: HkpFacts['art']): boolean =>
  !NEEDS_NO_APPROVAL.includes(art ?? '');
/** Last day of an approval: as delivered, else six months after it; null without one. */
export function hkpEnd({
  art,
  gueltigBis,
  genehmigtAm,
}: Pick<HkpFacts, 'art' | 'gueltigBis' | 'genehmigtAm'>): string | null {
  if (gueltigBis !== null) return gueltigBis;
  return genehmigtAm === null || !approvalEnd(art) ? null : addMonths(genehmigtAm, 6);
}

export interface DueReason<G extends string> {
  readonly grund: G;
  /** The day on which it fell due; for `laeuft_ab` the last day that is left. */
  readonly tag: string;
}
/**
 * Everything for which somebody must take up a plan today, the most urgent first; empty where nobody need.
 * An approval that ends comes before anything else. One that ran out has to be renewed before it is about an appointment.
 */
export function hkpReasons(plan: HkpFacts, today: string): DueReason<HkpReason>[] {
  const { status } = plan;
  if (!isHkpOpen(status)) return [];
  const found: DueReason<HkpReason>[] = [];
  const end = hkpEnd(plan);
  if (APPROVED.includes(status) && plan.eingegliedertAm === null && end !== null) {
    if (end < today) return [{ grund: 'abgelaufen', tag: end }];
    if (end <= addDays(today, HKP_DEADLINES.laeuftAb)) found.push({ grund: 'laeuft_ab', tag: end });
  }
  const later = (grund: HkpReason, from: string | null, days: number): void => {
    if (from === null || from === '') return;
    const tag = addDays(from, days);
    if (tag < today) found.push({ grund, tag });
  };
  if (status === 'BEI_PATIENT')
    later('beim_patienten', plan.besprochenAm ?? plan.erstelltAm, HKP_DEADLINES.daysAtPatient);
  if (status === 'BEI_KASSE' || status === 'BEI_GUTACHTER')
    later('bei_der_kasse', plan.gesendetAm, HKP_DEADLINES.daysAtInsurer);
  if ((status === 'GENEHMIGT' || status === 'ANGENOMMEN_OHNE_KASSE') && !plan.hatTermin)
    found.push({ grund: 'ohne_termin', tag: plan.genehmigtAm ?? plan.erstelltAm });
  if (status === 'EINGEGLIEDERT')
    later('nicht_abgerechnet', plan.eingegliedertAm, HKP_DEADLINES.notBilledDays);
  return found;
}
/** The most urgent of them; null where nobody need take up a plan. */
export const hkpFaellig = (plan: HkpFacts, today: string): DueReason<HkpReason> | null =>
  hkpReasons(plan, today)[0] ?? null;

export const RECALL_REASONS = ['ueberfaellig', 'faellig'] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];
/** A recall as the practice software delivered it, that was not kept; `patid` is the record that is led now. `hatTermin`: an appointment is made for it, or the person has one to come; one that was cancelled or missed is none. */
export interface RecallCase {
  readonly id: string;
  readonly patid: string;
  readonly art: string;
  readonly faelligAm: string;
  readonly erinnertAm: string | null;
  readonly hatTermin: boolean;
}
/** Days before its day in which a recall may be arranged. */
export const RECALL_LEAD_DAYS = 30;
/** Whether a recall is to be arranged now; null where an appointment is made, or its day is further off. */
export function recallFaellig(
  { faelligAm, hatTermin }: Pick<RecallCase, 'faelligAm' | 'hatTermin'>,
  today: string,
): DueReason<RecallReason> | null {
  if (hatTermin) return null;
  if (faelligAm < today) return { grund: 'ueberfaellig', tag: faelligAm };
  return faelligAm <= addDays(today, RECALL_LEAD_DAYS)
    ? { grund: 'faellig', tag: faelligAm }
    : null;
}

/** Kinds of recalls that have a word of ours; one that only the practice knows stands as it was delivered. */
const RECALL_KINDS: readonly string[] = ['KONTROLLE', 'PZR', 'UPT', 'PROPHYLAXE', 'KFO', 'IP'];
/** Key of the word that a line's column says: of a reason, a state, a kind; null for what is said as it was delivered. */
export function listWord(
  liste: string,
  spalte: string,
  wert: string,
): `${'grund' | 'status' | 'art' | 'recall'}.${string}` | null {
  if (spalte === 'art' && liste === 'recall')
    return RECALL_KINDS.includes(wert) ? `recall.${wert}` : null;
  return spalte === 'grund' || spalte === 'status' || spalte === 'art' ? `${spalte}.${wert}` : null;
}

/** Next step somebody wrote down for a line. */
export interface WorklistStep {
  readonly text: string;
  readonly bis: string | null;
  readonly wer: string | null;
  readonly istErledigt: boolean;
}
export interface Listed {
  readonly faellig: DueReason<string> | null;
  readonly schritt: WorklistStep | null;
  readonly wert: number;
}
/** The day on which a line wants somebody: of its open step, else on which it fell due; null: it waits for nobody. */
const wantsOn = ({ faellig, schritt }: Listed): string | null =>
  schritt !== null && !schritt.istErledigt && schritt.bis !== null
    ? schritt.bis
    : (faellig?.tag ?? null);
/** Overdue first, the oldest of them before; equal days by the higher value. Lines that want nobody come last. */
export function compareListed(a: Listed, b: Listed): number {
  const [dayA, dayB] = [wantsOn(a), wantsOn(b)];
  if (dayA !== dayB) return dayA === null ? 1 : dayB === null ? -1 : dayA < dayB ? -1 : 1;
  return b.wert - a.wert;
}
