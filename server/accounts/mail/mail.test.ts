// Content of mails and meaning of reports: every template in both languages, safe links, returned
// mails, answers of mail servers.
import { describe, expect, it } from 'vitest';
import { MAIL_RULES, type MailTemplate } from '../../../shared/accounts/mail.ts';
import { mailKeysOf } from './mail-keys.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { mayBeWritten } from './queue-mail.ts';
import { readDsn } from './read-dsn.ts';
import { outcomeOf } from './sender.ts';
import { MAIL_WORDS } from './words.ts';
import { linkOf, plainWord, writeMail } from './write-mail.ts';

const BASE = 'https://molar.praxis.example',
  praxis = { name: 'Praxis „Am Markt“ & Söhne', telefon: '030 123' };
const dataOf = (template: MailTemplate): Record<string, string> => ({
  name: 'Zoë',
  ...Object.fromEntries(
    MAIL_RULES[template].needs.map((word) => [
      word,
      word === 'link' ? '/practice/x/lnk_1' : word === 'what' ? 'totp_on' : `<${word} b>`,
    ]),
  ),
});

describe('templates', () => {
  it.each(Object.keys(MAIL_WORDS) as MailTemplate[])(
    '%s has equal content as text and as HTML, in both languages',
    (template) => {
      const both = (['de', 'en'] as const).map((language) =>
        writeMail({ template, language, data: dataOf(template), praxis, base: BASE }),
      );
      for (const { subject, text, html } of both) {
        expect(subject).not.toMatch(/[{}\r\n]/);
        expect(`${text}${html}`).not.toMatch(/\{\w+\}|undefined/);
        expect(text).toContain('Zoë');
        expect(text).toContain('030 123');
        // One column, no external resources, no style sheet that a mail program drops.
        expect(html).not.toMatch(/<(img|script|link|iframe|table|style)|url\(|@import|http:\/\//);
        expect(html).toContain('color-scheme');
        if (MAIL_RULES[template].needs.includes('link'))
          for (const body of [text, html]) expect(body).toContain(`${BASE}/practice/x/lnk_1`);
        if (MAIL_RULES[template].needs.includes('betreff')) expect(subject).toBe('<betreff b>');
        if (MAIL_RULES[template].needs.includes('title'))
          expect(`${subject}${text}`).toContain('<title b>');
        for (const word of MAIL_RULES[template].needs.filter(
          (w) => !['link', 'what', 'betreff', 'title'].includes(w),
        )) {
          // With a second word in the tag: the mail's own <title> would match without it.
          expect(text).toContain(`<${word} b>`);
          expect(html).not.toContain(`<${word} b>`);
          expect(html).toContain(`&#60;${word} b&#62;`);
        }
      }
      // Texts written by the practice are in its own language.
      if (template !== 'letter') expect(both[0]?.subject).not.toBe(both[1]?.subject);
    },
  );

  it('the brand of the practice is in the HTML: its accent on the button, its logo inside the mail', () => {
    const mail = (accent: 'plum' | '', logo?: string) =>
      writeMail({
        template: 'invite',
        language: 'de',
        data: dataOf('invite'),
        praxis: { ...praxis, accent },
        base: BASE,
        logo,
      });
    const { html, text } = mail('plum', 'cid:logo@molar');
    expect(html).toContain('<img src="cid:logo@molar" alt="Praxis „Am Markt“ &#38; Söhne"');
    expect(html).toContain('background:#6b2d73');
    expect(text).toBe(mail('').text);
    expect(mail('').html).toContain('background:#0b626a');
    expect(mail('').html).not.toContain('<img');
  });

  it('mails that may be unsubscribed contain an unsubscribe link', () => {
    const mail = writeMail({
      template: 'invite',
      language: 'de',
      data: dataOf('invite'),
      praxis,
      base: BASE,
      unsubscribe: '/unsubscribe/a%40b.test/token',
    });
    for (const body of [mail.text, mail.html])
      expect(body).toContain(`${BASE}/unsubscribe/a%40b.test/token`);
  });

  it.each([
    'https://evil.test/',
    '//evil.test/',
    'javascript:alert(1)',
    '/a b',
    '/a"b',
    '/a<b',
    '/a\nb',
    '',
  ])('no mail links to %j', (path) => {
    expect(() => linkOf(BASE, path)).toThrow('path of ours');
  });

  it('foreign text becomes one plain line', () => {
    expect(plainWord('A\r\nBcc: b\u0000\u202e\u2028C')).toBe('A Bcc: b C');
    expect(plainWord('see https://evil.test/x and www.evil.test')).toBe(
      'see evil.test/x and evil.test',
    );
    expect(plainWord('ｅｖｉｌ')).toBe('ｅｖｉｌ');
    expect(plainWord('x'.repeat(500))).toHaveLength(200);
  });
});

describe('[T6] allowed recipients', () => {
  it.each([
    ['none', 0, true, true],
    ['revoked', 0, true, true],
    ['unsubscribed', 0, false, true],
    ['bounced', DAY_MS - 1, false, false],
    ['bounced', DAY_MS, false, true],
    ['complained', DAY_MS, false, false],
  ] as const)('%s for %s ms: ordinary %s, safety %s', (state, age, ordinary, safety) => {
    const may = (isSafety: boolean): boolean =>
      mayBeWritten({ state, at: 1000 }, isSafety, 1000 + age);
    expect([may(false), may(true)]).toEqual([ordinary, safety]);
  });
  it('a token is bound to one practice, one case-sensitive address, and one nonce', () => {
    const keys = mailKeysOf(new Uint8Array(32).fill(1)),
      other = mailKeysOf(new Uint8Array(32).fill(2));
    const all = [
      keys.unsubscribeToken('c', 'a@b', 'n'),
      keys.unsubscribeToken('d', 'a@b', 'n'),
      keys.unsubscribeToken('c', 'A@b', 'n'),
      keys.unsubscribeToken('c', 'a@b', 'm'),
      other.unsubscribeToken('c', 'a@b', 'n'),
      keys.unsubscribeToken('c', 'a@b', 'n'),
    ];
    expect(new Set(all).size).toBe(5);
    expect(keys.hashAddress(' A@B ')).toBe(keys.hashAddress('a@b'));
    expect(() => keys.open(keys.seal({ a: 1 }, 'x'), 'y')).toThrow();
  });
});

describe('answers of mail servers', () => {
  it.each([
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown' },
      'refused',
    ],
    [
      {
        code: 'EENVELOPE',
        command: 'RCPT TO',
        responseCode: 550,
        response: '550 no such user here',
      },
      'refused',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.2.1 disabled' },
      'refused',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 policy' },
      'rejected',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 552, response: '552 5.2.2 full' },
      'rejected',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.0 grey' },
      'later',
    ],
    [
      {
        code: 'EMESSAGE',
        command: 'DATA',
        responseCode: 554,
        response: '554 5.7.1 spam',
        isBegun: true,
      },
      'rejected',
    ],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 451, isBegun: true }, 'later'],
    [
      { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' },
      'later',
    ],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'later'],
    [{ code: 'ECONNECTION', command: 'CONN', isBegun: true }, 'unsure'],
    [{ code: 'ETIMEDOUT', isBegun: true }, 'unsure'],
    [{}, 'later'],
  ] as const)('%o: %s', (fault, outcome) => {
    expect(outcomeOf(fault).outcome).toBe(outcome);
  });
});

