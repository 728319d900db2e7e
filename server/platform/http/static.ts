// The built apps as files: precompressed copies, long caching for hashed assets, a page for every
// other path, never HTML for a missing script.

import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { belongsToServer } from '../../../shared/base/mounts.ts';
import type { NodeEnv } from './caller-in.ts';
import { goPage, secretIn, type PageContacts, type PraxisContact } from './go-page.ts';
import { practicePageCsp, securityHeaders, type Surface } from './security-headers.ts';

const isAsset = (p: string): boolean => /^\/((practice|go|ssf)\/)?assets\//.test(p);
const isBelow = (p: string, word: string): boolean => p === word || p.startsWith(`${word}/`);
const isPractice = (p: string): boolean => isBelow(p, '/practice');
const PRACTICE_PAGE = 'practice/index.html';
/** Placeholder in the practice app's page (`practice/index.html`). */
const NONCE_PLACE = 'page-nonce';
/**
 * Pages of the patients' app. It leads every other path home; the status says that no page
 * is there, so that a scanner finds no file where there is none.
 */
const isKioskPage = (p: string): boolean =>
  p === '/' || p === '/index.html' || isBelow(p, '/unsubscribe') || isBelow(p, '/takeover');
/** Hidden files, and files that do not exist, are never answered by a page. */
const isNoPage = (p: string): boolean =>
  p.split('/').some((part) => part.startsWith('.')) ||
  (path.extname(p) !== '' && !isPractice(p) && !isKioskPage(p));
/** The page of a questionnaire at home; never as the static file, which contains no practice. */
const isGo = (p: string): boolean => isBelow(p, '/go') || p === '/go.html';

/** The page of a share, and of a new code for it. */
const isShared = (p: string): boolean =>
  isBelow(p, '/ssf') || isBelow(p, '/resetPassword') || p === '/ssf.html';

/** The page behind a link, with its practice. */
function linkPageOf(
  pathname: string,
  contacts: PageContacts,
): { file: string; contact: () => Promise<PraxisContact | undefined> } | undefined {
  if (isGo(pathname)) {
    const secret = secretIn(pathname);
    return {
      file: 'go.html',
      contact: async () => (secret === undefined ? undefined : contacts.of(secret)),
    };
  }
  // The same for every URL: an ended share looks like an unknown one.
  return isShared(pathname) ? { file: 'ssf.html', contact: contacts.only } : undefined;
}

/**
 * The practice app's page with the nonce of this response. It is not cached: a cached page would
 * carry another nonce than the policy that comes with a 304.
 */
async function answerPracticePage(root: string): Promise<Response | undefined> {
  const html = await readFile(path.join(root, PRACTICE_PAGE), 'utf8').catch(() => undefined),
    nonce = randomBytes(16).toString('base64');
  return html === undefined
    ? undefined
    : new Response(html.replace(NONCE_PLACE, nonce), {
        headers: {
          'Content-Type': 'text/html; charset=UTF-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': practicePageCsp(nonce),
        },
      });
}

/**
 * Serves `root` (dist/web); mounted after every route. `contacts` finds the practice behind a link;
 * `isDemo` checks whether a host serves no real patients.
 */
export function mountApps(
  app: Hono<NodeEnv>,
  root: string,
  isHttps: (request: Request, env: NodeEnv['Bindings']) => boolean,
  contacts: PageContacts,
  isDemo: (host: string) => boolean,
): void {
  const files = serveStatic<NodeEnv>({
    root: path.relative(process.cwd(), root) || '.',
    precompressed: true,
  });
  const page = (file: string) =>
    serveStatic<NodeEnv>({
      root: path.relative(process.cwd(), root) || '.',
      path: file,
      precompressed: true,
    });
  const kioskPage = page('index.html');

  app.get('/practice', (c) => c.redirect('/practice/', 308));
  app.get('*', async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const surface: Surface = isPractice(pathname) ? 'practice' : 'kiosk';
    const link = isAsset(pathname) ? undefined : linkPageOf(pathname, contacts);
    if (link) {
      const html = await readFile(path.join(root, link.file), 'utf8').catch(() => undefined);
      if (html === undefined) return next();
      // Without a database the page is served with the data available.
      const contact = await link.contact().catch(() => undefined);
      const response = new Response(goPage(html, contact, isDemo(c.req.header('host') ?? '')), {
        headers: {
          'Content-Type': 'text/html; charset=UTF-8',
          'Cache-Control': 'no-store',
          'X-Robots-Tag': 'noindex, nofollow',
        },
      });
      securityHeaders(response.headers, 'kiosk', isHttps(c.req.raw, c.env));
      return response;
    }
    if (belongsToServer(pathname) && !isPractice(pathname) && !isAsset(pathname)) return next();
    const isFile =
      path.extname(pathname) !== '' &&
      pathname !== `/${PRACTICE_PAGE}` &&
      existsSync(path.join(root, pathname));
    if (!isFile && (isAsset(pathname) || isNoPage(pathname))) return next();
    if (!isFile && surface === 'practice') {
      const response = await answerPracticePage(root);
      if (!response) return next();
      securityHeaders(response.headers, surface, isHttps(c.req.raw, c.env));
      return response;
    }
    const pass = async (): Promise<void> => undefined;
    const found = await (isFile ? files : kioskPage)(c, pass);
    if (!found) return next();
    const isNobodys = !isFile && surface === 'kiosk' && !isKioskPage(pathname),
      response = isNobodys
        ? new Response(found.body, { headers: found.headers, status: 404 })
        : found;
    response.headers.set(
      'Cache-Control',
      isAsset(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    securityHeaders(response.headers, surface, isHttps(c.req.raw, c.env));
    return response;
  });
}
