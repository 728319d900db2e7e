// Parses the settings of an object store. The secret is never printed.

import { isLoopback } from '../../../shared/base/environment.ts';
import type { ObjectConfig } from '../blobs/object-store.ts';
import { SETTINGS } from './settings.ts';

const OBJECT_KEYS = [
  'MOLAR_S3_URL',
  'MOLAR_S3_REGION',
  'MOLAR_S3_KEY_ID',
  'MOLAR_S3_SECRET',
] as const;
type ObjectKey = (typeof OBJECT_KEYS)[number];

/** Returns the bucket; undefined where files are kept in the data folder. */
export function objectsOf(
  value: (key: ObjectKey) => string | undefined,
  problems: string[],
): ObjectConfig | undefined {
  const [address, region, keyId, secret] = OBJECT_KEYS.map(value);
  if (address === undefined) {
    if (region !== undefined || keyId !== undefined || secret !== undefined)
      problems.push(
        'MOLAR_S3_REGION, MOLAR_S3_KEY_ID und MOLAR_S3_SECRET brauchen auch MOLAR_S3_URL.',
      );
    return undefined;
  }
  if (keyId === undefined || secret === undefined)
    problems.push('MOLAR_S3_URL braucht auch MOLAR_S3_KEY_ID und MOLAR_S3_SECRET.');
  const url = URL.canParse(address) ? new URL(address) : undefined,
    isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!url || !['http:', 'https:'].includes(url.protocol) || !isPlain)
    problems.push(
      'MOLAR_S3_URL ist keine Adresse eines Buckets; Beispiel: https://objects.example/molar',
    );
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    problems.push('MOLAR_S3_URL darf nur auf diesem Rechner mit http: beginnen.');
  return {
    bucketUrl: address.replace(/\/+$/, ''),
    region: region ?? SETTINGS.MOLAR_S3_REGION.fallback,
    keyId: keyId ?? '',
    secret: secret ?? '',
  };
}

/** Reads the bucket from an environment, for commands that need no other setting. */
export function objectsFromEnv(
  env: Readonly<Record<string, string | undefined>>,
): ObjectConfig | undefined {
  const problems: string[] = [],
    objects = objectsOf((key) => (env[key] === '' ? undefined : env[key]), problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return objects;
}
