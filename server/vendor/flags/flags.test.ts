// Switches through the routes: what is off answers 404 before anything is read, rules end, and
// nothing of patients, signing, sign-in, export or backup can be switched.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { FLAG_KEYS, type FlagKey } from '../../../shared/base/flags/flags.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type {
  AddFlagRule,
  FlagList,
  FlagVerdicts,
} from '../../../shared/vendor/flags/flags.schema.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import {
  addPractice,
  addVendor,
  login,
  PASSWORD,
  stepUp,
  type Practice,
} from '../../../tests/support/practice.ts';
import { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { createFrame } from '../../platform/http/frame.ts';
import { route } from '../../platform/http/route.ts';
import { VENDOR } from '../vendor-rows.ts';

const REASON = 'Anfrage T-26-00417: zu viele Rückfragen';
const PICTURE = { width: 100, height: 100, boxes: [] };

describe.each(STORES)('switches on %s', (kind) => {
  let t: TestApp, p: Practice, q: Practice, admin: Bearer, support: Bearer;
  beforeEach(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'west');
    q = await addPractice(t, 'ost');
    ({ administrator: admin, support } = await addVendor(t));
    await stepUp(t, admin);
  });
  afterEach(() => t.drop());

  const day = (add = 0): string => berlinDay(t.clock.now + add * DAY_MS);
  const ruled = (change: Partial<AddFlagRule> = {}): AddFlagRule => ({
    id: uuidv7(),
    key: 'shop',
    environment: null,
    tenant: p.cid,
    isOn: false,
    share: 100,
    until: day(30),
    reason: REASON,
    ...change,
  });
  const add = (rule: object, as: Bearer = admin): Promise<Answer> =>
    t.call('/admin/flags/rules', { as, method: 'POST', json: rule });
  const end = (id: string, as: Bearer = admin): Promise<Answer> =>
    t.call(`/admin/flags/rules/${id}/end`, { as, method: 'POST', json: { reason: REASON } });
  const shop = async (one: Practice = p): Promise<string> => {
    const { status, code } = await t.call('/api/shop', { as: one.users.owner });
    return code ?? String(status);
  };
  const list = async (): Promise<FlagList> =>
    (await t.call('/admin/flags', { as: support })).json as FlagList;
  const off = async (as: Bearer = p.users.reception): Promise<FlagKey[]> =>
    ((await t.call('/api/flags', { as })).json as { off: FlagKey[] }).off;

  it('a rule closes the shop of one practice, until it is ended', async () => {
    expect(await shop()).toBe('200');
    const rule = ruled();
    expect((await add(rule)).status).toBe(204);
    expect([await shop(), await shop(q)]).toEqual(['switched_off', '200']);
    expect((await t.call('/api/shop', { as: p.users.owner })).status).toBe(404);
    for (const { path, method, route: r } of t.app.table.filter((one) =>
      one.path.startsWith('/api/shop'),
    )) {
      expect([path, r.spec.flag]).toEqual([path, 'shop']);
      const target = path.replace('{id}', 'no-uuid').replace('{sku}', '!');
      // A body that fits nothing: it is not read.
      const answer = await t.call(target, {
        as: p.users.reception,
        method: method.toUpperCase(),
        ...(method !== 'get' && { json: { nonsense: true } }),
      });
      expect([path, answer.code]).toEqual([path, 'switched_off']);
    }
    expect(await off()).toEqual(['shop']);
    expect(await off(q.users.staff)).toEqual([]);
    // The vendor goes on with existing orders.
    expect((await t.call('/admin/shop/orders', { as: support })).status).toBe(200);
    expect((await end(rule.id)).status).toBe(204);
    expect((await end(rule.id)).status).toBe(204);
    expect(await shop()).toBe('200');
    const audit = (
      await t.deps.workshop.look(VENDOR_CID, VENDOR).db.find(t.deps.store.t.audit)
    ).filter(({ type }) => type.startsWith('flag.'));
    expect(audit.map(({ type, data }) => [type, data.flag, data.reason])).toEqual([
      ['flag.rule_added', 'shop', REASON],
      ['flag.rule_ended', 'shop', REASON],
    ]);
  });

  it('the comparison with other practices closes, on paper too, and the other reports stay', async () => {
    const report = async (path: string): Promise<string> => {
      const span = `von=${day()}&bis=${day()}`;
      const { status, code } = await t.call(
        `/api/${path}${path.includes('?') ? '&' : '?'}${span}`,
        {
          as: p.users.owner,
        },
      );
      return code ?? String(status);
    };
    const compared = [
      'benchmarkgroups',
      'benchmark',
      'benchmark/leistungen',
      'benchmark/behandler',
      'benchmark/zeit',
      'berichtpdf?pfad=benchmark',
    ];
    expect(await report('benchmark')).toBe('200');
    await add(ruled({ key: 'comparison' }));
    for (const path of compared) expect([path, await report(path)]).toEqual([path, 'switched_off']);
    expect([await report('benchmark/kzv'), await report('praxiskpi')]).toEqual(['200', '200']);
  });

  it('feedback goes without a picture while pictures are off', async () => {
    const send = (picture: object | null): Promise<Answer> =>
      t.call('/api/feedback', {
        as: p.users.staff,
        method: 'POST',
        json: { id: uuidv7(), rating: 'good', text: '', page: '/', picture },
      });
    expect((await send(PICTURE)).status).toBe(200);
    await add(ruled({ key: 'feedback_picture' }));
    expect((await send(PICTURE)).code).toBe('switched_off');
    expect((await send(null)).status).toBe(200);
  });

  it('signing in and renewing carry what is off', async () => {
    const login_ = async (): Promise<unknown> =>
      (
        (
          await t.call('/auth/login', {
            method: 'POST',
            json: {
              credentials: { email: p.users.staff.email, password: PASSWORD },
              longLogin: false,
            },
          })
        ).json as { off?: unknown }
      ).off;
    expect(await login_()).toEqual([]);
    await add(ruled());
    expect(await login_()).toEqual(['shop']);
  });

  it('the environment of the server and all practices; the practice comes first', async () => {
    await add(ruled({ tenant: null, environment: 'prod' }));
    expect(await shop()).toBe('200');
    await add(ruled({ tenant: null, environment: 'dev' }));
    expect([await shop(), await shop(q)]).toEqual(['switched_off', 'switched_off']);
    await add(ruled({ isOn: true }));
    expect([await shop(), await shop(q)]).toEqual(['200', 'switched_off']);
    const seen = (await t.call(`/admin/flags/practices/${p.cid}`, { as: support }))
      .json as FlagVerdicts;
    expect(seen.practiceName).toBe('Zahnarztpraxis west');
    expect(seen.items.map(({ key, isOn, by }) => [key, isOn, by])).toEqual([
      ['shop', true, 'practice'],
      ['feedback_picture', true, 'default'],
      ['comparison', true, 'default'],
    ]);
  });

  it('after the last day the default counts, and the rule stays as history', async () => {
    await add(ruled({ until: day(1) }));
    t.clock.now += DAY_MS;
    p.users.owner.token = (await login(t, p.users.owner.email)).token;
    expect(await shop()).toBe('switched_off');
    t.clock.now += DAY_MS;
    p.users.owner.token = (await login(t, p.users.owner.email)).token;
    expect(await shop()).toBe('200');
    support.token = (await login(t, 'support@molar.test')).token;
    expect((await list()).items[0]?.rules.map(({ state }) => state)).toEqual(['over']);
  });

  it('another process follows within seconds; a row that cannot be read counts for nothing', async () => {
    expect(await shop()).toBe('200');
    const { workshop } = t.deps,
      insert = (row: object): Promise<unknown> =>
        workshop.write(VENDOR_CID, VENDOR, (w) =>
          w.tx.insert(w.t.flagRule, {
            ...ruled(),
            percent: 100,
            at: w.now,
            userId: 'u',
            name: 'N',
            endedAt: null,
            endedBy: null,
            endReason: null,
            ...row,
          }),
        );
    for (const broken of [
      { key: 'unknown' },
      { environment: 'moon' },
      { percent: 400 },
      { until: 'soon' },
    ])
      await insert(broken);
    t.clock.now += 6_000;
    expect(await shop()).toBe('200');
    expect(await list()).toMatchObject({ unreadable: 4, environment: 'dev' });
    await insert({});
    t.clock.now += 6_000;
    expect(await shop()).toBe('switched_off');
  });

  it('a rule needs an end, a reason, a known practice and a step-up, and is stored once', async () => {
    const { until: _until, ...endless } = ruled();
    const fieldsOf = async (rule: object): Promise<unknown> => {
      const { status, code, json } = await add(rule);
      return [status, code, (json as { error?: { fields?: object } }).error?.fields];
    };
    expect(await fieldsOf(endless)).toEqual([400, 'validation', { until: expect.anything() }]);
    expect(await fieldsOf(ruled({ until: day(-1) }))).toEqual([
      400,
      'validation',
      { until: 'past' },
    ]);
    expect(await fieldsOf(ruled({ until: '2999-01-01' }))).toEqual([
      400,
      'validation',
      { until: 'late' },
    ]);
    expect(await fieldsOf(ruled({ reason: 'zu kurz' }))).toEqual([
      400,
      'validation',
      { reason: expect.anything() },
    ]);
    for (const share of [0, 101, 2.5])
      expect((await add(ruled({ share }))).code).toBe('validation');
    expect((await add(ruled({ share: 50 }))).code).toBe('validation');
    expect((await add({ ...ruled(), key: 'sign-in' })).code).toBe('validation');
    expect((await add(ruled({ tenant: 'elsewhere' }))).code).toBe('not_found');
    const rule = ruled();
    expect([(await add(rule)).status, (await add(rule)).status]).toEqual([204, 204]);
    expect((await add({ ...rule, isOn: true })).code).toBe('state_conflict');
    expect((await list()).items[0]?.rules).toHaveLength(1);
    for (const as of [support, p.users.owner, p.users.staff, p.users.reception])
      expect([(await add(ruled(), as)).code, (await end(rule.id, as)).code]).toEqual([
        'forbidden',
        'forbidden',
      ]);
    expect((await t.call('/admin/flags', { as: p.users.owner })).code).toBe('forbidden');
    expect((await end(uuidv7())).code).toBe('not_found');
    t.clock.now += 10 * 60_000;
    expect((await add(ruled())).code).toBe('step_up');
  });

  it('with everything off, patients, signing, sign-in, export and backup answer as before', async () => {
    const tablet = await SimTablet.register(p),
      switched = t.app.table.filter(({ route: r }) => r.spec.flag !== undefined);
    expect([...new Set(switched.map(({ route: r }) => r.spec.policy))].sort()).toEqual([
      'report.read',
      'shop.order',
    ]);
    expect(
      switched.filter(({ path }) => !/^\/api\/(shop|benchmark)/.test(path)).map(({ path }) => path),
    ).toEqual([]);
    for (const key of FLAG_KEYS) await add(ruled({ key, tenant: null }));
    expect(await off()).toEqual([...FLAG_KEYS]);
    const closed: string[] = [];
    for (const { method, path, route: r } of t.app.table) {
      if (r.spec.flag !== undefined || /\/live$|logout|\/auth\/lock$/.test(path)) continue;
      const target = path
        .replace('{r4cUuid}', p.r4cUuid)
        .replace('{patid}', '1001')
        .replace(/\{\w+\}/g, () => uuidv7());
      for (const as of [p.users.owner, tablet])
        if (
          (
            await t.call(target, {
              as,
              method: method.toUpperCase(),
              ...(method !== 'get' && { json: {} }),
            })
          ).code === 'switched_off'
        )
          closed.push(`${method} ${path}`);
    }
    expect(closed).toEqual([]);
    // Both were signed in to the end: otherwise nothing was asked.
    expect((await t.call('/auth/user', { as: p.users.owner })).status).toBe(200);
    expect(
      (await p.call('/tablet/heartbeat', { as: tablet, method: 'POST', json: {} })).status,
    ).not.toBe(401);
    expect((await login(t, p.users.staff.email)).token).not.toBe('');
  });

  it('a route of another policy cannot be declared as switchable: the server does not start', () => {
    for (const policy of ['patient.read', 'backup.write', 'session.open', 'tablet.self'] as const)
      expect(() =>
        createFrame({} as never).mount('/x', [
          route(
            {
              method: 'get',
              path: '/y',
              policy,
              summary: 'z',
              flag: 'shop',
              answerType: 'none',
            },
            () => Promise.resolve(undefined),
          ),
        ]),
      ).toThrow('may not be switched off');
  });
});
