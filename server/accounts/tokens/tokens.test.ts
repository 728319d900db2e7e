/**
 * Tests of tokens of programs: shown once, stored as hashes, rights limited by the table, invalid
 * at once when ended.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '../../../shared/accounts/token-scopes.ts';
import type { TokenItem } from '../../../shared/accounts/tokens.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import {
  addPractice,
  login as signIn,
  PASSWORD,
  stepUp as confirm,
  type Practice,
} from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { createUser } from '../users/create-user.ts';

describe.each(STORES)('tokens of programs (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const owner = () => p.users.owner;
  const stepUp = async () => {
    const { authToken } = (
      await t.call('/auth/createMidSessionToken', {
        as: owner(),
        method: 'POST',
        json: { password: PASSWORD },
      })
    ).json as { authToken?: string };
    if (authToken !== undefined) owner().token = authToken;
  };
  const make = (
    change: { kind?: string; id?: string; days?: number; scopes?: readonly string[] } = {},
  ) =>
    t.call('/auth/token', {
      as: owner(),
      method: 'POST',
      json: {
        id: crypto.randomUUID(),
        kind: 'api',
        name: 'Auswertung',
        days: 30,
        ...((change.kind ?? 'api') === 'api' && { scopes: TOKEN_SCOPES }),
        ...change,
      },
    });
  const made = async (change: Parameters<typeof make>[0] = {}) =>
    (await make(change)).json as { item: TokenItem; token: string };

  it('[sec 2] an owner creates it after a step-up, and its value is stored nowhere', async () => {
    expect((await make()).code).toBe('step_up');
    expect(
      (await t.call('/auth/token', { as: p.users.staff, method: 'POST', json: {} })).code,
    ).toBe('forbidden');
    await stepUp();
    const { item, token } = await made({ kind: 'r4c' });
    expect(token).toMatch(/^r4c_[\w-]{43}$/);
    expect(item.tail).toBe(token.slice(-4));
    const list = await t.call('/auth/tokens', { as: owner() });
    expect(list.text).not.toContain(token);
    expect((await t.call('/auth/secret', { as: owner() })).json).toEqual({
      items: [{ kind: 'r4c', id: item.id, lastUsedAt: null }],
    });
    const { apiToken } = t.deps.store.t;
    expect(JSON.stringify(await t.deps.store.read.select().from(apiToken))).not.toContain(token);
    expect(t.lines.join('\n')).not.toContain(token);
  });

  it('repeating the creation before the first use returns a valid value; afterwards it is a conflict', async () => {
    const id = crypto.randomUUID();
    const first = await made({ id }),
      second = await made({ id });
    expect((await t.call('/api/settings', { as: first })).code).toBe('unauthenticated');
    expect((await t.call('/api/settings', { as: second })).status).toBe(200);
    expect((await make({ id })).code).toBe('conflict');
  });

  it("[sec 2] kind api reads with its creator's rights and writes nothing; others follow the table", async () => {
    const api = await made(),
      r4c = await made({ kind: 'r4c' }),
      collector = await made({ kind: 'collector' });
    const code = async (as: { token: string }, path: string, json?: object) =>
      (await t.call(path, { as, ...(json && { method: 'POST', json }) })).code ?? 'in';
    const patient = `${p.base}/patient/patients/1001`;
    expect([
      await code(api, patient),
      await code(api, '/auth/tokens'),
      await code(api, '/auth/user'),
      await code(api, '/api/settings/patch', {}),
      await code(api, '/auth/token', {}),
    ]).toEqual(['in', 'in', 'forbidden', 'forbidden', 'forbidden']);
    expect([
      await code(r4c, patient),
      await code(r4c, '/api/settings'),
      await code(r4c, '/auth/tokens'),
      await code(r4c, `${other.base}/patient/patients/1001`),
    ]).toEqual(['in', 'in', 'forbidden', 'not_found']);
    expect([await code(collector, patient), await code(collector, '/api/settings')]).toEqual([
      'forbidden',
      'forbidden',
    ]);
    const rows = await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit);
    expect(rows.filter((r) => r.type === 'patient.viewed').map((r) => r.actor)).toEqual([
      `api:${api.item.id}`,
      `r4c:${r4c.item.id}`,
    ]);
  });

  it('a program reads within its scopes only; one from before scopes existed keeps what it had', async () => {
    const { apiToken } = t.deps.store.t;
    const asked = {
      settings: '/api/settings',
      patient: `${p.base}/patient/patients/1001`,
      answers: `${p.base}/anamnese/responses`,
      papers: `${p.base}/documents/list`,
      figures: '/api/heute/lage',
      status: '/ui/status',
    };
    const opens = async (as: { token: string }): Promise<string[]> => {
      const open: string[] = [];
      for (const [name, path] of Object.entries(asked))
        if ((await t.call(path, { as })).status !== 403) open.push(name);
      return open;
    };
    expect(await opens(await made({ scopes: ['practice'] }))).toEqual(['settings', 'status']);
    expect(await opens(await made({ scopes: ['patients'] }))).toEqual(['patient', 'status']);
    expect(await opens(await made({ scopes: ['answers'] }))).toEqual(['answers', 'status']);
    expect(await opens(await made({ scopes: ['papers'] }))).toEqual(['papers', 'status']);
    expect(await opens(await made({ scopes: ['figures'] }))).toEqual(['figures', 'status']);
    const old = await made();
    await t.deps.store.write(async (tx) => {
      await tx.update(apiToken).set({ scopes: null }).where(eq(apiToken.id, old.item.id));
    });
    expect(await opens(old)).toEqual(Object.keys(asked));
  });

  it('a program needs a scope, the other kinds have none, and a repeated creation changes none', async () => {
    const id = crypto.randomUUID();
    expect((await make({ scopes: [] })).code).toBe('validation');
    expect((await make({ scopes: ['everything'] })).code).toBe('validation');
    expect((await make({ kind: 'collector', scopes: ['patients'] })).code).toBe('validation');
    expect((await made({ kind: 'collector' })).item.scopes).toBeNull();
    expect((await made({ id, scopes: ['papers', 'patients', 'papers'] })).item.scopes).toEqual([
      'patients',
      'papers',
    ]);
    expect((await make({ id, scopes: ['patients', 'answers'] })).code).toBe('conflict');
  });

  it('records its use once a minute; ended, expired or without its creator it is rejected', async () => {
    const used = async (id: string) =>
      ((await t.call('/auth/tokens', { as: owner() })).json as { items: TokenItem[] }).items.find(
        (i) => i.id === id,
      )?.lastUsedAt;
    const a = await made(),
      at = t.clock.now;
    const ask = async (as: { token: string }) => (await t.call('/api/settings', { as })).status;
    expect([await ask(a), await used(a.item.id)]).toEqual([200, at]);
    t.clock.now += 30_000;
    expect([await ask(a), await used(a.item.id)]).toEqual([200, at]);
    t.clock.now += 31_000;
    expect([await ask(a), await used(a.item.id)]).toEqual([200, at + 61_000]);
    for (let i = 0; i < 2; i++)
      expect(
        (await t.call(`/auth/token/${a.item.id}`, { as: owner(), method: 'DELETE' })).status,
      ).toBe(204);
    expect(await ask(a)).toBe(401);
    const short = await made({ days: 1 });
    t.clock.now += 86_400_000;
    expect(await ask(short)).toBe(401);
  });

  it('[sec 5] disabling its creator ends it permanently; tokens that serve the practice pause meanwhile', async () => {
    const second = await t.deps.workshop.write(other.cid, other.system, async (w) =>
      createUser(w, {
        email: 'zweite@sued.test',
        firstName: 'Z',
        lastname: 'W',
        role: 'owner',
        behandler: false,
        passwordHash: await t.deps.passwords.hash(PASSWORD),
      }),
    );
    const maker = await signIn(t, 'zweite@sued.test'),
      owner2 = await signIn(t, 'owner@sued.test');
    for (const as of [maker, owner2]) await confirm(t, as);
    const token = async (kind: string) => ({
      token: (
        (
          await t.call('/auth/token', {
            as: maker,
            method: 'POST',
            json: {
              id: crypto.randomUUID(),
              kind,
              name: 'Auswertung',
              days: null,
              ...(kind === 'api' && { scopes: ['practice'] }),
            },
          })
        ).json as { token: string }
      ).token,
    });
    const api = await token('api'),
      r4c = await token('r4c');
    const ask = async (as: { token: string }) => (await t.call('/api/settings', { as })).status,
      act = async (action: string) =>
        (
          await t.call('/auth/user', {
            as: owner2,
            method: 'POST',
            json: { action, id: second.id },
          })
        ).status;
    expect([await ask(api), await ask(r4c)]).toEqual([200, 200]);
    expect([await act('disable'), await ask(api), await ask(r4c)]).toEqual([200, 401, 401]);
    expect([await act('enable'), await ask(api), await ask(r4c)]).toEqual([200, 401, 200]);
    const rows = await t.deps.workshop
      .look(other.cid, other.system)
      .db.find(t.deps.store.t.apiToken);
    expect(new Map(rows.map((r) => [r.kind, r.endedAt]))).toEqual(
      new Map([
        ['api', t.clock.now],
        ['r4c', null],
      ]),
    );
  });
});
