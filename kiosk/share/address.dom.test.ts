// Tests of addresses of shares, the proof of a key, and the stored link.
import { hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SHARE_PROOF_INFO, sharePath } from '../../shared/exchange/share.ts';
import { openCabinet } from '../home/cabinet.ts';
import { HANDED_MS, sweep } from '../home/keeper.ts';
import { addressIn, bareAddress, placeOf } from './address.ts';
import { dropLinkKey, findLinkKey, keepLinkKey } from './linkKey.ts';
import { proofOf } from './proof.ts';
import { fileName } from './saveFile.ts';

const shareId = 'A1b2C3d4E5f6G7h8I9j0K_',
  key = Buffer.alloc(32, 7).toString('base64url'),
  r4cUuid = '0191e0a0-0000-7000-8000-00000000abcd';
const path = sharePath({ shareId, key, r4cUuid }),
  [pathname = '', fragment = ''] = path.split('#');

describe('the address', () => {
  it('[R3] a link contains share, key and practice; no secret stays in the address bar', () => {
    const place = placeOf({ pathname, hash: `#${fragment}` });
    expect(place).toEqual({ kind: 'share', address: { shareId, key, r4cUuid } });
    expect(bareAddress(place)).toBe(`/ssf/${shareId}`);
    expect(placeOf({ pathname, hash: '' })).toEqual({ kind: 'share', address: { shareId } });
  });
  it.each([
    ['/ssf', 'enter'],
    ['/ssf/', 'enter'],
    ['/ssf/short', 'wrong'],
    [`/ssf/${shareId}x`, 'wrong'],
    ['/resetPassword', 'wrong'],
    [`/resetPassword/${shareId}`, 'wrong'],
    [`/resetPassword/${shareId}/secret`, 'reset'],
  ])('%s', (to, kind) => {
    expect(placeOf({ pathname: to, hash: '' }).kind).toBe(kind);
  });
  it('[R4] the secret of a new code is removed from the bar, too', () => {
    expect(bareAddress(placeOf({ pathname: `/resetPassword/${shareId}/secret`, hash: '' }))).toBe(
      '/resetPassword',
    );
  });
  it('accepts a pasted link, path, or id; of another host only the path is used', () => {
    for (const text of [
      `https://praxis.example${path}`,
      ` ${path} `,
      `HTTPS://evil.example:8443${path}`,
    ])
      expect(addressIn(text)).toEqual({ shareId, key, r4cUuid });
    expect(addressIn(shareId)).toEqual({ shareId });
    expect(addressIn(`${shareId}#${key}`)).toEqual({ shareId, key });
    for (const text of [
      '',
      'hallo',
      `https://praxis.example/go/${shareId}`,
      `https://praxis.example/ssf/${shareId}/x`,
    ])
      expect(addressIn(text)).toBeUndefined();
  });
});

describe('the key of a link', () => {
  it('[sec 1.3] its proof is HKDF-SHA-256 with the id as salt, matching another implementation', async () => {
    const other = Buffer.from(
      hkdfSync(
        'sha256',
        Buffer.from(key, 'base64url'),
        Buffer.from(shareId),
        Buffer.from(SHARE_PROOF_INFO),
        32,
      ),
    ).toString('base64url');
    expect(await proofOf(crypto.subtle, shareId, key)).toBe(other);
  });

  it('is stored sealed, found by the same share only, and deleted when dropped or too old', async () => {
    const cabinet = await openCabinet(indexedDB, crypto.subtle);
    if (!cabinet) throw new Error('no database');
    await sweep(cabinet, Number.MAX_SAFE_INTEGER);
    await keepLinkKey(cabinet, crypto.subtle, shareId, { key, r4cUuid }, 1_000);
    expect(await findLinkKey(cabinet, shareId, 2_000)).toEqual({ key, r4cUuid });
    expect(await findLinkKey(cabinet, `${shareId.slice(0, -1)}A`, 2_000)).toBeNull();
    const seen = (value: unknown): string =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString('latin1')
        : typeof value === 'object' && value !== null
          ? Object.entries(value)
              .map(([name, one]) => `${name}=${seen(one)}`)
              .join(';')
          : String(value);
    const rows = (await cabinet.all()).map(seen).join('\n');
    expect(rows).toContain('draftId=link');
    for (const word of [shareId, key, r4cUuid]) expect(rows).not.toContain(word);
    expect(await findLinkKey(cabinet, shareId, 1_001 + HANDED_MS)).toBeNull();
    await sweep(cabinet, 1_001 + HANDED_MS);
    expect(await cabinet.all()).toEqual([]);
    await keepLinkKey(cabinet, crypto.subtle, shareId, { key, r4cUuid: null }, 1_000);
    await dropLinkKey(cabinet, shareId);
    expect(await findLinkKey(cabinet, shareId, 2_000)).toBeNull();
  });
});

it('[sec B54] a file name contains no separators and no control characters', () => {
  expect([
    fileName('../../x'),
    fileName('a\r\nSet-Cookie: b'),
    fileName('Einwilligung „Krone“ 1/2'),
    fileName('\u202Efdp.exe'),
    fileName(''),
  ]).toEqual([
    '-..-x.pdf',
    'aSet-Cookie- b.pdf',
    'Einwilligung „Krone“ 1-2.pdf',
    'fdp.exe.pdf',
    'Dokument.pdf',
  ]);
  expect(fileName('x'.repeat(4096)).length).toBe(120);
});
