// Dependencies of a takeover: tasks and their device, ops to be judged, and devices (tablets and
// private phones).

import { AppError } from '../../../shared/base/errors.ts';
import { configOf } from '../tablet/config.ts';
import { addGuest, bindGuest, endGuest, findInService, hasKeys } from '../tablet/guests.ts';
import type { TabletLinks } from '../tablet/links.ts';
import { checkKeys } from '../tablet/register-tablet.ts';
import type { TakeoverLinks } from '../takeover/links.ts';
import { isMovable, moveMappe } from '../task/place-mappe.ts';
import { findMappe, findTask, tasksOf, type TaskRow } from '../task/store.ts';
import { tabletSide } from './feed.ts';
import { hasWaiting } from './store-ops.ts';

/** Tasks a device can be given: including those without a tablet so far. */
const canGo = (task: TaskRow): boolean => task.state === 'created' || isMovable(task);

export const takeoverSide = (
  tablets: Pick<TabletLinks, 'feed' | 'release' | 'dropTokens' | 'praxisConfig'>,
): TakeoverLinks => ({
  async place(s, taskId) {
    const task = await findTask(s, taskId),
      mappe = task && (await findMappe(s, task.mappeId));
    return (
      task &&
      mappe && {
        taskId,
        mappeId: mappe.id,
        patid: task.patid,
        language: mappe.language,
        tabletId: mappe.tabletId,
        isMovable: canGo(task),
      }
    );
  },
  async firstMovable(s, mappeId) {
    const tasks = await tasksOf(s, mappeId);
    return tasks.length === 0 ? undefined : (tasks.find(canGo)?.taskId ?? null);
  },
  move: (w, mappeId, tabletId) => moveMappe(w, tabletSide, mappeId, tabletId),
  hasUnjudged: hasWaiting,
  findDevice: findInService,
  hasKeys,
  checkKeys,
  bindGuest,
  addGuest: (w, guest) => addGuest(w, tablets, guest),
  endGuest: (w, guestId) => endGuest(w, tablets, guestId),
  praxis: async (look) => (await tablets.praxisConfig(look)).praxis,
  async configOf(look, tabletId) {
    const device = await findInService(look, tabletId);
    if (!device) throw new AppError('takeover_over');
    return configOf(device, await tablets.praxisConfig(look));
  },
});
