// Texts of the reception board, and the words that belong to states, needs and checks.

import type { GateCheck, Posture } from '../../shared/tablet.ts';
import { berlinTime } from '../../shared/dates.ts';
import type { SignerRole } from '../../shared/mappe.ts';
import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type { Need, StateKey, StateView } from './board-view.ts';
import type de from './texts.de.json';

export type EmpfangKey = keyof typeof de;
export type EmpfangTexts = TextsOf<EmpfangKey>;
export const useEmpfangTexts = (): EmpfangTexts => useSliceTexts<EmpfangKey>('empfang');

const STATE: Record<StateKey, EmpfangKey> = {
  free: 'state.free', created: 'state.created', assigned: 'state.assigned', filling: 'state.filling', signing: 'state.signing', talk: 'state.talk',
  submitted: 'state.submitted', sealed: 'state.sealed', filed: 'state.filed', help: 'state.help', question: 'state.question', declined: 'state.declined',
  paper: 'state.paper', interrupted: 'state.interrupted', unreached: 'state.unreached', attention: 'state.attention', cancelled: 'state.cancelled',
  expired: 'state.expired', revoked: 'state.revoked',
};

/** The words of a state, with its page or time. */
export function stateText(t: EmpfangTexts, state: StateView): string {
  if (state.key === 'interrupted' && (state.page ?? 0) < 1) return t('state.interruptedEarly');
  return t(STATE[state.key], { page: state.page ?? 1, of: state.of ?? 1, time: state.at === undefined ? '' : berlinTime(state.at) });
}

/** Words of a need that its state word does not say already. */
export const NEED_TEXT: Partial<Record<Need, EmpfangKey>> = {
  stalled: 'need.stalled', unsent: 'need.unsent', wrongPerson: 'need.wrongPerson', quiet: 'need.quiet', copy: 'need.copy',
};

export const POSTURE_TEXT: Record<Posture, EmpfangKey> = { hand: 'posture.hand', wall: 'posture.wall', desk: 'posture.desk' };
export const CHECK_TEXT: Record<GateCheck, EmpfangKey> = { secure: 'check.secure', storage: 'check.storage', offline: 'check.offline', push: 'check.push', lock: 'check.lock' };
export const ROLE_TEXT: Record<SignerRole, EmpfangKey> = {
  patient: 'role.patient', parent1: 'role.parent1', parent2: 'role.parent2', guardian: 'role.guardian', proxy: 'role.proxy', dentist: 'role.dentist', witness: 'role.witness', interpreter: 'role.interpreter',
};
