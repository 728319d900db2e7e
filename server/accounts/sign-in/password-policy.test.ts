// Tests of the password rules and the hashing behind them.
import { describe, expect, it } from 'vitest';
import { isKnownHash, KNOWN_COUNT } from '../../../catalog/passwords/known.ts';
import { PASSWORD_MIN_FACTOR } from '../../../shared/accounts/auth.ts';
import { passwordProblem } from './password-policy.ts';
import { createPasswords } from './passwords.ts';

const context = ['Zahnarztpraxis Dr. Özlem Müller-Yıldız', 'oezlem@kiefer-luenen.de', 'Özlem'];

describe('password policy', () => {
  it.each([
    ['hgK4-pf', 'short'],
    ['Tz8!kepwmo1', 'short'],
    ['äöüßäöüß', 'short'],
    ['🦷'.repeat(11), 'short'],
    ['x7'.repeat(65), 'long'],
  ])('[sec B25] [sec B26] %s is %s', (password, problem) => {
    expect(passwordProblem(password, context, PASSWORD_MIN_FACTOR)).toBe(problem);
  });

  it.each([
    ['aaaaaaaaaaaa', 'pattern'],
    ['abcabcabcabc', 'pattern'],
    ['123456789012', 'pattern'],
    ['qwertzuiopasdf', 'pattern'],
    ['abcdefghijklm', 'pattern'],
    ['1234567891112', 'pattern'],
    ['20031958121231', 'pattern'],
    ['Passwort123456', 'common'],
    ['P@ssw0rt2026!', 'common'],
    ['Sommer2026!!!', 'common'],
    ['passwordpassword', 'common'],
    ['ichliebedich1988', 'common'],
    ['Fussball-Bayern-1', 'common'],
    ['Frühling2026!', 'common'],
    ['Zahnarztpraxis1!', 'common'],
    ['MuellerYildiz2026', 'context'],
    ['Özlem-Yıldız-2026', 'context'],
    ['kiefer-luenen-1', 'context'],
  ])('[sec B27] refuses %s as %s', (password, problem) => {
    expect(passwordProblem(password, context, PASSWORD_MIN_FACTOR)).toBe(problem);
  });

  it.each([
    'rumpel kachel nebel',
    'vier Wale trinken Tee',
    'hT7-qpzR-20xw',
    'ÄPFEL und Birnenmus',
    'моя собака спит',
    'k4mo-t1le-ru8a-97xz',
    '🦷🪥🌈🚲🎺🥕🧦🪁🧭🍀🐝🎈',
  ])('[sec B27] accepts %s', (password) => {
    expect(passwordProblem(password, context, PASSWORD_MIN_FACTOR)).toBeUndefined();
  });
});

describe('published passwords', () => {
  it('[sec 14] [sec B25] without a second factor fourteen characters are too short, with one twelve suffice', () => {
    expect(passwordProblem('hT7-qpzR-20xw!', context)).toBe('short');
    expect(passwordProblem('hT7-qpzR-20xw!', context, PASSWORD_MIN_FACTOR)).toBeUndefined();
    expect(passwordProblem('hT7-qpzR-20xw!x', context)).toBeUndefined();
  });

  it('[sec B27] more than 100,000 published passwords are refused offline, in any case; others are not', () => {
    expect(KNOWN_COUNT).toBeGreaterThan(100_000);
    for (const word of ['1q2w3e4r5t6y7u8i', '1Q2W3E4R5T6Y7U8I', 'unbelievable'])
      expect(passwordProblem(word, [], PASSWORD_MIN_FACTOR)).toBe('common');
    expect(isKnownHash(new Uint8Array(32))).toBe(false);
    expect(isKnownHash(new Uint8Array(32).fill(255))).toBe(false);
  });
});

describe('password hashing', () => {
  it('[sec 14] argon2id with 46 MiB, one pass; composed and decomposed umlauts are the same password', async () => {
    const passwords = createPasswords();
    const stored = await passwords.hash('ÄPFEL und Birnenmus');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await passwords.isRight(stored, 'ÄPFEL und Birnenmus'.normalize('NFD'))).toBe(true);
    expect(await passwords.isRight(stored, 'ÄPFEL und Birnenmuß')).toBe(false);
  });

  it('[sec 14] a pepper is part of the hash; an unknown user never matches', async () => {
    const passwords = createPasswords(new Uint8Array(32).fill(7));
    const stored = await passwords.hash('vier Wale trinken Tee');
    expect(await passwords.isRight(stored, 'vier Wale trinken Tee')).toBe(true);
    expect(await createPasswords().isRight(stored, 'vier Wale trinken Tee')).toBe(false);
    expect(await passwords.isRight(undefined, 'nobody has this word')).toBe(false);
  });
});
