// State between password and second factor (or between a passkey's challenge and its response): a
// secret of this browser, ten minutes, five attempts.

import { isBefore } from '../../../shared/base/clock-bounds.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { AuthDeps } from './auth-deps.ts';
import { newSecret } from './secret.ts';
import { findStep, insertStep, takeTry, type StepRow } from '../account-store/store-factors.ts';

/** Purpose of a login step; part of its hash, so that a step never serves another purpose. */
export type StepPurpose = 'login' | 'passkey' | 'register' | 'stepup' | 'unlock';
export const STEP_MS = 10 * 60_000;
const STEP_TRIES = 5;

const hashOf = (purpose: StepPurpose, secret: string | undefined): string =>
  hashSecret(`${purpose}:${secret ?? ''}`);

/** Opens the second step of a sign-in. @returns the browser's secret */
export async function openStep(
  deps: AuthDeps,
  purpose: StepPurpose,
  input: { cid: string; userId: string | null; longLogin?: boolean; challenge?: string },
): Promise<string> {
  const secret = newSecret('stp_');
  await insertStep(deps.store, {
    hash: hashOf(purpose, secret),
    cid: input.cid,
    userId: input.userId,
    longLogin: input.longLogin ?? false,
    codeHash: null,
    challenge: input.challenge ?? null,
    tries: 0,
    expiresAt: deps.now() + STEP_MS,
  });
  return secret;
}

export const stepOf = (
  deps: AuthDeps,
  purpose: StepPurpose,
  secret: string | undefined,
): Promise<StepRow | undefined> => findStep(deps.store, hashOf(purpose, secret), deps.now());

/**
 * Uses one of the attempts; must be called before anything is checked.
 * @throws AppError login_step_over when there is no such step, rate_limited when its attempts are
 * used up (B22)
 */
export async function tryStep(
  deps: AuthDeps,
  purpose: StepPurpose,
  secret: string | undefined,
): Promise<StepRow> {
  const hash = hashOf(purpose, secret);
  const step = await takeTry(deps.store, hash, STEP_TRIES, deps.now());
  if (step && isBefore(deps.now(), step.expiresAt, STEP_MS)) return step;
  const dead = await findStep(deps.store, hash, deps.now());
  if (!dead) throw new AppError('login_step_over');
  throw new AppError('rate_limited', {
    retryAfter: Math.max(1, Math.ceil((dead.expiresAt - deps.now()) / 1000)),
  });
}
