// What staff can do from the board: the calls, and one way to run them with busy state, fresh board and plain errors.

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
/** The loss was read and is being dealt with; the audit log keeps it. */
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
/** A code of two minutes by which somebody goes on with the Mappe on the own phone. */
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
/** All who sign it do so by hand, on one sheet. */
export const turnToPaper = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/to-paper'), {});
export const cancelTask = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/cancel'), {});
/** The mark goes; the stored submission and the audit log stay. */
export const settleTask = (taskId: string): Promise<unknown> =>
  callR4c(at('tasks', taskId, '/seen'), {});
/** Somebody is here, or is not after all. */
export const noteArrival = (patid: string, isThere: boolean): Promise<unknown> =>
  callR4c('/patient/arrival', { patid, isThere });
export const enterRoom = (patid: string, room: string): Promise<unknown> =>
  callR4c('/patient/rooms/enter', { patid, room });
export const leaveRoom = (patid: string): Promise<unknown> =>
  callR4c('/patient/rooms/leave', { patid });
/** What nobody has in hand and nobody has finished. */
const HOME_STATES: readonly TaskState[] = ['created', 'assigned', 'interrupted', 'part_signed'];
/** Where somebody who is not here gets a link to sign this paper, and where links that are out are renewed. */
export const linkPath = (patid: string, taskId: string, role: SignerRole): string =>
  `/dokumente/freigaben?${new URLSearchParams({ patid, papier: `${taskId} ${role}`, neu: '1' })}`;
/** Where what is still open of one person's Mappe is given home: papers to sign, and the first questionnaire. Undefined where nothing is. */
export function homePath({ tasks }: Pick<BoardMappe, 'tasks'>, patid: string): string | undefined {
  const open = tasks.filter((one) => one.patid === patid && HOME_STATES.includes(one.state)),
    papers = open.filter((one) => one.kind === 'document').map((one) => one.taskId),
    form = open.find((one) => one.kind === 'questionnaire')?.template.split('@')[0];
  if (papers.length === 0 && form === undefined) return undefined;
  return `/dokumente/freigaben?${new URLSearchParams({ patid, ...(papers.length > 0 && { papier: papers.join(',') }), ...(form !== undefined && { bogen: form }), neu: '1' })}`;
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

/** Runs an action of the board; true when it succeeded. A second press while it runs does nothing. */
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
