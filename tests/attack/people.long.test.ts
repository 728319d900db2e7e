/**
 * Bad names, dates and passwords (B25–B27, B31–B35, B39–B41), and guessing at sign-in, codes and
 * PIN.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueFirstUserToken } from '../../server/accounts/users/create-first-user.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { board, sendMappe } from '../support/mappe.ts';
import { addPractice, login, PASSWORD, person, PIN, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { publicJwk, SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  "'; DROP TABLE patient;--",
  '=cmd|calc',
  '@SUM(1)',
  '\\"\\u0041',
  '%s%n',
  '../../etc/passwd',
  '</script><script>',
];

describe.each(STORES)('personal data (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const add = (change: object): Promise<Answer> =>
    p.post('/patient/patients', p.users.reception, {
      firstName: 'Neu',
      lastName: 'Kommend',
      geburtsdatum: '1980-05-05',
      ...change,
    });

  it('[sec B31] rejects 31 February, 1899, tomorrow and a two-digit year', async () => {
    const before = await snapshot(t);
    for (const geburtsdatum of [
      '1990-02-31',
      '2019-02-29',
      '1899-12-31',
      '2026-11-21',
      '90-02-01',
      '01.02.1990',
      '1990-2-1',
      '0000-00-00',
      '1990-13-01',
      ' 1990-02-01',
      '1990-02-01T00:00',
      '',
      '٢٠٠٠-٠١-٠١',
    ]) {
      const answer = await add({ geburtsdatum });
      expect([geburtsdatum, answer.status, answer.code]).toEqual([
        geburtsdatum,
        400,
        'birthdate_invalid',
      ]);
    }
    expect(await snapshot(t)).toEqual(before);
    expect((await add({ geburtsdatum: '2000-02-29', lastName: 'Schalttag' })).status).toBe(200);
  });

  it('[sec B32][sec B33] asks before saving a birth of the last half year or an existing person', async () => {
    const before = await snapshot(t);
    const baby = await add({ geburtsdatum: '2026-10-01', lastName: 'Klein' });
    expect([baby.status, baby.json]).toMatchObject([
      409,
      { error: { code: 'confirm_needed', extra: { doubts: ['recent_birth'] } } },
    ]);
    const twin = await add({ firstName: 'Anna', lastName: 'Groß', geburtsdatum: '1941-03-04' });
    expect([twin.status, twin.json]).toMatchObject([
      409,
      { error: { code: 'confirm_needed', extra: { doubts: ['same_person'], patid: '1001' } } },
    ]);
    expect(await snapshot(t)).toEqual(before);
    expect(
      (await add({ geburtsdatum: '2026-10-01', lastName: 'Klein', confirmed: true })).status,
    ).toBe(200);
  });

  it('[sec B35] strips invisible characters, refuses emoji and empty names', async () => {
    const made = await add({ firstName: 'A\u202Enna\u200B', lastName: '\u2066Weiß\u2069' });
    const { patid } = made.json as { patid: string };
    expect((await p.call(`/patient/patients/${patid}`, { as: p.users.staff })).json).toMatchObject({
      firstName: 'Anna',
      lastName: 'Weiß',
    });
    for (const firstName of ['😀', '123', 'a'.repeat(101)])
      expect([firstName, (await add({ firstName })).status]).toEqual([firstName, 400]);
    // People with one name have it as their family name; without any name a person is refused.
    expect((await add({ firstName: ' \u200B', lastName: 'Suharto' })).status).toBe(200);
    expect((await add({ firstName: '', lastName: ' \u200B' })).status).toBe(400);
    for (const lastName of [
      'O’Brien-Müller',
      'Łukasz',
      'Nguyễn',
      '王小明',
      'عبد الله',
      'Ñandú',
      "D'Água",
    ])
      expect([lastName, (await add({ lastName, firstName: 'Probe' })).status]).toEqual([
        lastName,
        200,
      ]);
  });

  it('[sec B40] refuses letters and lengths in postal codes and telephone numbers', async () => {
    for (const plz of ['1011A', 'x', '1'.repeat(10_000), '123', '123456', '-1234', '١٢٣٤٥'])
      expect([plz.slice(0, 9), (await add({ plz })).status]).toEqual([plz.slice(0, 9), 400]);
    const { version } = (await t.call('/api/settings', { as: p.users.owner })).json as {
      version: number;
    };
    for (const phone of ['abc', '030 a', '1'.repeat(10_000), '<script>']) {
      const answer = await t.call('/api/settings/patch', {
        as: p.users.owner,
        method: 'POST',
        json: { settingsDiff: [{ op: 'replace', path: '/phone', value: phone }], version },
      });
      expect([phone.slice(0, 9), answer.status]).toEqual([phone.slice(0, 9), 400]);
    }
  });

  it('[sec B41] stores markup and formulas as typed text', async () => {
    for (const [at, text] of HOSTILE.entries()) {
      const made = await add({
        firstName: `A ${text}`,
        lastName: `Probe${at}`,
        street: text,
        city: text,
        title: text,
      });
      const { patid } = made.json as { patid: string };
      expect(
        (await p.call(`/patient/patients/${patid}`, { as: p.users.staff })).json,
      ).toMatchObject({ firstName: `A ${text}`, street: text, city: text, title: text });
      const found = await p.call(`/patient/search?q=${encodeURIComponent(`Probe${at} ${text}`)}`, {
        as: p.users.staff,
      });
      expect([text, found.status]).toEqual([text, 200]);
    }
    for (const q of [...HOSTILE, '%', '_', '%25', '\\', '*', "a' OR '1'='1", 'a'.repeat(100)]) {
      const found = await p.call(`/patient/search?q=${encodeURIComponent(q)}`, {
        as: p.users.staff,
      });
      expect([q, found.status]).toEqual([q, 200]);
      // A wildcard alone matches no patient.
      if (/^[%_\\*]+$/.test(q)) expect([q, found.json]).toEqual([q, []]);
    }
    expect(await board(p)).toBeTruthy();
  });

  it('[sec B25][sec B26][sec B27] refuses short, overlong and guessable passwords before hashing', async () => {
    const empty = await createTestApp(kind);
    const token =
      (await issueFirstUserToken({ store: empty.deps.store, now: empty.deps.now }))?.token ?? '';
    const make = (password: string) =>
      empty.call('/auth/createfirstuser', {
        method: 'POST',
        json: {
          token,
          firstName: 'Özlem',
          lastname: 'Yıldız',
          password,
          email: 'chefin@praxis.test',
          praxisName: 'Zahnarztpraxis Kastanienallee',
        },
      });
    let hashes = 0;
    const { hash } = empty.deps.passwords;
    empty.deps.passwords.hash = (word) => {
      hashes++;
      return hash(word);
    };
    const reasons: string[] = [];
    for (const password of [
      '1234567',
      'kurz und 11',
      'x'.repeat(129),
      '🙂'.repeat(129),
      'Zahnarztpraxis Kastanienallee',
      'ÖzlemYıldız2026',
      'passwort1234',
    ]) {
      // The address may try ten times an hour; this tests the password.
      await empty.deps.attempts.clear('first:127.0.0.1');
      const answer = await make(password);
      reasons.push(
        `${answer.status} ${answer.code} ${(answer.json as { error: { fields?: Record<string, string> } }).error.fields?.password ?? ''}`,
      );
    }
    expect(
      reasons.every((reason) => /^400 password_weak \w+$/.test(reason)),
      reasons.join('\n'),
    ).toBe(true);
    expect(hashes).toBe(0);
    expect((await make('x'.repeat(1_048_576))).status).toBe(413);
    expect((await make('Apfelbäume am Hang 77')).status).toBe(200);
    expect((await make('Apfelbäume am Hang 77')).code).toBe('first_user_token_invalid');
    await empty.drop();
  });
});

describe.each(STORES)('guessing (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const guess = (email: string, password: string): Promise<Answer> =>
    t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email, password }, longLogin: false },
    });
  const bare = (a: Answer): string =>
    `${a.status} ${a.text.replace(/"requestId":"[^"]*"/, '')} ${[...a.headers.keys()].sort().join()}`;

  it('gives the same response to a wrong name and a wrong password', async () => {
    const answers = [
      await guess('owner@nord.test', 'wrong wrong'),
      await guess('nobody@nord.test', 'wrong wrong'),
      await guess('no address', 'wrong wrong'),
      await guess('owner@nord.test\u00a0x', 'x'),
    ];
    expect(answers[0]?.code).toBe('login_failed');
    expect(new Set(answers.map(bare)).size).toBe(1);
  });

  it('[sec G4] hashes at most ten of two hundred concurrent guesses, and other users still sign in', async () => {
    let checked = 0;
    const { isRight } = t.deps.passwords;
    t.deps.passwords.isRight = (stored, word) => {
      checked++;
      return isRight(stored, word);
    };
    const codes = (
      await Promise.all(
        Array.from({ length: 200 }, (_, i) => guess('reception@nord.test', `wrong guess ${i}`)),
      )
    ).map((a) => `${a.status} ${a.code}`);
    t.deps.passwords.isRight = isRight;
    expect(checked).toBeLessThanOrEqual(10);
    expect(codes.filter((code) => code === '401 login_failed')).toHaveLength(checked);
    expect(codes.filter((code) => code === '429 rate_limited')).toHaveLength(200 - checked);
    const right = await guess('reception@nord.test', PASSWORD);
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await login(t, 'owner@nord.test')).token).toMatch(/^ses_/);
    t.clock.now += 16 * 60_000;
    expect((await guess('reception@nord.test', PASSWORD)).status).toBe(200);
  });

  it('[sec G9] one code registers one tablet, even with concurrent requests', async () => {
    const fresh = await login(t, 'owner@nord.test');
    const { registrationCode } = (await p.post('/tablet/codes', fresh)).json as {
      registrationCode: string;
    };
    const key = await publicJwk((await createSealKeys(false)).publicKey);
    const ask = () =>
      p.call('/tablet/registration', {
        method: 'POST',
        json: {
          registrationCode,
          signKey: key,
          sealKey: key,
          gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
          userAgent: 'test',
        },
      });
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map((a) => `${a.status} ${a.code ?? ''}`).sort()).toEqual([
      '200 ',
      ...Array.from({ length: 4 }, () => '400 registration_invalid'),
    ]);
  });

  it('[sec G9] a nonce gives one token, a signature over another text none; the PIN allows five tries', async () => {
    Object.assign(p.users.reception, await login(t, 'reception@nord.test'));
    const tablet = await SimTablet.register(p);
    const { nonce } = (
      await p.call('/tablet/token/challenge', { method: 'POST', json: { tabletId: tablet.id } })
    ).json as { nonce: string };
    const buy = (signature: string) =>
      p.call('/tablet/token', { method: 'POST', json: { tabletId: tablet.id, nonce, signature } });
    expect((await buy(await tablet.prove('another nonce of the same length 00000000'))).code).toBe(
      'unauthenticated',
    );
    const signature = await tablet.prove(nonce);
    const bought = await Promise.all(Array.from({ length: 6 }, () => buy(signature)));
    expect(bought.map((a) => a.status).sort((a, b) => a - b)).toEqual([
      200, 401, 401, 401, 401, 401,
    ]);
    const pin = (value: string) =>
      tablet.call('/tablet/pin', { method: 'POST', json: { pin: value } });
    expect((await pin(PIN)).status).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 20 }, (_, i) => pin(String(200_000 + i))));
    expect(wrong.filter((a) => a.code === 'pin_wrong')).toHaveLength(5);
    expect(wrong.filter((a) => a.status === 429)).toHaveLength(15);
    expect((await pin(PIN)).status).toBe(429);
    t.clock.now += 15 * 60_000 + 1;
    await tablet.renew();
    expect((await pin(PIN)).status).toBe(200);
  });

  it("a token expires after fifteen minutes, a tablet's too", async () => {
    Object.assign(p.users.reception, await login(t, 'reception@nord.test'));
    const tablet = await SimTablet.register(p, 'Tablet 9');
    t.clock.now += 15 * 60_000 + 1000;
    expect((await t.call('/auth/user', { as: p.users.reception })).code).toBe('unauthenticated');
    expect((await tablet.call('/tablet/sync/v1/pull')).code).toBe('unauthenticated');
    expect((await tablet.renew()).status).toBe(200);
  });
});

describe.each(STORES)('comments (%s)', (kind) => {
  it('[sec B39][V1] a note of 250 characters counts emoji as one; a longer one is parked, not lost', async () => {
    const t = await createTestApp(kind, { renderer: quickRenderer() });
    const p = await addPractice(t, 'west', [person('5', 'Anna', 'Groß', '1941-03-04')]);
    const tablet = await SimTablet.register(p);
    const results: (string | undefined)[] = [];
    for (const note of ['a'.repeat(250), '🙂'.repeat(250), 'a'.repeat(251), '🙂'.repeat(251)]) {
      const {
        mappeId,
        taskIds: [taskId],
      } = await sendMappe(p, { patid: '5', tabletId: tablet.id });
      const body = (await tablet.inbox()).find((b) => b.taskId === taskId);
      if (!body) throw new Error('not put');
      const { reading } = submissionOf(body, t.clock.now);
      const op = await tablet.op('task.outcome', body, {
        taskId,
        outcome: 'question',
        note,
        dataSha256: body.dataSha256,
        reading,
        declarations: [],
        language: 'de',
        at: t.clock.now,
      });
      results.push((await tablet.push(op)).verdicts[0]?.code);
      await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception);
    }
    expect(results).toEqual([undefined, undefined, 'invalid_payload', 'invalid_payload']);
    await t.drop();
  });
});
