// Viewer of the OpenAPI document at /docs, from a library's own files; the document itself follows
// the policy.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Context, Hono } from 'hono';
import type { NodeEnv } from './caller-in.ts';
import { securityHeaders } from './security-headers.ts';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Molar API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><main id="reader"></main><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;
/**
 * In production the document requires a signed-in user; the viewer sends the token of the practice
 * app in the same browser.
 */
const START = `const store = JSON.parse(localStorage.getItem('authStore') || '{}');
window.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reader', deepLinking: true, supportedSubmitMethods: [],
  requestInterceptor: r => { if (store.authToken) r.headers.Authorization = 'Bearer ' + store.authToken; return r; } });`;
const CSP =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Mounts the API documentation.
 * @param isHttps whether a request came over https, for the HSTS header
 */
export function mountDocs(app: Hono<NodeEnv>, isHttps: (c: Context<NodeEnv>) => boolean): void {
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const send = (c: Context<NodeEnv>, body: string | Uint8Array, type: string): Response => {
    const headers = new Headers({
      'Content-Type': type,
      'Content-Security-Policy': CSP,
      'Cache-Control': 'no-cache',
    });
    securityHeaders(headers, 'api', isHttps(c));
    return new Response(body as BodyInit, { headers });
  };
  app.get('/docs', (c) => send(c, PAGE, 'text/html; charset=utf-8'));
  app.get('/docs/start.js', (c) => send(c, START, 'text/javascript; charset=utf-8'));
  for (const [file, type] of [
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
  ] as const) {
    app.get(`/docs/${file}`, (c) =>
      send(c, readFileSync(path.join(folder, file)), `${type}; charset=utf-8`),
    );
  }
}
