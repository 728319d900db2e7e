/**
 * Every route with every principal: responses match the one permission table, which is repeated
 * here.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpenToDesigners, POLICIES, type PolicyName } from '../../server/platform/http/policy.ts';
import type { Principal } from '../../shared/base/roles.ts';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import {
  addDesigner,
  addPractice,
  addVendor,
  login,
  stepUp,
  type Practice,
} from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { sendMappe } from '../support/mappe.ts';
import { offerOf, SimTablet } from '../support/sim-tablet.ts';
import { snapshot } from '../support/snapshot.ts';

/** Copy of the permission table; a change of the server's table must be intended. */
const EXPECTED: Record<PolicyName, string> = {
  'onboarding.read': 'owner',
  'vendor.onboarding': 'administrator support',
  'vendor.figures': 'administrator',
  'payment.read': 'owner',
  'licence.read': 'owner',
  'licence.write': 'owner',
  'vendor.licences': 'administrator',
  'vendor.contracts': 'administrator',
  'vendor.requests': 'administrator',
  'vendor.invoices': 'administrator',
  'shop.order': 'owner reception staff',
  'vendor.shop': 'administrator support',
  'vendor.vouchers': 'administrator',
  'payment.write': 'owner',
  'payment.events': 'administrator anonymous guest owner reception staff support tablet',
  'payment.link': 'administrator anonymous guest owner reception staff support tablet',
  'lage.read': 'owner reception staff',
  public: 'administrator anonymous guest owner reception staff support tablet',
  'handwriting.open': 'owner',
  'docs.read': 'administrator anonymous guest owner reception staff support tablet',
  'metrics.read': 'administrator anonymous guest owner reception staff support tablet',
  'session.open': 'administrator anonymous guest owner reception staff support tablet',
  'account.own': 'administrator owner reception staff support',
  'tablet.register': 'anonymous tablet',
  'tablet.self': 'guest tablet',
  'tablet.house': 'tablet',
  'takeover.accept': 'anonymous guest tablet',
  'takeover.guest': 'guest',
  'tablet.code': 'owner reception staff',
  'tablet.manage': 'owner reception staff',
  'tablet.revoke': 'owner reception',
  'board.read': 'owner reception staff',
  'board.work': 'owner reception staff',
  'parked.open': 'owner reception staff',
  'mappe.write': 'owner reception staff',
  'task.talk': 'owner reception staff',
  'patient.read': 'owner r4c reception staff',
  'patient.write': 'owner reception staff',
  'room.write': 'owner reception staff',
  'answers.read': 'owner r4c staff',
  'answers.state': 'owner r4c reception staff',
  'answers.write': 'owner staff',
  'home.fill': 'administrator anonymous guest owner reception staff support tablet',
  'home.link': 'owner reception staff',
  'share.open': 'administrator anonymous guest owner reception staff support tablet',
  'share.work': 'owner reception staff',
  'sms.write': 'owner',
  'unmatched.work': 'owner reception staff',
  'form.read': 'owner',
  'form.write': 'owner',
  'draft.open': 'owner',
  'consent.read': 'owner reception staff',
  'consent.write': 'owner reception staff',
  'factoring.write': 'owner',
  'document.read': 'owner r4c reception staff',
  'document.upload': 'owner reception staff',
  'bucket.read': 'owner',
  'retention.read': 'owner',
  'retention.write': 'owner',
  'document.blob': 'guest tablet',
  'seal.retire': 'owner',
  'document.check': 'owner reception staff',
  'terms.read': 'owner reception staff',
  'terms.accept': 'owner',
  'token.manage': 'owner',
  'audit.read': 'administrator owner',
  'audit.verify': 'owner',
  'audit.own': 'owner',
  'backup.read': 'owner reception staff',
  'backup.write': 'owner',
  'image.write': 'owner reception staff',
  'image.read': 'guest owner reception staff tablet',
  'delivery.read': 'collector owner',
  'delivery.write': 'collector owner',
  'delivery.import': 'owner',
  'delivery.undo': 'owner',
  'worklist.read': 'owner reception staff',
  'worklist.write': 'owner reception staff',
  'settings.read': 'owner r4c reception staff',
  'settings.write': 'owner',
  'mail.unsubscribe': 'administrator anonymous guest owner reception staff support tablet',
  'mail.events': 'administrator anonymous guest owner reception staff support tablet',
  'mail.outbox': 'owner',
  'user.read': 'administrator owner reception staff support',
  'user.write': 'administrator owner',
  'transfer.read': 'owner reception staff',
  'transfer.work': 'owner reception staff',
  'transfer.write': 'owner',
  'proposal.read': 'owner staff',
  'proposal.work': 'owner staff',
  'proposal.rulebook': 'owner staff',
  'proposal.rules': 'owner',
  'static.read': 'owner reception staff',
  'static.write': 'owner',
  'report.read': 'owner',
  'report.write': 'owner',
  'report.patients': 'owner staff',
  'report.day': 'owner reception staff',
  'grant.see': 'owner reception staff',
  'grant.speak': 'owner reception staff',
  'ticket.ask': 'owner reception staff',
  'compliance.read': 'owner staff',
  'compliance.write': 'owner',
  'grant.answer': 'owner',
  'vendor.read': 'administrator support',
  'vendor.grant': 'administrator support',
  'vendor.second': 'administrator',
  'vendor.tickets': 'administrator support',
  'vendor.clients': 'administrator',
  'flags.own': 'owner reception staff',
  'vendor.flags': 'administrator support',
  'vendor.switch': 'administrator',
};

