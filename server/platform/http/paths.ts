// Rejects paths and methods that no route has, before routing (B10, B12).

import type { Context, Next } from 'hono';
import { AppError } from '../../../shared/base/errors.ts';
import { belongsToServer } from '../../../shared/base/mounts.ts';
import type { NodeEnv } from './caller-in.ts';
import type { MountedRoute } from './frame.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns true for a path that decodes cleanly: no bad escapes, encoded slashes, doubled slashes,
 * parameters or backslashes.
 */
function isCleanPath(pathname: string): boolean {
  if (/\/\/|;|\\|%2f|%5c|%00/i.test(pathname)) return false;
  try {
    decodeURIComponent(pathname);
  } catch {
    return false;
  }
  return true;
}

export async function guardPath(c: Context<NodeEnv>, next: Next): Promise<void> {
  const { pathname } = new URL(c.req.url);
  if (!METHODS.has(c.req.method)) throw new AppError('method_not_allowed');
  if (!isCleanPath(pathname)) throw new AppError('not_found');
  // Two Host lines arrive joined; a proxy in between may have used the other one (RFC 9112 3.2).
  if (c.req.header('host')?.includes(',') === true) throw new AppError('bad_request');
  await next();
}

/**
 * Answers an unhandled request: 405 if another method exists, 404 for the rest below the server's
 * mounts.
 */
export function missing(table: readonly MountedRoute[]): (c: Context<NodeEnv>) => Response {
  const patterns = table.map((m) => ({
    method: m.method.toUpperCase(),
    test: new RegExp(`^${m.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (c) => {
    const { pathname } = new URL(c.req.url);
    const methods = patterns.filter((p) => p.test.test(pathname)).map((p) => p.method);
    if (methods.length > 0 && !methods.includes(c.req.method))
      throw new AppError('method_not_allowed');
    if (!belongsToServer(pathname) && c.req.method !== 'GET')
      throw new AppError('method_not_allowed');
    throw new AppError('not_found');
  };
}
