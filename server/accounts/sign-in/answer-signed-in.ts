// Response to a completed sign-in: the body, the cookies of this workstation, a notice about an
// unknown browser.

import type { SignedIn } from '../../../shared/accounts/auth.schema.ts';
import { germanMoment } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { AnswerExtras, RequestContext } from '../../platform/http/route.ts';
import { agentWords } from './agent-words.ts';
import type { AuthDeps } from './auth-deps.ts';
import { makeRoom } from '../sessions/desk.ts';
import { DEVICE_COOKIE_MS, knowsDevice, rememberDevice } from '../sessions/known-device.ts';
import { openSession, type Opened } from '../sessions/open-session.ts';
import {
  clearedCookie,
  readCookie,
  refreshCookie,
  secretCookie,
} from '../sessions/refresh-cookie.ts';
import type { UserRow } from '../account-store/store.ts';

export const ipOf = ({ actor }: RequestContext): string =>
  actor.kind === 'system' ? '' : actor.ip;
/**
 * Refuses plain http: passwords and cookies are never sent unencrypted; only localhost may skip
 * https.
 */
export function requireSecure(context: RequestContext): void {
  if (!context.isSecure) throw new AppError('https_required');
}

type Answer = { body: SignedIn; extras: AnswerExtras };
export const signedIn = (
  context: RequestContext,
  opened: Opened,
  cookies: string[] = [],
): Answer => ({
  body: opened.answer,
  extras: {
    cookies: [
      ...(opened.refresh === undefined
        ? []
        : [refreshCookie(context.origin, opened.refresh, opened.maxAgeMs)]),
      ...cookies,
    ],
  },
});

/**
 * Opens the session of a user who passed all checks.
 * @param factor undefined: the password alone, or a factor given here within a day
 */
export async function enter(
  deps: AuthDeps,
  context: RequestContext,
  input: { user: UserRow; longLogin: boolean; factor?: SecondFactor },
): Promise<Answer> {
  const { user, factor } = input,
    agent = agentWords(context.header('user-agent')),
    secret = readCookie(context, 'device');
  const cookies = await makeRoom(deps, context, user.id);
  if (readCookie(context, 'step') !== undefined)
    cookies.push(clearedCookie(context.origin, 'step'));
  const device = await remember(deps, user, secret, agent, factor !== undefined);
  cookies.push(secretCookie(context.origin, 'device', device, DEVICE_COOKIE_MS));
  return signedIn(
    context,
    await openSession(deps, user, {
      longLogin: input.longLogin,
      ip: ipOf(context),
      reason: 'login',
      factor: factor ?? 'none',
      agent,
    }),
    cookies,
  );
}

async function remember(
  deps: AuthDeps,
  user: UserRow,
  secret: string | undefined,
  agent: string | null,
  hasFactor: boolean,
): Promise<string> {
  const { isKnown } = await knowsDevice(deps, user.id, secret);
  return deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, async (w) => {
    const kept = await rememberDevice(w, user, secret, agent, hasFactor);
    if (!isKnown && hasFactor) {
      await w.audit('auth.device.new', { userId: user.id });
      await deps.mail(w, {
        key: `device:${w.newId()}`,
        to: user.email,
        template: 'new_device',
        language: languageOf(user),
        data: { agent: agent ?? '', at: germanMoment(w.now), link: '/practice/konto/sitzungen' },
      });
    }
    return kept;
  });
}
