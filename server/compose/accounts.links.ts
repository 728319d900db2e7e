// Links of accounts: the backup keeps revoked sessions, tablets follow changed settings.

import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { wireAccounts, type AccountsDeps } from '../accounts/wiring.ts';
import { announceConfig } from '../desk/sync/feed.ts';
import type { Deps } from './deps.ts';

/**
 * Passes the functions of other wings to accounts.
 * @param revoked called when a session or a device was ended: a restore must not revive it
 */
export const accountsLinks = (
  d: Deps,
  links: Pick<AuthDeps, 'revoked' | 'needLicence' | 'flagsOff'>,
): AccountsDeps =>
  wireAccounts({
    ...d,
    ...links,
    settingsChanged: announceConfig,
    services: [
      ...(d.payment ? (['payment'] as const) : []),
      ...(d.mail?.sender ? (['mail'] as const) : []),
      ...(d.tsa ? (['time_stamp'] as const) : []),
      ...(d.objects ? (['storage'] as const) : []),
    ],
  });
