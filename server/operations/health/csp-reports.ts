// Reports of browsers about content that a page's policy refused: counted into the log by rule and
// kind only, since an address or a sample may contain anything.

import type { callerIn } from '../../platform/http/caller-in.ts';
import type { Frame } from '../../platform/http/frame.ts';
import type { Log } from '../../platform/http/log.ts';
import { CSP_REPORTS, securityHeaders } from '../../platform/http/security-headers.ts';

const MOST_BYTES = 8_192;
/** Lines a minute for all callers together: anyone may send reports. */
const MOST_LINES = 20,
  MINUTE = 60_000;

const KINDS = ['inline', 'eval', 'data', 'blob', 'trusted-types-policy', 'trusted-types-sink'];
/** Kind of the refused content, without its address. */
function kindOf(blocked: string): string {
  const word = blocked.split(':')[0] ?? '';
  return KINDS.includes(word) ? word : 'address';
}

export interface CspReport {
  rule: string;
  what: string;
  app: 'kiosk' | 'practice';
}

/** Reads a report; undefined where it is none. */
export function readCspReport(text: string): CspReport | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  const report = (said as { 'csp-report'?: unknown } | null)?.['csp-report'];
  if (typeof report !== 'object' || report === null) return undefined;
  const word = (name: string): string => {
    const value = (report as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };
  const rule = (word('effective-directive') || word('violated-directive')).split(' ')[0] ?? '';
  if (!/^[a-z-]{3,40}$/.test(rule)) return undefined;
  const isPractice = /^https?:\/\/[^/]+\/practice(\/|$)/.test(word('document-uri'));
  return { rule, what: kindOf(word('blocked-uri')), app: isPractice ? 'practice' : 'kiosk' };
}

/** Reads at most the bytes of a report; undefined where the body is longer. */
async function readShort(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Mounts the endpoint: the answer is always 204, whatever was sent. */
export function mountCspReports(
  app: Frame['app'],
  deps: { now: () => number; log: Pick<Log, 'note'> },
  isHttps: (c: Parameters<typeof callerIn>[0]) => boolean,
): void {
  let since = -Infinity,
    lines = 0;
  app.post(CSP_REPORTS, async (c) => {
    const now = deps.now();
    if (Math.abs(now - since) >= MINUTE) {
      since = now;
      lines = 0;
    }
    if (lines < MOST_LINES) {
      const text = await readShort(c.req.raw).catch(() => undefined),
        report = text === undefined ? undefined : readCspReport(text);
      if (report) {
        lines++;
        deps.log.note('csp.refused', { ...report });
      }
    }
    const headers = new Headers();
    securityHeaders(headers, 'api', isHttps(c));
    return new Response(null, { status: 204, headers });
  });
}
