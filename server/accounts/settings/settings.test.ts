// Settings on both databases: patches against a version, the unreadable PIN, and invalid rows that
// stop no practice.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { tabletPinProblem } from '../../../shared/accounts/settings.ts';
import { settingsSchema, type PatchOperation } from '../../../shared/accounts/settings.schema.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { createAttempts } from '../sign-in/attempts.ts';
import { createPasswords } from '../sign-in/passwords.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work } from '../../platform/work.ts';
import { fitsPinCheck } from '../../../shared/exchange/pin-check.ts';
import { checkTabletPin, readPinCheck } from './check-tablet-pin.ts';
import { createPractice } from './create-practice.ts';
import { ensureInstallation } from './ensure-installation.ts';
import { applyPatch } from './json-patch.ts';
import { patchSettings } from './patch-settings.ts';
import { listBrokenSettings, readPraxisFacts, readSettings } from './read-settings.ts';
import type { SettingsDeps } from './settings-deps.ts';
import { DEFAULT_UPDATE_WINDOW } from '../../../shared/accounts/update-window.ts';
import { findPraxis, findR4c, savePraxis } from './store.ts';

const caught = async (work: Promise<unknown>): Promise<AppError | undefined> =>
  work.then(
    () => undefined,
    (e: unknown) => (e instanceof AppError ? e : new AppError('internal', { cause: e })),
  );

