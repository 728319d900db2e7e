// Jobs of the shop: mails about orders, and their lines on the next invoice.

import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { vendorLook } from '../vendor-rows.ts';
import { billOrder } from './bill-order.ts';
import type { ShopDeps } from './links.ts';
import { findOrder } from './store.ts';

/** A day of attempts. */
const TRIES = 300;

/** Lists the handlers of the shop's jobs. */
export const shopJobs = (deps: ShopDeps): Record<'tell-order' | 'bill-order', JobHandler> => ({
  'tell-order': {
    tries: TRIES,
    async run({ payload }) {
      const row = await findOrder(vendorLook(deps.workshop), String(payload.id)),
        state = payload.state as OrderState;
      // A state that is over by now has a later mail.
      if (row?.state !== state) return;
      const { tenant, userId, number, lines, note, expectedOn, tracking } = row;
      await deps.workshop.write(tenant, { kind: 'system', cid: tenant }, (w) =>
        deps.tellOrder(w, {
          key: `order:${row.id}:${state}:${String(payload.at)}`,
          to: state === 'draft' ? 'owners' : { userId },
          state,
          number,
          lines,
          note,
          expectedOn,
          tracking,
        }),
      );
    },
  },
  'bill-order': { tries: TRIES, run: ({ payload }) => billOrder(deps, String(payload.id)) },
});
