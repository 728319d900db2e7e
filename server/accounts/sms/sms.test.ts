/**
 * Text messages by a practice's own gateway: a real https server in the tests, working, failing,
 * slow, redirecting, and the code of a share sent through it.
 */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../../scripts/tls/authority.mjs';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import {
  addDocument,
  addressOf,
  makeShare,
  newShare,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import type { Share } from '../../../shared/exchange/share.schema.ts';
import { filled, smsNumber, smsProblems } from '../../../shared/accounts/sms.ts';
import type { SmsGatewayView, SmsTried } from '../../../shared/accounts/sms.schema.ts';
import { egress, isPrivateAddress } from '../../platform/http/egress.ts';

interface Got {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}
const got: Got[] = [];
let next: 'ok' | 500 | 302 | 'never' | 'break' = 'ok',
  server: Server,
  url: string,
  ca: string,
  t: TestApp,
  p: Practice,
  fileId: string,
  nextIp = 0;
const SECRET = 'geheimes Wort der Praxis',
  MINUTE = 60_000,
  DAY = 86_400_000;

beforeAll(async () => {
  const authority = await makeAuthority({ name: 'localhost' }),
    own = await makeServerCertificate({ authority, name: 'localhost', ips: [] });
  ca = authority.cert;
  server = createServer({ key: own.key, cert: own.cert }, (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      got.push({
        url: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers as Record<string, string>,
        body,
      });
      if (next === 'never') return;
      if (next === 'break') {
        response.writeHead(200);
        response.write('x');
        response.destroy();
        return;
      }
      if (next === 302) {
        response.writeHead(302, { Location: '/elsewhere' }).end();
        return;
      }
      response.writeHead(next === 'ok' ? 200 : next).end('{"answer":"private"}');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `https://localhost:${(server.address() as AddressInfo).port}/send`;
  t = await createTestApp('sqlite', {
    publicUrl: 'https://praxis.example',
    sms: { privateHosts: ['localhost'], ca, timeoutMs: 250 },
    mail: {
      base: 'https://molar.test',
      sender: {
        address: 'a@b.example',
        send: () => Promise.resolve({ outcome: 'taken', code: 'ok' }),
        close: () => undefined,
      },
    },
  });
  p = await addPractice(t, 'nord');
  fileId = await addDocument(p, '1001');
  const { patient } = t.deps.store.t;
  await t.deps.store.write(async (db) => {
    await db
      .update(patient)
      .set({ mobile: '0171 / 123 45 67', email: 'anna@example.org' })
      .where(eq(patient.patid, '1001'));
  });
});
afterAll(async () => {
  await t.drop();
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
});
beforeEach(() => {
  got.length = 0;
  next = 'ok';
});

const GATEWAY = {
  method: 'POST' as const,
  headers: 'Authorization: Bearer {secret}',
  body: '{"to":"{number}","text":"{text}"}',
  perDay: 100,
};
const save = (change: object = {}): Promise<Answer> =>
  p.post('/sms/gateway', p.users.owner, { version: 0, url, ...GATEWAY, secret: SECRET, ...change });
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
    next = 'never';
    expect(await egress(call(), { ...open, ca, timeoutMs: 100 })).toEqual({ how: 'slow' });
    next = 'break';
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
    next = 500;
    expect(await attempt()).toEqual({ outcome: 'refused', status: 500 });
    next = 302;
    expect(await attempt()).toEqual({ outcome: 'redirect', status: 302 });
    expect(got.map((one) => one.url)).toEqual(Array(3).fill('/send?a=1'));
    next = 'never';
    expect(await attempt()).toEqual({ outcome: 'slow', status: null });
    next = 'ok';
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

describe('[sec 1.3] second factor of a share', () => {
  const phone = (): Phone => new Phone(p, addressOf(nextIp++));
  const digits = (): string =>
    /\b\d{6}\b/.exec((JSON.parse(got.at(-1)?.body ?? '{}') as { text?: string }).text ?? '')?.[0] ??
    '';
  const stepIn = async (share: MadeShare): Promise<Phone> => {
    const one = phone();
    await one.logIn(share);
    return one;
  };
  const listed = async (id: string): Promise<Share | undefined> =>
    ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[]).find(
      (one) => one.id === id,
    );
  const give = (secondStep: 'sms' | 'mail' | 'none', more: object = {}): Promise<MadeShare> =>
    makeShare(p, { items: [{ kind: 'document', fileId }], secondStep, ...more });
  const ask = async (one: Phone): Promise<number> => {
    const { status } = await one.call('/papo/requestCode', undefined, 'POST');
    await t.runJobs();
    return status;
  };
  beforeAll(async () => {
    for (const user of Object.values(p.users))
      Object.assign(
        user,
        await (await import('../../../tests/support/practice.ts')).login(t, user.email),
      );
  });

  it('six digits are sent on request, work once, and expire with the newest', async () => {
    expect((await p.call('/papo/ways?patid=1001', { as: p.users.reception })).json).toEqual({
      sms: '•••• 567',
      mail: 'a…@example.org',
      mayBeBare: false,
    });
    const share = await give('sms'),
      one = phone();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'sms' });
    // Not before it is requested.
    await t.runJobs();
    expect(got).toEqual([]);
    expect([await ask(one), got.length, await ask(one), got.length]).toEqual([204, 1, 204, 1]);
    expect(got[0]?.body).toContain('Zahnarztpraxis nord: Ihr Code ist');
    expect((await listed(share.share.id))?.sentCode).toMatchObject({ outcome: 'sent' });
    const first = digits();
    t.clock.now += MINUTE;
    await ask(one);
    expect([got.length, digits() === first]).toEqual([2, false]);
    expect((await one.secondStep(first)).code).toBe('share_code_wrong');
    expect((await one.secondStep(digits())).json).toMatchObject({ next: 'open', triesLeft: 4 });
    expect((await one.call('/ssf/list')).status).toBe(200);
    expect([
      (await (await stepIn(share)).secondStep(digits())).code,
      (await one.call('/papo/requestCode', undefined, 'POST')).code,
    ]).toEqual(['share_code_wrong', 'share_over']);
    const stored = JSON.stringify([
      await t.deps.store.read.select().from(t.deps.store.t.shareCode),
      await t.deps.store.read.select().from(t.deps.store.t.job),
      await t.deps.store.read.select().from(t.deps.store.t.audit),
    ]);
    expect([stored.includes(first), stored.includes('1711234567')]).toEqual([false, false]);
    // The code from the desk opens it too, where no message arrives.
    expect((await (await stepIn(share)).secondStep(share.code ?? '')).json).toMatchObject({
      next: 'open',
    });
  });

  it('expires after ten minutes; a failing gateway is reported to staff, never to the requester', async () => {
    const share = await give('sms'),
      one = await stepIn(share);
    next = 500;
    expect([await ask(one), (await listed(share.share.id))?.sentCode?.outcome]).toEqual([
      204,
      'refused',
    ]);
    next = 'ok';
    t.clock.now += MINUTE;
    await ask(one);
    const late = digits();
    t.clock.now += 10 * MINUTE;
    expect((await one.secondStep(late)).code).toBe('share_code_wrong');
  });

  it('one number gets five codes a day over all shares, without notice to the requester', async () => {
    const before = got.length,
      statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const share = await give('sms');
      statuses.push(await ask(await stepIn(share)));
    }
    // Four messages to this number were sent in the two previous tests.
    expect([statuses, got.length - before]).toEqual([[204, 204, 204, 204], 1]);
    expect(
      ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[])[0]?.sentCode?.outcome,
    ).toBe('limit');
  });

  it('mail requires a reason, which is stored and logged', async () => {
    const wish = newShare(p, { items: [{ kind: 'document', fileId }], secondStep: 'mail' });
    expect((await p.post('/papo/shares', p.users.reception, wish)).json).toMatchObject({
      error: { fields: { stepReason: 'needed' } },
    });
    expect(
      (await p.post('/papo/shares', p.users.reception, { ...wish, stepReason: '   kurz      ' }))
        .code,
    ).toBe('validation');
    const share = await give('mail', { stepReason: 'Kein Handy, wohnt weit weg.' }),
      one = await stepIn(share);
    expect(share.share.stepReason).toBe('Kein Handy, wohnt weit weg.');
    await ask(one);
    const [mail] = (await t.deps.store.read.select().from(t.deps.store.t.mail)).filter(
      (row) => row.template === 'shareCode',
    );
    expect([mail?.state, (await listed(share.share.id))?.sentCode?.outcome]).toEqual([
      'sent',
      'sent',
    ]);
    expect(JSON.stringify(await t.deps.store.read.select().from(t.deps.store.t.audit))).toContain(
      'Kein Handy, wohnt weit weg.',
    );
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, {
            patid: '1002',
            items: [{ kind: 'questionnaire', formId: 'schmerz' }],
            secondStep: 'sms',
          }),
        )
      ).json,
    ).toMatchObject({ error: { fields: { secondStep: 'no_way' } } });
  });

  it('no second factor requires a written reason; then it opens once, for three days', async () => {
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, { items: [{ kind: 'document', fileId }], secondStep: 'none' }),
        )
      ).json,
    ).toMatchObject({ error: { fields: { secondStep: 'needed' } } });
    const { version } = (await t.call('/api/settings', { as: p.users.owner })).json as {
        version: number;
      },
      set = (value: string) =>
        t.call('/api/settings/patch', {
          as: p.users.owner,
          method: 'POST',
          json: { version, settingsDiff: [{ op: 'replace', path: '/shareBareReason', value }] },
        });
    expect([
      (await set('weil')).code,
      (await set('Viele haben weder Handy noch Zeit für den Empfang.')).status,
    ]).toEqual(['validation', 200]);
    const share = await give('none');
    expect([
      share.code,
      share.share.stepReason,
      share.share.expiresAt - t.clock.now <= 3 * DAY,
    ]).toEqual([null, 'Viele haben weder Handy noch Zeit für den Empfang.', true]);
    const one = phone();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'open' });
    expect([(await one.call('/ssf/list')).status, (await phone().logIn(share)).code]).toEqual([
      200,
      'share_unknown',
    ]);
  });
});
