// A licence by hand: at once where a running contract pays for it, otherwise after a second
// administrator.

import { berlinInstant } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { licencePayload } from '../../../shared/vendor/contract/request.schema.ts';
import { PLAN_TERMS } from '../../../shared/vendor/licence.ts';
import type { IssueLicence } from '../../../shared/vendor/licence.schema.ts';
import { isUpgrade } from '../../../shared/vendor/payment.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import { askRequest } from '../request/ask-request.ts';
import type { RequestEffect } from '../request/links.ts';
import { VENDOR } from '../vendor-rows.ts';
import { BEYOND_MS, installNewest, issue, issueIn, termsOf } from './issue-licence.ts';
import type { LicenceDeps } from './links.ts';
import { listContracts } from './store.ts';

type Wanted = Omit<IssueLicence, 'reason' | 'tenant'>;
const endOf = ({ until }: Wanted): number => berlinInstant(addDays(until, 1), '00:00');
const termsBy = (deps: LicenceDeps, tenant: string, wanted: Wanted) => ({
  ...termsOf(tenant, wanted.plan, endOf(wanted)),
  seats: wanted.seats,
  tablets: wanted.tablets,
  validFrom: deps.now(),
});

/** Checks whether a running, paid contract of this server covers all that is wanted. */
async function isPaid(deps: LicenceDeps, tenant: string, wanted: Wanted): Promise<boolean> {
  const [row] = await listContracts(deps.store, tenant);
  if (row?.plan === undefined || row.plan === null || row.periodEnd === null) return false;
  const { seats, tablets } = PLAN_TERMS[row.plan];
  return (
    row.endedAt === null &&
    row.openSince === null &&
    (row.pausedUntil ?? 0) <= deps.now() &&
    !isUpgrade(row.plan, wanted.plan) &&
    wanted.seats <= seats &&
    wanted.tablets <= tablets &&
    endOf(wanted) <= row.periodEnd + BEYOND_MS
  );
}

/**
 * Issues a licence, or asks a second administrator for it.
 * @returns its file; null while it waits
 * @throws AppError validation for a last day in the past; state_conflict on a server that cannot
 *   sign, or while another one is asked for
 */
export async function askLicence(
  deps: LicenceDeps,
  person: SignedIn,
  { tenant, reason, ...wanted }: IssueLicence,
): Promise<string | null> {
  if (endOf(wanted) <= deps.now()) throw new AppError('validation', { fields: { until: 'past' } });
  if (!deps.keys.signer) throw new AppError('state_conflict');
  if (await isPaid(deps, tenant, wanted))
    return issue(deps, person, termsBy(deps, tenant, wanted), true);
  await askRequest(deps, person, { kind: 'licence', tenant, payload: wanted, reason });
  return null;
}

/** Builds the effect of an approved licence. */
export const licenceEffect = (deps: LicenceDeps): RequestEffect => ({
  async run(row, finish) {
    const wanted = licencePayload.parse(row.payload);
    await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
      if (await finish(w))
        await issueIn(deps, w, termsBy(deps, row.tenant, wanted), {
          isByHand: true,
          userId: row.userId,
        });
    });
    await installNewest(deps, row.tenant);
  },
});
