// Reactions of the reference to each event of a patient, of time and of a restarted browser.

import {
  begin,
  end,
  firstStage,
  goHome,
  goOn,
  inbox,
  isActive,
  leave,
  open,
  type Place,
  type Reference,
} from './reference.testing.ts';
import { keyOf } from './session.setup.ts';
import type { SessionEvent } from './session.types.ts';

const endings = { question: 'question', declined: 'declined' } as const;
export function read(m: Reference, choice: 'none' | 'question' | 'declined'): void {
  const { run } = m;
  if (m.at !== 'page' || !run || (run.stage !== 'reading' && run.stage !== 'declarations')) return;
  if (choice === 'declined') run.stage = 'declining';
  else if (choice === 'question') end(m, run, endings[choice]);
  else if (run.stage === 'declarations') return;
  else if (run.task.kind === 'notice') end(m, run, 'shown');
  else if (run.task.isPaper) run.stage = 'paper';
  else if (run.task.talk === 'open') end(m, run, 'talk_pending');
  else run.stage = run.task.declarations > 0 ? 'declarations' : 'summary';
}
export function next(m: Reference): void {
  const { run } = m;
  if (m.at === 'thanks' || m.at === 'aborted') {
    goHome(m);
    return;
  }
  if (m.at === 'noted' && run) {
    goOn(m, run);
    return;
  }
  if (m.at !== 'page' || !run || run.stage === 'reading' || run.stage === 'signing') return;
  if (run.stage === 'summary' && m.trouble) {
    m.at = 'troubled';
    return;
  }
  if (run.stage === 'declining') end(m, run, 'declined');
  else if (run.stage === 'paper') end(m, run, 'paper');
  else
    run.stage = ({ comfort: 'reading', declarations: 'summary', summary: 'signing' } as const)[
      run.stage
    ];
}
export function back(m: Reference): void {
  const { run } = m;
  if (m.at === 'troubled') {
    m.at = 'page';
    if (run?.task.kind === 'questionnaire') run.stage = 'reading';
  } else if (m.at !== 'page' || !run) return;
  else if (run.stage === 'signing' && run.signer > 0) run.signer--;
  else if (run.stage === 'signing') run.stage = 'summary';
  else if (run.stage === 'summary' && run.task.declarations > 0) run.stage = 'declarations';
  else if (run.stage !== 'comfort') run.stage = 'reading';
}
export function sign(m: Reference): void {
  const { run } = m;
  if (m.at !== 'page' || run?.stage !== 'signing') return;
  if (run.signer + 1 < run.task.signers) run.signer++;
  else end(m, run, 'submit');
}
export function answer(m: Reference): void {
  const { run } = m;
  if (m.at !== 'page' || run?.stage !== 'reading' || run.task.kind !== 'questionnaire') return;
  if (m.trouble) m.at = 'troubled';
  else end(m, run, 'submit');
}
export function enter(m: Reference, isRight: boolean): void {
  const { run } = m;
  if (m.at !== 'person' || !run) return;
  if (isRight) {
    Object.assign(run, { isKnown: true, misses: 0 });
    open(m, run);
  } else if (++run.misses > 2) m.at = 'blocked';
}
/** The tablet stays untouched as long as this state allows. */
export const PATIENCE: Partial<Record<Place, number>> = {
  person: 900_000,
  page: 900_000,
  troubled: 900_000,
  blocked: 60_000,
  noted: 30_000,
  thanks: 60_000,
  aborted: 15_000,
};
export function wait(m: Reference): void {
  if (m.at === 'blocked' && m.run) Object.assign(m, { at: 'person', run: { ...m.run, misses: 0 } });
  else if (isActive(m)) leave(m, 'idle');
  else next(m);
}
export function beginFirst(m: Reference): void {
  const [first] = m.queue;
  if (first && !m.trouble) begin(m, first);
}
export function retry(m: Reference): void {
  if (m.at === 'unsaved' && m.run?.ending) end(m, m.run, m.run.ending);
}
export const restart = (m: Reference): void => {
  const { run } = m;
  if (!run?.isKnown || !isActive(m)) return;
  Object.assign(run, {
    page: 1,
    signer: 0,
    stage: run.task.resumeAt === 'sign' ? firstStage(run.task, run.done) : 'reading',
  });
  open(m, run);
};
/** The browser is killed and restarted: the inbox as stored, the run as last saved. */
export function crash(m: Reference, fit: 'same' | 'locked' | 'left'): void {
  Object.assign(m, { trouble: false, isRevokedLater: false });
  if (m.at === 'revoked') return;
  const { run } = m,
    isVisit = isActive(m) || m.at === 'unsaved' || m.at === 'noted';
  m.queue = m.isLeaseOver ? [] : inbox(m);
  if (!run || !isVisit || !m.queue.some((t) => keyOf(t) === keyOf(run.task))) {
    goHome(m);
    return;
  }
  Object.assign(run, { misses: 0, ending: null, isKnown: run.isKnown && fit === 'same' });
  if (fit === 'left') leave(m, 'battery');
  else open(m, run);
}

/** Actions of a willing patient: leads deep into a Mappe. */
export function willing(m: Reference): SessionEvent | undefined {
  const { at, run } = m;
  if (at === 'assigned') return m.trouble ? undefined : { type: 'BEGIN' };
  if (at === 'person') return { type: 'PERSON_ENTERED', day: '1958-03-12' };
  if (at === 'unsaved') return { type: 'RETRY' };
  if (at !== 'page')
    return at === 'waiting' ||
      at === 'revoked' ||
      at === 'leaseOver' ||
      at === 'blocked' ||
      at === 'troubled'
      ? undefined
      : { type: 'NEXT' };
  return run?.stage === 'reading'
    ? run.task.kind === 'questionnaire'
      ? { type: 'ANSWERED' }
      : { type: 'READ', choice: 'none' }
    : run?.stage === 'signing'
      ? { type: 'PATIENT_SIGNED' }
      : { type: 'NEXT' };
}
export const RULE: Partial<Record<SessionEvent['type'], (m: Reference) => void>> = {
  BEGIN: beginFirst,
  PERSON_ENTERED: (m) => enter(m, true),
  RETRY: retry,
  NEXT: next,
  READ: (m) => read(m, 'none'),
  ANSWERED: answer,
  PATIENT_SIGNED: sign,
};
