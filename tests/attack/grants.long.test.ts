/**
 * Vendor access to practices: nothing without a grant, each kind with its own scope, ended with the
 * next call, and every step in the practice's audit chain.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GrantView } from '../../shared/vendor/grants.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, addVendor, PASSWORD, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { readFleetFacts } from '../../server/vendor/fleet/read-facts.store.ts';
import { fleetReasons } from '../../shared/vendor/fleet.ts';

describe.each(STORES)('[sec 2] grants on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    other: Practice,
    administrator: Bearer,
    support: Bearer,
    second: Bearer;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ administrator, support } = await addVendor(t));
    second = (await addVendor(t, 'zweite')).administrator;
  });
  afterAll(() => t.drop());

  /** A new bearer token from a step-up replaces the old one. */
  const stepUp = async (as: Bearer): Promise<Partial<Bearer>> => {
    const answer = await t.call('/auth/createMidSessionToken', {
      as,
      method: 'POST',
      json: { password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    const { authToken } = answer.json as { authToken?: string };
    return authToken === undefined ? {} : { token: authToken };
  };
  const post = (as: Bearer, path: string, json?: unknown) =>
    t.call(path, { as, method: 'POST', ...(json !== undefined && { json }) });
  const asked = {
    cid: '',
    kind: 'impersonation',
    reason: 'Drucker druckt nicht, Anruf von 9 Uhr',
    ticket: 'T-77',
    minutes: 30,
    mayWrite: false,
  };
  const ask = async (as: Bearer, change: object = {}): Promise<GrantView> => {
    const answer = await post(as, '/support/grants', { ...asked, cid: p.cid, ...change });
    expect([answer.status, answer.code]).toEqual([200, undefined]);
    return answer.json as GrantView;
  };
  const acting = (as: Bearer, path: string, cid = p.cid, json?: unknown) =>
    t.call(path, {
      as,
      headers: { 'molar-client-id': cid },
      ...(json !== undefined && { method: 'POST', json }),
    });
  const audits = async (cid: string, type: string) =>
    await t.deps.workshop
      .look(cid, p.system)
      .db.find(t.deps.store.t.audit, eq(t.deps.store.t.audit.type, type));
  const settings = async (as: Bearer, cid?: string) =>
    (await acting(as, '/api/settings', cid)).code ?? 'in';
  beforeEach(async () => {
    const people: [Bearer, string][] = [
      [administrator, 'administrator@molar.test'],
      [support, 'support@molar.test'],
      [second, 'administrator@zweite.test'],
      [p.users.owner, 'owner@west.test'],
      [p.users.reception, 'reception@west.test'],
      [p.users.staff, 'staff@west.test'],
      [other.users.owner, 'owner@sued.test'],
    ];
    // Tests move the clock, and a bearer token lives fifteen minutes.
    for (const [as, email] of people) {
      Object.assign(as, await again(email));
      Object.assign(as, await stepUp(as));
    }
    for (const as of [administrator, support, second])
      for (const g of ((await t.call('/support/grants', { as })).json as { items: GrantView[] })
        .items)
        await post(as, `/support/grants/${g.id}/end`);
  });

  it('[sec B15] without a grant every practice is closed, and the attempt is in the chain', async () => {
    const before = (await audits('vendor', 'access.denied')).length;
    expect([
      await settings(administrator),
      await settings(support, other.cid),
      await settings(support, 'nobody'),
    ]).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect((await audits('vendor', 'access.denied')).length).toBe(before + 3);
    expect((await t.call('/api/settings', { as: support })).code).toBe('forbidden');
  });

  it('an impersonation needs reason, ticket and step-up, reads no patient data, and notifies the owner', async () => {
    const grant = await ask(support);
    expect(grant).toMatchObject({
      state: 'active',
      kind: 'impersonation',
      praxisName: 'Zahnarztpraxis west',
      r4c: { r4cUuid: p.r4cUuid },
    });
    expect([
      await settings(support),
      await settings(support, other.cid),
      await settings(administrator),
    ]).toEqual(['in', 'forbidden', 'forbidden']);
    for (const path of [
      `${p.base}/tablet/board`,
      `${p.base}/patient/patients/1001`,
      `${p.base}/patient/search?q=Groß`,
      `${p.base}/documents/list`,
    ])
      expect((await acting(support, path)).code, path).toBe('forbidden');
    expect((await acting(support, '/api/settings/patch', p.cid, {})).code).toBe('forbidden');
    expect((await audits(p.cid, 'grant.begun')).at(-1)).toMatchObject({
      actor: expect.stringMatching(/^support:/),
      data: { grantId: grant.id, ticket: 'T-77' },
    });
    const { mail } = t.deps.store.t;
    expect(
      (await t.deps.workshop.look(p.cid, p.system).db.find(mail, eq(mail.template, 'grant'))).some(
        (m) => m.key.startsWith(`grant:${grant.id}`),
      ),
    ).toBe(true);
    // Visible to every user of the practice, and any of them may end it.
    const seen = (await t.call('/api/grants', { as: p.users.reception })).json as {
      items: GrantView[];
    };
    expect(seen.items).toMatchObject([
      { id: grant.id, name: 'Vera Hersteller-support', reason: asked.reason, r4c: null },
    ]);
    expect((await post(p.users.reception, `/api/grants/${grant.id}/end`)).status).toBe(204);
    expect(await settings(support)).toBe('forbidden');
  });

  it('write access must be requested, and a grant expires', async () => {
    await ask(administrator, { mayWrite: true, minutes: 5 });
    expect((await acting(administrator, '/api/settings/patch', p.cid, {})).code).toBe('validation');
    t.clock.now += 5 * 60_000;
    expect(await settings(administrator)).toBe('forbidden');
  });

  it.each([
    ['too long', { minutes: 61 }, 'validation'],
    ['too short a reason', { reason: 'so' }, 'validation'],
    ['no ticket', { ticket: '' }, 'validation'],
    ['an unknown practice', { cid: 'nobody' }, 'not_found'],
    ['patients at once', { patids: ['1001'] }, 'validation'],
    ['a role in the body', { role: 'owner' }, 'validation'],
  ])('%s is refused and no grant begins', async (_what, change, code) => {
    expect((await post(support, '/support/grants', { ...asked, cid: p.cid, ...change })).code).toBe(
      code,
    );
    expect(await settings(support)).toBe('forbidden');
  });

  it("break-glass needs the owner's approval, opens listed patients read-only, and requires a review", async () => {
    const grant = await ask(support, { kind: 'break_glass', patids: ['1001'] });
    expect(grant.state).toBe('asked');
    expect((await acting(support, `${p.base}/patient/patients/1001`)).code).toBe('forbidden');
    expect((await post(p.users.staff, `/api/grants/${grant.id}/approve`)).code).toBe('forbidden');
    expect((await post(other.users.owner, `/api/grants/${grant.id}/end`)).code).toBe('not_found');
    expect((await post(p.users.owner, `/api/grants/${grant.id}/approve`)).status).toBe(204);
    expect((await post(p.users.owner, `/api/grants/${grant.id}/approve`)).code).toBe(
      'state_conflict',
    );
    const see = async (path: string) => (await acting(support, p.base + path)).code ?? 'in';
    expect([
      await see('/patient/patients/1001'),
      await see('/patient/patients/1002'),
      await see('/patient/search?q=Groß'),
      await see('/documents/list?patid=1001'),
      await see('/documents/list'),
      await see('/tablet/board'),
    ]).toEqual(['in', 'not_found', 'not_found', 'in', 'not_found', 'forbidden']);
    // A refused view is recorded as a denial in the practice's chain, not as a view.
    expect(
      (await audits(p.cid, 'patient.found')).filter((row) => row.actor.startsWith('support:')),
    ).toEqual([]);
    expect(
      (await audits(p.cid, 'access.denied'))
        .filter((row) => row.actor.endsWith(`@${grant.id}`))
        .map((row) => [row.data.reason, row.data.policy]),
    ).toEqual([
      ['patient', 'patient.read'],
      ['patient', 'patient.read'],
      ['patient', 'document.read'],
      ['policy', 'board.read'],
    ]);
    expect((await audits(p.cid, 'patient.viewed')).at(-1)?.actor).toMatch(
      new RegExp(`^support:[\\w-]+@${grant.id}$`),
    );
    expect((await post(p.users.owner, `/api/grants/${grant.id}/review`)).code).toBe(
      'state_conflict',
    );
    t.clock.now += 31 * 60_000;
    Object.assign(support, await again('support@molar.test'));
    Object.assign(p.users.owner, await again('owner@west.test'));
    expect((await acting(support, `${p.base}/patient/patients/1001`)).code).toBe('forbidden');
    const due = async () =>
      (
        (await t.call('/api/grants', { as: p.users.owner })).json as { items: GrantView[] }
      ).items.find((g) => g.id === grant.id)?.isReviewDue;
    const isOverdue = async () =>
      (
        (await t.call('/api/grants', { as: p.users.owner })).json as { items: GrantView[] }
      ).items.find((g) => g.id === grant.id)?.isReviewOverdue;
    expect([await due(), await isOverdue()]).toEqual([true, false]);
    t.clock.now += 7 * 86_400_000;
    Object.assign(p.users.owner, await again('owner@west.test'));
    expect([await due(), await isOverdue()]).toEqual([true, true]);
    // All owners learn of it by mail, again each week, and the vendor sees the practice marked.
    const mails = async (): Promise<number> =>
      (
        await t.deps.workshop
          .look(p.cid, { kind: 'system', cid: p.cid })
          .db.find(t.deps.store.t.mail)
      ).filter((row) => row.template === 'grantUnreviewed').length;
    const owners = 1,
      tidy = async (): Promise<void> => {
        await t.app.tidy();
        await t.app.tidy();
        await t.runJobs();
      };
    await tidy();
    expect(await mails()).toBe(owners);
    t.clock.now += 7 * 86_400_000;
    await tidy();
    expect(await mails()).toBe(2 * owners);
    const fleet = await readFleetFacts(t.deps.store, '0', t.clock.now, () => Promise.resolve());
    expect(fleetReasons(fleet.get(p.cid)!, t.clock.now)).toContain('grantUnreviewed');
    Object.assign(p.users.owner, await again('owner@west.test'));
    // Staff without the owner's rights are not asked for it.
    const staff = await again('staff@west.test');
    expect((await t.call('/api/grants', { as: staff })).json).toMatchObject({ items: [] });
    expect((await post(p.users.owner, `/api/grants/${grant.id}/review`)).status).toBe(204);
    expect([await due(), await isOverdue()]).toEqual([false, false]);
  });

  it('a second administrator may approve with a reason, but never the requester', async () => {
    const grant = await ask(administrator, { kind: 'break_glass', patids: ['1002'] });
    expect(
      (await post(administrator, `/support/grants/${grant.id}/second`, { why: 'outage' })).code,
    ).toBe('forbidden');
    expect(
      (await post(second, `/support/grants/${grant.id}/second`, { why: 'convenience' })).code,
    ).toBe('validation');
    expect(
      (await post(second, `/support/grants/${grant.id}/second`, { why: 'patient_safety' })).status,
    ).toBe(204);
    expect((await acting(administrator, `${p.base}/patient/patients/1002`)).status).toBe(200);
    expect((await audits(p.cid, 'grant.approved')).at(-1)?.data).toMatchObject({
      grantId: grant.id,
      why: 'patient_safety',
    });
  });

  it('of two concurrent grants the later one counts; a code waits while another grant is active', async () => {
    const glass = await ask(support, { kind: 'break_glass', patids: ['1001'] });
    t.clock.now += 60_000;
    const plain = await ask(support);
    expect((await acting(support, `${p.base}/patient/patients/1001`)).code).toBe('forbidden');
    t.clock.now += 60_000;
    expect((await post(p.users.owner, `/api/grants/${glass.id}/approve`)).status).toBe(204);
    expect((await acting(support, `${p.base}/patient/patients/1001`)).status).toBe(200);
    const { code } = (await post(p.users.reception, '/api/grants/spoken')).json as { code: string };
    const redeem = () => post(support, '/support/grants/redeem', { cid: p.cid, code });
    expect((await redeem()).code).toBe('state_conflict');
    for (const { id } of [glass, plain]) await post(support, `/support/grants/${id}/end`);
    expect((await redeem()).json).toMatchObject({ kind: 'spoken', state: 'active' });
  });

  it('a spoken code shows the board without identities once for half an hour; five wrong ones void it', async () => {
    await p.post('/tablet/mappen', p.users.reception, {
      patids: ['1001'],
      items: [{ template: 'foto@1', fields: {} }],
      tabletId: null,
      language: 'de',
      textScale: 100,
    });
    let spoken = '';
    const speak = async () => {
      const answer = (await post(p.users.reception, '/api/grants/spoken')).json as {
        id: string;
        code: string;
      };
      spoken = answer.id;
      return answer.code;
    };
    // The request of reception's own screen: a used or expired code is not shown.
    const isGood = async () =>
      (
        (await t.call('/api/grants', { as: p.users.reception })).json as { codes: string[] }
      ).codes.includes(spoken);
    const wrong = (code: string) => code.replace(/\d$/, (d) => String((Number(d) + 1) % 10));
    const redeem = (code: string, cid = p.cid) =>
      post(support, '/support/grants/redeem', { cid, code });
    const dead = await speak();
    for (let i = 0; i < 5; i++) expect((await redeem(wrong(dead))).code).toBe('grant_code_wrong');
    expect((await redeem(dead)).code).toBe('grant_code_wrong');
    expect(await isGood()).toBe(false);
    const code = await speak();
    expect(await isGood()).toBe(true);
    expect((await redeem(code, other.cid)).code).toBe('grant_code_wrong');
    expect((await redeem(code.replace(' ', ''))).json).toMatchObject({
      kind: 'spoken',
      state: 'active',
      mayWrite: false,
    });
    expect(await isGood()).toBe(false);
    expect((await redeem(code)).code).toBe('state_conflict');
    expect((await post(administrator, '/support/grants/redeem', { cid: p.cid, code })).code).toBe(
      'grant_code_wrong',
    );
    const board = await acting(support, `${p.base}/tablet/board`);
    expect(board.status).toBe(200);
    expect(
      ['Groß', '1941-03-04', '1001', 'Özkan'].filter((word) => board.text.includes(word)),
    ).toEqual([]);
    expect((await acting(support, `${p.base}/patient/search?q=Groß`)).code).toBe('forbidden');
  });

  it("a second practice is created by an administrator's link and used in parallel", async () => {
    const { link } = (await post(administrator, '/admin/clients')).json as { link: string };
    const made = await t.call('/auth/createfirstuser', {
      method: 'POST',
      json: {
        token: link.split('/').at(-1),
        firstName: 'Nora',
        lastname: 'Neu',
        password: PASSWORD,
        email: 'nora@neu.test',
        praxisName: 'Praxis Neu',
      },
    });
    expect(made.status).toBe(200);
    const nora = made.json as { authToken: string; user: { cid: string } };
    const rows = (
      (await t.call('/support/clients', { as: administrator })).json as {
        items: { cid: string; name: string }[];
      }
    ).items;
    expect(rows.find((c) => c.cid === nora.user.cid)?.name).toBe('Praxis Neu');
    expect((await t.call('/auth/user', { as: { token: nora.authToken } })).json).toMatchObject({
      cid: nora.user.cid,
      role: 'owner',
    });
    // Its owner must accept the terms separately, whatever the first practice accepted.
    expect((await t.call('/api/settings', { as: { token: nora.authToken } })).code).toBe(
      'terms_open',
    );
    expect((await post(support, '/admin/clients')).code).toBe('forbidden');
  });

  const again = async (email: string): Promise<Bearer> => {
    const answer = await t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email, password: PASSWORD }, longLogin: false },
    });
    expect(answer.status).toBe(200);
    return { token: (answer.json as { authToken: string }).authToken };
  };
});
