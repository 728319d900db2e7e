// Parses the settings of the payment provider; a live key counts in production only, a test key
// nowhere else than outside of it.

import { isLoopback, type Environment } from '../../../shared/base/environment.ts';

export interface PaymentConfig {
  key: string;
  /** Secrets of the webhook: the current one, and one that is being replaced. */
  webhookSecrets: readonly string[];
  /** Another address than the provider's own. */
  base: string | undefined;
}

/** Returns the settings; undefined without a key. Keys and secrets are never printed. */
export function paymentOf(
  value: (
    key: 'MOLAR_STRIPE_KEY' | 'MOLAR_STRIPE_WEBHOOK_SECRET' | 'MOLAR_STRIPE_API_BASE',
  ) => string | undefined,
  environment: Environment | undefined,
  problems: string[],
): PaymentConfig | undefined {
  const key = value('MOLAR_STRIPE_KEY'),
    secrets = (value('MOLAR_STRIPE_WEBHOOK_SECRET') ?? '').split(',').map((one) => one.trim()),
    base = value('MOLAR_STRIPE_API_BASE');
  if (key === undefined) {
    if (base !== undefined || secrets.some((one) => one !== ''))
      problems.push(
        'MOLAR_STRIPE_WEBHOOK_SECRET und MOLAR_STRIPE_API_BASE brauchen auch MOLAR_STRIPE_KEY.',
      );
    return undefined;
  }
  const kind = /^[rs]k_(live|test)_\w+$/.exec(key)?.[1];
  if (kind === undefined)
    problems.push(
      'MOLAR_STRIPE_KEY ist kein Schlüssel; er beginnt mit rk_live_, sk_live_, rk_test_ oder sk_test_.',
    );
  if (kind === 'live' && environment !== 'prod')
    problems.push('MOLAR_STRIPE_KEY ist ein echter Schlüssel; er gilt nur mit MOLAR_ENV=prod.');
  if (kind === 'test' && environment === 'prod')
    problems.push(
      'MOLAR_STRIPE_KEY ist ein Testschlüssel; mit MOLAR_ENV=prod braucht es einen echten.',
    );
  if (secrets.some((one) => !/^whsec_\w{5,}$/.test(one)))
    problems.push('MOLAR_STRIPE_WEBHOOK_SECRET fehlt oder ist falsch; es beginnt mit whsec_.');
  if (base !== undefined) reportBase(base, kind === 'live', problems);
  return { key, webhookSecrets: secrets, base };
}

function reportBase(base: string, isLive: boolean, problems: string[]): void {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/')
    problems.push(
      'MOLAR_STRIPE_API_BASE ist keine Adresse ohne Pfad; Beispiel: http://127.0.0.1:4242',
    );
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    problems.push('MOLAR_STRIPE_API_BASE darf nur auf diesem Rechner mit http: beginnen.');
  if (isLive) problems.push('MOLAR_STRIPE_API_BASE ist mit einem echten Schlüssel nicht erlaubt.');
}
