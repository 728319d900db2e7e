// Resolves the r4c host of a code, a tablet, a practice or a host name; all unknown values get the
// same response.

import type { Resolve, Resolved } from './dispatcher.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { SHARE_ID } from '../../../shared/exchange/share.ts';
import { normalizeCode } from '../../../shared/desk/tablet.ts';
import type { Store } from '../../platform/db/store.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import {
  onlyR4c,
  r4cOfCid,
  r4cOfCode,
  r4cOfHomeLink,
  r4cOfHost,
  r4cOfShare,
  r4cOfTablet,
  type R4cRow,
} from './store.ts';

export interface DispatcherDeps {
  store: Store;
  now: () => number;
  limits: Limits;
  networkOf(ip: string): string;
  /**
   * Origin of the hosts of this table: the configured public URL, or empty for the current origin;
   * never taken from the request.
   */
  baseUrl: string;
}

async function find(deps: DispatcherDeps, question: Resolve): Promise<R4cRow | undefined> {
  if ('registrationCode' in question) {
    const code = normalizeCode(question.registrationCode);
    return code === undefined ? undefined : r4cOfCode(deps.store, hashSecret(code), deps.now());
  }
  if ('tabletToken' in question) return r4cOfTablet(deps.store, hashSecret(question.tabletToken));
  if ('questionnaireId' in question)
    return r4cOfHomeLink(deps.store, hashSecret(question.questionnaireId));
  if ('cid' in question) return r4cOfCid(deps.store, question.cid);
  if ('r4chost' in question) return r4cOfHost(deps.store, question.r4chost);
  if (!SHARE_ID.test(question.shareId)) return undefined;
  // With a single practice every link resolves to it: the holder of an old link sees whom to call,
  // and an unknown one gets the same response.
  const [share, only] = [
    await r4cOfShare(deps.store, hashSecret(question.shareId), deps.now()),
    await onlyR4c(deps.store),
  ];
  return share ?? only;
}

/** Limit of wrong requests per network: the directory must not be used to guess codes. */
const WRONG_GUESSES: Limit = { most: 30, windowMs: 10 * 60_000 };

/** Resolves a host. @throws AppError not_found, rate_limited */
export async function resolveHost(
  deps: DispatcherDeps,
  question: Resolve,
  ip: string,
): Promise<Resolved> {
  const key = `directory:${deps.networkOf(ip)}`;
  // Names can be guessed, secrets cannot: strangers keep no one out who asks with a real one.
  if ('cid' in question || 'r4chost' in question)
    await deps.limits.check(key, WRONG_GUESSES, deps.now());
  const row = await find(deps, question);
  if (!row) {
    await deps.limits.take(key, WRONG_GUESSES, deps.now());
    throw new AppError('not_found');
  }
  return { ...row, baseUrl: deps.baseUrl };
}
