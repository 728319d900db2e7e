// The payment provider's library with our limits: short timeouts, no retries of its own, no
// telemetry. Jobs retry.

import Stripe from 'stripe';
import { AppError } from '../../../shared/base/errors.ts';
import type { PaymentDeps, Provider } from './links.ts';

const TIMEOUT_MS = 10_000;

/** Where and how the provider is reached. */
export interface ProviderConfig {
  key: string;
  webhookSecrets: readonly string[];
  /** Another address than the provider's own, for a local server. */
  base?: string | undefined;
}

/** Creates the library's client. */
export function createProvider({ key, webhookSecrets, base }: ProviderConfig): Provider {
  const at = base === undefined ? undefined : new URL(base);
  return {
    stripe: new Stripe(key, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 0,
      telemetry: false,
      ...(at && {
        host: at.hostname,
        protocol: at.protocol === 'http:' ? 'http' : 'https',
        ...(at.port !== '' && { port: Number(at.port) }),
      }),
    }),
    webhookSecrets,
    isLive: key.includes('_live_'),
  };
}

/** Statuses by which the provider refuses a call for good: wrong, not payable, unknown. */
const REFUSED: readonly (number | undefined)[] = [400, 402, 404];
/**
 * Returns the provider's code when it refused a call for good; undefined for anything that another
 * attempt may cure.
 */
export function refusalOf(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError &&
    !(cause instanceof Stripe.errors.StripeIdempotencyError) &&
    REFUSED.includes(cause.statusCode)
    ? (cause.code ?? cause.type)
    : undefined;
}

/** A failure that the provider kept under its key and answers again. */
const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';
/**
 * Runs a call under a key. The provider keeps a failure under its key for a day, so that the next
 * attempt needs another one: callers look for what the first call made before they repeat it.
 */
export async function keyed<T>(
  key: string,
  call: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await call({ idempotencyKey: key });
  } catch (error) {
    if (!isKeptFailure(error)) throw error;
    return call({ idempotencyKey: `${key}:2` });
  }
}

/** Returns the provider. @throws AppError payment_off on a server without a key */
export function providerOf(deps: Pick<PaymentDeps, 'provider'>): Provider {
  if (!deps.provider) throw new AppError('payment_off');
  return deps.provider;
}

/**
 * Runs a call that a person waits for; the message of the provider stays in the cause.
 * @throws AppError payment_away
 */
export async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new AppError('payment_away', { cause });
  }
}
