// Texts of the reception board, and the words of states, needs and checks.

import type { GateCheck, Posture } from '../../../shared/desk/tablet.ts';
import { berlinDay, berlinTime, momentText } from '../../../shared/base/dates.ts';
import type { Standing } from '../../../shared/desk/mappe-family.ts';
import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import { waitOf, type BoardTablet, type BoardVisit } from '../../../shared/exchange/board.ts';
import type { Missing } from './view/ledger.ts';
import type { Need } from './view/needs.ts';
import type { StateKey, StateView } from './view/state.ts';
import type de from './texts.de.json';

export type BoardKey = keyof typeof de;
export type BoardTexts = TextsOf<BoardKey>;
export const useBoardTexts: () => BoardTexts = roomTexts<BoardKey>('empfang', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

const STATE: Record<StateKey, BoardKey> = {
  free: 'state.free',
  created: 'state.created',
  assigned: 'state.assigned',
  filling: 'state.filling',
  signing: 'state.signing',
  talk: 'state.talk',
  submitted: 'state.submitted',
  sealed: 'state.sealed',
  filed: 'state.filed',
  help: 'state.help',
  question: 'state.question',
  declined: 'state.declined',
  partSigned: 'state.partSigned',
  paper: 'state.paper',
  interrupted: 'state.interrupted',
  unreached: 'state.unreached',
  attention: 'state.attention',
  cancelled: 'state.cancelled',
  expired: 'state.expired',
  revoked: 'state.revoked',
  there: 'state.there',
  inRoom: 'state.inRoom',
  treated: 'state.treated',
  blank: 'state.blank',
};

/** Returns the text of a state, with its page or time. */
export function stateText(t: BoardTexts, state: StateView): string {
  if (state.key === 'interrupted' && (state.page ?? 0) < 1) return t('state.interruptedEarly');
  return t(STATE[state.key], {
    page: state.page ?? 1,
    of: state.of ?? 1,
    time: state.at === undefined ? '' : berlinTime(state.at),
  });
}

/** Returns the proposal of the rules in one line: „3 Unterlagen · neu“. */
export function proposalText(
  t: BoardTexts,
  visit: Pick<BoardVisit, 'proposed' | 'isFirst'>,
): string {
  const n = visit.proposed.length,
    count = n === 0 ? t('proposal.none') : n === 1 ? t('proposal.one') : t('proposal', { n });
  return visit.isFirst ? `${count} · ${t('proposal.new')}` : count;
}

/** Returns the text of a need, unless its state already shows it. */
export const NEED_TEXT: Partial<Record<Need, BoardKey>> = {
  stalled: 'need.stalled',
  unsent: 'need.unsent',
  wrongPerson: 'need.wrongPerson',
  quiet: 'need.quiet',
  copy: 'need.copy',
  unheard: 'need.unheard',
  late: 'need.late',
};
/** Describes what a task without an end waits for. */
export const MISSING_TEXT: Record<Missing, BoardKey> = {
  tablet: 'open.tablet',
  document: 'open.document',
  begin: 'open.begin',
  end: 'open.end',
  contact: 'open.contact',
  word: 'open.word',
  arrival: 'open.arrival',
  seal: 'open.seal',
  resume: 'open.resume',
  talk: 'open.talk',
  answer: 'open.answer',
  signer: 'open.signer',
  hand: 'open.hand',
  staff: 'open.staff',
};

/** Formats an instant of today as a time, an older one with its day. */
export const sinceText = (at: number, now: number, language: string): string =>
  berlinDay(at) === berlinDay(now) ? berlinTime(at) : momentText(at, language);

/** Returns a single sentence unchanged; several get a full stop each. */
const sentences = (...all: string[]): string =>
  all.length === 1 ? all.join('') : all.map((one) => one.replace(/\.?$/, '.')).join(' ');

/**
 * Describes the loss with a signed-out tablet: how much it still held, or its activity at the last
 * contact.
 */
function signedOutText(
  t: BoardTexts,
  n: number,
  loss: NonNullable<BoardTablet['loss']>,
  time: string,
): string {
  if (n === 0) return t(loss.isBusy ? 'tablet.outBusy' : 'tablet.outIdle', { time });
  if (!loss.isExact)
    return n === 1 ? t('tablet.outLeastOne', { time }) : t('tablet.outLeast', { n, time });
  return n === 1 ? t('tablet.outOne') : t('tablet.outMany', { n });
}
/**
 * Describes the same of a tablet whose storage is gone: exact, or the minimum and since when it is
 * uncertain.
 */
function storageText(t: BoardTexts, n: number, loss: BoardTablet['loss'], time: string): string {
  if (loss?.isExact === false)
    return n === 0
      ? t('tablet.lossUnknown', { time })
      : n === 1
        ? t('tablet.lossLeastOne', { time })
        : t('tablet.lossLeast', { n, time });
  return n === 1 ? t('tablet.lossOne') : t('tablet.lostSubmissions', { n });
}
/**
 * Describes the loss with a tablet; and blank forms, unknown to the server before their answers.
 */
export function lossText(
  t: BoardTexts,
  tablet: Pick<BoardTablet, 'lostSubmissions' | 'loss'>,
  now: number,
  language: string,
): string {
  const n = tablet.lostSubmissions ?? 0,
    { loss } = tablet,
    time = sinceText(loss?.since ?? now, now, language);
  const blanks = [
    ...(loss?.mayBlank ? [t('tablet.lossBlank')] : []),
    ...(loss?.begunAt ?? []).map((at) =>
      t('tablet.lossBegun', { time: sinceText(at, now, language) }),
    ),
  ];
  if (n === 0 && loss?.isExact && blanks.length > 0) return sentences(...blanks);
  return sentences(
    loss?.isSignedOut ? signedOutText(t, n, loss, time) : storageText(t, n, loss, time),
    ...blanks,
  );
}

/** Describes what a tablet holds and the server lacks: on its way, or out of reach with it. */
export function heldText(
  t: BoardTexts,
  tablet: BoardTablet,
  isSilent: boolean,
  now: number,
  language: string,
): string | undefined {
  if (tablet.unsent === 0) return undefined;
  if (isSilent)
    return t('tablet.heldSilent', {
      n: tablet.unsent,
      time: sinceText(tablet.lastSeenAt ?? tablet.registeredAt, now, language),
    });
  return t('tablet.pending', {
    n: tablet.unsent,
    minutes: Math.max(1, Math.round(waitOf(tablet, now) / 60_000)),
  });
}

export const POSTURE_TEXT: Record<Posture, BoardKey> = {
  hand: 'posture.hand',
  wall: 'posture.wall',
  desk: 'posture.desk',
};
export const CHECK_TEXT: Record<GateCheck, BoardKey> = {
  secure: 'check.secure',
  storage: 'check.storage',
  offline: 'check.offline',
  push: 'check.push',
  lock: 'check.lock',
};
export const ROLE_TEXT: Record<Standing['role'], BoardKey> = {
  patient: 'role.patient',
  parent1: 'role.parent1',
  parent2: 'role.parent2',
  guardian: 'role.guardian',
  proxy: 'role.proxy',
  dentist: 'role.dentist',
  witness: 'role.witness',
  interpreter: 'role.interpreter',
  companion: 'role.companion',
};
