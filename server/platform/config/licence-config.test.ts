// Keys of licences in the configuration.

import { expect, test } from 'vitest';
import { parseConfig } from './parse-config.ts';

const KEY = Buffer.alloc(32, 5).toString('base64url');

test('without keys no licence is asked for', () => {
  expect(parseConfig({}).config?.licences).toBeUndefined();
  expect(parseConfig({ MOLAR_LICENCE_KEYS: ` ${KEY}, ${KEY} ` }).config?.licences).toEqual({
    publicKeys: [KEY, KEY],
    signingKey: undefined,
  });
});

test('[V8] a wrong key is named and never printed', () => {
  for (const name of ['MOLAR_LICENCE_KEYS', 'MOLAR_LICENCE_SIGNING_KEY']) {
    const { problems = [] } = parseConfig({ [name]: 'geheim' });
    expect(problems.join(' ')).toContain(name);
    expect(problems.join(' ')).not.toContain('geheim');
  }
});
