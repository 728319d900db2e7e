// The work lists: which plans and recalls are overdue and why, the next step, the order, and the
// keys of their texts (`arbeitsliste-worte.*.json`). Pure.

import { addDays, addMonths } from '../../base/day-math.ts';
import type { HKP_ART, HKP_STATUS } from '../deliveries/pvs-words.ts';

export type HkpStatus = (typeof HKP_STATUS)[number];

/** Reason why a plan waits; its text names who has to act. */
export const HKP_REASONS = [
  'abgelaufen',
  'laeuft_ab',
  'beim_patienten',
  'bei_der_kasse',
  'ohne_termin',
  'nicht_abgerechnet',
] as const;
export type HkpReason = (typeof HKP_REASONS)[number];

/** Days of a plan in the order of its workflow. */
export const HKP_STATIONS = [
  'erstelltAm',
  'besprochenAm',
  'angenommenAm',
  'gesendetAm',
  'beantwortetAm',
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
] as const;

/**
 * Days after which a follow-up is due (values of the practice's own list; sources: charly's list
 * for the states, six months of § 28 BMV-Z for the approval).
 */
export const HKP_DEADLINES = {
  daysAtPatient: 14,
  daysAtInsurer: 21,
  laeuftAb: 45,
  notBilledDays: 30,
} as const;

export interface HkpFacts {
  readonly status: HkpStatus;
  /** Kind of the plan, if known. */
  readonly art?: (typeof HKP_ART)[number] | null;
  readonly erstelltAm: string;
  readonly besprochenAm: string | null;
  readonly gesendetAm: string | null;
  readonly genehmigtAm: string | null;
  readonly eingegliedertAm: string | null;
  readonly gueltigBis: string | null;
  /** A future appointment for the plan, or of the patient where the plan names none. */
  readonly hatTermin: boolean;
}
const APPROVED: readonly HkpStatus[] = ['GENEHMIGT', 'TERMINIERT', 'IN_ARBEIT'];
/** Final states of a plan: no action is due. */
const ENDED: readonly HkpStatus[] = ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'];
export const isHkpOpen = (status: HkpStatus): boolean => !ENDED.includes(status);

/** Agreements with the patient alone: no insurer approves them, so no approval ends. */
const NEEDS_NO_APPROVAL: readonly string[] = [
  'KVA',
  'MKV',
  'IMPLANTAT',
] satisfies (typeof HKP_ART)[number][];
/**
 * Checks whether the approval of a plan is valid for six months if the practice software delivers
 * no other day.
 */
export const approvalEnd = (art: HkpFacts['art']): boolean =>
  !NEEDS_NO_APPROVAL.includes(art ?? '');
/**
 * Returns the last day of an approval: as delivered, else six months after it; null without one.
 */
export function hkpEnd({
  art,
  gueltigBis,
  genehmigtAm,
}: Pick<HkpFacts, 'art' | 'gueltigBis' | 'genehmigtAm'>): string | null {
  if (gueltigBis !== null) return gueltigBis;
  return genehmigtAm === null || !approvalEnd(art) ? null : addMonths(genehmigtAm, 6);
}

/** Reasons of which the end of the approval is the deadline. */
const BY_APPROVAL: readonly HkpReason[] = ['abgelaufen', 'laeuft_ab', 'ohne_termin'];
/** Returns the end of the approval of a plan that needs action before it; null: has none. */
export const hkpDeadline = (
  plan: HkpFacts,
  reasons: readonly DueReason<HkpReason>[],
): string | null =>
  reasons.some(({ grund }) => BY_APPROVAL.includes(grund)) ? hkpEnd(plan) : null;

export interface DueReason<G extends string> {
  readonly grund: G;
  /** The day on which it fell due; for `laeuft_ab` the last valid day. */
  readonly tag: string;
}
/**
 * Returns all reasons why a plan needs action today, most urgent first; empty if none. An ending
 * approval comes first. An expired one has to be renewed before an appointment is made.
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
  const later = (reason: HkpReason, from: string | null, days: number): void => {
    if (from === null || from === '') return;
    const tag = addDays(from, days);
    if (tag < today) found.push({ grund: reason, tag });
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
/** Returns the most urgent reason; null if the plan needs no action. */
export const isHkpDue = (plan: HkpFacts, today: string): DueReason<HkpReason> | null =>
  hkpReasons(plan, today)[0] ?? null;

