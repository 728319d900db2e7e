/**
 * Hand-overs: a signed token opens one account once, within a minute, on the right side; no other
 * token does.
 */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handoverKeysOf } from '../../server/accounts/handover/handover.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, addVendor, PASSWORD, type Practice } from '../support/practice.ts';

describe('[sec B21] hand-overs', () => {
  let t: TestApp, p: Practice, other: Practice, administrator: Bearer;
  beforeAll(async () => {
    t = await createTestApp('sqlite');
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ administrator } = await addVendor(t));
    for (const as of [administrator, p.users.owner, other.users.owner]) {
      const { json } = await t.call('/auth/createMidSessionToken', {
        as,
        method: 'POST',
        json: { password: PASSWORD },
      });
      Object.assign(as, { token: (json as { authToken?: string }).authToken ?? as.token });
    }
  });
  afterAll(() => t.drop());

  const make = async (as: Bearer) =>
    (await t.call('/auth/handover', { as, method: 'POST' })).json as {
      jwt: string;
      use: string;
      expiresAt: number;
    };
  const enter = (jwt: string, cid = p.cid) =>
    t.call('/auth/userfromtoken', { method: 'POST', json: { jwt, cid } });
  const enterAdmin = (jwt: string) => t.call('/auth/adminlogin', { method: 'POST', json: { jwt } });
  const keys = () => handoverKeysOf(t.deps.rootKey);
  const claims = (): JWTPayload => ({
    cid: p.cid,
    sub: p.users.owner.userId,
    jti: t.deps.newId(),
    iss: 'molar',
    aud: 'userfromtoken',
    iat: Math.floor(t.clock.now / 1000),
    nbf: Math.floor(t.clock.now / 1000),
    exp: Math.floor(t.clock.now / 1000) + 60,
  });
  const sign = (payload: JWTPayload, header: object = {}, key = keys().privateKey) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'molar-handover+jwt', kid: 'handover-1', ...header })
      .sign(key);
  const part = (o: object) => Buffer.from(JSON.stringify(o)).toString('base64url');

  it('needs a step-up, opens the own account once, and names the user', async () => {
    expect((await t.call('/auth/handover', { as: p.users.staff, method: 'POST' })).code).toBe(
      'step_up',
    );
    const { jwt, use } = await make(p.users.owner);
    expect(use).toBe('userfromtoken');
    expect((await enter(jwt, other.cid)).code).toBe('unauthenticated');
    const answer = await enter(jwt);
    expect([answer.status, (answer.json as { user: { id: string } }).user.id]).toEqual([
      200,
      p.users.owner.userId,
    ]);
    expect((await enter(jwt)).code).toBe('unauthenticated');
  });

  it('twenty concurrent uses count as one', async () => {
    const { jwt } = await make(p.users.owner);
    const all = await Promise.all(Array.from({ length: 20 }, () => enter(jwt)));
    expect(all.filter((a) => a.status === 200)).toHaveLength(1);
  });

  it('vendor users and practice users have separate entrances', async () => {
    const [mine, theirs] = [await make(administrator), await make(p.users.owner)];
    expect([
      mine.use,
      (await enter(mine.jwt, 'vendor')).code,
      (await enterAdmin(theirs.jwt)).code,
    ]).toEqual(['adminlogin', 'unauthenticated', 'unauthenticated']);
    expect((await enterAdmin(mine.jwt)).json).toMatchObject({ user: { role: 'administrator' } });
  });

  it('expires after a minute, and is void for a user disabled meanwhile', async () => {
    const late = await make(p.users.owner);
    t.clock.now += 61_000;
    expect((await enter(late.jwt)).code).toBe('unauthenticated');
    const { jwt } = await make(other.users.owner);
    const { user } = t.deps.store.t;
    await t.deps.workshop.write(other.cid, other.system, (w) =>
      w.tx.update(user, { disabledAt: w.now }, isNull(user.disabledAt)),
    );
    expect((await enter(jwt, other.cid)).code).toBe('unauthenticated');
  });

  it('rejects a token that was never issued, even with our own signature', async () => {
    expect((await enter(await sign(claims()))).code).toBe('unauthenticated');
  });

  it.each<[string, () => Promise<string>]>([
    [
      'alg none',
      async () =>
        `${part({ alg: 'none', typ: 'molar-handover+jwt', kid: 'handover-1' })}.${part(claims())}.`,
    ],
    [
      'HS256 with the public key',
      async () => {
        const head = `${part({ alg: 'HS256', typ: 'molar-handover+jwt', kid: 'handover-1' })}.${part(claims())}`;
        return `${head}.${createHmac(
          'sha256',
          keys().publicKey.export({ type: 'spki', format: 'der' }),
        )
          .update(head)
          .digest('base64url')}`;
      },
    ],
    ['another key', () => sign(claims(), {}, generateKeyPairSync('ed25519').privateKey)],
    [
      'a key in the header',
      () => {
        const pair = generateKeyPairSync('ed25519');
        return sign(claims(), { jwk: pair.publicKey.export({ format: 'jwk' }) }, pair.privateKey);
      },
    ],
    ['another kid', () => sign(claims(), { kid: '../../etc/passwd' })],
    ['another type', () => sign(claims(), { typ: 'JWT' })],
    ['expired', () => sign({ ...claims(), exp: Math.floor(t.clock.now / 1000) - 1 })],
    ['not yet valid', () => sign({ ...claims(), nbf: Math.floor(t.clock.now / 1000) + 3600 })],
    ['another audience', () => sign({ ...claims(), aud: 'adminlogin' })],
    ['another issuer', () => sign({ ...claims(), iss: 'elsewhere' })],
    [
      'a life of a year',
      () =>
        sign({
          ...claims(),
          iat: Math.floor(t.clock.now / 1000) - 31_536_000,
          exp: Math.floor(t.clock.now / 1000) + 31_536_000,
        }),
    ],
    [
      'without a number',
      () => {
        const { jti: _jti, ...rest } = claims();
        return sign(rest);
      },
    ],
  ])('%s is refused like any other wrong token', async (_what, jwt) => {
    const { json: wrong } = await enter('a'.repeat(20) + '.b.c');
    const answer = await enter(await jwt());
    expect([
      answer.status,
      answer.code,
      (answer.json as { error: { message: string } }).error.message,
    ]).toEqual([401, 'unauthenticated', (wrong as { error: { message: string } }).error.message]);
  });
});
