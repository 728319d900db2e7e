// Maps a machine state to screen, route, and the status visible to the board (T5, U4).

import type { SnapshotFrom } from 'xstate';
import type { Activity } from '../../shared/desk/tablet.ts';
import { pageOf, pagesOf } from './session.setup.ts';
import type { sessionMachine } from './session.machine.ts';
import type { ScreenName } from './session.types.ts';

export type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** Screens of the device itself, in addition to those of a patient's run. */
export const OWN: readonly ScreenName[] = [
  'boot',
  'welcome',
  'registering',
  'gate',
  'waiting',
  'assigned',
  'revoked',
  'unknown',
  'leaseExpired',
];

/** Returns the one screen below dialogs and covers. */
export function screenOf(s: Snapshot): ScreenName {
  const { flow } = s.value;
  if (typeof flow === 'string') {
    if (flow === 'restoring' || flow === 'boot') return 'boot';
    if (flow === 'assigned') return s.context.trouble ? 'storageTrouble' : 'assigned';
    if (flow === 'leaving' || flow === 'left') return 'saving';
    return flow === 'leaseOver' ? 'leaseExpired' : flow;
  }
  if ('unregistered' in flow) return flow.unregistered === 'welcome' ? 'welcome' : 'registering';
  if ('thanks' in flow) return 'thanks';
  const { visit } = flow;
  if (typeof visit === 'string') return visit === 'unsaved' || visit === 'noted' ? visit : 'saving';
  const { active } = visit;
  if (typeof active !== 'string') return active.person === 'blocked' ? 'personHelp' : 'person';
  if (active === 'start' || active === 'routing' || active === 'restarting' || active === 'opening')
    return 'opening';
  return active === 'troubled' ? 'storageTrouble' : active;
}

/** Returns the route: R6 while a patient is in a task, R2 afterwards, else R1 [T5]. */
export function routeOf(s: Snapshot): '/' | '/task' | '/done' {
  if (s.matches({ flow: 'visit' }) || s.matches({ flow: 'leaving' })) return '/task';
  return s.matches({ flow: 'thanks' }) || s.matches({ flow: 'aborted' }) ? '/done' : '/';
}

/** Checks whether the page may reload (U4, updates): only while no task is open. */
export const mayReload = (s: Snapshot): boolean =>
  s.hasTag('mayReload') && s.matches({ staff: 'closed' });

export const isIdleWarned = (s: Snapshot): boolean => s.matches({ presence: 'warning' });
export const isCancelAsked = (s: Snapshot): boolean => s.matches({ cancel: 'open' });
export const isHelpOpen = (s: Snapshot): boolean => !s.matches({ help: 'closed' });
export const isInVisit = (s: Snapshot): boolean => s.matches({ flow: 'visit' });

/** Page and number of pages of the current task. */
function progressOf(s: Snapshot): { page: number; of: number } {
  const { task, stage } = s.context;
  if (!task) return { page: 1, of: 1 };
  const of = pagesOf(task);
  return {
    page:
      task.kind === 'questionnaire'
        ? Math.min(Math.max(1, s.context.page), of)
        : pageOf(task, stage),
    of,
  };
}

const BOARD: Partial<Record<ScreenName, Activity['screen']>> = {
  assigned: 'assigned',
  person: 'person',
  personHelp: 'person',
  opening: 'person',
  comfort: 'reading',
  reading: 'reading',
  declining: 'reading',
  paper: 'reading',
  noted: 'reading',
  declarations: 'filling',
  summary: 'filling',
  storageTrouble: 'filling',
  signing: 'signing',
  saving: 'saving',
  unsaved: 'saving',
  thanks: 'done',
  aborted: 'done',
};

/** Returns the content of a heartbeat: never an answer, never a name. */
export function activityOf(s: Snapshot, silentMs: number): Activity | undefined {
  const known = BOARD[screenOf(s)];
  const task = s.context.task ?? s.context.queue[0];
  if (!known || !task) return undefined;
  const screen =
    known === 'reading' && s.context.task?.kind === 'questionnaire' ? 'filling' : known;
  const progress = progressOf(s);
  return {
    taskId: task.taskId,
    taskRev: task.taskRev,
    screen,
    page: progress.page,
    of: progress.of,
    silentMs: Math.round(silentMs),
    isReading: screen === 'reading',
    ...(task.isBlank && { isBlank: true as const }),
  };
}