export const RECALL_REASONS = ['ueberfaellig', 'faellig'] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];
/**
 * A recall as delivered by the practice software, not kept yet; `patid` is the current record.
 * `hatTermin`: an appointment is made for it, or the patient has a future one; cancelled or missed
 * ones do not count.
 */
export interface RecallCase {
  readonly id: string;
  readonly patid: string;
  readonly art: string;
  readonly faelligAm: string;
  readonly erinnertAm: string | null;
  readonly hatTermin: boolean;
}
/** Days before its due day from which a recall may be arranged. */
export const RECALL_LEAD_DAYS = 30;
/**
 * Returns why a recall is to be arranged today; null if an appointment is made or its day is
 * further off.
 */
export function isRecallDue(
  { faelligAm, hatTermin }: Pick<RecallCase, 'faelligAm' | 'hatTermin'>,
  today: string,
): DueReason<RecallReason> | null {
  if (hatTermin) return null;
  if (faelligAm < today) return { grund: 'ueberfaellig', tag: faelligAm };
  return faelligAm <= addDays(today, RECALL_LEAD_DAYS)
    ? { grund: 'faellig', tag: faelligAm }
    : null;
}

/**
 * Kinds of recalls that have a text here; a kind known only to the practice is shown as delivered.
 */
const RECALL_KINDS: readonly string[] = ['KONTROLLE', 'PZR', 'UPT', 'PROPHYLAXE', 'KFO', 'IP'];
/**
 * Returns the text key of a line's column: of a reason, a state, a kind; null for values shown as
 * delivered.
 */
export function listWord(
  list: string,
  column: string,
  value: string,
): `${'grund' | 'status' | 'art' | 'recall'}.${string}` | null {
  if (column === 'art' && list === 'recall')
    return RECALL_KINDS.includes(value) ? `recall.${value}` : null;
  return column === 'grund' || column === 'status' || column === 'art'
    ? `${column}.${value}`
    : null;
}

/** Next step that a user wrote down for a line. */
export interface WorklistStep {
  readonly text: string;
  readonly bis: string | null;
  readonly wer: string | null;
  readonly istErledigt: boolean;
}
export interface Listed {
  readonly faellig: DueReason<string> | null;
  /** The last day on which it can be settled, if one is known besides that of the reason. */
  readonly frist?: string | null;
  readonly schritt: WorklistStep | null;
  readonly wert: number;
}
/**
 * Returns the deadline of a line: the nearest one ahead, else the last one that passed; null: not
 * due.
 */
export function deadlineOf(
  { faellig, frist }: Pick<Listed, 'faellig' | 'frist'>,
  today: string,
): string | null {
  const days = [faellig?.tag, frist].filter((one) => typeof one === 'string').toSorted();
  return days.find((one) => one >= today) ?? days.at(-1) ?? null;
}
/** Sorts open steps and deadlines ahead before deadlines that passed, and these before none. */
function placeOf(line: Listed, today: string): { rank: 0 | 1 | 2; day: string } {
  const { schritt } = line;
  // A step that was missed stays in front until a user completes it.
  if (schritt !== null && !schritt.istErledigt && schritt.bis !== null)
    return { rank: 0, day: schritt.bis };
  const day = deadlineOf(line, today);
  return day === null ? { rank: 2, day: '' } : { rank: day >= today ? 0 : 1, day };
}
/**
 * Returns the order of the work lists: open steps and deadlines ahead, the nearest first, then
 * deadlines that passed, the latest first; equal days by the higher value. Lines that need no
 * action come last.
 */
export const nearestFirst =
  (today: string) =>
  (a: Listed, b: Listed): number => {
    const [x, y] = [placeOf(a, today), placeOf(b, today)];
    if (x.rank !== y.rank) return x.rank - y.rank;
    if (x.day !== y.day) return x.day < y.day === (x.rank === 0) ? -1 : 1;
    return b.wert - a.wert;
  };
