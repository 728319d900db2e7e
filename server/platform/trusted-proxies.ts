// Proxies on other machines whose word about the client's address counts, as addresses or networks.

import { BlockList, isIP } from 'node:net';

/** Addresses that may name the client of a request. */
export interface TrustedProxies {
  has(ip: string): boolean;
}

/**
 * Returns the proxies of a list of addresses and networks (CIDR), or the first entry that is none.
 * A network of everything is refused: every client could then choose its own address.
 */
export function trustedProxies(
  entries: readonly string[],
): { proxies: TrustedProxies; wrong?: undefined } | { proxies?: undefined; wrong: string } {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/'),
      version = isIP(address),
      most = version === 4 ? 32 : 128,
      prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    if (version === 0 || rest.length > 0 || prefix < 1 || prefix > most) return { wrong: entry };
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    proxies: {
      has: (ip) => isIP(ip) !== 0 && list.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6'),
    },
  };
}

/** Returns the address of an entry of X-Forwarded-For, which may name a port; undefined if none. */
function addressOf(entry: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry),
    ip = (bare?.[1] ?? bare?.[2] ?? entry).replace(/^::ffff:/i, '');
  return isIP(ip) === 0 ? undefined : ip;
}

/**
 * Returns the client that a trusted proxy names. Each proxy appends the address it was called from:
 * the list is read from its end, past further trusted proxies; entries before that are the client's
 * own words.
 * @param proxy address of the proxy that is connected, for a header without a usable entry
 */
export function clientBehind(
  proxy: string,
  forwardedFor: string | null,
  proxies: TrustedProxies | undefined,
): string {
  let client = proxy;
  for (const entry of (forwardedFor ?? '').split(',').toReversed()) {
    const ip = addressOf(entry.trim());
    if (ip === undefined) break;
    client = ip;
    if (proxies?.has(ip) !== true) break;
  }
  return client;
}
