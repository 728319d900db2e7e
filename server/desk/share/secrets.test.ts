// Tests of the secrets of shares: derived alike at each start, apart for each use, row and practice.
import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CODE_SIGNS, SHARE_ID, SHARE_KEY } from '../../../shared/exchange/share.ts';
import { newShareSecret, proofOf, sessionKeyOf, shareSecretsOf } from './secrets.ts';

const root = new Uint8Array(32).fill(5),
  secrets = shareSecretsOf(root);

describe('the secrets of a share', () => {
  it('are the same after a restart, and others with another root key', () => {
    const all = (of: typeof secrets) => [
      of.idOf('p1', 's1'),
      of.keyOf('p1', 's1'),
      of.codeOf('p1', 's1'),
      of.digitsOf('p1', 's1', 1),
      of.hashCode('p1', 's1', 'ABCD2345'),
    ];
    expect(all(shareSecretsOf(root))).toEqual(all(secrets));
    const other = all(shareSecretsOf(new Uint8Array(32).fill(6)));
    for (const [at, one] of all(secrets).entries()) expect(other[at]).not.toBe(one);
  });

  it('differ by practice and by row', () => {
    for (const of of [secrets.idOf, secrets.keyOf, secrets.codeOf])
      expect(new Set([of('p1', 's1'), of('p1', 's2'), of('p2', 's1')]).size).toBe(3);
  });

  it('have the shapes that links and patients use', () => {
    for (let at = 0; at < 200; at += 1) {
      expect(secrets.idOf('p1', `s${at}`)).toMatch(SHARE_ID);
      expect(secrets.keyOf('p1', `s${at}`)).toMatch(SHARE_KEY);
      expect(secrets.digitsOf('p1', 's1', at)).toMatch(/^\d{6}$/);
      const code = secrets.codeOf('p1', `s${at}`);
      expect(code).toHaveLength(8);
      expect([...code].filter((sign) => !CODE_SIGNS.includes(sign))).toEqual([]);
    }
    expect(secrets.idOf('p1', 's1')).not.toBe(secrets.keyOf('p1', 's1').slice(0, 22));
  });

  it('use every character of a code, and each is derived from its own word', () => {
    const codes = Array.from({ length: 400 }, (_, at) => secrets.codeOf('p1', `s${at}`)).join('');
    expect(new Set(codes).size).toBe(CODE_SIGNS.length);
    const derived = (word: string, text: string): Buffer =>
      createHmac('sha256', new Uint8Array(hkdfSync('sha256', root, 'molar', word, 32)))
        .update(text)
        .digest();
    // A changed word would change every link that staff hand out again.
    expect(secrets.idOf('p1', 's1')).toBe(
      derived('share id 1', 'p1|s1').subarray(0, 16).toString('base64url'),
    );
    expect(secrets.keyOf('p1', 's1')).toBe(derived('share key 1', 'p1|s1').toString('base64url'));
    expect(secrets.codeOf('p1', 's1')[0]).toBe(
      CODE_SIGNS[(derived('share code 1', 'p1|s1')[0] ?? 0) & 31],
    );
    expect(secrets.hashCode('p1', 's1', 'ab-CD 23')).toBe(
      derived('share code hash 1', 'p1|s1|ABCD23').toString('hex'),
    );
    expect(secrets.digitsOf('p1', 's1', 9)).toBe(
      String(derived('share digits 1', 'p1|s1|9').readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    );
  });

  it('digits of one message are the same however often it is sent, and others for the next', () => {
    expect(secrets.digitsOf('p1', 's1', 1)).toBe(secrets.digitsOf('p1', 's1', 1));
    expect(new Set([1, 2, 3].map((at) => secrets.digitsOf('p1', 's1', at))).size).toBe(3);
  });

  it('a code is hashed as it is compared: without spaces, hyphens and case', () => {
    const hash = secrets.hashCode('p1', 's1', 'ABCD-2345');
    expect(secrets.hashCode('p1', 's1', ' abcd 2345')).toBe(hash);
    for (const [cid, row, typed] of [
      ['p2', 's1', 'ABCD2345'],
      ['p1', 's2', 'ABCD2345'],
      ['p1', 's1', 'ABCD2346'],
    ] as const)
      expect(secrets.hashCode(cid, row, typed)).not.toBe(hash);
  });
});

describe('keys of a page and of a session', () => {
  const key = secrets.keyOf('p1', 's1');
  it('the proof follows from key and share, by the words that the page knows', () => {
    expect(proofOf(key, 'a')).toEqual(
      new Uint8Array(
        hkdfSync('sha256', Buffer.from(key, 'base64url'), 'a', 'molar share proof 1', 32),
      ),
    );
    expect(proofOf(key, 'b')).not.toEqual(proofOf(key, 'a'));
  });

  it('a session key follows from its secret alone, and differs from the proof', () => {
    const secret = newShareSecret();
    expect(secret).toMatch(SHARE_KEY);
    expect(newShareSecret()).not.toBe(secret);
    expect(sessionKeyOf(secret)).toEqual(
      new Uint8Array(
        hkdfSync('sha256', Buffer.from(secret, 'base64url'), 'molar', 'share session 1', 32),
      ),
    );
    expect(sessionKeyOf(newShareSecret())).not.toEqual(sessionKeyOf(secret));
    expect(sessionKeyOf(key)).not.toEqual(proofOf(key, 'molar'));
  });
});
