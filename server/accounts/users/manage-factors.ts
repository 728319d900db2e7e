// A user's own factors: setup and removal, passkeys, recovery codes, PIN; every change is audited
// and reported by mail.

import { randomInt } from 'node:crypto';
import { readCode } from '../../../shared/accounts/codes.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Attestation, Factors } from '../../../shared/accounts/factors.schema.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { ACCOUNT_RULE } from '../sign-in/attempts.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { factorNeed, factorsOf, needsStrongFactor, noticeOf } from '../sign-in/factors.ts';
import { openStep, STEP_MS, tryStep } from '../sign-in/login-step.ts';
import { askForNew, placeOf, readNewPasskey } from '../sign-in/passkeys.ts';
import { keepRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts';
import { readCookie } from '../sessions/refresh-cookie.ts';
import {
  countRecoveryCodes,
  endStep,
  insertDisableCode,
  insertPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  setMailFactor,
  setPinHash,
  setTotp,
  takeDisableCode,
} from '../account-store/store-factors.ts';
import { findUser, type UserRow } from '../account-store/store.ts';
import { newTotp, takeTotp, totpStepOf } from '../sign-in/totp.ts';
import { pinKey } from '../sessions/unlock.ts';
import { reserveFactor } from '../sign-in/tell-owners.ts';

/** Reads the signed-in user's row. @throws AppError unauthenticated */
export async function selfOf(
  deps: AuthDeps,
  { actor }: Pick<RequestContext, 'actor'>,
): Promise<UserRow> {
  const user = actor.kind === 'user' ? await findUser(deps.store, actor.userId) : undefined;
  if (!user) throw new AppError('unauthenticated');
  return user;
}

const mayUseMail = async (deps: AuthDeps, user: UserRow): Promise<boolean> =>
  !needsStrongFactor(user.role) && (await deps.praxisRules(user.cid)).mailFactorReason !== '';

export async function showFactors(deps: AuthDeps, context: RequestContext): Promise<Factors> {
  const user = await selfOf(deps, context);
  return {
    totp: user.totpAt !== null,
    mail: user.mailFactor === true && !needsStrongFactor(user.role),
    mayUseMail: await mayUseMail(deps, user),
    recoveryLeft: await countRecoveryCodes(deps.store, user.id),
    hasPin: user.pinHash !== null,
    need: await factorNeed(deps, user),
    canUsePasskeys: placeOf(deps, context.origin) !== undefined,
    passkeys: (await listPasskeys(deps.store, user.id)).map((p) => ({
      id: p.id,
      name: p.name,
      createdAt: p.createdAt,
      lastUsedAt: p.lastUsedAt,
      isBackedUp: p.isBackedUp,
      isCloned: p.clonedAt !== null,
    })),
  };
}

/**
 * Creates a secret that is active only after its first right code.
 * @throws AppError state_conflict when one is active already
 */
export async function setUpTotp(
  deps: AuthDeps,
  context: RequestContext,
): Promise<{ secret: string; otpauthUri: string }> {
  const user = await selfOf(deps, context);
  if (user.totpAt !== null) throw new AppError('state_conflict');
  const { secret, uri, sealed } = newTotp(deps, user);
  await context.write(async (w) => {
    await setTotp(w, user.id, { totpSecret: Buffer.from(sealed), totpAt: null, totpStep: null });
    await w.audit('auth.totp.begun', { userId: user.id });
  });
  return { secret, otpauthUri: uri };
}

/** Recovery codes are generated with the first factor. */
async function firstCodes(deps: AuthDeps, user: UserRow): Promise<string[]> {
  return (await countRecoveryCodes(deps.store, user.id)) > 0 ? [] : newRecoveryCodes();
}

/** Enables TOTP. @throws AppError validation, state_conflict, code_wrong, rate_limited */
export async function enableTotp(
  deps: AuthDeps,
  context: RequestContext,
  otp: string,
): Promise<{ recoveryCodes: string[] }> {
  const typed = readCode(otp),
    user = await selfOf(deps, context);
  if (typed?.kind !== 'digits') throw new AppError('validation', { fields: { otp: 'code' } });
  if (user.totpAt !== null || !user.totpSecret) throw new AppError('state_conflict');
  await reserveFactor(deps, `factor:${user.id}`, user);
  const recoveryCodes = await firstCodes(deps, user);
  const isOn = await context.write(async (w) => {
    if (!(await takeTotp(w, user.id, totpStepOf(deps, user, typed.code, w.now)))) return false;
    await setTotp(w, user.id, {
      totpSecret: user.totpSecret,
      totpAt: w.now,
      totpStep: totpStepOf(deps, user, typed.code, w.now) ?? null,
    });
    if (recoveryCodes.length > 0) await keepRecoveryCodes(deps, w, user.id, recoveryCodes);
    await w.audit('auth.totp.on', { userId: user.id });
    await deps.mail(w, noticeOf(user, 'totp_on', `factor:${w.newId()}`));
    return true;
  });
  if (!isOn) throw new AppError('code_wrong');
  await deps.attempts.clear(`factor:${user.id}`);
  return { recoveryCodes };
}

/**
 * Enables codes by mail; only if the practice recorded a reason, and never for leading roles.
 * @throws AppError forbidden, state_conflict
 */
export async function enableMail(
  deps: AuthDeps,
  context: RequestContext,
): Promise<{ recoveryCodes: string[] }> {
  const user = await selfOf(deps, context);
  if (needsStrongFactor(user.role)) throw new AppError('forbidden');
  if (!(await mayUseMail(deps, user))) throw new AppError('state_conflict');
  const recoveryCodes = await firstCodes(deps, user);
  await context.write(async (w) => {
    await setMailFactor(w, user.id, true);
    if (recoveryCodes.length > 0) await keepRecoveryCodes(deps, w, user.id, recoveryCodes);
    await w.audit('auth.mail_factor.on', { userId: user.id });
    await deps.mail(w, noticeOf(user, 'mail_on', `factor:${w.newId()}`));
  });
  return { recoveryCodes };
}

const disableMark = (deps: AuthDeps, userId: string, code: string): string =>
  deps.accountKey.mark(`disable|${userId}`, code);

/** Mails the code that removes a lost factor. @throws AppError rate_limited */
export async function sendDisableCode(deps: AuthDeps, context: RequestContext): Promise<void> {
  const user = await selfOf(deps, context);
  await deps.attempts.reserve(`mailcode:${user.id}`, ACCOUNT_RULE, deps.now());
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await context.write(async (w) => {
    await insertDisableCode(w, {
      hash: disableMark(deps, user.id, code),
      userId: user.id,
      expiresAt: w.now + STEP_MS,
    });
    await w.audit('auth.disable_code.sent', { userId: user.id });
    await deps.mail(w, {
      key: `disable:${w.newId()}`,
      to: user.email,
      template: 'code',
      language: languageOf(user),
      data: { code },
      expiresAt: w.now + STEP_MS,
    });
  });
}

/**
 * Removes a factor: the authenticator app by its own code or by one sent by mail; the e-mail factor
 * by the step-up alone.
 * @throws AppError validation, state_conflict, code_wrong, rate_limited
 */
export async function disableFactor(
  deps: AuthDeps,
  context: RequestContext,
  input: { kind: 'totp' | 'mail'; otp?: string | undefined },
): Promise<void> {
  const user = await selfOf(deps, context),
    typed = input.otp === undefined ? undefined : readCode(input.otp);
  if (input.kind === 'totp' ? user.totpAt === null : user.mailFactor !== true)
    throw new AppError('state_conflict');
  if (input.kind === 'totp' && typed?.kind !== 'digits')
    throw new AppError('validation', { fields: { otp: 'code' } });
  if (input.kind === 'totp') await reserveFactor(deps, `factor:${user.id}`, user);
  const isDone = await context.write(async (w) => {
    if (input.kind === 'totp') {
      const code = typed?.code ?? '';
      if (
        !(await takeTotp(w, user.id, totpStepOf(deps, user, code, w.now))) &&
        !(await takeDisableCode(w, disableMark(deps, user.id, code)))
      )
        return false;
      await setTotp(w, user.id, { totpSecret: null, totpAt: null, totpStep: null });
    } else await setMailFactor(w, user.id, false);
    await w.audit(`auth.${input.kind === 'totp' ? 'totp' : 'mail_factor'}.off`, {
      userId: user.id,
    });
    await deps.mail(w, noticeOf(user, `${input.kind}_off`, `factor:${w.newId()}`));
    return true;
  });
  if (!isDone) throw new AppError('code_wrong');
  if (input.kind === 'totp') await deps.attempts.clear(`factor:${user.id}`);
}

/**
 * Generates recovery codes and invalidates the old ones.
 * @throws AppError state_conflict without any factor
 */
export async function renewRecoveryCodes(
  deps: AuthDeps,
  context: RequestContext,
): Promise<{ recoveryCodes: string[] }> {
  const user = await selfOf(deps, context);
  if ((await factorsOf(deps, user)).length === 0) throw new AppError('state_conflict');
  const recoveryCodes = newRecoveryCodes();
  await context.write(async (w) => {
    await keepRecoveryCodes(deps, w, user.id, recoveryCodes);
    await w.audit('auth.recovery_codes.new', { userId: user.id });
    await deps.mail(w, noticeOf(user, 'codes_new', `factor:${w.newId()}`));
  });
  return { recoveryCodes };
}

/** Creates a challenge for a new passkey. @returns the challenge, and its secret for the browser */
export async function askNewPasskey(
  deps: AuthDeps,
  context: RequestContext,
): Promise<{ options: { challenge: string }; secret: string }> {
  const user = await selfOf(deps, context),
    options = await askForNew(deps, context.origin, user);
  return {
    options,
    secret: await openStep(deps, 'register', {
      cid: user.cid,
      userId: user.id,
      challenge: options.challenge,
    }),
  };
}

/** Adds a passkey. @throws AppError login_step_over, passkey_failed, rate_limited */
export async function addPasskey(
  deps: AuthDeps,
  context: RequestContext,
  input: { name: string; response: Attestation },
): Promise<{ recoveryCodes: string[] }> {
  const user = await selfOf(deps, context),
    step = await tryStep(deps, 'register', readCookie(context, 'step'));
  if (step.challenge === null || step.userId !== user.id) throw new AppError('passkey_failed');
  const made = await readNewPasskey(deps, context.origin, step.challenge, input.response);
  if (!(await endStep(deps.store, step.hash))) throw new AppError('login_step_over');
  const recoveryCodes = await firstCodes(deps, user);
  await context.write(async (w) => {
    if (
      !(await insertPasskey(w, {
        ...made,
        userId: user.id,
        name: input.name,
        createdAt: w.now,
        lastUsedAt: null,
        clonedAt: null,
      }))
    )
      throw new AppError('conflict');
    if (recoveryCodes.length > 0) await keepRecoveryCodes(deps, w, user.id, recoveryCodes);
    await w.audit('auth.passkey.added', { userId: user.id, passkeyId: made.id });
    await deps.mail(w, noticeOf(user, 'passkey_added', `factor:${w.newId()}`));
  });
  return { recoveryCodes };
}

/** Renames a passkey. @throws AppError not_found */
export async function changePasskeyName(
  deps: AuthDeps,
  context: RequestContext,
  id: string,
  name: string,
): Promise<void> {
  const user = await selfOf(deps, context);
  await context.write(async (w) => {
    if (!(await renamePasskey(w, user.id, id, name))) throw new AppError('not_found');
  });
}

/** Removes a passkey; removing a missing one changes nothing. */
export async function dropPasskey(
  deps: AuthDeps,
  context: RequestContext,
  id: string,
): Promise<void> {
  const user = await selfOf(deps, context);
  await context.write(async (w) => {
    if (!(await removePasskey(w, user.id, id))) return;
    await w.audit('auth.passkey.removed', { userId: user.id, passkeyId: id });
    await deps.mail(w, noticeOf(user, 'passkey_removed', `factor:${w.newId()}`));
  });
}

/** Changes the user's PIN. @param pin null removes it */
export async function changePin(
  deps: AuthDeps,
  context: RequestContext,
  pin: string | null,
): Promise<void> {
  const user = await selfOf(deps, context),
    hash = pin === null ? null : await deps.passwords.hash(pin);
  await context.write(async (w) => {
    await setPinHash(w, user.id, hash);
    await w.audit(pin === null ? 'auth.pin.removed' : 'auth.pin.set', { userId: user.id });
  });
  await deps.attempts.clear(pinKey(user.id));
}
