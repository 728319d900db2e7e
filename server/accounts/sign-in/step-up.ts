// Step-up: a second factor, or the password of users without one, permits dangerous actions for
// five minutes; the bearer token is replaced.

import { readCode } from '../../../shared/accounts/codes.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type {
  SecondFactor,
  StepUpAnswer,
  StepUpProof,
} from '../../../shared/accounts/factors.schema.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/work.ts';
import { STEP_UP_MS, type AuthDeps } from './auth-deps.ts';
import { factorsOf } from './factors.ts';
import { tryStep } from './login-step.ts';
import { giveToken } from '../sessions/open-session.ts';
import { checkPasskey } from './passkeys.ts';
import { readCookie } from '../sessions/refresh-cookie.ts';
import { endStep } from '../account-store/store-factors.ts';
import { dropTokens } from '../account-store/store-sessions.ts';
import { findSession, findUser, setStepUp, type UserRow } from '../account-store/store.ts';
import { takeRecovery } from '../users/recovery-codes.ts';
import { isStepUpCode } from './second-factor.ts';
import { takeTotp, totpStepOf } from './totp.ts';
import { reserveFactor, reservePassword } from './tell-owners.ts';

type Asked = Pick<RequestContext, 'actor' | 'origin' | 'cookie'>;
type Person = Extract<Actor, { kind: 'user' }>;

/** @throws AppError validation, login_failed, step_up_factor, code_wrong, passkey_failed, rate_limited */
async function requireProof(
  deps: AuthDeps,
  actor: Person,
  user: UserRow,
  proof: StepUpProof,
  context: Asked,
): Promise<'password' | 'totp' | 'passkey' | 'mail' | 'recovery'> {
  if ('passkey' in proof) {
    const step = await tryStep(deps, 'stepup', readCookie(context, 'step'));
    if (step.challenge === null || step.userId !== user.id) throw new AppError('passkey_failed');
    await checkPasskey(deps, {
      origin: context.origin,
      challenge: step.challenge,
      response: proof.passkey,
      userId: user.id,
    });
    if (!(await endStep(deps.store, step.hash))) throw new AppError('passkey_failed');
    return 'passkey';
  }
  await ('password' in proof
    ? reservePassword(deps, `stepup:${user.id}`, user)
    : reserveFactor(deps, `stepup:${user.id}`, user));
  const kinds = await factorsOf(deps, user);
  if ('password' in proof) {
    // A stolen password must not be enough where sign-in asked for more.
    if (kinds.length > 0) throw new AppError('step_up_factor');
    if (!(await deps.passwords.isRight(user.passwordHash, proof.password)))
      throw new AppError('login_failed');
    return 'password';
  }
  const typed = readCode(proof.otp);
  if (!typed) throw new AppError('validation', { fields: { otp: 'code' } });
  const how = wayOf(typed.kind, kinds);
  if (!(await isRightCode(deps, { actor, user, how, code: typed.code, context })))
    throw new AppError('code_wrong');
  return how;
}

type CodeWay = 'totp' | 'mail' | 'recovery';
/** Codes by mail confirm only where they are the user's one factor: others are stronger. */
function wayOf(kind: 'recovery' | 'digits', kinds: readonly SecondFactor[]): CodeWay {
  if (kind === 'recovery') return 'recovery';
  const isOnlyMail =
    kinds.includes('mail') && !kinds.includes('totp') && !kinds.includes('passkey');
  return isOnlyMail ? 'mail' : 'totp';
}

async function isRightCode(
  deps: AuthDeps,
  input: { actor: Person; user: UserRow; how: CodeWay; code: string; context: Asked },
): Promise<boolean> {
  const { actor, user, how, code, context } = input;
  if (!(await factorsOf(deps, user)).includes(how)) return false;
  if (how === 'mail')
    return isStepUpCode(deps, user, { secret: readCookie(context, 'step'), code });
  return deps.workshop.write(user.cid, actor, (w) =>
    how === 'recovery'
      ? takeRecovery(deps, w, user.id, code)
      : takeTotp(w, user.id, totpStepOf(deps, user, code, w.now)),
  );
}

/** Confirms a step-up. @throws AppError login_failed, step_up_factor, code_wrong, passkey_failed, rate_limited */
export async function stepUp(
  deps: AuthDeps,
  proof: StepUpProof,
  context: Asked,
): Promise<StepUpAnswer> {
  const { actor } = context;
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const user = await findUser(deps.store, actor.userId),
    session = await findSession(deps.store, actor.sessionId);
  if (!user || !session) throw new AppError('unauthenticated');
  const how = await requireProof(deps, actor, user, proof, context).catch(
    async (error: unknown) => {
      if (error instanceof AppError)
        await deps.workshop.write(user.cid, actor, (w) =>
          w.audit('auth.step_up.refused', { sessionId: actor.sessionId, reason: error.code }),
        );
      throw error;
    },
  );
  await deps.attempts.clear(`stepup:${actor.userId}`);
  return deps.workshop.write(user.cid, actor, async (w) => {
    const stepUpUntil = w.now + STEP_UP_MS;
    await setStepUp(w, actor.sessionId, stepUpUntil);
    await dropTokens(w, actor.sessionId);
    await w.audit('auth.step_up', { sessionId: actor.sessionId, how });
    return { stepUpUntil, ...(await giveToken(w, session)) };
  });
}
