// Settings of the bucket: what a server refuses to start with.

import { expect, test } from 'vitest';
import { parseConfig } from './parse-config.ts';

const right = {
  MOLAR_S3_URL: 'https://objects.example/molar/',
  MOLAR_S3_KEY_ID: 'molar',
  MOLAR_S3_SECRET: 'geheim',
};
const problems = (env: Record<string, string>): string =>
  (parseConfig(env).problems ?? []).join(' ');

test('without a bucket files stay in the folder, and no other setting of it is accepted', () => {
  expect(parseConfig({}).config?.objects).toBeUndefined();
  for (const key of ['MOLAR_S3_KEY_ID', 'MOLAR_S3_SECRET', 'MOLAR_S3_REGION'])
    expect(problems({ [key]: 'x' })).toContain('MOLAR_S3_URL');
});

test('a bucket has an address, an access key and a region', () => {
  expect(parseConfig(right).config?.objects).toEqual({
    bucketUrl: 'https://objects.example/molar',
    region: 'us-east-1',
    keyId: 'molar',
    secret: 'geheim',
  });
  expect(parseConfig({ ...right, MOLAR_S3_REGION: 'de' }).config?.objects?.region).toBe('de');
  for (const key of ['MOLAR_S3_KEY_ID', 'MOLAR_S3_SECRET'] as const)
    expect(problems({ ...right, [key]: '' })).toContain('MOLAR_S3_SECRET');
});

test('an address with a secret, without https or without sense is refused and not printed', () => {
  for (const MOLAR_S3_URL of [
    'molar',
    'ftp://objects.example/molar',
    'https://a:b@objects.example/molar',
    'https://objects.example/molar?x=1',
  ]) {
    const said = problems({ ...right, MOLAR_S3_URL });
    expect(said).toContain('keine Adresse eines Buckets');
    expect(said).not.toContain('a:b');
    expect(said).not.toContain('geheim');
  }
  expect(problems({ ...right, MOLAR_S3_URL: 'http://objects.example/molar' })).toContain('Rechner');
  expect(problems({ ...right, MOLAR_S3_URL: 'http://127.0.0.1:9000/molar' })).toBe('');
});
