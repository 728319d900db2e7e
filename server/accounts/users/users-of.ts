/** Names of a practice's users. */
import type { Look } from '../../platform/work.ts';
import { listUsers } from '../account-store/store-links.ts';
import { nameOf } from '../sessions/open-session.ts';

/** Returns the names of a practice's users by id. */
export const usersOf = async (look: Look): Promise<ReadonlyMap<string, string>> =>
  new Map((await listUsers(look)).map((u) => [u.id, nameOf(u)]));
