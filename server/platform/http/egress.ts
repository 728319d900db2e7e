// The only way to call an address that users or files supply: to the very IP address that was
// checked, no redirects, no private networks unless the operator named the host, bounded in time
// and size; https only, unless the answer carries its own signature.

import { lookup as lookupName, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface EgressOptions {
  /** Hosts that may be in a private network; named by the operator. */
  privateHosts?: readonly string[];
  /** Certificates in addition to the system's (PEM). */
  ca?: string;
  /** Total timeout, ms. */
  timeoutMs?: number;
}
export interface EgressCall {
  url: string;
  method: string;
  headers: readonly (readonly [string, string])[];
  body: string | undefined;
}
/**
 * `answered`: with the status, whatever it is. `slow`: the request may have been accepted.
 * `untrusted`: the certificate does not match the host. All others were certainly not accepted.
 */
export type EgressAnswer =
  | { how: 'answered'; status: number }
  | { how: 'slow' | 'unreachable' | 'untrusted' | 'private' };

const TIMEOUT_MS = 10_000,
  MOST_BYTES = 64 * 1024;
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
// Of IPv6 only globally routed addresses are public, without the ranges that embed IPv4 or tunnels.
const PUBLIC6 = new BlockList();
PUBLIC6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** Checks whether an address is loopback, private, or reserved. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return PRIVATE.check(address, 'ipv4');
  return family === 6 ? !PUBLIC6.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6') : true;
}

class PrivateAddress extends Error {}

/**
 * Resolves a name and checks its addresses. The connection goes to the checked address: a name that
 * resolves differently a moment later changes nothing.
 */
const checkedLookup =
  (mayBePrivate: boolean): LookupFunction =>
  (name, wish, done) => {
    lookupName(
      name,
      { all: true },
      (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
        if (error) {
          done(error, '', 4);
          return;
        }
        if (!mayBePrivate && found.some((one) => isPrivateAddress(one.address))) {
          done(new PrivateAddress('private'), '', 4);
          return;
        }
        if (wish.all === true) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family ?? 4);
      },
    );
  };

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const isNamed = (host: string, hosts: readonly string[] | undefined): boolean =>
  (hosts ?? []).some((one) => one.toLowerCase() === host.toLowerCase());

/** A request whose answer is read. */
export interface Download {
  url: string;
  /** Sent by POST; GET without one. */
  body?: { readonly type: string; readonly bytes: Uint8Array };
  /** Media type that is asked for. */
  accept?: string;
  mostBytes: number;
}

/** An answer with more bytes than asked for. */
export class TooLargeError extends Error {}
/** An answer with another status than 200. */
export class AnswerError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/**
 * Fetches public data by http or https, under the same limits as `egress`: what it names is signed
 * by its issuer, so that no encryption is needed.
 * @throws Error when the host is private, slow, or answers anything but 200 within the size
 */
export function download(
  { url, body, accept, mostBytes }: Download,
  options: Pick<EgressOptions, 'privateHosts' | 'timeoutMs'> = {},
): Promise<Uint8Array> {
  const to = new URL(url),
    host = hostOf(to),
    mayBePrivate = isNamed(host, options.privateHosts);
  const isWeb = to.protocol === 'http:' || to.protocol === 'https:';
  if (!isWeb || to.username !== '' || to.password !== '')
    return Promise.reject(new Error('address not allowed'));
  if (isIP(host) !== 0 && !mayBePrivate && isPrivateAddress(host))
    return Promise.reject(new PrivateAddress('private'));
  return new Promise((resolve, reject) => {
    const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(to, {
      method: body === undefined ? 'GET' : 'POST',
      lookup: checkedLookup(mayBePrivate),
      agent: false,
      headers: {
        'User-Agent': 'Molar',
        ...(accept !== undefined && { Accept: accept }),
        ...(body && { 'Content-Type': body.type, 'Content-Length': String(body.bytes.length) }),
      },
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      request.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error('timeout')), options.timeoutMs ?? TIMEOUT_MS);
    request.on('error', fail);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        fail(new AnswerError(response.statusCode ?? 0));
        return;
      }
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > mostBytes) fail(new TooLargeError('answer too large'));
        else parts.push(part);
      });
      response.on('error', fail).on('aborted', () => fail(new Error('aborted')));
      response.on('end', () => {
        clearTimeout(timer);
        resolve(new Uint8Array(Buffer.concat(parts)));
      });
    });
    request.end(body && Buffer.from(body.bytes));
  });
}

/** Sends a request to another host. Never throws because of the remote side. */
export function egress(
  { url, method, headers, body }: EgressCall,
  options: EgressOptions = {},
): Promise<EgressAnswer> {
  const to = URL.canParse(url) ? new URL(url) : undefined,
    host = to === undefined ? '' : hostOf(to);
  if (to?.protocol !== 'https:' || to.username !== '' || to.password !== '')
    return Promise.resolve({ how: 'unreachable' });
  const mayBePrivate = isNamed(host, options.privateHosts);
  if (isIP(host) !== 0 && !mayBePrivate && isPrivateAddress(host))
    return Promise.resolve({ how: 'private' });
  const lookup = checkedLookup(mayBePrivate);
  return new Promise((resolve) => {
    let isReached = false,
      isConnected = false;
    const request = httpsRequest(to, {
      method,
      lookup,
      agent: false,
      headers: Object.fromEntries([
        ['User-Agent', 'Molar'],
        ['Accept', '*/*'],
        ...headers,
        ...(body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]),
      ]),
      ...(options.ca !== undefined && { ca: options.ca }),
      minVersion: 'TLSv1.2',
    });
    const end = (answer: EgressAnswer): void => {
      clearTimeout(timer);
      request.destroy();
      resolve(answer);
    };
    const timer = setTimeout(
      () => end({ how: isConnected ? 'slow' : 'unreachable' }),
      options.timeoutMs ?? TIMEOUT_MS,
    );
    request.on('socket', (socket) =>
      socket
        .once('connect', () => {
          isReached = true;
        })
        .once('secureConnect', () => {
          isConnected = true;
        }),
    );
    request.on('error', (error) =>
      end(
        error instanceof PrivateAddress
          ? { how: 'private' }
          : { how: isConnected ? 'slow' : isReached ? 'untrusted' : 'unreachable' },
      ),
    );
    request.on('response', (response) => {
      const answer: EgressAnswer = { how: 'answered', status: response.statusCode ?? 0 };
      let bytes = 0;
      // The body is ignored: the status is the result, even if the rest breaks off.
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MOST_BYTES) end(answer);
      });
      response
        .on('end', () => end(answer))
        .on('error', () => end(answer))
        .on('aborted', () => end(answer));
    });
    request.end(body);
  });
}
