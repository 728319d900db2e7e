// A user's e-mail address: unique across the installation. A user invited at another account's
// address gets a placeholder that is no address, so that the inviting user does not learn whose it
// is.

import type { Store } from '../../platform/db/store.ts';
import { findUserByEmail, type UserRow } from '../account-store/store.ts';

/** Returns the address that is displayed and used for mails. */
export const addressOf = (user: Pick<UserRow, 'email' | 'wantedEmail'>): string =>
  user.wantedEmail ?? user.email;

/** Returns the columns of a user's address; `wantedEmail` while another account has it. */
export async function addressColumns(
  store: Store,
  userId: string,
  address: string,
): Promise<Pick<UserRow, 'email' | 'wantedEmail'>> {
  const holder = await findUserByEmail(store, address);
  return holder && holder.id !== userId
    ? { email: `invited:${userId}`, wantedEmail: address }
    : { email: address, wantedEmail: null };
}
