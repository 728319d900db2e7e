// Security headers of every response, and the content policies of the two apps.

/** Where browsers report what a content policy refused. */
export const CSP_REPORTS = '/ui/csp-reports';

/** Rules of both apps. */
const PAGE_CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  `report-uri ${CSP_REPORTS}`,
].join('; ');
/** Text becomes code or markup only through the page's one policy. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default";
/**
 * Content policy of the patients' app; no inline code or style at all. Its Trusted Types
 * policy is `kiosk/documents/ownScripts.ts`.
 */
export const KIOSK_CSP = `${PAGE_CSP}; ${TRUSTED_TYPES}`;
/**
 * Content policy of the practice app. The browser's PDF viewer opens prints from blobs. Its Trusted
 * Types policy is `practice/app/page-policy.ts`.
 */
const PRACTICE_CSP = `${PAGE_CSP.replace("frame-src 'none'", 'frame-src blob:')}; ${TRUSTED_TYPES}`;
/**
 * Content policy of one response with the practice app's page: style elements of its component
 * library carry the nonce of this response.
 */
export const practicePageCsp = (nonce: string): string =>
  PRACTICE_CSP.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
const API_CSP = "default-src 'none'; frame-ancestors 'none'";

export type Surface = 'api' | 'kiosk' | 'practice';
const CSP: Record<Surface, string> = { api: API_CSP, kiosk: KIOSK_CSP, practice: PRACTICE_CSP };

/** Sets missing headers; `isHttps` adds HSTS for two years. */
export function securityHeaders(headers: Headers, surface: Surface, isHttps: boolean): void {
  const set = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set('Content-Security-Policy', CSP[surface]);
  set('X-Content-Type-Options', 'nosniff');
  set('Referrer-Policy', 'no-referrer');
  set('Cross-Origin-Opener-Policy', 'same-origin');
  set('Cross-Origin-Resource-Policy', 'same-origin');
  set('X-Frame-Options', 'DENY');
  set('Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()');
  if (surface === 'api') set('Cache-Control', 'no-store');
  if (isHttps) set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
}
