// A person's address: each belongs to one account of the installation. Whoever was invited at somebody else's waits under a word that is no address, so that nobody learns whose it is.

import type { Store } from '../../platform/db/store.ts';
import { findUserByEmail, type UserRow } from '../account-store/store.ts';

/** The address that people see and mails go to. */
export const addressOf = (user: Pick<UserRow, 'email' | 'wantedEmail'>): string =>
  user.wantedEmail ?? user.email;

/** The columns that hold a person's address; `wantedEmail` while somebody else has it. */
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
