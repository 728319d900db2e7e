// The second step of signing in: a code of the authenticator app, of a mail or a recovery code, or
// a passkey.

import { randomInt } from 'node:crypto';
import { readCode } from '../../../shared/accounts/codes.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Assertion, SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import { ADDRESS_RULE, type AttemptRule } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { addressKey } from './check-login.ts';
import { factorsOf } from './factors.ts';
import { openStep, stepOf, STEP_MS, tryStep } from './login-step.ts';
import { askForKnown, checkPasskey } from './passkeys.ts';
import { takeRecovery } from '../users/recovery-codes.ts';
import { changeStep, endStep, type StepRow } from '../account-store/store-factors.ts';
import { findUser, type UserRow } from '../account-store/store.ts';
import { reserveFactor } from './tell-owners.ts';
import { takeTotp, totpStepOf } from './totp.ts';

/** Codes by mail are limited: each is a further one to guess. */
const MAIL_RULE: AttemptRule = {
  free: 5,
  waitMs: 10 * 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};
const attemptKey = (userId: string): string => `factor:${userId}`;

/** User whose second factor was right, its kind, and the session's duration. */
export interface Proved {
  user: UserRow;
  factor: SecondFactor;
  longLogin: boolean;
}

async function personOf(
  deps: AuthDeps,
  step: StepRow | undefined,
): Promise<{ step: StepRow; user: UserRow }> {
  const user = step?.userId == null ? undefined : await findUser(deps.store, step.userId);
  if (!step || !user || user.disabledAt !== null) throw new AppError('login_step_over');
  return { step, user };
}
async function refuse(
  deps: AuthDeps,
  user: UserRow,
  code: 'code_wrong' | 'passkey_failed',
): Promise<never> {
  await deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, (w) =>
    w.audit('auth.factor.refused', { userId: user.id }),
  );
  throw new AppError(code);
}
/** A step opens one session, even if the right code arrives several times at once. */
async function spend(deps: AuthDeps, step: StepRow): Promise<void> {
  if (!(await endStep(deps.store, step.hash))) throw new AppError('login_step_over');
}

/**
 * Checks a typed code; the attempt is counted first.
 * @throws AppError validation, login_step_over, code_wrong (also for a used code, B24),
 * rate_limited (B22)
 */
export async function checkCode(
  deps: AuthDeps,
  input: { secret: string | undefined; otp: string },
): Promise<Proved> {
  const typed = readCode(input.otp);
  if (!typed) throw new AppError('validation', { fields: { otp: 'code' } });
  const { step, user } = await personOf(deps, await tryStep(deps, 'login', input.secret));
  await reserveFactor(deps, attemptKey(user.id), user);
  const kinds = await factorsOf(deps, user);
  const factor = await deps.workshop.write(
    user.cid,
    { kind: 'system', cid: user.cid },
    async (w): Promise<SecondFactor | undefined> => {
      if (typed.kind === 'recovery')
        return kinds.includes('recovery') && (await takeRecovery(deps, w, user.id, typed.code))
          ? 'recovery'
          : undefined;
      if (
        kinds.includes('totp') &&
        (await takeTotp(w, user.id, totpStepOf(deps, user, typed.code, w.now)))
      )
        return 'totp';
      return kinds.includes('mail') && isSameSecret(step.codeHash, mailMark(deps, step, typed.code))
        ? 'mail'
        : undefined;
    },
  );
  if (factor === undefined) return refuse(deps, user, 'code_wrong');
  await spend(deps, step);
  await deps.attempts.clear(attemptKey(user.id));
  return { user, factor, longLogin: step.longLogin };
}

const mailMark = (deps: AuthDeps, step: StepRow, code: string): string =>
  deps.accountKey.mark(`mail|${step.hash}`, code);

