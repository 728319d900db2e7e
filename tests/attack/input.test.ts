/**
 * Bad input from the security cases (B01–B20, B65–B72): refused with the right error code and
 * without changes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DRAFT_BYTES, packFrame } from '../../shared/exchange/sync.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { composition } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { SimTablet } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';
import { refusalsOf } from './refusals.ts';

describe.each(STORES)('bad input (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const patient = { firstName: 'Neu', lastName: 'Kommend', geburtsdatum: '1980-05-05' };
  const { raw, refused } = refusalsOf(() => ({ t, p }));

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
