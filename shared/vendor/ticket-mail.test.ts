// Mails that answer a request: own words without the quoted mail, programs, addresses, and HTML.
import { describe, expect, it } from 'vitest';
import {
  ANSWER_MARKERS,
  automaticReason,
  helpdeskidIn,
  mailWordIn,
  ownWords,
  textOfHtml,
  ticketAddress,
} from './ticket-mail.ts';

const BASE = 'hilfe@molar.example',
  WORD = '7K3QM2D9XR4TB5AZ';

describe('address of a request', () => {
  it('is found in any spelling, never for another host, name or length', () => {
    const address = ticketAddress(BASE, WORD);
    expect(address).toBe('hilfe+7k3qm2d9xr4tb5az@molar.example');
    expect(mailWordIn([address.toUpperCase()], BASE)).toBe(WORD);
    for (const wrong of [
      'hilfe@molar.example',
      'hilfe+7k3qm@molar.example',
      `hilfe+${WORD}@molar.example.evil.test`,
      `hilfe+${WORD}@evil.test`,
      `andere+${WORD}@molar.example`,
      'hilfe+7k3qm2d9xr4tb5ai@molar.example',
      '',
    ])
      expect([wrong, mailWordIn([wrong], BASE)]).toEqual([wrong, undefined]);
  });
  it('a number is found in a subject', () => {
    expect(helpdeskidIn('AW: Re: Ihre Anfrage t-26-7k3qm, noch offen')).toBe('T-26-7K3QM');
    expect(helpdeskidIn('T-26-7K3QMX und T-26-OIL00')).toBeUndefined();
  });
});

describe('mails of programs', () => {
  const reason = (headers: Record<string, string>, from = 'anna@praxis.test') =>
    automaticReason({ headers: new Map(Object.entries(headers)), from }, [
      BASE,
      'molar@molar.example',
    ]);
  it('are known by their headers and senders', () => {
    expect(reason({ 'auto-submitted': 'auto-replied (vacation)' })).toBe('auto-submitted');
    expect(reason({ 'auto-submitted': 'auto-generated' })).toBe('auto-submitted');
    expect(reason({ precedence: 'bulk' })).toBe('precedence');
    expect(reason({ 'list-id': '<a.b>' })).toBe('list');
    expect(reason({ 'return-path': ' < > ' })).toBe('bounce');
    expect(reason({ 'content-type': 'multipart/report; report-type=delivery-status' })).toBe(
      'report',
    );
    expect(reason({}, 'MAILER-DAEMON@praxis.test')).toBe('sender');
    expect(reason({}, '')).toBe('sender');
    expect(reason({}, 'Molar@molar.example')).toBe('own');
    expect(reason({}, ticketAddress(BASE, WORD))).toBe('own');
  });
  it('a mail of a person is none', () => {
    expect(reason({ 'auto-submitted': 'no', precedence: 'first-class' })).toBeUndefined();
    expect(reason({ 'return-path': '<anna@praxis.test>' })).toBeUndefined();
  });
});

describe('own words of an answer', () => {
  const marker = ANSWER_MARKERS.de;
  it.each([
    [
      'plain',
      `Das WLAN geht wieder.\n\nAm 20.11.2026 um 10:00 schrieb Praxis:\n> ${marker}\n> Hallo`,
    ],
    [
      'attribution on two lines',
      `Das WLAN geht wieder.\r\n\r\nAm Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Praxis\r\n<molar@molar.example>:\r\n\r\n> ${marker}\r\n> Hallo`,
    ],
    [
      'Outlook',
      `Das WLAN geht wieder.\n\n________________________________\nVon: Praxis <molar@molar.example>\nGesendet: Freitag\nAn: Anna\nBetreff: Re: Anfrage\n\n${marker}\n\nHallo`,
    ],
    [
      'English',
      `Das WLAN geht wieder.\n\nOn Fri, Nov 20, 2026 at 10:00 AM Praxis wrote:\n\n> ${ANSWER_MARKERS.en}\n`,
    ],
    [
      'original message',
      `Das WLAN geht wieder.\n-----Ursprüngliche Nachricht-----\nVon: Praxis\n${marker}`,
    ],
    [
      'quote without a marker',
      'Das WLAN geht wieder.\n\nAm 20.11. schrieb Praxis:\n> Hallo\n> Gruß\n',
    ],
  ])('are kept without the quoted mail: %s', (_, text) => {
    expect(ownWords(text)).toBe('Das WLAN geht wieder.');
  });
  it('keep sentences that only look like a head, and answers between quotes', () => {
    const text =
      'Am Montag schrieb der Monteur, es sei behoben:\nDas stimmt nicht.\nVon: hier aus nicht.';
    expect(ownWords(text)).toBe(text);
    expect(ownWords('> Welches Modell?\niPad 9\n> Seit wann?\nHeute')).toContain('iPad 9');
  });
  it('are none in an empty answer', () => {
    expect(ownWords(`${marker}\nHallo`)).toBe('');
    expect(ownWords('\n> Hallo\n')).toBe('');
  });
});

describe('words of an HTML mail', () => {
  it('hold no markup, script, style or address of a picture', () => {
    const html =
      '<html><head><style>p{}</style><title>x</title></head><body><p>Gr&uuml;&szlig;e&nbsp;&amp; <b>mehr</b></p>' +
      '<script>alert(1)</script><img src="https://evil.test/a.png"><div>Zeile&#32;2</div>a &lt;b&gt;</body></html>';
    expect(textOfHtml(html)).toBe('Grüße & mehr\n\nZeile 2\na <b>');
  });
  it('end with a broken tag, and take no time for many of them', () => {
    expect(textOfHtml('a <b')).toBe('a');
    const start = performance.now();
    textOfHtml('<'.repeat(400_000));
    textOfHtml('<a '.repeat(130_000));
    ownWords(`${' '.repeat(200_000)}\nAm ${' '.repeat(200_000)}x\n> ${marker200}`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
  const marker200 = ANSWER_MARKERS.de;
});
