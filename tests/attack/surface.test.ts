/**
 * Common properties of all responses and the server's self-description: security headers, error
 * shape, OpenAPI document, docs page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../shared/base/errors.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../support/practice.ts';

let t: TestApp, p: Practice, prod: TestApp, inProd: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  prod = await createTestApp('sqlite', {
    environment: 'prod',
    publicUrl: 'https://molar.praxis.example',
  });
  inProd = await addPractice(prod, 'nord');
});
afterAll(async () => {
  await t.drop();
  await prod.drop();
});

const WANTED: Record<string, RegExp> = {
  'content-security-policy': /default-src '(none|self)'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
  'permissions-policy': /geolocation=\(\)/,
  'cache-control': /no-(store|cache)/,
};
const lacking = (answer: Answer): string[] =>
  Object.entries(WANTED)
    .filter(([name, value]) => !value.test(answer.headers.get(name) ?? ''))
    .map(([name]) => name);

describe('the surface', () => {
  it('every route, error and page has the security headers; errors have one shape', async () => {
    const wrong: string[] = [];
    const judge = (name: string, answer: Answer): void => {
      const gone = lacking(answer);
      if (gone.length > 0) wrong.push(`${name}: ${answer.status} without ${gone.join(', ')}`);
      if (
        answer.headers.has('server') ||
        answer.headers.has('x-powered-by') ||
        answer.headers.has('access-control-allow-origin')
      )
        wrong.push(`${name}: tells or opens too much`);
      if (answer.status < 400) return;
      const error = (answer.json as { error?: Record<string, unknown> } | undefined)?.error;
      const keys = Object.keys(error ?? {}).filter((key) => !['fields', 'extra'].includes(key));
      if (
        keys.join() !== 'code,message,requestId' ||
        !((error?.code as string) in ERRORS) ||
        error?.requestId !== answer.headers.get('molar-request-id')
      )
        wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (/\bat .+:\d+:\d+|SQLITE|select |insert into|node_modules/i.test(answer.text))
        wrong.push(`${name}: speaks of its inside: ${answer.text.slice(0, 200)}`);
    };
    for (const { method, path } of t.app.table) {
      for (const as of [undefined, p.users.owner, p.users.staff]) {
        if ((path === '/auth/logout' || path === '/auth/lock') && as) continue;
        const target = path
          .replace('{r4cUuid}', p.r4cUuid)
          .replace(/\{\w+\}/g, () => t.deps.newId());
        judge(
          `${method} ${path}`,
          await t.call(target, {
            ...(as && { as }),
            method: method.toUpperCase(),
            ...(method !== 'get' && { json: {} }),
          }),
        );
      }
    }
    for (const path of [
      '/nowhere',
      '/auth/nowhere',
      '/auth/..%2fx',
      '/docs',
      '/docs/start.js',
      '/docs/swagger-ui.css',
      '/docs/nothing.js',
    ])
      judge(path, await t.call(path));
    judge('TRACE-like', await t.call('/livez', { method: 'PROPFIND' }));
    judge(
      'torn',
      await t.call('/auth/login', { method: 'POST', body: '{', type: 'application/json' }),
    );
    expect(wrong).toEqual([]);
  });

  it('over https responses set HSTS, and cookies are Secure', async () => {
    for (const path of ['/ui/status', '/auth/user', '/nowhere', '/docs']) {
      const answer = await prod.call(path, {
        headers: { Host: 'molar.praxis.example', Cookie: undefined },
      });
      expect([path, answer.headers.get('strict-transport-security')]).toEqual([
        path,
        'max-age=63072000; includeSubDomains',
      ]);
      const cookie = answer.headers.get('set-cookie');
      if (cookie !== null) expect(cookie).toMatch(/SameSite=Strict; Secure/);
    }
    expect(
      (await prod.call('/ui/status', { headers: { Host: 'localhost' } })).headers.has(
        'strict-transport-security',
      ),
    ).toBe(false);
  });

  it('[sec B10] refuses sign-in and registration over plain http from another host', async () => {
    const answer = await t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email: 'owner@nord.test', password: 'x' }, longLogin: false },
      headers: { Host: '192.168.7.7:4000' },
    });
    expect([answer.status, answer.code]).toEqual([403, 'https_required']);
    expect(
      (
        await t.call('/auth/login', {
          method: 'POST',
          json: { credentials: { email: 'owner@nord.test', password: 'x' }, longLogin: false },
          headers: {
            Host: '192.168.7.7:4000',
            'X-Forwarded-Proto': 'https',
            'X-Forwarded-For': '127.0.0.1',
          },
        })
      ).code,
    ).toBe('https_required');
    expect(
      (
        await t.call('/auth/refreshToken', {
          method: 'POST',
          headers: { Host: '192.168.7.7:4000' },
        })
      ).code,
    ).toBe('https_required');
  });

  it('echoes a valid request id of the caller, not a malformed one', async () => {
    expect(
      (await t.call('/livez', { headers: { 'molar-request-id': 'abcdef-12345' } })).headers.get(
        'molar-request-id',
      ),
    ).toBe('abcdef-12345');
    for (const id of ['short', 'x'.repeat(65), 'with space here', '<script>alert</script>'])
      expect(
        (await t.call('/livez', { headers: { 'molar-request-id': id } })).headers.get(
          'molar-request-id',
        ),
      ).not.toBe(id);
  });

  it("[sec B28] ignores the address in the client's own header", async () => {
    const { lines } = t;
    const login = (headers: Record<string, string>) =>
      t.call('/auth/login', {
        method: 'POST',
        json: {
          credentials: { email: 'nobody@nord.test', password: 'wrong wrong wrong' },
          longLogin: false,
        },
        headers,
      });
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++)
      codes.push(
        (
          await login({
            'molar-client-ip': `10.0.0.${i}`,
            'X-Forwarded-For': `10.0.1.${i}`,
            'X-Real-IP': `10.0.2.${i}`,
          })
        ).code,
      );
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'login_failed'));
    expect(codes.slice(10)).toEqual(['rate_limited', 'rate_limited']);
    expect(lines.join('')).not.toMatch(/10\.0\.[012]\./);
  });
});

describe('the OpenAPI document', () => {
  interface Operation {
    operationId: string;
    summary: string;
    'x-policy': string;
    security?: unknown;
    responses: Record<string, unknown>;
    parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
  }
  interface Document {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  }
  const read = async (): Promise<Document> => (await t.call('/openapi.json')).json as Document;

  it('is version 3.1, lists every route with policy and path parameters, and every reference resolves', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    const wrong: string[] = [];
    const ids = new Set<string>();
    for (const { method, path, route } of t.app.table) {
      const operation = document.paths[path]?.[method];
      if (!operation) {
        wrong.push(`${method} ${path} is missing`);
        continue;
      }
      if (ids.has(operation.operationId)) wrong.push(`${operation.operationId} twice`);
      ids.add(operation.operationId);
      if (
        operation['x-policy'] !== route.spec.policy ||
        !operation.summary ||
        !('default' in operation.responses)
      )
        wrong.push(`${method} ${path} is incomplete`);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '');
      for (const name of named)
        if (
          !operation.parameters?.some(
            (q) => q.name === name && q.in === 'path' && q.required === true,
          )
        )
          wrong.push(`${method} ${path}: ${name} is not described`);
    }
    const count = Object.values(document.paths).reduce(
      (n, methods) => n + Object.keys(methods).length,
      0,
    );
    expect(count).toBe(t.app.table.length);
    const text = JSON.stringify(document);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!(name in document.components.schemas)) wrong.push(`nothing is named ${name}`);
    expect(wrong).toEqual([]);
    // Strict bodies are declared as such.
    expect(document.components.schemas.MappeComposition).toMatchObject({
      additionalProperties: false,
      required: expect.arrayContaining(['patids', 'items', 'tabletId']) as unknown,
    });
  });

  it('is written once: strangers who request it again cost the server almost nothing', async () => {
    await read();
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i += 1)
      await t.app.frame.app.fetch(
        new Request('http://localhost/openapi.json', { headers: { host: 'localhost' } }),
      );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 20_000).toBeLessThan(20);
  });

  it('[E4] uses the names of the wire', async () => {
    const text = JSON.stringify(await read());
    for (const word of [
      'patid',
      'tabletToken',
      'taskId',
      'mappeId',
      'tabletId',
      'pendingId',
      'fileId',
      'sha256',
      'settingsDiff',
      'registrationCode',
      'geburtsdatum',
      'behandler',
      'r4chost',
      'r4cUuid',
      'longLogin',
      'authToken',
      'cid',
    ])
      expect([word, text.includes(`"${word}"`)]).toEqual([word, true]);
  });

  it('is limited to owners and the vendor in production; its page loads nothing from other hosts', async () => {
    const host = { Host: 'molar.praxis.example' };
    expect((await prod.call('/openapi.json', { headers: host })).code).toBe('unauthenticated');
    expect((await prod.call('/openapi.json', { headers: { Host: 'localhost' } })).code).toBe(
      'unauthenticated',
    );
    expect(
      (await prod.call('/openapi.json', { as: inProd.users.staff, headers: host })).status,
    ).toBe(401);
    const vendor = await addVendor(prod);
    for (const as of [inProd.users.owner, vendor.administrator, vendor.support])
      expect((await prod.call('/openapi.json', { as, headers: host })).status).toBe(200);
    const page = await t.call('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(
      [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)]
        .map((m) => m[1])
        .filter((url) => !url?.startsWith('/docs/')),
    ).toEqual([]);
    for (const [, url = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([url, (await t.call(url)).status]).toEqual([url, 200]);
  });
});