describe.each(STORES)('settings on %s', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    bench: TestBench,
    deps: SettingsDeps,
    r4cUuid: string;
  const told: string[] = [];
  const context = (cid: string) => ({
    write: <T>(work: (w: Work) => Promise<T>) =>
      bench.workshop.write(cid, { kind: 'system' as const, cid }, work),
  });
  const look = (cid: string): Look => bench.workshop.look(cid, { kind: 'system', cid });
  const patch = (settingsDiff: PatchOperation[], version: number, cid = 'c1') =>
    patchSettings(deps, context(cid), { settingsDiff, version });

  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    bench = createTestBench(store);
    deps = {
      passwords: createPasswords(),
      attempts: createAttempts(store),
      changed: async (w) => {
        told.push(w.cid);
      },
    };
    ({ r4cUuid } = await context('c1').write((w) =>
      createPractice(w, {
        name: 'Praxis Eins',
        settings: { street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
      }),
    ));
    await context('c2').write((w) => createPractice(w, { name: 'Praxis Zwei' }));
  });
  afterAll(() => drop());

  it('the installation has one identity, also when two processes start at once', async () => {
    const make = () => ensureInstallation(store, { now: bench.now, newEpoch: bench.newId });
    const [a, b] = await Promise.all([make(), make()]);
    expect(a.epoch).toBe(b.epoch);
    expect((await make()).securityEpoch).toBe(1);
    expect(await findR4c(store, r4cUuid)).toEqual({ r4cUuid, cid: 'c1' });
  });

  it('a patch changes the named settings and notifies tablets; a stale version is a conflict', async () => {
    const next = await patch(
      [
        { op: 'replace', path: '/closingTime', value: '19:30' },
        { op: 'add', path: '/languages/-', value: 'tr' },
        { op: 'test', path: '/city', value: 'Berlin' },
      ],
      1,
    );
    expect(next).toMatchObject({
      closingTime: '19:30',
      languages: ['de', 'en', 'tr'],
      praxisName: 'Praxis Eins',
      version: 2,
      hasTabletPin: false,
    });
    expect(told).toEqual(['c1']);
    expect(
      await caught(patch([{ op: 'replace', path: '/idleSeconds', value: 90 }], 1)),
    ).toMatchObject({ code: 'conflict', extra: { version: 2 } });
    expect(
      await caught(
        patch(
          [
            { op: 'test', path: '/city', value: 'Köln' },
            { op: 'replace', path: '/idleSeconds', value: 90 },
          ],
          2,
        ),
      ),
    ).toMatchObject({ code: 'conflict' });
    expect(await readSettings(look('c1'))).toMatchObject({ idleSeconds: 120, version: 2 });
    expect(await readSettings(look('c2'))).toMatchObject({ closingTime: '20:00', version: 1 });
    expect(await readPraxisFacts(look('c1'))).toEqual({
      name: 'Praxis Eins',
      logo: '',
      accent: '',
      signsAnswers: true,
      anschrift: 'Am Markt 1, 10585 Berlin',
      telefon: '',
      mail: '',
      closingTime: '19:30',
      languages: ['de', 'en', 'tr'],
    });
  });

  it.each<[string, PatchOperation[]]>([
    ['closingTime', [{ op: 'replace', path: '/closingTime', value: '25:00' }]],
    ['idleSeconds', [{ op: 'replace', path: '/idleSeconds', value: 5 }]],
    ['language', [{ op: 'replace', path: '/language', value: 'pl' }]],
    ['languages.0', [{ op: 'replace', path: '/languages/0', value: 'klingon' }]],
    ['openingHours', [{ op: 'replace', path: '/openingHours/from', value: '22:00' }]],
    ['updateWindow', [{ op: 'replace', path: '/updateWindow/days', value: [] }]],
    ['updateWindow', [{ op: 'replace', path: '/updateWindow/to', value: '20:30' }]],
    ['updateWindow.days.0', [{ op: 'replace', path: '/updateWindow/days/0', value: 'Mo' }]],
    ['plz', [{ op: 'replace', path: '/plz', value: 'SW1A' }]],
    ['extra', [{ op: 'add', path: '/extra', value: 1 }]],
    ['__proto__', [{ op: 'add', path: '/__proto__', value: { admin: true } }]],
    ['/__proto__/admin', [{ op: 'add', path: '/__proto__/admin', value: true }]],
    ['/', [{ op: 'remove', path: '' }]],
    ['/phone/x', [{ op: 'add', path: '/phone/x', value: 1 }]],
    ['tabletPin', [{ op: 'replace', path: '/tabletPin', value: '123456' }]],
    ['/tabletPin', [{ op: 'copy', from: '/tabletPin', path: '/phone' }]],
  ])('[V8] reports %s and saves nothing', async (field, diff) => {
    const error = await caught(patch(diff, 2));
    expect(error?.code).toBe('validation');
    expect(Object.keys(error?.fields ?? {}).join()).toContain(
      field === '/tabletPin' ? 'tabletPin' : field,
    );
    expect((await readSettings(look('c1'))).version).toBe(2);
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  it('keeps the hours of updates out of the settings that older versions write', async () => {
    const window = { days: [3], from: '13:00', to: '18:00' },
      { version, updateWindow } = await readSettings(look('c1'));
    expect(updateWindow).toEqual(DEFAULT_UPDATE_WINDOW);
    const saved = await patch([{ op: 'replace', path: '/updateWindow', value: window }], version);
    expect(saved).toMatchObject({ updateWindow: window, version: version + 1 });
    const row = await context('c1').write(async (w) => {
      const { name, settings } = (await findPraxis(w))!;
      await savePraxis(w, version + 1, { name, settings });
      return settings;
    });
    expect(row).not.toHaveProperty('updateWindow');
    expect((await readSettings(look('c1'))).updateWindow).toEqual(window);
    await store.write((tx) =>
      tx
        .update(store.t.praxis)
        .set({ updateWindow: 'damaged', version: 2 })
        .where(eq(store.t.praxis.cid, 'c1')),
    );
    expect((await readSettings(look('c1'))).updateWindow).toEqual(DEFAULT_UPDATE_WINDOW);
    expect((await listBrokenSettings(store)).find(({ cid }) => cid === 'c1')?.broken).toEqual([
      'updateWindow',
    ]);
    await store.write((tx) =>
      tx.update(store.t.praxis).set({ updateWindow: null }).where(eq(store.t.praxis.cid, 'c1')),
    );
  });

  it('[sec 7] the PIN is write-only: stored as a hash, never returned', async () => {
    expect(await patch([{ op: 'add', path: '/tabletPin', value: '471205' }], 2)).toMatchObject({
      hasTabletPin: true,
      version: 3,
    });
    const row = (
      await store.read.select().from(store.t.praxis).where(eq(store.t.praxis.cid, 'c1'))
    )[0];
    expect(row?.settings.tabletPinHash).toMatch(/^\$argon2id\$/);
    expect(
      JSON.stringify([
        await readSettings(look('c1')),
        await store.read.select().from(store.t.audit),
      ]),
    ).not.toMatch(/471205|argon2/);
    expect(
      (await patch([{ op: 'replace', path: '/phone', value: '030 23125 140' }], 3)).hasTabletPin,
    ).toBe(true);
    // A patch of other settings leaves the tablets' check value of the PIN unchanged.
    const kept = await readPinCheck(look('c1'));
    expect(kept && [await fitsPinCheck(kept, '471205'), kept.mark < 4096]).toEqual([true, true]);
    expect(row?.settings.tabletPinCheck).toEqual(kept);
  });

  it('[sec 15] five wrong PINs lock one tablet for a quarter of an hour, even concurrent ones', async () => {
    const check = (pin: string, tabletId = 't1') =>
      caught(checkTabletPin(deps, look('c1'), { tabletId, pin }, context('c1').write));
    expect(await check('471205')).toBeUndefined();
    const codes = (
      await Promise.all(Array.from({ length: 40 }, (_, i) => check(String(100_000 + i))))
    ).map((e) => e?.code);
    expect(codes.filter((c) => c === 'pin_wrong')).toHaveLength(5);
    expect(codes.filter((c) => c === 'rate_limited')).toHaveLength(35);
    expect((await check('471205'))?.code).toBe('rate_limited');
    expect(await check('471205', 't2')).toBeUndefined();
    bench.pass(15 * 60_000);
    expect(await check('471205')).toBeUndefined();
    expect(
      await caught(
        checkTabletPin(deps, look('c2'), { tabletId: 't3', pin: '471205' }, context('c2').write),
      ),
    ).toMatchObject({ code: 'pin_wrong', extra: { isSet: false } });
  });

  it('an older PIN gets its check value on correct entry and loses it when the PIN is removed', async () => {
    const pin = '582913',
      { version } = await readSettings(look('c1'));
    await patch([{ op: 'add', path: '/tabletPin', value: pin }], version);
    await context('c1').write(async (w) => {
      const { tabletPinCheck: _none, ...settings } = (await findPraxis(w))!.settings;
      await savePraxis(w, version + 1, { name: 'Praxis Eins', settings });
    });
    expect(await readPinCheck(look('c1'))).toBeUndefined();
    const before = told.length;
    expect(
      await caught(
        checkTabletPin(deps, look('c1'), { tabletId: 't9', pin: '582914' }, context('c1').write),
      ),
    ).toMatchObject({ code: 'pin_wrong' });
    expect(await readPinCheck(look('c1'))).toBeUndefined();
    await checkTabletPin(deps, look('c1'), { tabletId: 't9', pin }, context('c1').write);
    const check = await readPinCheck(look('c1'));
    expect(check && (await fitsPinCheck(check, pin))).toBe(true);
    expect(told.length).toBe(before + 1);
    await checkTabletPin(deps, look('c1'), { tabletId: 't9', pin }, context('c1').write);
    expect([await readPinCheck(look('c1')), told.length]).toEqual([check, before + 1]);
    await patch([{ op: 'remove', path: '/tabletPin' }], (await readSettings(look('c1'))).version);
    expect(await readPinCheck(look('c1'))).toBeUndefined();
  });

  it('[V8] an invalid row falls back key by key, is reported, and can be repaired by a patch', async () => {
    await store.write(async (tx) => {
      const settings = JSON.parse(
        '{"closingTime":"soon","idleSeconds":"x","phone":"030 1","languages":["xx"],"language":7}',
      ) as never;
      await tx.update(store.t.praxis).set({ settings }).where(eq(store.t.praxis.cid, 'c2'));
    });
    expect(await readSettings(look('c2'))).toMatchObject({
      praxisName: 'Praxis Zwei',
      closingTime: '20:00',
      idleSeconds: 120,
      phone: '030 1',
      languages: ['de', 'en'],
    });
    expect(await listBrokenSettings(store)).toEqual([
      {
        cid: 'c2',
        broken: expect.arrayContaining([
          'closingTime',
          'idleSeconds',
          'languages',
          'language',
        ]) as unknown,
      },
    ]);
    expect(
      await patch([{ op: 'replace', path: '/closingTime', value: '18:00' }], 1, 'c2'),
    ).toMatchObject({ closingTime: '18:00' });
    expect(await listBrokenSettings(store)).toEqual([]);
  });
});

