/** Tests of trusted sources of address, https and origin. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { callerOf, checkSameSite, cookieOf } from './origin.ts';
import { trustedProxies, type TrustedProxies } from '../trusted-proxies.ts';

const request = (headers: Record<string, string>, method = 'POST'): Request =>
  new Request('http://localhost/x', { method, headers: { Host: 'localhost:4000', ...headers } });
const caller = (
  headers: Record<string, string>,
  address: string,
  publicUrl?: string,
  isEncrypted = false,
  proxies?: TrustedProxies,
) => callerOf(request(headers), { address, isEncrypted }, { publicUrl, proxies });
const PUBLIC = 'https://molar.praxis.example',
  FORWARDED = {
    'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
    'X-Forwarded-Proto': 'https',
    'molar-client-ip': '1.1.1.1',
  };

describe('callerOf', () => {
  it("[sec B28] uses the socket's address, whatever the headers", () => {
    expect(caller(FORWARDED, '203.0.113.9')).toMatchObject({
      ip: '203.0.113.9',
      isHttps: false,
      isSecure: false,
    });
    expect(caller(FORWARDED, '::ffff:203.0.113.9').ip).toBe('203.0.113.9');
    expect(
      caller({ ...FORWARDED, Host: 'molar.praxis.example' }, '203.0.113.9', PUBLIC),
    ).toMatchObject({ ip: '203.0.113.9', isHttps: false });
  });
  it('trusts the local proxy with the public host name, and only the last list entry', () => {
    expect(
      caller({ ...FORWARDED, Host: 'molar.praxis.example' }, '127.0.0.1', PUBLIC),
    ).toMatchObject({
      ip: '7.7.7.7',
      isHttps: true,
      isSecure: true,
      origin: 'https://molar.praxis.example',
    });
    expect(caller({ ...FORWARDED, Host: 'localhost:4000' }, '127.0.0.1', PUBLIC)).toMatchObject({
      ip: '127.0.0.1',
      isHttps: false,
    });
  });
  it('trusts a proxy in the private network for https, but not for addresses', () => {
    expect(
      caller({ ...FORWARDED, Host: 'molar.praxis.example' }, '192.168.1.9', PUBLIC),
    ).toMatchObject({ ip: '192.168.1.9', isHttps: true });
  });
  it('believes a trusted proxy on another machine about the address, and passes further ones', () => {
    const { proxies } = trustedProxies(['10.9.0.0/16', '203.0.113.9', 'fd00:1::/64']);
    const from = (address: string, list: string | undefined, host = 'molar.praxis.example') =>
      caller(
        { Host: host, ...(list !== undefined && { 'X-Forwarded-For': list }) },
        address,
        PUBLIC,
        false,
        proxies,
      );
    expect(from('10.9.3.4', '6.6.6.6, 7.7.7.7')).toMatchObject({ ip: '7.7.7.7', isHttps: true });
    expect(from('::ffff:10.9.3.4', '7.7.7.7, 203.0.113.9')).toMatchObject({ ip: '7.7.7.7' });
    expect(from('fd00:1::5', '[2001:db8::1]:4711').ip).toBe('2001:db8::1');
    expect(from('203.0.113.9', '7.7.7.7:80')).toMatchObject({ ip: '7.7.7.7', isHttps: true });
    // A word that is no address, and no word at all: the proxy itself.
    expect(from('10.9.3.4', '7.7.7.7, unknown').ip).toBe('10.9.3.4');
    expect(from('10.9.3.4', undefined).ip).toBe('10.9.3.4');
    // Another private address, another host, and a client that calls directly cannot name an address.
    expect(from('10.8.3.4', '7.7.7.7').ip).toBe('10.8.3.4');
    expect(from('10.9.3.4', '7.7.7.7', 'localhost:4000').ip).toBe('10.9.3.4');
    expect(from('198.51.100.7', '10.9.3.4')).toMatchObject({ ip: '198.51.100.7', isHttps: false });
  });
  it('refuses a list of proxies with a word that is no address, or a network of everything', () => {
    for (const wrong of ['proxy.lan', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0'])
      expect(trustedProxies(['10.0.0.1', wrong]).wrong).toBe(wrong);
  });
  it('is secure on https and on localhost only', () => {
    expect(caller({}, '127.0.0.1').isSecure).toBe(true);
    expect(caller({}, '::1').isSecure).toBe(true);
    expect(caller({}, '192.168.1.5').isSecure).toBe(false);
    expect(caller({ Host: '192.168.1.2:4000' }, '127.0.0.1').isSecure).toBe(false);
    expect(caller({ Host: 'molar.lan' }, '192.168.1.5', undefined, true)).toMatchObject({
      isSecure: true,
      origin: 'https://molar.lan',
    });
  });
});

describe('checkSameSite', () => {
  const check = (
    headers: Record<string, string>,
    needsToken: boolean,
    publicUrl?: string,
  ): string => {
    const asked = request(headers);
    try {
      checkSameSite(
        asked,
        callerOf(asked, { address: '127.0.0.1', isEncrypted: false }, { publicUrl }),
        publicUrl,
        needsToken,
      );
      return 'fine';
    } catch (error) {
      return error instanceof AppError ? error.code : 'other';
    }
  };
  it('[sec B70] accepts only pages of the own origin', () => {
    expect(check({ Origin: 'http://localhost:4000', 'Sec-Fetch-Site': 'same-origin' }, false)).toBe(
      'fine',
    );
    expect(check({}, false)).toBe('fine');
    for (const origin of [
      'http://localhost:4001',
      'https://localhost:4000',
      'http://evil.example',
      'null',
      '',
      'http://localhost:4000.evil.example',
    ])
      expect([origin, check({ Origin: origin }, false)]).toEqual([origin, 'xsrf']);
    expect(check({ Origin: 'https://molar.praxis.example' }, false, PUBLIC)).toBe('fine');
    for (const site of ['cross-site', 'same-site', 'x'])
      expect([site, check({ 'Sec-Fetch-Site': site }, false)]).toEqual([site, 'xsrf']);
  });
  it('over https takes the cookie of this host, and the plain one only from a page of its own', () => {
    const header = { 'X-XSRF-TOKEN': 'abc' },
      https = (more: Record<string, string>) =>
        check({ Host: 'molar.praxis.example', ...header, ...more }, true, PUBLIC);
    expect(https({ Cookie: '__Host-XSRF-TOKEN=abc' })).toBe('fine');
    expect(https({ Cookie: 'XSRF-TOKEN=abc' })).toBe('xsrf');
    expect(https({ Cookie: 'XSRF-TOKEN=abc; __Host-XSRF-TOKEN=other' })).toBe('xsrf');
    expect(https({ Cookie: 'XSRF-TOKEN=abc', Origin: PUBLIC })).toBe('fine');
    expect(https({ Cookie: 'XSRF-TOKEN=abc', Origin: 'https://evil.example' })).toBe('xsrf');
  });
  it('requires the double-submit token, complete and equal', () => {
    expect(check({ Cookie: 'a=b; XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abc' }, true)).toBe('fine');
    for (const headers of [
      {},
      { Cookie: 'XSRF-TOKEN=abc' },
      { 'X-XSRF-TOKEN': 'abc' },
      { Cookie: 'XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abd' },
      { Cookie: 'XSRF-TOKEN=', 'X-XSRF-TOKEN': '' },
      { Cookie: 'XXSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abc' },
    ] as Record<string, string>[]) {
      expect([headers, check(headers, true)]).toEqual([headers, 'xsrf']);
    }
  });
});

describe('cookieOf', () => {
  it('reads one cookie and survives malformed ones', () => {
    expect(cookieOf(request({ Cookie: 'a=1; b=%C3%BC ; c=x=y' }), 'b')).toBe('ü');
    expect(cookieOf(request({ Cookie: 'c=x=y' }), 'c')).toBe('x=y');
    expect(cookieOf(request({ Cookie: 'b=%' }), 'b')).toBe('%');
    expect(cookieOf(request({}), 'b')).toBeUndefined();
  });
});
