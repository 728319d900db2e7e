// Tests of signing in over HTTP: cookies, XSRF, https, strict bodies, and secrets that no response
// reveals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS, HOST_PREFIX, XSRF } from '../../../shared/base/headers.ts';
import { factorDeps } from '../../../tests/support/factor-deps.ts';
import { openTestStore } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Store } from '../../platform/db/store.ts';
import { createFrame, type Frame } from '../../platform/http/frame.ts';
import { createLog } from '../../platform/http/log.ts';
import { patientRoutes } from '../../desk/patient/routes.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { createPractice } from '../settings/create-practice.ts';
import { ensureInstallation } from '../settings/ensure-installation.ts';
import { settingsRoutes } from '../settings/routes.ts';
import { findR4c } from '../settings/store.ts';
import { createAttempts } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createUser } from '../users/create-user.ts';
import { createPasswords } from './passwords.ts';
import { resolveActor } from '../sessions/resolve-actor.ts';
import { authRoutes } from './routes.ts';

const PASSWORD = 'rumpel kachel nebel';
const LOCAL = 'http://localhost:4000',
  PUBLIC = 'https://molar.praxis.example';

describe('routes below /auth', () => {
  let store: Store,
    drop: () => Promise<void>,
    bench: TestBench,
    frame: Frame,
    r4cUuid = '';
  const lines: string[] = [];

  /** One call; `cookies` also contains the double-submit token by default. */
  const call = async (
    path: string,
    o: {
      method?: string;
      json?: unknown;
      body?: string;
      token?: string;
      cookies?: Record<string, string>;
      origin?: string;
      headers?: Record<string, string>;
      from?: string;
      isEncrypted?: boolean;
    } = {},
  ) => {
    const origin = o.origin ?? LOCAL,
      method = o.method ?? (o.json === undefined && o.body === undefined ? 'GET' : 'POST');
    const cookies = {
      [XSRF.cookie]: 'x-token',
      [`${HOST_PREFIX}${XSRF.cookie}`]: 'x-token',
      ...o.cookies,
    };
    const body = o.body ?? (o.json === undefined ? undefined : JSON.stringify(o.json));
    const request = new Request(origin + path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        host: new URL(origin).host,
        cookie: Object.entries(cookies)
          .map(([k, v]) => `${k}=${v}`)
          .join('; '),
        [XSRF.header]: 'x-token',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(o.token !== undefined && { authorization: `Bearer ${o.token}` }),
        ...o.headers,
      },
    });
    const response = await frame.app.fetch(request, {
      incoming: {
        socket: { remoteAddress: o.from ?? '127.0.0.1', encrypted: o.isEncrypted ?? false },
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as Record<string, never> & {
        error?: { code: string; fields?: Record<string, string> };
        authToken: string;
      },
      cookies: response.headers.getSetCookie(),
      headers: response.headers,
    };
  };
  const login = (over: object = {}, options: Parameters<typeof call>[1] = {}) =>
    call('/auth/login', {
      json: {
        credentials: { email: 'owner@praxis.example', password: PASSWORD },
        longLogin: false,
        ...over,
      },
      ...options,
    });
  const valueOf = (cookie: string | undefined): string =>
    cookie?.split(';')[0]?.split('=').slice(1).join('=') ?? '';

  beforeAll(async () => {
    ({ store, drop } = await openTestStore('sqlite'));
    bench = createTestBench(store);
    await ensureInstallation(store, { now: bench.now, newEpoch: bench.newId });
    const passwords = createPasswords(),
      attempts = createAttempts(store);
    const deps: AuthDeps = {
      store,
      workshop: bench.workshop,
      passwords,
      attempts,
      now: bench.now,
      newId: bench.newId,
      createPractice: async (w, i) => {
        await createPractice(w, i);
      },
      later: (work) => {
        void work();
      },
      mail: async () => undefined,
      ...factorDeps,
    };
    frame = createFrame({
      workshop: bench.workshop,
      now: bench.now,
      newId: bench.newId,
      publicUrl: PUBLIC,
      log: createLog({
        level: 'info',
        write: (line) => {
          lines.push(line);
        },
      }),
      resolveActor: (token, ip) => resolveActor({ store, now: bench.now }, token, ip),
      grantOf: () => Promise.resolve(undefined),
      r4cOf: (uuid) => findR4c(store, uuid),
    });
    frame.mount('/auth', authRoutes(deps));
    frame.mount(
      '/api',
      settingsRoutes({
        passwords,
        attempts,
        changed: async () => undefined,
        pictures: { reencode: async () => ({ refused: 'unsupported_media' }) },
      }),
    );
    frame.mount(
      '/r4c/{r4cUuid}/patient',
      patientRoutes(
        { note: async () => undefined },
        { lossyName: async () => undefined, changesTaken: async () => undefined },
      ),
    );
    const passwordHash = await passwords.hash(PASSWORD);
    await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, async (w) => {
      ({ r4cUuid } = await createPractice(w, { name: 'Praxis Eins' }));
      await createUser(w, {
        email: 'owner@praxis.example',
        firstName: 'Özlem',
        lastname: 'Müller',
        role: 'owner',
        behandler: true,
        passwordHash,
      });
      await createUser(w, {
        email: 'empfang@praxis.example',
        firstName: 'Fatma',
        lastname: 'Kaya',
        role: 'reception',
        behandler: false,
        passwordHash,
      });
      await addPatients(w, 'hand', [
        {
          patid: '7',
          title: '',
          firstName: 'Hans',
          lastName: 'Canary',
          geburtsdatum: '1941-06-02',
          street: '',
          plz: '',
          city: '',
        },
      ]);
    });
    await bench.workshop.write('c2', { kind: 'system', cid: 'c2' }, (w) =>
      createPractice(w, { name: 'Praxis Zwei' }),
    );
  });
  afterAll(() => drop());

  it('[sec 11] the refresh cookie is host-bound and Secure on https, plain only on localhost, always HttpOnly', async () => {
    const local = await login();
    expect(local.status).toBe(200);
    expect(local.cookies).toEqual([
      expect.stringMatching(/^molar-refresh=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^molar-device=dev_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
      ),
    ]);
    const far = await login(
      { longLogin: true },
      { origin: PUBLIC, isEncrypted: true, from: '192.0.2.7' },
    );
    expect(far.cookies).toEqual([
      expect.stringMatching(
        /^__Host-molar-refresh=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=86400$/,
      ),
      expect.stringMatching(/^__Host-molar-device=dev_[\w-]+; .*Secure/),
    ]);
    expect(JSON.stringify(far.body)).not.toContain(valueOf(far.cookies[0]));
  });

  it('[sec 11] refuses remote sign-in over plain http and says how to fix it', async () => {
    const refused = await login({}, { origin: 'http://192.168.1.20:4000', from: '192.168.1.31' });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'https_required']);
    expect((await login({}, { origin: LOCAL, from: '192.168.1.31' })).body.error?.code).toBe(
      'https_required',
    );
    expect((await login({}, { origin: PUBLIC, from: '10.0.0.2' })).status).toBe(200);
  });

  it('[sec B70] rejects calls without the double-submit token or from a foreign page', async () => {
    expect((await login({}, { headers: { [XSRF.header]: 'other' } })).body.error?.code).toBe(
      'xsrf',
    );
    expect(
      (await login({}, { headers: { origin: 'https://evil.example' } })).body.error?.code,
    ).toBe('xsrf');
    const cookie = valueOf((await login()).cookies[0]);
    expect(
      (
        await call('/auth/refreshToken', {
          method: 'POST',
          cookies: { 'molar-refresh': cookie },
          headers: { [XSRF.header]: '' },
        })
      ).body.error?.code,
    ).toBe('xsrf');
    expect(
      (await call('/auth/refreshToken', { method: 'POST', cookies: { 'molar-refresh': cookie } }))
        .status,
    ).toBe(200);
  });

  it('[sec B26] [sec B01] refuses long passwords and extra keys before counting or hashing', async () => {
    const before = await store.read.$count(store.t.attempt);
    const long = await login({
      credentials: { email: 'stranger@praxis.example', password: 'x'.repeat(129) },
    });
    expect([long.status, long.body.error?.code]).toEqual([400, 'password_weak']);
    expect((await login({ role: 'admin' })).status).toBe(400);
    expect(
      (
        await call('/auth/login', {
          body: `{"credentials":{"email":"a","password":"${'x'.repeat(70_000)}"},"longLogin":false}`,
        })
      ).status,
    ).toBe(413);
    expect(
      (await call('/auth/login', { body: '{"longLogin":false,"longLogin":true}' })).status,
    ).toBe(400);
    expect(await store.read.$count(store.t.attempt)).toBe(before);
  });

  it('[sec 16] unknown name and wrong password: same bytes apart from the request id', async () => {
    const strip = ({ status, body, cookies }: Awaited<ReturnType<typeof call>>) =>
      JSON.stringify([status, { ...body.error, requestId: '' }, cookies]);
    const a = await login({ credentials: { email: 'nobody@praxis.example', password: 'wrong' } });
    const b = await login({ credentials: { email: 'owner@praxis.example', password: 'wrong' } });
    expect(strip(a)).toBe(strip(b));
    expect(a.status).toBe(401);
  });

  it('[sec B19] [sec B20] accepts only a well-formed Bearer header', async () => {
    const { authToken } = (await login()).body;
    expect((await call('/auth/user', { token: authToken })).body).toMatchObject({
      email: 'owner@praxis.example',
      behandler: true,
    });
    for (const authorization of [
      `Basic ${authToken}`,
      `bearer  ${authToken}`,
      `Bearer ${authToken}, Bearer ${authToken}`,
      `Bearer ${authToken}x`,
    ]) {
      expect((await call('/auth/user', { headers: { authorization } })).status).toBe(401);
    }
    expect((await call('/auth/user')).status).toBe(401);
  });

  it('[sec 9] sign-out clears the cookie and ends the token, but not a tablet on the same origin', async () => {
    const opened = await login();
    const out = await call('/auth/logout', {
      method: 'POST',
      token: opened.body.authToken,
      cookies: { 'molar-refresh': valueOf(opened.cookies[0]) },
    });
    expect(out.status).toBe(204);
    expect(out.cookies[0]).toMatch(/^molar-refresh=; .*Max-Age=0$/);
    expect(out.headers.get('clear-site-data')).toBeNull();
    expect((await call('/auth/user', { token: opened.body.authToken })).status).toBe(401);
    expect(
      (
        await call('/auth/refreshToken', {
          method: 'POST',
          cookies: { 'molar-refresh': valueOf(opened.cookies[0]) },
        })
      ).status,
    ).toBe(401);
  });

  it('[sec 1] reception reads settings and writes no others; no role reads another practice', async () => {
    const owner = (await login()).body.authToken;
    const reception = (
      await login({ credentials: { email: 'empfang@praxis.example', password: PASSWORD } })
    ).body.authToken;
    const diff = { settingsDiff: [{ op: 'replace', path: '/idleSeconds', value: 90 }], version: 1 };
    expect((await call('/api/settings', { token: reception })).body).toMatchObject({
      praxisName: 'Praxis Eins',
      hasTabletPin: false,
    });
    expect(
      (await call('/api/settings/patch', { json: diff, token: reception })).body.error?.code,
    ).toBe('forbidden');
    expect((await call('/api/settings/patch', { json: diff, token: owner })).body).toMatchObject({
      idleSeconds: 90,
      version: 2,
    });
    expect((await call('/api/settings')).status).toBe(401);
    const [other] = await store.read
      .select()
      .from(store.t.r4c)
      .where((await import('drizzle-orm')).ne(store.t.r4c.r4cUuid, r4cUuid));
    const search = (uuid: string, token?: string) =>
      call(`/r4c/${uuid}/patient/search?q=canary`, token === undefined ? {} : { token });
    expect((await search(r4cUuid, reception)).body).toMatchObject([
      { patid: '7', name: 'Canary, Hans' },
    ]);
    expect((await search(other?.r4cUuid ?? '', reception)).status).toBe(404);
    expect((await search(r4cUuid)).status).toBe(401);
    expect(
      (await call('/auth/user', { token: owner, headers: { [HEADERS.clientId]: 'c2' } })).status,
    ).toBe(403);
  });

  it('[sec B31] [sec B35] [sec B40] refuses invalid patients with their field; text stays text', async () => {
    const token = (await login()).body.authToken;
    const create = (json: object) =>
      call(`/r4c/${r4cUuid}/patient/patients`, {
        token,
        json: { firstName: 'Anna', lastName: 'Lang', geburtsdatum: '1990-01-01', ...json },
      });
    expect((await create({ geburtsdatum: '1990-02-31' })).body.error?.code).toBe(
      'birthdate_invalid',
    );
    expect((await create({ plz: 'ABC' })).body.error?.fields).toHaveProperty('plz');
    expect((await create({ lastName: 'x'.repeat(10_000) })).status).toBe(400);
    expect((await create({ firstName: '🦷' })).status).toBe(400);
    expect((await create({ herkunft: 'pvs' })).status).toBe(400);
    const young = await create({ geburtsdatum: '2026-11-01' });
    expect([young.status, young.body.error?.code]).toEqual([409, 'confirm_needed']);
    const { patid } = (await create({ lastName: '<img onerror=x>{{7*7}}' })).body as unknown as {
      patid: string;
    };
    expect((await call(`/r4c/${r4cUuid}/patient/patients/${patid}`, { token })).body).toMatchObject(
      { lastName: '<img onerror=x>{{7*7}}' },
    );
    expect((await call(`/r4c/${r4cUuid}/patient/search?q=a&limit=0`, { token })).status).toBe(400);
    expect((await call(`/r4c/${r4cUuid}/patient/search?q=a&q=b`, { token })).status).toBe(400);
  });

  it('[sec G5] logs contain no person, no token, no search', () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.join('\n')).not.toMatch(/praxis\.example|canary|ses_|rfr_|rumpel|Özlem/i);
  });
});