/** Mails a code for one step. @throws AppError state_conflict, rate_limited */
async function mailCode(deps: AuthDeps, user: UserRow, step: StepRow): Promise<void> {
  if (!(await factorsOf(deps, user)).includes('mail')) throw new AppError('state_conflict');
  await deps.attempts.reserve(`mailcode:${user.id}`, MAIL_RULE, deps.now());
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await changeStep(deps.store, step.hash, { codeHash: mailMark(deps, step, code) });
  await deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, (w) =>
    deps.mail(w, {
      key: `code:${w.newId()}`,
      to: user.email,
      template: 'code',
      language: languageOf(user),
      data: { code },
      expiresAt: w.now + STEP_MS,
    }),
  );
}

/**
 * Sends a code for this sign-in only; a new one invalidates the previous one.
 * @throws AppError login_step_over, state_conflict, rate_limited
 */
export async function sendCode(deps: AuthDeps, secret: string | undefined): Promise<void> {
  const { step, user } = await personOf(deps, await stepOf(deps, 'login', secret));
  await mailCode(deps, user, step);
}

/**
 * Sends a code that confirms a dangerous action of a signed-in user.
 * @returns the browser's secret
 * @throws AppError state_conflict, rate_limited
 */
export async function sendStepUpCode(deps: AuthDeps, user: UserRow): Promise<string> {
  const secret = await openStep(deps, 'stepup', { cid: user.cid, userId: user.id }),
    step = await stepOf(deps, 'stepup', secret);
  if (!step) throw new AppError('login_step_over');
  await mailCode(deps, user, step);
  return secret;
}

/**
 * Checks a mailed code of a step-up, once.
 * @throws AppError rate_limited when its attempts are used up
 */
export async function isStepUpCode(
  deps: AuthDeps,
  user: UserRow,
  input: { secret: string | undefined; code: string },
): Promise<boolean> {
  const step = await tryStep(deps, 'stepup', input.secret).catch((error: unknown) => {
    // No code was sent to this browser, or it is over.
    if (error instanceof AppError && error.code === 'login_step_over') return undefined;
    throw error;
  });
  return (
    step?.userId === user.id &&
    isSameSecret(step.codeHash, mailMark(deps, step, input.code)) &&
    endStep(deps.store, step.hash)
  );
}

/**
 * Creates a passkey challenge: for the pending sign-in, or for any passkey if there is none.
 * @returns `secret` when it started a new sign-in
 */
export async function askPasskey(
  deps: AuthDeps,
  input: { origin: string; secret: string | undefined },
): Promise<{ options: { challenge: string }; secret: string | undefined }> {
  const step = await stepOf(deps, 'login', input.secret);
  if (!step || step.userId === null) {
    const options = await askForKnown(deps, input.origin, undefined);
    return {
      options,
      secret: await openStep(deps, 'passkey', {
        cid: '',
        userId: null,
        challenge: options.challenge,
      }),
    };
  }
  const options = await askForKnown(deps, input.origin, step.userId);
  await changeStep(deps.store, step.hash, { challenge: options.challenge });
  return { options, secret: undefined };
}

/**
 * Checks a passkey's response, as the second step or as the whole sign-in: it was unlocked by
 * finger, face or PIN.
 * @throws AppError login_step_over, passkey_failed, rate_limited
 */
export async function checkPasskeyLogin(
  deps: AuthDeps,
  input: {
    origin: string;
    ip: string;
    secret: string | undefined;
    response: Assertion;
    longLogin: boolean;
  },
): Promise<Proved> {
  const address = addressKey(input.ip);
  await deps.attempts.reserve(address, ADDRESS_RULE, deps.now());
  const isSecond = (await stepOf(deps, 'login', input.secret)) !== undefined;
  const step = await tryStep(deps, isSecond ? 'login' : 'passkey', input.secret);
  if (step.challenge === null) throw new AppError('login_step_over');
  const user = await checkPasskey(deps, {
    origin: input.origin,
    challenge: step.challenge,
    response: input.response,
    userId: step.userId ?? undefined,
  });
  await spend(deps, step);
  await deps.attempts.giveBack(address);
  return { user, factor: 'passkey', longLogin: isSecond ? step.longLogin : input.longLogin };
}
