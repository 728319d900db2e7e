// The route by which an editor says that it has a draft open, below the practice's /editing.

import { draftWindowsSchema, editingSchema } from '../../../shared/exchange/editing.schema.ts';
import type { SharedEvents } from '../../platform/events/share-events.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { usersOf } from '../users/users-of.ts';

/** @param note takes the word of a window, for this process and the others */
export const editingRoutes = (note: SharedEvents['editing']): Route[] => [
  route(
    {
      method: 'post',
      path: '',
      policy: 'draft.open',
      summary: 'A window has a draft open, or has closed it; who else has it open',
      body: editingSchema,
      answer: draftWindowsSchema,
    },
    async ({ body: { draft, windowId, isOpen } }, context) => {
      const { userId } = requireUser(context),
        name = (await usersOf(context.look())).get(userId) ?? '';
      return {
        windows: note(context.cid, { draft, isOpen, window: { windowId, userId, name } }),
      };
    },
  ),
];