describe('returned mails', () => {
  const report = (fields: string, original = 'Message-ID: <m@molar>'): string =>
    `Message-ID: <own@provider>\nSubject: Undelivered\n\ntext\n\n${fields}\n\n${original}\nTo: a@b.test\n`;
  it('a permanent failure yields address, status and our mail', () => {
    expect(
      readDsn(report('Final-Recipient: rfc822; <A@b.test>\nAction: failed\nStatus: 5.1.1 (bad)')),
    ).toEqual([{ type: 'bounced', email: 'A@b.test', reason: '5.1.1', messageId: '<m@molar>' }]);
  });
  it.each([
    ['a delay', 'Final-Recipient: rfc822; a@b.test\nAction: delayed\nStatus: 4.4.1'],
    ['a success', 'Final-Recipient: rfc822; a@b.test\nAction: delivered\nStatus: 2.0.0'],
    ['no address', 'Action: failed\nStatus: 5.1.1'],
    ['no report', 'Hello there'],
  ])('ignores %s', (_, fields) => {
    expect(readDsn(report(fields))).toEqual([]);
  });
  it('ignores a report without a mail of ours', () => {
    expect(
      readDsn(
        report('Final-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.1.1', 'Subject: x'),
      ),
    ).toEqual([]);
  });
  it('recognizes a complaint', () => {
    expect(readDsn(report('Feedback-Type: abuse\nOriginal-Rcpt-To: <a@b.test>'))).toEqual([
      { type: 'complained', email: 'a@b.test', reason: 'abuse', messageId: '<m@molar>' },
    ]);
  });
});
