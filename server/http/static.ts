// The built apps as files: compressed copies, long caching for hashed assets, a page for every other path, never HTML for a missing script.

import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { belongsToServer } from '../../shared/mounts.ts';
import type { NodeEnv } from './frame.ts';
import { securityHeaders, type Surface } from './security-headers.ts';

const isAsset = (p: string): boolean => /^\/(practice\/)?assets\//.test(p);
const isPractice = (p: string): boolean => p === '/practice' || p.startsWith('/practice/');

/** Serves `root` (dist/web); mounted after every route. */
export function mountApps(app: Hono<NodeEnv>, root: string, isHttps: (request: Request, env: NodeEnv['Bindings']) => boolean): void {
  const files = serveStatic<NodeEnv>({ root: path.relative(process.cwd(), root) || '.', precompressed: true });
  const page = (file: string) => serveStatic<NodeEnv>({ root: path.relative(process.cwd(), root) || '.', path: file, precompressed: true });
  const kioskPage = page('index.html'), practicePage = page('practice/index.html');

  app.get('/practice', c => c.redirect('/practice/', 308));
  app.get('*', async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const surface: Surface = isPractice(pathname) ? 'practice' : 'kiosk';
    if (belongsToServer(pathname) && !isPractice(pathname)) return next();
    const isFile = path.extname(pathname) !== '' && existsSync(path.join(root, pathname));
    if (isAsset(pathname) && !isFile) return next();
    const pass = async (): Promise<void> => undefined;
    const response = isFile ? await files(c, pass) : await (surface === 'practice' ? practicePage : kioskPage)(c, pass);
    if (!response) return next();
    response.headers.set('Cache-Control', isAsset(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache');
    securityHeaders(response.headers, surface, isHttps(c.req.raw, c.env));
    return response;
  });
}
