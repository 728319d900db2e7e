// The demo on both databases: created once, reopened, its secrets in one file that only its owner
// may read.
import { mkdtempSync, rmSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { readCode, readLogins } from '../../../tests/support/server.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { createPasswords } from '../../accounts/sign-in/passwords.ts';
import { changePasswords, createUser } from '../../accounts/users/create-user.ts';
import { findHomeOfEmail, findUserByEmail } from '../../accounts/account-store/store.ts';
import type { Store } from '../../platform/db/store.ts';
import { addPatients, addAppointments } from '../../desk/patient/add-records.ts';
import { hasAppointments, listTermine } from '../../desk/patient/list-appointments.ts';
import { searchPatients } from '../../desk/patient/search-patients.ts';
import { createPractice, replaceTabletPin } from '../../accounts/settings/create-practice.ts';
import { createCode } from '../../desk/tablet/create-code.ts';
import { startDemo, type DemoDeps } from './start-demo.ts';
import { addressLines, demoLines, firstUserLines } from './start-lines.ts';

describe.each(STORES)('demo on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, bench: TestBench, deps: DemoDeps;
  const passwords = createPasswords();
  const data = mkdtempSync(join(tmpdir(), 'molar-demo-'));
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    bench = createTestBench(store);
    deps = {
      workshop: bench.workshop,
      now: bench.now,
      newId: bench.newId,
      data,
      hash: (word) => passwords.hash(word),
      findOwner: (email) => findHomeOfEmail(store, email),
      createPractice,
      createUser,
      resetSecrets: async (w, input) => {
        await changePasswords(w, input.emails, input.passwordHash);
        await replaceTabletPin(w, input.tabletPinHash);
      },
      addPatients: (w, records) => addPatients(w, 'demo', records),
      addAppointments,
      hasAppointments: (cid, day) =>
        hasAppointments(bench.workshop.look(cid, { kind: 'system', cid }), day),
      createCode: async (w, input) => (await createCode(w, { ...input, isOpen: true })).code,
    };
  });
  afterAll(async () => {
    await drop();
    rmSync(data, { recursive: true });
  });

  it('creates practice, users, patients and a day; the password works for all and is hashed', async () => {
    const demo = await startDemo(deps, true);
    if (!demo) throw new Error('no demo');
    expect(await store.read.$count(store.t.patient)).toBe(300);
    expect(await store.read.$count(store.t.user)).toBe(3);
    for (const email of demo.emails)
      expect(
        await passwords.isRight((await findUserByEmail(store, email))?.passwordHash, demo.password),
      ).toBe(true);
    expect(
      JSON.stringify([
        await store.read.select().from(store.t.user),
        await store.read.select().from(store.t.praxis),
      ]),
    ).not.toContain(demo.password);
    expect(statSync(join(data, 'demo-login.txt')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(data, 'demo-login.txt'), 'utf8')).toContain(demo.password);
    const look = bench.workshop.look(demo.cid, { kind: 'system', cid: demo.cid });
    expect((await listTermine(look)).length).toBeGreaterThanOrEqual(20);
    expect(
      (await searchPatients(look, { q: 'mueller maria', limit: 20 })).filter((p) => p.sameName),
    ).toHaveLength(3);
  });

  it('the next start keeps the password, prints a new code; the next day has its own appointments', async () => {
    const first = await startDemo(deps, false);
    bench.pass(86_400_000);
    const second = await startDemo(deps, false);
    expect(second?.password).toBe(first?.password);
    expect(second?.code).not.toBe(first?.code);
    const cid = second?.cid ?? '';
    expect(
      (await listTermine(bench.workshop.look(cid, { kind: 'system', cid }))).length,
    ).toBeGreaterThanOrEqual(20);
    expect(await store.read.$count(store.t.patient)).toBe(300);
  });

  it('without its file the demo gets new secrets; a database with other users is left unchanged', async () => {
    const before = await startDemo(deps, false);
    rmSync(join(data, 'demo-login.txt'));
    const after = await startDemo(deps, false);
    expect(after?.password).not.toBe(before?.password);
    expect(
      await passwords.isRight(
        (await findUserByEmail(store, 'staff@demo.molar'))?.passwordHash,
        after?.password ?? '',
      ),
    ).toBe(true);
    expect(await startDemo({ ...deps, findOwner: async () => undefined }, false)).toBeUndefined();
  });

  it('the printed lines are readable', async () => {
    const demo = await startDemo(deps, false);
    if (!demo) throw new Error('no demo');
    const addresses = { url: 'http://localhost:4000', dispatcherUrl: 'http://localhost:5000' };
    const printed = [...addressLines(addresses), ...demoLines(demo, addresses)].join('\n');
    expect(readLogins(printed)).toMatchObject({
      owner: 'owner@demo.molar',
      password: demo.password,
    });
    expect(readCode(printed).replace('-', '')).toBe(demo.code);
    expect(firstUserLines('fst_x', addresses).join('\n')).toContain(
      'http://localhost:4000/practice/first/fst_x',
    );
  });
});
