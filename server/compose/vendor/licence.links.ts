// Links of licences: users of accounts, tablets of the desk, and the state of payment.

import { countActive } from '../../accounts/account-store/store-links.ts';
import { listTablets } from '../../desk/tablet/store.ts';
import { createGate, createReportGate, type Gate } from '../../vendor/licence/gate.ts';
import { licenceKeysOf } from '../../vendor/licence/keys.ts';
import type { GateDeps, LicenceDeps } from '../../vendor/licence/links.ts';
import { stateOfPayment } from '../../vendor/payment/store.ts';
import type { Deps } from '../deps.ts';

/** Builds what licences need, and the question that other wings ask before they add something. */
export function licenceLinks(d: Deps): {
  licence: LicenceDeps;
  needLicence: Gate;
  hasReports: ReturnType<typeof createReportGate>;
} {
  const gate: GateDeps = {
    keys: licenceKeysOf(d.licences),
    countOf: async (s, what) =>
      what === 'user'
        ? countActive(s)
        : (await listTablets(s)).filter((one) => one.revokedAt === null && one.guestOf === null)
            .length,
    paymentOf: async (s) => (d.payment ? stateOfPayment(s) : 'none'),
  };
  return {
    licence: { ...gate, store: d.store, workshop: d.workshop, now: d.now },
    needLicence: createGate(gate),
    hasReports: createReportGate(gate),
  };
}
