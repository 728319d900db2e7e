/** Tests of the link by which the first user of an installation signs in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factorDeps } from '../../../tests/support/factor-deps.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { codeOf, createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Store } from '../../platform/db/store.ts';
import { createPractice } from '../settings/create-practice.ts';
import { ensureInstallation } from '../settings/ensure-installation.ts';
import { createAttempts } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  checkFirstUserToken,
  createFirstUser,
  inviteAdministrator,
  inviteClient,
  issueFirstUserToken,
} from '../users/create-first-user.ts';
import { createPasswords } from './passwords.ts';
import { findUserByEmail } from '../account-store/store.ts';

describe.each(STORES)('first user on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, bench: TestBench, deps: AuthDeps;
  const ip = '192.0.2.8';
  const person = {
    firstName: 'Özlem',
    lastname: 'Müller',
    password: 'vier Wale trinken Tee',
    email: 'chef@praxis.example',
    praxisName: 'Praxis am Markt',
    ip,
  };
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    bench = createTestBench(store);
    await ensureInstallation(store, { now: bench.now, newEpoch: bench.newId });
    deps = {
      store,
      workshop: bench.workshop,
      passwords: createPasswords(),
      attempts: createAttempts(store),
      now: bench.now,
      newId: bench.newId,
      createPractice: async (w, input) => {
        await createPractice(w, input);
      },
      later: (work) => {
        void work();
      },
      mail: async () => undefined,
      ...factorDeps,
    };
  });
  afterAll(() => drop());

  it('[sec G9] a link works once, for 24 hours, and the next start invalidates the older one', async () => {
    const old = await issueFirstUserToken(deps);
    const link = await issueFirstUserToken(deps);
    if (!old || !link) throw new Error('no link');
    expect(await checkFirstUserToken(deps, { token: old.token, ip })).toEqual({
      isValid: false,
      needsPraxis: false,
      needsEmail: false,
    });
    expect(await checkFirstUserToken(deps, { token: link.token, ip })).toEqual({
      isValid: true,
      needsPraxis: true,
      needsEmail: true,
    });
    expect(
      await codeOf(createFirstUser(deps, { ...person, token: link.token, email: undefined })),
    ).toBe('validation');
    expect(
      await codeOf(createFirstUser(deps, { ...person, token: link.token, password: 'kurz' })),
    ).toBe('password_weak');
    expect(
      await codeOf(
        createFirstUser(deps, { ...person, token: link.token, password: 'Praxis am Markt 1' }),
      ),
    ).toBe('password_weak');
    const both = await Promise.all([
      codeOf(createFirstUser(deps, { ...person, token: link.token })),
      codeOf(createFirstUser(deps, { ...person, email: 'zwei@praxis.example', token: link.token })),
    ]);
    expect(both.filter((c) => c === 'ok')).toHaveLength(1);
    expect(await store.read.$count(store.t.praxis)).toBe(1);
    expect(await store.read.$count(store.t.user)).toBe(1);
    expect(await codeOf(createFirstUser(deps, { ...person, token: link.token }))).toBe(
      'first_user_token_invalid',
    );
    expect(await issueFirstUserToken(deps)).toBeUndefined();
    // Only the holder of a valid link learns that an address is taken.
    const taken = {
      ...person,
      email: (await store.read.select().from(store.t.user))[0]?.email ?? '',
    };
    for (const token of [link.token, old.token, 'fst_unknown'])
      expect(await codeOf(createFirstUser(deps, { ...taken, token }))).toBe(
        'first_user_token_invalid',
      );
    for (const { token } of [await inviteClient(deps), await inviteAdministrator(deps)])
      expect(await codeOf(createFirstUser(deps, { ...taken, token }))).toBe('conflict');
    const made =
      (await findUserByEmail(store, 'chef@praxis.example')) ??
      (await findUserByEmail(store, 'zwei@praxis.example'));
    expect(made).toMatchObject({ role: 'owner', behandler: true });
  });
});
