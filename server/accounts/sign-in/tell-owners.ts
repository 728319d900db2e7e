// Notices to the owners that someone is guessing: on the board and by mail, once a day for each
// incident (strangers at an account, one known browser, second factors, PINs, codes of a practice's
// tablets), however long it goes on.

import { createHash } from 'node:crypto';
import type { MailTemplate } from '../../../shared/accounts/mail.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { listMailedOwners } from '../account-store/store-links.ts';
import type { UserRow } from '../account-store/store.ts';
import { ACCOUNT_RULE, ALARM_RULE, TABLET_CODES_RULE, type AttemptRule } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';

interface Guesses {
  cid: string;
  /** Names the incident; one notice a day for each. */
  about: string;
  /** Entry of the audit log, shown on the board until an owner has seen it. */
  type:
    | 'auth.login.alarm'
    | 'auth.reset.alarm'
    | 'auth.factor.alarm'
    | 'auth.pin.alarm'
    | 'tablet.code_alarm'
    | 'tablet.pin_alarm';
  template: MailTemplate;
  user?: UserRow;
  /** Attempts that were allowed before the notice. */
  count: number;
}

/** Takes an attempt; returns false when none is left. */
async function isFree(deps: AuthDeps, key: string, rule: AttemptRule): Promise<boolean> {
  try {
    await deps.attempts.reserve(key, rule, deps.now());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

async function tellOwners(deps: AuthDeps, guesses: Guesses): Promise<void> {
  const { cid, about, type, template, user, count } = guesses,
    hash = createHash('sha256').update(`${cid}|${type}|${about}`).digest('hex').slice(0, 40);
  if (!(await isFree(deps, `alarm:${hash}`, ALARM_RULE))) return;
  const by = { kind: 'system', cid } as const,
    owners = await listMailedOwners(deps.workshop.look(cid, by));
  await deps.workshop.write(cid, by, async (w) => {
    await w.audit(type, { ...(user && { userId: user.id }), count });
    for (const owner of owners)
      await deps.mail(w, {
        key: `alarm:${hash}:${w.now}:${owner.id}`,
        to: owner.email,
        template,
        language: owner.language,
        data: {
          ...(user && {
            account: [user.firstName, user.lastname].join(' ').trim() || user.email,
          }),
          link: '/practice/protokoll?kind=denial',
        },
      });
  });
}

/**
 * Informs the owners that passwords of an account are being guessed.
 * @param by the known browser, or one word for all strangers: a user who forgot a password must not
 *   silence the notice about strangers on the same day
 */
export function noteGuessedLogin(deps: AuthDeps, user: UserRow, count: number, by: string): void {
  const { cid } = user,
    about = `${user.id}|${by}`;
  deps.later(() =>
    tellOwners(deps, { cid, about, type: 'auth.login.alarm', template: 'loginAlarm', user, count }),
  );
}

/**
 * Reserves an attempt at a password of an open or locked session. The owners are informed when none
 * is left.
 * @throws AppError rate_limited
 */
export async function reservePassword(deps: AuthDeps, key: string, user: UserRow): Promise<void> {
  await deps.attempts.reserve(key, ACCOUNT_RULE, deps.now()).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited')
      noteGuessedLogin(deps, user, ACCOUNT_RULE.free, 'session');
    throw error;
  });
}

/** Informs the owners that links for a new password are requested again and again. */
export const noteManyResets = (deps: AuthDeps, user: UserRow, count: number): Promise<void> =>
  tellOwners(deps, {
    cid: user.cid,
    about: user.id,
    type: 'auth.reset.alarm',
    template: 'resetAlarm',
    user,
    count,
  });

/** Counts a wrong code of a tablet, from any address, and informs the owners of too many. */
export function noteWrongTabletCode(deps: AuthDeps, cid: string): void {
  deps.later(async () => {
    const hash = createHash('sha256').update(cid).digest('hex').slice(0, 40);
    if (await isFree(deps, `tablet-code:${hash}`, TABLET_CODES_RULE)) return;
    await tellOwners(deps, {
      cid,
      about: 'tablet',
      type: 'tablet.code_alarm',
      template: 'tabletAlarm',
      count: TABLET_CODES_RULE.free,
    });
  });
}

/**
 * Reserves an attempt at a second factor. The owners are informed when none is left: the password
 * was right.
 * @throws AppError rate_limited
 */
export async function reserveFactor(deps: AuthDeps, key: string, user: UserRow): Promise<void> {
  await deps.attempts.reserve(key, ACCOUNT_RULE, deps.now()).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited')
      deps.later(() =>
        tellOwners(deps, {
          cid: user.cid,
          about: user.id,
          type: 'auth.factor.alarm',
          template: 'factorAlarm',
          user,
          count: ACCOUNT_RULE.free,
        }),
      );
    throw error;
  });
}

/** Informs the owners that the PIN of a user is guessed at a locked workstation. */
export function noteGuessedPin(deps: AuthDeps, user: UserRow, count: number): void {
  deps.later(() =>
    tellOwners(deps, {
      cid: user.cid,
      about: user.id,
      type: 'auth.pin.alarm',
      template: 'pinAlarm',
      user,
      count,
    }),
  );
}

/** Informs the owners that the staff PIN is guessed at a tablet. */
export function noteGuessedTabletPin(
  deps: AuthDeps,
  { cid, tabletId, count }: { cid: string; tabletId: string; count: number },
): void {
  deps.later(() =>
    tellOwners(deps, {
      cid,
      about: tabletId,
      type: 'tablet.pin_alarm',
      template: 'tabletPinAlarm',
      count,
    }),
  );
}
