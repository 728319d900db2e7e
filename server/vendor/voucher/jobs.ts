// Jobs of vouchers: what was redeemed becomes part of the contract.

import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import type { VoucherDeps } from './links.ts';
import { applyVouchers } from './redeem.ts';
import { waitingTenants } from './store.ts';

/** A day of attempts; the daily work tries again afterwards. */
const TRIES = 300;

/** Lists the handlers of voucher jobs. */
export const voucherJobs = (deps: VoucherDeps): Record<'apply-vouchers', JobHandler> => ({
  'apply-vouchers': {
    tries: TRIES,
    run: ({ payload }) => applyVouchers(deps, String(payload.tenant)),
  },
});

/** Daily work: redemptions that still wait although a contract runs. */
export async function voucherDaily(deps: VoucherDeps): Promise<void> {
  if (!deps.provider) return;
  for (const tenant of await waitingTenants(deps.store))
    // One practice's trouble with the provider stops no other; the next day tries again.
    await applyVouchers(deps, tenant).catch(() => undefined);
}
