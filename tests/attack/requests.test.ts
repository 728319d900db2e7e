/** Tests of bad requests around their bodies: methods, paths, parameters, tokens, origins, cookies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApp,
  type Answer,
  type CallOptions,
  type TestApp,
} from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { publicJwk, SimTablet, GATE } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import { refusalsOf } from './refusals.ts';

describe.each(STORES)('bad requests (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const patient = { firstName: 'Neu', lastName: 'Kommend', geburtsdatum: '1980-05-05' };
  const { refused } = refusalsOf(() => ({ t, p }));

  it('[sec B10] refuses bodies on GET and unsupported methods', () =>
    refused(
      ['405 method_not_allowed'],
      [
        () => p.call('/patient/patients', { as: p.users.staff }),
        () => p.call('/tablet/board', { as: p.users.staff, method: 'POST', json: {} }),
        () => p.call('/tablet/board', { as: p.users.staff, method: 'DELETE' }),
        () => t.call('/auth/login', { method: 'PUT', json: {} }),
        () => t.call('/livez', { method: 'OPTIONS' }),
        () => t.call('/livez', { method: 'PROPFIND' }),
        () => p.call('/tablet/board', { as: p.users.staff, headers: { 'Content-Length': '5' } }),
      ],
    ));

  it('[sec B12] refuses malformed paths', async () => {
    for (const path of [
      '/auth/..%2fauth/user',
      '/auth//user',
      '/auth/user;x=y',
      '/auth/user/',
      '/auth%2fuser',
      '/%ff%fe',
      '/auth/user%00',
      '/auth/USER',
      '/.git/config',
      '/admin',
      '/metrics',
      '/_profiler',
      '/r4c//tablet/board',
      `${p.base}/tablet/mappen/..%5c`,
      '/docs/..%2f..%2fpackage.json',
      '/auth/user\\',
    ]) {
      const answer = await t.call(path, { as: p.users.owner });
      expect([path, answer.status, answer.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('[sec B13][sec B14][sec B66][sec B67] refuses duplicate, unknown and invalid parameters', () =>
    refused(
      ['400 validation'],
      [
        () => p.call('/patient/search?q=a&q=b', { as: p.users.staff }),
        () => p.call('/patient/search?q[]=a', { as: p.users.staff }),
        () => p.call('/patient/search?q=a&sort=name;drop%20table', { as: p.users.staff }),
        ...['0', '-1', '1e9', '51', 'ten', '1.5', ''].map(
          (limit) => () => p.call(`/patient/search?q=a&limit=${limit}`, { as: p.users.staff }),
        ),
        ...['0', '-1', '1e9', '501'].map(
          (limit) => () => p.call(`/documents/list?limit=${limit}`, { as: p.users.staff }),
        ),
        () => p.call('/documents/list?cursor=x', { as: p.users.staff }),
        () => p.call('/tablet/board?x=1', { as: p.users.staff }),
        () => p.post('/patient/patients', p.users.reception, { ...patient, firstName: ['A'] }),
        () =>
          p.post('/patient/patients', p.users.reception, { ...patient, firstName: { $ne: '' } }),
        () => p.post('/patient/patients', p.users.reception, [patient]),
        () => p.post('/patient/patients', p.users.reception, 'x'),
        () => p.post('/patient/patients', p.users.reception, null),
        () =>
          t.call('/auth/login', {
            method: 'POST',
            json: { credentials: { email: { $gt: '' }, password: { $gt: '' } }, longLogin: false },
          }),
      ],
    ));

  it('[sec B19][sec B20] accepts a bearer token in exactly one form', async () => {
    const { token } = p.users.owner;
    for (const value of [
      `Basic ${token}`,
      `bearer ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token},Bearer ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token}\t${token}`,
      token,
      'Bearer',
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${'a'.repeat(5000)}`,
    ]) {
      const answer = await t.call('/auth/user', { headers: { Authorization: value } });
      expect([value.slice(0, 30), answer.status, answer.code]).toEqual([
        value.slice(0, 30),
        401,
        'unauthenticated',
      ]);
    }
    expect(
      (await t.call('/auth/user', { headers: { Authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
  });

  it('[sec B65] five wrong registration codes block an address, and every refusal has the same text', async () => {
    const key = await publicJwk((await createSealKeys(false)).publicKey);
    const ask = (registrationCode: string) =>
      p.call('/tablet/registration', {
        method: 'POST',
        json: { registrationCode, signKey: key, sealKey: key, gate: GATE, userAgent: 'test' },
      });
    const { registrationCode } = (await p.post('/tablet/codes', p.users.reception)).json as {
      registrationCode: string;
    };
    expect((await ask(registrationCode)).status).toBe(200);
    const old = (await p.post('/tablet/codes', p.users.reception)).json as {
      registrationCode: string;
    };
    t.clock.now += 10 * 60_000 + 1;
    const message = (a: Answer): string => (a.json as { error: { message: string } }).error.message;
    const answers = [
      await ask(registrationCode),
      await ask(old.registrationCode),
      await ask('ABCDEFGHJK'),
      await ask('x'),
      await ask('ABCDE-FGHJK'),
    ];
    expect(answers.map((a) => `${a.status} ${a.code}`)).toEqual(
      Array.from({ length: 5 }, () => '400 registration_invalid'),
    );
    expect(new Set(answers.map(message))).toEqual(
      new Set(['Die Anmeldung des Tablets konnte nicht bestätigt werden']),
    );
    const sixth = await ask('ABCDEFGHJM');
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    // A tablet with a right code in the same network.
    const fresh = (await p.post('/tablet/codes', p.users.reception)).json as {
      registrationCode: string;
    };
    expect((await ask(fresh.registrationCode)).status).toBe(200);
  });

  it('[sec B70][sec B71] refuses an unsafe call or a live channel from another origin', async () => {
    const foreign = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://localhost:9999' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    const tries: [string, CallOptions][] = [
      ['/patient/patients', { as: p.users.reception, method: 'POST', json: patient }],
      ['/tablet/live', { as: p.users.staff }],
    ];
    for (const headers of foreign) {
      for (const [path, options] of tries) {
        if (path === '/tablet/live' && !('Origin' in headers)) continue;
        const answer = await p.call(path, { ...options, headers });
        expect([path, headers, answer.status, answer.code]).toEqual([path, headers, 403, 'xsrf']);
      }
      expect((await tablet.call('/tablet/help', { method: 'POST', json: {}, headers })).code).toBe(
        'xsrf',
      );
    }
    for (const headers of [
      { 'X-XSRF-TOKEN': undefined },
      { 'X-XSRF-TOKEN': 'other' },
      { Cookie: undefined },
      { Cookie: 'XSRF-TOKEN=', 'X-XSRF-TOKEN': '' },
    ] as Record<string, string | undefined>[]) {
      expect(
        (
          await p.call('/patient/patients', {
            as: p.users.reception,
            method: 'POST',
            json: patient,
            headers,
          })
        ).code,
      ).toBe('xsrf');
      expect(
        (
          await t.call('/auth/login', {
            method: 'POST',
            json: { credentials: { email: 'owner@nord.test', password: 'x' }, longLogin: false },
            headers,
          })
        ).code,
      ).toBe('xsrf');
    }
  });
  it('reads malformed cookies without crashing', async () => {
    for (const cookie of [
      'XSRF-TOKEN=%',
      'XSRF-TOKEN=%E0%A4%A',
      '=;;=',
      'a'.repeat(4000),
      'XSRF-TOKEN',
      '%=%',
    ]) {
      expect([
        cookie,
        (await t.call('/ui/status', { headers: { Cookie: cookie } })).status,
      ]).toEqual([cookie, 200]);
      expect([
        cookie,
        (await t.call('/auth/refreshToken', { method: 'POST', headers: { Cookie: cookie } }))
          .status < 500,
      ]).toEqual([cookie, true]);
    }
  });

  it('[sec B72] answers in German, then English, whatever language is requested', async () => {
    const text = async (language: string): Promise<string> =>
      (
        (await t.call('/auth/user', { headers: { 'Accept-Language': language } })).json as {
          error: { message: string };
        }
      ).error.message;
    expect(await text('de')).toBe('Bitte melden Sie sich an.');
    expect(await text('en-GB')).toBe('Please sign in.');
    for (const language of ['x'.repeat(8192), 'xx;q=abc', '*', '', 'de;'.repeat(2000)])
      expect(await text(language)).toMatch(/^(Bitte melden Sie sich an|Please sign in)\.$/);
  });
});