let t: TestApp, p: Practice;
const who = new Map<string, Bearer | undefined>();
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord');
  const tablet = await SimTablet.register(p),
    revoked = await SimTablet.register(p, 'Tablet 2');
  const { owner } = p.users;
  const {
      taskIds: [taskId = ''],
    } = await sendMappe(p, { tabletId: tablet.id }),
    guest = await SimTablet.takeOver(p, await offerOf(tablet, taskId));
  await stepUp(t, owner);
  expect((await p.post(`/tablet/tablets/${revoked.id}/revoke`, owner)).status).toBe(204);
  const disabled = await login(t, 'staff@nord.test');
  const { session, user } = t.deps.store.t;
  const people = await addPractice(t, 'weg');
  await t.deps.store.write(async (db) => {
    await db.update(user).set({ disabledAt: t.clock.now }).where(eq(user.cid, people.cid));
  });
  const designer = await addDesigner(p);
  await t.deps.store.write(async (db) => {
    await db.update(session).set({ stepUpUntil: null });
  });
  const vendor = await addVendor(t);
  await t.deps.store.write(async (db) => {
    await db.update(session).set({ stepUpUntil: null });
  });
  who
    .set('anonymous', undefined)
    .set('administrator', vendor.administrator)
    .set('support', vendor.support)
    .set('owner', owner)
    .set('staff', p.users.staff)
    .set('reception', p.users.reception)
    .set('tablet', tablet)
    .set('guest', guest)
    .set('revoked tablet', revoked)
    .set('disabled user', people.users.owner)
    .set('designer', designer)
    .set('stranger', { token: 'ses_000000000000000000000000000000000000' })
    .set('ended', disabled);
  await t.call('/auth/logout', { as: disabled, method: 'POST' });
});
afterAll(() => t.drop());

const ask = (method: string, path: string, as: Bearer | undefined): Promise<Answer> => {
  const target = path
    .replace('{r4cUuid}', p.r4cUuid)
    .replace('{patid}', '1001')
    .replace('{sha256}', 'a'.repeat(64))
    .replace(/\{\w+\}/g, () => t.deps.newId());
  return t.call(target, {
    ...(as && { as }),
    method: method.toUpperCase(),
    ...(method !== 'get' && { json: {} }),
  });
};

/** A designer is a reception user with one additional right. */
const mayUse = (policy: PolicyName, name: string): boolean =>
  POLICIES[policy].who.includes((name === 'designer' ? 'reception' : name) as never) ||
  (name === 'designer' && isOpenToDesigners(policy));

