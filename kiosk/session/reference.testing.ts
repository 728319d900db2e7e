// Reference model of a tablet by the rules, in plain steps without states, effects or clocks:
// compared with the machine after every event.

import type { CancelReason } from '../../shared/desk/task.ts';
import { keyOf } from './session.setup.ts';
import type { Ending, Stage, TaskRef } from './session.types.ts';

export type Place =
  | 'waiting'
  | 'assigned'
  | 'person'
  | 'blocked'
  | 'page'
  | 'troubled'
  | 'unsaved'
  | 'noted'
  | 'thanks'
  | 'aborted'
  | 'revoked'
  | 'leaseOver';
export interface Run {
  mappeId: string;
  task: TaskRef;
  stage: Stage;
  page: number;
  signer: number;
  isKnown: boolean;
  misses: number;
  done: string[];
  ending: Ending | null;
}
export interface Reference {
  at: Place;
  queue: TaskRef[];
  run: Run | null;
  trouble: boolean;
  isLeaseOver: boolean;
  isRevokedLater: boolean;
  fails: boolean;
  /** Rows assigned by the server, and endings on this tablet: `taskId:taskRev`. */
  rows: TaskRef[];
  ended: Map<string, string>;
}
export const fresh = (): Reference => ({
  at: 'waiting',
  queue: [],
  run: null,
  trouble: false,
  isLeaseOver: false,
  isRevokedLater: false,
  fails: false,
  rows: [],
  ended: new Map(),
});
export const isActive = (m: Reference): boolean =>
  ['person', 'blocked', 'page', 'troubled'].includes(m.at);
/** Visible inbox: a row that ended here never comes back. */
export const inbox = (m: Reference): TaskRef[] => m.rows.filter((t) => !m.ended.has(keyOf(t)));
const ofRun = (m: Reference): TaskRef[] => m.queue.filter((t) => t.mappeId === m.run?.mappeId);

export function goHome(m: Reference): void {
  // Data stored here is destroyed; later rows are fetched again.
  if (m.isLeaseOver) m.queue = [];
  Object.assign(m, {
    run: null,
    at: m.isLeaseOver ? 'leaseOver' : m.queue.length > 0 ? 'assigned' : 'waiting',
  });
}
export const firstStage = (t: TaskRef, done: readonly string[]): Stage =>
  t.resumeAt === 'sign'
    ? t.declarations > 0
      ? 'declarations'
      : 'summary'
    : t.resumeAt === 'start' && done.length === 0
      ? 'comfort'
      : 'reading';
/** Position of a draft of an earlier tablet. */
export const drafted = (t: TaskRef): Stage | null =>
  t.resumeAt === 'draft' && t.declarations > 0 && t.kind === 'document' && !t.isPaper
    ? 'declarations'
    : null;
export function open(m: Reference, run: Run): void {
  if (!run.isKnown) {
    m.at = 'person';
    return;
  }
  if (run.page === 1 && (run.stage === 'reading' || run.stage === 'comfort'))
    run.stage = drafted(run.task) ?? run.stage;
  const maySign = !run.task.isPaper && run.task.talk !== 'open' && run.task.kind === 'document';
  if (run.stage === 'signing' && !maySign) run.stage = 'reading';
  m.at = 'page';
}
export function begin(m: Reference, task: TaskRef): void {
  m.run = {
    mappeId: task.mappeId,
    task,
    stage: firstStage(task, []),
    page: 1,
    signer: 0,
    isKnown: false,
    misses: 0,
    done: [],
    ending: null,
  };
  open(m, m.run);
}
/** Staff started a blank form here: the person was entered a moment ago. */
export function beginBlank(m: Reference, task: TaskRef): void {
  m.run = {
    mappeId: task.mappeId,
    task,
    stage: 'comfort',
    page: 1,
    signer: 0,
    isKnown: true,
    misses: 0,
    done: [],
    ending: null,
  };
  m.at = 'page';
}
export function goOn(m: Reference, run: Run): void {
  const [task] = ofRun(m);
  if (!task) {
    m.at = run.done.length > 0 ? 'thanks' : 'aborted';
    return;
  }
  Object.assign(run, { task, stage: firstStage(task, run.done), page: 1, signer: 0 });
  open(m, run);
}
export function end(m: Reference, run: Run, ending: Ending): void {
  run.ending = ending;
  if (m.fails) {
    m.at = 'unsaved';
    return;
  }
  m.ended.set(keyOf(run.task), ending);
  run.done.push(keyOf(run.task));
  m.queue = m.queue.filter((t) => keyOf(t) !== keyOf(run.task));
  const isNoted =
    ending === 'talk_pending' ||
    ending === 'question' ||
    ((ending === 'declined' || ending === 'paper') && ofRun(m).length > 0);
  if (m.isRevokedLater) revoke(m);
  else if (isNoted) m.at = 'noted';
  else goOn(m, run);
}
export function leave(m: Reference, reason: CancelReason): void {
  for (const t of ofRun(m)) m.ended.set(keyOf(t), reason);
  m.queue = m.queue.filter((t) => t.mappeId !== m.run?.mappeId);
  m.at = 'aborted';
}
export function revoke(m: Reference): void {
  Object.assign(m, { at: 'revoked', run: null, queue: [], isRevokedLater: false });
}
export function tell(m: Reference): void {
  if (m.at === 'revoked') return;
  m.queue = inbox(m);
  const { run } = m;
  if (m.at === 'waiting' || m.at === 'assigned') goHome(m);
  else if (run && isActive(m) && !m.queue.some((t) => keyOf(t) === keyOf(run.task))) goOn(m, run);
}
