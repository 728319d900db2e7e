// Tests of accepted addresses and their normal form.
import { describe, expect, it } from 'vitest';
import { foldEmail, isEmail } from './email.ts';
import { emailSchema, foldedEmailSchema } from './email.schema.ts';

const LONG = 'a'.repeat(63);

describe('an e-mail address', () => {
  it.each([
    'a@b.de',
    "o'connor@example.org",
    'first.last+tag@sub.example.com',
    "!#$%&'*+-/=?^_`{|}~@example.org",
    'info@zahnarzt-müller.de',
    'praxis@zähne-köln.de',
    'a@xn--mller-kva.de',
    'a@straße.de',
    'a@пример.рф',
    'a@xn--e1afmkfd.xn--p1ai',
    'ANNA@MÜLLER.DE',
    ' a@b.de ',
    `a@${LONG}.de`,
  ])('accepts %s', (typed) => {
    expect([isEmail(typed), foldedEmailSchema.safeParse(typed).success]).toEqual([true, true]);
    expect(foldEmail(typed)).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/);
  });

  it.each([
    '',
    'a',
    'a@',
    '@b.de',
    'a@b',
    'a@b.1',
    'a@1.2.3.4',
    'a@[1.2.3.4]',
    'a..b@c.de',
    '.a@b.de',
    'a.@b.de',
    'a b@c.de',
    'a@b..de',
    'a@-b.de',
    'a@b-.de',
    'a@b_c.de',
    'a@b.de, c@d.de',
    'a@b@c.de',
    '"a b"@c.de',
    'a@b.de\r\nBcc: c@d.de',
    'ä@b.de',
    'a@b/c.de',
    'a@b:25.de',
    `a@${LONG}a.de`,
    `${'a'.repeat(65)}@b.de`,
    `a@${`${LONG}.`.repeat(4)}de`,
    'a@xn--zzzzzzz99.de/',
  ])('rejects %j', (typed) => {
    expect([
      isEmail(typed),
      emailSchema.safeParse(typed).success,
      foldedEmailSchema.safeParse(typed).success,
    ]).toEqual([false, false, false]);
  });

  it('normalizes an umlaut domain and its ASCII form to one address', () => {
    const forms = [
      'info@zahnarzt-müller.de',
      'Info@Zahnarzt-Mu\u0308ller.de',
      ' INFO@ZAHNARZT-MÜLLER.DE',
      'info@xn--zahnarzt-mller-psb.de',
    ];
    expect(new Set(forms.map(foldEmail))).toEqual(new Set(['info@xn--zahnarzt-mller-psb.de']));
    expect(foldEmail(foldEmail(forms[0] ?? ''))).toBe(foldEmail(forms[0] ?? ''));
  });

  it('folds a string that is not an address in the same way', () => {
    expect(foldEmail(' Kein E-Mail ')).toBe('kein e-mail');
  });
});
