// Which modes of the root key's file are refused, also those that systemd gives to a credential.
import { expect, it } from 'vitest';
import { isOpenToOthers } from './root-key.ts';

it.each([
  ['/etc/molar/root.key', 0o600, false],
  ['/etc/molar/root.key', 0o400, false],
  ['/etc/molar/root.key', 0o440, true],
  ['/etc/molar/root.key', 0o604, true],
  // The mask of an access list shows as the rights of a group.
  ['/run/credentials/molar.service/root.key', 0o440, false],
  ['/run/credentials/molar.service/root.key', 0o460, true],
  ['/run/credentials/molar.service/root.key', 0o444, true],
  ['/run/credentials-of-others/root.key', 0o440, true],
])('a root key at %s with mode %i is open to others: %s', (file, mode, isOpen) => {
  expect(isOpenToOthers(file, mode)).toBe(isOpen);
});
