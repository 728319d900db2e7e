// /.well-known/security.txt (RFC 9116): where finders of a weakness write to, as the operator says.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { callerIn } from '../../platform/http/caller-in.ts';
import type { Frame } from '../../platform/http/frame.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';

const PATH = '/.well-known/security.txt';
/** Readers must not trust an older copy; RFC 9116 recommends less than a year. */
const VALID_MS = 90 * DAY_MS;

/** Returns the file. @param publicUrl own address, without a trailing slash */
function securityText(contact: string, publicUrl: string | undefined, now: number): string {
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: de, en',
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${PATH}`]),
    '',
  ].join('\n');
}

/** Mounts the file; without a contact the path answers 404 and says why. */
export function mountSecurityText(
  app: Frame['app'],
  deps: { contact: string | undefined; publicUrl: string | undefined; now: () => number },
  isHttps: (c: Parameters<typeof callerIn>[0]) => boolean,
): void {
  app.get(PATH, (c) => {
    const { contact, publicUrl, now } = deps,
      headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
    securityHeaders(headers, 'api', isHttps(c));
    return contact === undefined
      ? new Response('The operator has named no contact (MOLAR_SECURITY_CONTACT).\n', {
          status: 404,
          headers,
        })
      : new Response(securityText(contact, publicUrl, now()), { headers });
  });
}
