/**
 * Text messages by a practice's own gateway: a real https server in the tests, working, failing,
 * slow or redirecting.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestApp } from '../../../tests/support/in-process.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import { filled, smsNumber, smsProblems } from '../../../shared/accounts/sms.ts';
import type { SmsGatewayView, SmsTried } from '../../../shared/accounts/sms.schema.ts';
import { egress, isPrivateAddress } from '../../platform/http/egress.ts';
import {
  GATEWAY,
  openSmsPractice,
  saveGateway,
  SECRET,
  startGateway,
  type Gateway,
} from './gateway.testing.ts';

let gateway: Gateway, got: Gateway['got'], url: string, ca: string, t: TestApp, p: Practice;
const MINUTE = 60_000,
  DAY = 86_400_000;

beforeAll(async () => {
  gateway = await startGateway();
  ({ got, url, ca } = gateway);
  ({ t, p } = await openSmsPractice(gateway));
});
afterAll(async () => {
  await t.drop();
  await gateway.close();
});
beforeEach(() => {
  got.length = 0;
  gateway.next = 'ok';
});

const save = (change: object = {}): Promise<Answer> => saveGateway(p, url, change);
const read = async (): Promise<SmsGatewayView> =>
  (await p.call('/sms/gateway', { as: p.users.owner })).json as SmsGatewayView;
const attempt = async (): Promise<SmsTried> =>
  (await p.post('/sms/try', p.users.owner, { to: '+49 171 1234567' })).json as SmsTried;
const call = (address = url) => ({ url: address, method: 'GET', headers: [], body: undefined });

describe('outgoing requests', () => {
  it('private networks, localhost and their aliases are no public addresses', () => {
    const closed = [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'localhost',
      '',
    ];
    expect(closed.filter((one) => !isPrivateAddress(one))).toEqual([]);
    expect(
      ['8.8.8.8', '172.32.0.1', '193.99.144.80', '2a02:2e0:3fe:1001:302::', '2606:4700::1'].filter(
        isPrivateAddress,
      ),
    ).toEqual([]);
  });
  it('calls no private host by name or number unless the operator allowed it', async () => {
    const at = new URL(url);
    expect([
      await egress(call(), { ca }),
      await egress(call(`https://127.0.0.1:${at.port}/`), { ca }),
      await egress(call(`https://[::ffff:127.0.0.1]:${at.port}/`), { ca }),
      await egress(call(`https://0x7f.1:${at.port}/`), { ca }),
    ]).toEqual(Array.from({ length: 4 }, () => ({ how: 'private' })));
    expect(got).toEqual([]);
    expect(await egress(call(), { ca, privateHosts: ['LOCALHOST'] })).toEqual({
      how: 'answered',
      status: 200,
    });
  });
  it('rejects untrusted certificates, uses https only, and times out', async () => {
    const open = { privateHosts: ['localhost'] };
    expect(await egress(call(), open)).toEqual({ how: 'untrusted' });
    expect(await egress(call(url.replace('https:', 'http:')), { ...open, ca })).toEqual({
      how: 'unreachable',
    });
    expect(await egress(call('https://localhost:1/'), { ...open, ca })).toEqual({
      how: 'unreachable',
    });
    expect(got).toEqual([]);
    gateway.next = 'never';
    expect(await egress(call(), { ...open, ca, timeoutMs: 100 })).toEqual({ how: 'slow' });
    gateway.next = 'break';
    expect(await egress(call(), { ...open, ca })).toEqual({ how: 'slow' });
  });
});

describe('templates', () => {
  it('parses numbers as people type them', () => {
    expect(
      [
        '0171 / 123 45 67',
        '+49 (0)171 1234567',
        '0049171-1234567',
        '+43 664 1234567',
        '12345',
        'Büro',
        '',
        '+0171',
      ].map(smsNumber),
    ).toEqual([
      '+491711234567',
      '+491711234567',
      '+491711234567',
      '+436641234567',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('escapes values for each part of the request', () => {
    const words = { number: '+491711234567', text: 'Praxis "Nord" & Co: 12%\n', secret: 'a b&"' };
    expect(
      filled(
        {
          url: 'https://g.example/{secret}?to={digits}&t={text}',
          method: 'GET',
          headers: 'X-Key: {secret}',
          body: 'x',
        },
        words,
      ),
    ).toEqual({
      url: `https://g.example/a%20b%26%22?to=491711234567&t=${encodeURIComponent(words.text)}`,
      headers: [['X-Key', 'a b&"']],
      body: undefined,
    });
    const json = filled(
      {
        url: 'https://g.example',
        method: 'POST',
        headers: '',
        body: '{"t":"{text}","n":["{number}"]}',
      },
      words,
    );
    expect([JSON.parse(json.body ?? ''), json.headers]).toEqual([
      { t: words.text, n: ['+491711234567'] },
      [['Content-Type', 'application/json']],
    ]);
    expect(
      filled(
        { url: 'https://g.example', method: 'POST', headers: '', body: 'n={number}&t={text}' },
        words,
      ).body,
    ).toBe(`n=%2B491711234567&t=${encodeURIComponent(words.text)}`);
    // Text of the message is never taken for a placeholder.
    expect(
      filled(
        { url: 'https://g.example', method: 'POST', headers: '', body: 't={text}&n={number}' },
        { ...words, text: '{secret}' },
      ).body,
    ).toBe(`t=${encodeURIComponent('{secret}')}&n=%2B491711234567`);
  });
  it.each([
    [{ url: 'http://g.example/' }, 'url'],
    [{ url: 'https://{secret}.example/' }, 'url'],
    [{ url: 'https://u:p@g.example/' }, 'url'],
    [{ url: 'g.example' }, 'url'],
    [{ headers: 'Host: elsewhere' }, 'headers'],
    [{ headers: 'kein Doppelpunkt' }, 'headers'],
    [{ body: '{"text":"{text}"}' }, 'number'],
    [{ body: '{number}' }, 'text'],
    [{ method: 'GET' as const }, 'number'],
    [{ headers: 'Authorization: Bearer abc' }, 'secret'],
    [{ url: 'https://g.example/?apikey=abc' }, 'secret'],
  ])('reports %o', (change, problem) => {
    expect(smsProblems({ url: 'https://g.example/', ...GATEWAY, ...change })).toContain(problem);
    expect(smsProblems({ url: 'https://g.example/?apikey={secret}', ...GATEWAY })).toEqual([]);
  });
});

describe('gateway of a practice', () => {
  it('only the owner configures it; its secret is never returned or sent to another host', async () => {
    expect(
      (await p.post('/sms/gateway', p.users.staff, { version: 0, url, ...GATEWAY })).code,
    ).toBe('forbidden');
    expect(await attempt()).toEqual({ outcome: 'no_gateway', status: null });
    const bare = { version: 0, url, ...GATEWAY };
    for (const secret of [undefined, ''])
      expect(
        (
          await p.post('/sms/gateway', p.users.owner, {
            ...bare,
            ...(secret !== undefined && { secret }),
          })
        ).json,
      ).toMatchObject({ error: { code: 'validation', fields: { secret: 'missing' } } });
    expect([
      (await save({ url: 'http://x' })).code,
      (await save()).status,
      (await save()).code,
    ]).toEqual(['validation', 200, 'conflict']);
    expect(await read()).toEqual({
      version: 1,
      today: 0,
      gateway: { url, ...GATEWAY, hasSecret: true },
    });
    expect(
      JSON.stringify(await t.deps.store.read.select().from(t.deps.store.t.smsGateway)),
    ).not.toContain('geheim');
    const { secret: _, ...rest } = {
      version: 1,
      url: 'https://elsewhere.example/',
      ...GATEWAY,
      secret: SECRET,
    };
    expect((await p.post('/sms/gateway', p.users.owner, rest)).json).toMatchObject({
      error: { code: 'validation', fields: { secret: 'again' } },
    });
    expect(
      (
        (await p.post('/sms/gateway', p.users.owner, { ...rest, url: `${url}?a=1` }))
          .json as SmsGatewayView
      ).gateway?.hasSecret,
    ).toBe(true);
  });

  it('a test reports sent, refused, unfollowed redirect and timeout; ten times a day', async () => {
    expect(await attempt()).toEqual({ outcome: 'sent', status: 200 });
    expect(got[0]).toMatchObject({
      method: 'POST',
      url: '/send?a=1',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        to: '+491711234567',
        text: 'Zahnarztpraxis nord: Das ist eine Probe. / This is a test.',
      }),
    });
    gateway.next = 500;
    expect(await attempt()).toEqual({ outcome: 'refused', status: 500 });
    gateway.next = 302;
    expect(await attempt()).toEqual({ outcome: 'redirect', status: 302 });
    expect(got.map((one) => one.url)).toEqual(Array(3).fill('/send?a=1'));
    gateway.next = 'never';
    expect(await attempt()).toEqual({ outcome: 'slow', status: null });
    gateway.next = 'ok';
    for (let i = 0; i < 6; i++) expect((await attempt()).outcome).toBe('sent');
    expect([(await attempt()).outcome, got.length]).toEqual(['limit', 10]);
    expect((await p.post('/sms/try', p.users.owner, { to: 'Büro' })).json).toEqual({
      outcome: 'no_number',
      status: null,
    });
    expect((await read()).today).toBe(10);
    const audit = JSON.stringify(
      await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit),
    );
    for (const word of [SECRET, '1234567'])
      expect(
        audit +
          t.lines.join('') +
          JSON.stringify(await t.deps.store.read.select().from(t.deps.store.t.smsSent)),
      ).not.toContain(word);
    t.clock.now += DAY + MINUTE;
    await t.call('/ui/status');
  });
});
