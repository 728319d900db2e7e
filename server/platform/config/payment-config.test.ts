// Settings of the payment provider: what a server refuses to start with.

import { expect, test } from 'vitest';
import { parseConfig } from './parse-config.ts';

const right = { MOLAR_STRIPE_KEY: 'rk_test_1', MOLAR_STRIPE_WEBHOOK_SECRET: 'whsec_12345' };
const problems = (env: Record<string, string>): string =>
  (parseConfig(env).problems ?? []).join(' ');

test('without a key there is no payment, and the rest needs one', () => {
  expect(parseConfig({}).config?.payment).toBeUndefined();
  expect(problems({ MOLAR_STRIPE_WEBHOOK_SECRET: 'whsec_12345' })).toContain('MOLAR_STRIPE_KEY');
  expect(parseConfig(right).config?.payment?.webhookSecrets).toEqual(['whsec_12345']);
});

test('[V8] a live key outside production, a test key in it and a blank secret are refused', () => {
  expect(problems({ ...right, MOLAR_STRIPE_KEY: 'sk_live_1' })).toContain('MOLAR_ENV=prod');
  expect(problems({ ...right, MOLAR_ENV: 'prod' })).toContain('Testschlüssel');
  expect(problems({ MOLAR_STRIPE_KEY: 'sk_test_1' })).toContain('WEBHOOK_SECRET');
  expect(problems({ ...right, MOLAR_STRIPE_KEY: 'secret' })).not.toContain('secret ');
});

test('[V8] plain http leads to this machine only, and never with a live key', () => {
  const at = (base: string, more: Record<string, string> = {}): string =>
    problems({ ...right, MOLAR_STRIPE_API_BASE: base, ...more });
  expect(at('http://127.0.0.1:4242')).toBe('');
  expect(at('http://stripe.example')).toContain('diesem Rechner');
  expect(
    at('https://stripe.example', { MOLAR_ENV: 'prod', MOLAR_STRIPE_KEY: 'sk_live_1' }),
  ).toContain('nicht erlaubt');
});
