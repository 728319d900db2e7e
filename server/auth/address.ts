// A person's address: each belongs to one account of the installation. Whoever was invited at somebody else's waits under a word that is no address, so that nobody learns whose it is.

import { and, eq, ne, or } from 'drizzle-orm';
import type { Store } from '../db/store.ts';
import { readerOf, type Look, type Work } from '../work.ts';
import { findUserByEmail, type UserRow } from './store.ts';

/** The address that people see and mails go to. */
export const addressOf = (user: Pick<UserRow, 'email' | 'wantedEmail'>): string => user.wantedEmail ?? user.email;

/** The columns that hold a person's address; `wantedEmail` while somebody else has it. */
export async function addressColumns(store: Store, userId: string, address: string): Promise<Pick<UserRow, 'email' | 'wantedEmail'>> {
  const holder = await findUserByEmail(store, address);
  return holder && holder.id !== userId ? { email: `invited:${userId}`, wantedEmail: address } : { email: address, wantedEmail: null };
}

/** Whoever of this practice has the address, or waits for it. @param exceptId a person who does not count */
export const findOwnByAddress = (from: Look | Work, address: string, exceptId = ''): Promise<UserRow | undefined> =>
  readerOf(from).one(from.t.user, and(or(eq(from.t.user.email, address), eq(from.t.user.wantedEmail, address)), ne(from.t.user.id, exceptId)));
