/**
 * Bad input from the security cases (B01–B20, B65–B72): refused with the right error code and
 * without changes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DRAFT_BYTES, packFrame } from '../../shared/exchange/sync.ts';
import {
  createTestApp,
  type Answer,
  type CallOptions,
  type TestApp,
} from '../support/in-process.ts';
import { composition } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { publicJwk, SimTablet, GATE } from '../support/sim-tablet.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';

describe.each(STORES)('bad input (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const patient = { firstName: 'Neu', lastName: 'Kommend', geburtsdatum: '1980-05-05' };
  const raw = (
    body: string | Uint8Array,
    type = 'application/json',
    path = '/patient/patients',
  ): Promise<Answer> => p.call(path, { as: p.users.reception, method: 'POST', body, type });
  /** Checks that all calls are refused with one of `wanted`, and the tables are unchanged. */
  async function refused(
    wanted: (number | string)[],
    calls: Promise<Answer>[] | (() => Promise<Answer>)[],
  ): Promise<void> {
    const before = await snapshot(t);
    const got: string[] = [];
    for (const call of calls) {
      const answer = await (typeof call === 'function' ? call() : call);
      if (!wanted.includes(answer.status) && !wanted.includes(`${answer.status} ${answer.code}`))
        got.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(got).toEqual([]);
    expect(await snapshot(t)).toEqual(before);
  }

  it('[sec B01] refuses unknown keys in a body', () =>
    refused(
      ['400 validation'],
      [
        () => p.post('/patient/patients', p.users.reception, { ...patient, role: 'admin' }),
        () =>
          p.post('/patient/patients', p.users.reception, {
            ...patient,
            cid: p.cid,
            herkunft: 'pvs',
          }),
        () =>
          t.call('/auth/login', {
            method: 'POST',
            json: {
              credentials: { email: 'owner@nord.test', password: 'x', role: 'owner' },
              longLogin: false,
            },
          }),
        () => p.post('/tablet/mappen', p.users.reception, { ...composition({}), state: 'filed' }),
        () => tablet.call('/tablet/heartbeat', { method: 'POST', json: { revokedAt: null } }),
      ],
    ));

  it('[sec B02][sec B03] refuses duplicate and prototype-polluting keys', async () => {
    await refused(
      ['400 bad_request'],
      [
        () => raw('{"firstName":"A","firstName":"B","lastName":"C","geburtsdatum":"1980-05-05"}'),
        () =>
          raw('{"__proto__":{"x":1},"firstName":"A","lastName":"C","geburtsdatum":"1980-05-05"}'),
        () => raw('{"\\u005f_proto__":{"x":1}}'),
        () => raw('{"constructor":{"prototype":{"x":1}}}'),
      ],
    );
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('[sec B04] refuses deep and wide JSON at once', async () => {
    // CPU time, since other programs may keep the machine busy.
    const started = process.cpuUsage(),
      spentMs = (since: NodeJS.CpuUsage): number => {
        const { user, system } = process.cpuUsage(since);
        return (user + system) / 1000;
      };
    await refused(
      ['400 bad_request'],
      [
        () => raw('['.repeat(30_000) + ']'.repeat(30_000)),
        () => raw(`{"a":${'[1,'.repeat(40)}1${']'.repeat(40)}}`),
        () => raw(`[${'1,'.repeat(20_000)}1]`),
      ],
    );
    expect(spentMs(started)).toBeLessThan(2000);
    const one = process.cpuUsage();
    await raw('['.repeat(30_000));
    expect(spentMs(one)).toBeLessThan(300);
  });

  it('[sec B05][sec B06] enforces the size limit with or without a length header', async () => {
    const large = 'x'.repeat(1_048_576);
    await refused(
      ['413 too_large'],
      [
        () => raw(JSON.stringify({ ...patient, firstName: large })),
        () =>
          p.call('/patient/patients', {
            as: p.users.reception,
            method: 'POST',
            body: JSON.stringify({ ...patient, city: large }),
            type: 'application/json',
            headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
          }),
        () =>
          p.call('/tablet/codes', {
            as: p.users.reception,
            method: 'POST',
            body: large,
            type: 'application/json',
          }),
        () =>
          tablet.call(`/tablet/drafts/${t.deps.newId()}?taskRev=1&draftRev=1&page=1&of=1`, {
            method: 'PUT',
            body: new Uint8Array(9_000_000),
            type: 'application/octet-stream',
          }),
      ],
    );
    // A form with photos has the same size limit as draft and as op: this one is refused only for
    // its task.
    expect(
      (
        await tablet.call(`/tablet/drafts/${t.deps.newId()}?taskRev=1&draftRev=1&page=1&of=1`, {
          method: 'PUT',
          body: new Uint8Array(MAX_DRAFT_BYTES),
          type: 'application/octet-stream',
        })
      ).code,
    ).toBe('not_found');
    expect((await raw(`"${large}"`)).headers.get('connection')).toBe('close');
  });

  it('[sec B07] requires the declared content type', () =>
    refused(
      ['415 unsupported_media'],
      [
        () => raw(JSON.stringify(patient), 'text/plain'),
        () => raw(JSON.stringify(patient), 'application/x-www-form-urlencoded'),
        () => raw(JSON.stringify(patient), 'application/json5'),
        () =>
          p.call('/patient/patients', {
            as: p.users.reception,
            method: 'POST',
            body: JSON.stringify(patient),
            headers: { 'Content-Type': '' },
          }),
        () =>
          tablet.call('/tablet/sync/v1/push', {
            method: 'POST',
            body: new Uint8Array(8),
            type: 'application/json',
          }),
        () =>
          p.call('/documents/check', {
            as: p.users.staff,
            method: 'POST',
            body: '%PDF-1.7',
            type: 'application/octet-stream',
          }),
      ],
    ));

  it('[sec B08] refuses invalid UTF-8', () =>
    refused(
      ['400 bad_request'],
      [
        () => raw(Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
        () => raw('\uFEFF{}'),
        () => raw('{"firstName":"\\ud800","lastName":"B","geburtsdatum":"1980-05-05"}'),
        () => raw('{"firstName":"A\\u0000","lastName":"B","geburtsdatum":"1980-05-05"}'),
        () => raw('{"firstName":"A'),
        () => raw(''),
        () => raw('{}{}'),
        () => raw(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
      ],
    ));
  it('[sec B08] refuses NUL and invalid bytes in queries too', async () => {
    for (const q of ['%00', 'a%00b', '%ED%A0%80', '%', '%ff']) {
      for (const path of [
        `/patient/search?q=${q}`,
        `/documents/list?patid=${q}`,
        `/documents/list?cursor=1.${q}`,
        `/tablet/board?${q}=1`,
      ]) {
        const answer = await p.call(path, { as: p.users.staff });
        expect([path, answer.status]).toEqual([path, 400]);
      }
    }
  });

  it('[sec B09] refuses numbers that cannot be represented', () =>
    refused(
      [400],
      [
        ...['1e400', '-0', '9007199254740993', '-1', '1.5'].map(
          (n) => () =>
            t.call('/api/settings/patch', {
              as: p.users.owner,
              method: 'POST',
              body: `{"settingsDiff":[{"op":"test","path":"/phone","value":""}],"version":${n}}`,
              type: 'application/json',
            }),
        ),
        () =>
          p.call('/tablet/mappen', {
            as: p.users.reception,
            method: 'POST',
            body: JSON.stringify(composition({})).replace('"1001"', '9007199254740993'),
            type: 'application/json',
          }),
        () => tablet.call('/tablet/sync/v1/pull?cursor=99999999999'),
        () => tablet.call('/tablet/sync/v1/pull?cursor=-1'),
        () => tablet.call('/tablet/sync/v1/pull?cursor=1e3'),
      ],
    ));

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

  it('a torn, foreign or oversized push frame is refused as a whole', () =>
    refused(
      [
        400,
        '403 forbidden',
        '413 too_large',
        '426 client_too_old',
        '503 unavailable',
        '410 sync_epoch',
        '409 sync_gap',
      ],
      [
        () => tablet.send(new Uint8Array()),
        () => tablet.send(Uint8Array.from([255, 255, 255, 255])),
        () => tablet.send(packFrame([], [])),
        () => tablet.send(packFrame({ proto: 1 }, [])),
        () => tablet.send(packFrame({ proto: 0 }, [])),
        () => tablet.send(packFrame({ proto: 9 }, [])),
        () =>
          tablet.send(
            packFrame(
              {
                proto: 1,
                device: tablet.id,
                inc: tablet.inc,
                epoch: tablet.epoch,
                ops: Array.from({ length: 51 }, () => ({})),
              },
              [],
            ),
          ),
        () =>
          tablet.send(
            packFrame(
              {
                proto: 1,
                device: t.deps.newId(),
                inc: tablet.inc,
                epoch: tablet.epoch,
                ops: [
                  {
                    n: 1,
                    id: t.deps.newId(),
                    kind: 'log',
                    taskId: '',
                    taskRev: 0,
                    schema: 1,
                    at: 0,
                    mono: 0,
                    sealed: 'p256-1',
                    len: 0,
                    sha256: 'a'.repeat(64),
                  },
                ],
              },
              [],
            ),
          ),
        () =>
          tablet.send(
            packFrame(
              {
                proto: 1,
                device: tablet.id,
                inc: tablet.inc,
                epoch: 'another',
                ops: [
                  {
                    n: 1,
                    id: t.deps.newId(),
                    kind: 'log',
                    taskId: '',
                    taskRev: 0,
                    schema: 1,
                    at: 0,
                    mono: 0,
                    sealed: 'p256-1',
                    len: 3,
                    sha256: 'a'.repeat(64),
                  },
                ],
              },
              [Uint8Array.from([1, 2, 3])],
            ),
          ),
      ],
    ));
});
