/** Tests of the rules of the lock file and of licences. */
import { expect, test } from 'vitest';
import { lockFaults, ownLockFaults } from './lock-policy.mjs';
import { isAllowed } from './supply.mjs';

const HASH = `sha512-${'A'.repeat(86)}==`,
  NPMRC = 'ignore-scripts=true\nsave-exact=true\nmin-release-age=7\n',
  FLOORS = { hono: { lowest: '4.12.21', why: 'an advisory' } };

test('the own lock file keeps all rules', () => {
  expect(ownLockFaults()).toEqual([]);
});

test('a lock file with a foreign source, a range, an old version or no hash is named', () => {
  const packages = {
    '': {
      dependencies: {
        hono: '^4.12.0',
        pg: '8.23.1',
        g: 'npm:hono@4.12.0',
        h: 'npm:@scope/h@^1.0.0',
      },
    },
    'node_modules/hono': { version: '4.12.20', integrity: HASH },
    'node_modules/a/node_modules/hono': { version: '4.12.21-rc.1', integrity: HASH },
    'node_modules/b/node_modules/hono': { version: '4.13.0', integrity: HASH },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/c': { version: '1.0.0', integrity: HASH, resolved: 'git+ssh://git@a/c.git' },
    'node_modules/d': { link: true },
    'node_modules/e-darwin': { version: '1.0.0', optional: true, os: ['darwin'] },
    'node_modules/a/node_modules/f': { version: '1.0.0', inBundle: true },
    'node_modules/g': { name: 'hono', version: '4.12.0', integrity: HASH },
  };
  expect(lockFaults({ packages }, NPMRC.replace('7', '0'), FLOORS)).toEqual([
    '.npmrc lacks min-release-age=7',
    'hono has no exact version: ^4.12.0',
    'h has no exact version: npm:@scope/h@^1.0.0',
    'node_modules/hono 4.12.20 is below 4.12.21 (an advisory)',
    'node_modules/a/node_modules/hono 4.12.21-rc.1 is below 4.12.21 (an advisory)',
    'node_modules/pg has no SHA-512',
    'node_modules/c comes from git+ssh://git@a/c.git',
    'node_modules/d is a link',
    'node_modules/e-darwin has no SHA-512',
    'node_modules/g 4.12.0 is below 4.12.21 (an advisory)',
  ]);
});

test('a licence with a condition is allowed only for the packages that are named', () => {
  expect(
    ['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'].map((one) => isAllowed('x', one)),
  ).toEqual([true, true, true]);
  expect(
    ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'MPL-2.0', ''].map((one) => isAllowed('x', one)),
  ).toEqual([false, false, false, false]);
  expect(isAllowed('ical.js', 'MPL-2.0')).toBe(true);
  expect(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(true);
});
