// Mails to the vendor's staff: a request came in or was continued, or a colleague handed one over.
// The mails hold the number of the request and nothing that was written in it.

import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import type { Work } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';
import { findTicket } from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'tell-colleagues': true;
  }
}
const TRIES = 20;

/**
 * Enqueues the mails of one event: a practice's transaction cannot write the vendor's mails.
 * @param key of the event
 */
export const tellLater = (w: Work, ticketId: string, key: string, to?: string): Promise<void> =>
  w.job('tell-colleagues', `tell-colleagues:${key}`, {
    ticketId,
    key,
    ...(to !== undefined && { to }),
  });

/** Builds the job: mails go to the assignee, or to all while no one works on the request. */
export const tellColleagues = (deps: TicketDeps): JobHandler => ({
  tries: TRIES,
  async run({ cid, payload }) {
    const ticket = await findTicket(
      deps.workshop.look(cid, { kind: 'system', cid }),
      String(payload.ticketId),
    );
    if (!ticket) return;
    const only = typeof payload.to === 'string' ? payload.to : ticket.assigneeId,
      all = await deps.colleagues(),
      // A person who left no longer reads mails: the others are informed.
      found = all.filter(({ id }) => only === null || id === only),
      told = found.length > 0 ? found : all;
    if (told.length === 0) return;
    await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, async (w) => {
      for (const { id } of told)
        await deps.tellColleague(w, {
          key: `ticket:${String(payload.key)}:${id}`,
          userId: id,
          number: ticket.helpdeskid,
          link: `/practice/betrieb/anfragen/${encodeURIComponent(cid)}/${ticket.id}`,
        });
    });
  },
});
