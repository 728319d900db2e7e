// Actions of staff on the board: the calls, and one wrapper with busy state, board refresh and
// plain errors.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardMappe } from '../../../shared/exchange/board.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import type { GateCheck, Posture } from '../../../shared/desk/tablet.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import { callR4c } from '../../api.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { BOARD_KEY } from './use-board.ts';

const at = (
  kind: 'mappen' | 'tasks' | 'tablets' | 'registrations',
  id: string,
  rest: string,
): string => `/tablet/${kind}/${encodeURIComponent(id)}${rest}`;

export const answerHelp = (call: { tabletId: string; at: number }): Promise<unknown> =>
  callR4c(`${at('tablets', call.tabletId, '/help-answered')}?at=${call.at}`, {});
export const changeTablet = (
  tabletId: string,
  change: { name?: string; posture?: Posture },
): Promise<unknown> => callR4c(at('tablets', tabletId, ''), change, 'PATCH');
export const revokeTablet = (tabletId: string): Promise<unknown> =>
  callR4c(at('tablets', tabletId, '/revoke'), {});
/** Acknowledges a loss; the audit log keeps it. */
export const settleLoss = (tabletId: string): Promise<unknown> =>
  callR4c(at('tablets', tabletId, '/loss-seen'), {});
export const undoMappe = (mappeId: string): Promise<unknown> =>
  callR4c(at('mappen', mappeId, '/undo'), {});
export const withdrawMappe = (mappeId: string): Promise<unknown> =>
  callR4c(at('mappen', mappeId, '/withdraw'), {});
export const restartMappe = (mappeId: string): Promise<unknown> =>
  callR4c(at('mappen', mappeId, '/restart'), {});
export const moveMappe = (mappeId: string, tabletId: string): Promise<unknown> =>
  callR4c(at('mappen', mappeId, '/move'), { tabletId });
/** Creates a two-minute code that continues the Mappe on the patient's own phone. */
export const offerTakeover = (
  mappeId: string,
): Promise<{ url: string; expiresAt: number; serverTime: number }> =>
  callR4c(at('mappen', mappeId, '/takeover'), {});
export const paperCopyDone = (mappeId: string): Promise<unknown> =>
  callR4c(at('mappen', mappeId, '/paper-copy-done'), {});
export const recordTalk = (taskId: string, tabletId: string | null): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/talk'), tabletId === null ? {} : { tabletId });
export const filePaper = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/paper-filed'), {});
/** Undoes `filePaper`, within ten seconds. */
export const unfilePaper = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/paper-filed/undo'), {});
/** Turns a paper to signing by hand: all signers sign on one sheet. */
export const turnToPaper = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/to-paper'), {});
export const cancelTask = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/cancel'), {});
/** Clears the mark; the stored submission and the audit log stay. */
export const settleTask = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/seen'), {});
/** Marks a person as present, or undoes it. */
export const noteArrival = (patid: string, isThere: boolean): Promise<unknown> =>
  callR4c('/patient/arrival', { patid, isThere });
export const enterRoom = (patid: string, room: string): Promise<unknown> =>
  callR4c('/patient/rooms/enter', { patid, room });
export const leaveRoom = (patid: string): Promise<unknown> =>
  callR4c('/patient/rooms/leave', { patid });
/** Tasks neither in progress nor finished. */
const HOME_STATES: readonly TaskState[] = ['created', 'assigned', 'interrupted', 'part_signed'];
/**
 * Returns the path where an absent signer gets a link to this paper, and where issued links are
 * renewed.
 */
export const linkPath = (patid: string, taskId: string, role: SignerRole): string =>
  `/dokumente/freigaben?${new URLSearchParams({ patid, papier: `${taskId} ${role}`, neu: '1' })}`;
/**
 * Returns the path where open papers of one person's Mappe are sent home: papers to sign, and the
 * first questionnaire. Undefined where there are none.
 */
export function homePath({ tasks }: Pick<BoardMappe, 'tasks'>, patid: string): string | undefined {
  const open = tasks.filter((one) => one.patid === patid && HOME_STATES.includes(one.state)),
    papers = open.filter((one) => one.kind === 'document').map((one) => one.taskId),
    form = open.find((one) => one.kind === 'questionnaire')?.template.split('@')[0];
  if (papers.length === 0 && form === undefined) return undefined;
  const query = new URLSearchParams({
    patid,
    ...(papers.length > 0 && { papier: papers.join(',') }),
    ...(form !== undefined && { bogen: form }),
    neu: '1',
  });
  return `/dokumente/freigaben?${query}`;
}
export const printPath = (taskId: string): string => at('tasks', taskId, '/print');

export interface NewCode {
  registrationCode: string;
  expiresAt: number;
  url: string;
}
export const createCode = (): Promise<NewCode> => callR4c('/tablet/codes', {});
export const confirmRegistration = (
  pendingId: string,
  tablet: {
    number: string;
    name: string;
    posture: Posture;
    exceptions: { check: GateCheck; reason: string }[];
    replaces?: string;
  },
): Promise<{ tabletId: string }> => callR4c(at('registrations', pendingId, '/confirm'), tablet);
export const refuseRegistration = (pendingId: string): Promise<unknown> =>
  callR4c(at('registrations', pendingId, '/refuse'), {});

export interface Act {
  isBusy: boolean;
  run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

/**
 * Runs an action of the board; true when it succeeded. A second press while it runs does nothing.
 */
export function useAct(): Act {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      if (done !== undefined) say(done);
      return true;
    } catch (error) {
      sayError(error);
      return false;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: BOARD_KEY });
    }
  };
  return { isBusy, run };
}