describe('permissions', () => {
  it('the table matches the agreed copy', () => {
    expect(
      Object.fromEntries(
        Object.entries(POLICIES).map(([name, { who: may }]) => [name, [...may].sort().join(' ')]),
      ),
    ).toEqual(EXPECTED);
    expect((Object.keys(POLICIES) as PolicyName[]).filter(isOpenToDesigners)).toEqual([
      'form.read',
      'form.write',
      'draft.open',
      'proposal.rulebook',
      'proposal.rules',
    ]);
  });

  it('[sec G1] every route answers every principal by its policy, and a denial changes nothing', async () => {
    const wrong: string[] = [];
    const all = t.app.table
      .filter(({ path }) => path !== '/auth/logout' && path !== '/auth/lock')
      .flatMap((row) =>
        [...who].map(([name, as]) => {
          const isDead = ['revoked tablet', 'disabled user', 'stranger', 'ended'].includes(name),
            { policy } = row.route.spec;
          // An expired token is refused, except where the call carries its own secret.
          return {
            ...row,
            name,
            as,
            isDead,
            may: isDead
              ? policy === 'session.open' || policy === 'share.open'
              : mayUse(policy, name),
          };
        }),
      );
    expect(all.length).toBeGreaterThan(400);
    const before = await snapshot(t);
    for (const { method, path, name, as, isDead } of all.filter((one) => !one.may)) {
      const { status, code } = await ask(method, path, as);
      const denied = isDead || name === 'anonymous' ? '401 unauthenticated' : '403 forbidden';
      if (`${status} ${code}` !== denied)
        wrong.push(`${method} ${path} as ${name}: ${status} ${code}, expected ${denied}`);
    }
    expect(await snapshot(t)).toEqual(before);
    // A phone that signs out has no token afterwards: tested last.
    const mayAsk = all.filter((one) => one.may),
      ends = (one: { path: string }): boolean => one.path.endsWith('/takeover/end');
    for (const { method, path, route, name, as } of [
      ...mayAsk.filter((one) => !ends(one)),
      ...mayAsk.filter(ends),
    ]) {
      const { status, code = '' } = await ask(method, path, as);
      // Refusals by the calls themselves after the policy allowed them.
      const own =
        path === '/auth/refreshToken'
          ? 'unauthenticated'
          : route.spec.stepUp === true
            ? 'step_up'
            : path.endsWith('/talk') && name !== 'owner'
              ? 'forbidden'
              : undefined;
      const isRight =
        own !== undefined
          ? code === own
          : status < 500 &&
            !['unauthenticated', 'forbidden', 'xsrf', 'tablet_revoked', 'step_up'].includes(code);
      if (!isRight)
        wrong.push(
          `${method} ${path} as ${name}: ${status} ${code}, expected ${own ?? 'to be let in'}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it('role changes, disabling and session end take effect with the next call', async () => {
    const people = await addPractice(t, 'ost');
    const { user } = t.deps.store.t;
    const patch = () =>
      t.call('/api/settings/patch', { as: people.users.owner, method: 'POST', json: {} });
    expect((await patch()).code).toBe('validation');
    await t.deps.store.write(async (db) => {
      await db
        .update(user)
        .set({ role: 'reception' })
        .where(eq(user.id, people.users.owner.userId));
    });
    expect((await patch()).code).toBe('forbidden');
    await t.deps.store.write(async (db) => {
      await db
        .update(user)
        .set({ disabledAt: t.clock.now })
        .where(eq(user.id, people.users.owner.userId));
    });
    expect((await patch()).code).toBe('unauthenticated');
    expect((await t.call('/auth/user', { as: people.users.staff })).status).toBe(200);
    expect((await t.call('/auth/logout', { as: people.users.staff, method: 'POST' })).status).toBe(
      204,
    );
    expect((await t.call('/auth/user', { as: people.users.staff })).code).toBe('unauthenticated');
  });

  it('the owner grants and revokes design rights with effect on the next call; no self-granting', async () => {
    const people = await addPractice(t, 'west'),
      { owner, staff } = people.users,
      forms = async () => (await people.call('/anamnese/forms', { as: staff })).status;
    const change = (as: Bearer, mayDesign: boolean) =>
      t.call('/auth/user', {
        as,
        method: 'POST',
        json: { action: 'change', id: staff.userId, mayDesign },
      });
    expect([await forms(), (await change(staff, true)).code]).toEqual([403, 'forbidden']);
    await stepUp(t, owner);
    expect((await change(owner, true)).status).toBe(200);
    expect([
      await forms(),
      (await t.call('/api/settings/patch', { as: staff, method: 'POST', json: {} })).code,
    ]).toEqual([200, 'forbidden']);
    expect((await change(owner, false)).status).toBe(200);
    expect(await forms()).toBe(403);
    const { audit } = t.deps.store.t,
      rows = await t.deps.workshop
        .look(people.cid, people.system)
        .db.find(audit, eq(audit.type, 'auth.user.changed'));
    expect(rows.map((row) => [row.data.userId, row.data.mayDesign])).toEqual([
      [staff.userId, true],
      [staff.userId, false],
    ]);
  });

  it('[sec B15] a foreign client id is refused and audited, and the practice stays the same', async () => {
    const other = await addPractice(t, 'fremd');
    const { audit } = t.deps.store.t;
    const denials = async () =>
      (await t.deps.workshop.look(p.cid, p.system).db.find(audit, eq(audit.type, 'access.denied')))
        .length;
    const before = await denials();
    const answer = await p.call('/tablet/board', {
      as: p.users.staff,
      headers: { 'molar-client-id': other.cid },
    });
    expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
    expect(await denials()).toBe(before + 1);
    expect(
      (await t.call('/auth/user', { as: p.users.staff, headers: { 'molar-client-id': p.cid } }))
        .json,
    ).toMatchObject({ cid: p.cid });
  });

  it('a revoked tablet has no token and gets the reason when it requests one', async () => {
    const tablet = await SimTablet.register(p, 'Tablet 3');
    expect((await tablet.call('/tablet/sync/v1/pull')).status).toBe(200);
    await stepUp(t, p.users.owner);
    expect((await p.post(`/tablet/tablets/${tablet.id}/revoke`, p.users.owner)).status).toBe(204);
    expect((await tablet.call('/tablet/sync/v1/pull')).code).toBe('unauthenticated');
    const refused = await tablet.renew();
    expect([refused.status, refused.code]).toEqual([401, 'tablet_revoked']);
  });

  it('an unknown principal may do nothing', () => {
    const all = Object.values(POLICIES).flatMap((policy) => policy.who as readonly Principal[]);
    expect(new Set(all)).toEqual(
      new Set([
        'administrator',
        'support',
        'anonymous',
        'owner',
        'staff',
        'reception',
        'r4c',
        'collector',
        'tablet',
        'guest',
      ]),
    );
  });
});