describe('patches', () => {
  it('RFC 6902: move, copy, remove, escaped keys, array indexes', () => {
    const before = { a: [1, 2, 3], 'x/y': { '~': 1 } };
    expect(
      applyPatch(before, [
        { op: 'move', from: '/a/0', path: '/a/2' },
        { op: 'copy', from: '/x~1y/~0', path: '/b' },
        { op: 'remove', path: '/x~1y' },
        { op: 'test', path: '/a', value: [2, 3, 1] },
      ]),
    ).toEqual({ a: [2, 3, 1], b: 1 });
    expect(before).toEqual({ a: [1, 2, 3], 'x/y': { '~': 1 } });
    for (const o of [
      { op: 'add', path: '/a/4', value: 1 },
      { op: 'remove', path: '/a/01' },
      { op: 'replace', path: '/none', value: 1 },
      { op: 'move', from: '/a', path: '/a/b' },
    ] as PatchOperation[]) {
      expect(() => applyPatch(before, [o])).toThrow('validation');
    }
  });

  it('[sec 15] a PIN has six digits and is not an obvious one', () => {
    expect(['471205', '900817'].map(tabletPinProblem)).toEqual([undefined, undefined]);
    expect(['123456', '654321', '000000', '121212', '123123'].map(tabletPinProblem)).toEqual(
      Array(5).fill('easy'),
    );
    expect(['12345', '1234567', '12345a', '１２３４５６'].map(tabletPinProblem)).toEqual(
      Array(4).fill('digits'),
    );
  });

  it('[V8] the defaults are valid settings', async () => {
    const { DEFAULT_SETTINGS } = await import('../../../shared/accounts/settings.ts');
    expect(settingsSchema.safeParse({ ...DEFAULT_SETTINGS, praxisName: 'Praxis' }).success).toBe(
      true,
    );
  });
});
