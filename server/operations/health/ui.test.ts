// Tests of the server's own state: exactly three facts, and truthful readiness.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf } from '../../../shared/base/environment.ts';
import { createFrame } from '../../platform/http/frame.ts';
import { createLog } from '../../platform/http/log.ts';
import type { Workshop } from '../../platform/work.ts';
import { createReadiness, troublesIn, type Checks } from './check-readiness.ts';
import { canWriteTo, hasRoom } from './file-checks.ts';
import { healthRoutes, statusRoutes } from './routes.ts';

function serve(checks: Checks, now: () => number = Date.now) {
  const none = {} as Workshop;
  const frame = createFrame({
    workshop: none,
    now,
    newId: () => 'request-id',
    publicUrl: undefined,
    log: createLog({ level: 'silent' }),
    resolveActor: async () => undefined,
    grantOf: () => Promise.resolve(undefined),
    r4cOf: async () => undefined,
  });
  const deps = {
    version: '1.2.3',
    build: 'abc',
    environment: (host: string) =>
      environmentOf(host, { configured: 'prod', publicHost: 'molar.praxis.example' }),
    readiness: createReadiness(checks, now),
    incidents: () => Promise.resolve({ incidents: [], maintenance: [], isReadable: true }),
  };
  frame.mount('/ui', statusRoutes(deps));
  frame.mount('', healthRoutes(deps));
  return async (path: string, host = 'localhost:4000') => {
    const response = await frame.app.fetch(
      new Request(`http://${host}${path}`, { headers: { host } }),
      {},
    );
    return { status: response.status, body: (await response.json()) as unknown };
  };
}

describe('status and health', () => {
  it('[S8] /ui/status answers exactly version, build and environment', async () => {
    expect(await serve({})('/ui/status')).toEqual({
      status: 200,
      body: { version: '1.2.3', build: 'abc', environment: 'dev' },
    });
  });

  it.each([
    ['molar.praxis.example', 'prod'],
    ['staging.molar.de', 'staging'],
    ['review-17.molar.de', 'review'],
    ['demo.molar.de', 'demo'],
    ['localhost', 'dev'],
    ['tunnel.molar.de:443', 'tunnel'],
  ])('[U5] %s is %s', async (host, environment) => {
    expect((await serve({})('/ui/status', host)).body).toMatchObject({ environment });
  });

  it('/readyz is 200 only when everything is ready, and lists checks without reasons', async () => {
    expect(
      await serve({ database: async () => undefined, files: async () => true })('/readyz'),
    ).toEqual({ status: 200, body: { isReady: true, checks: { database: 'ok', files: 'ok' } } });
    const failing = serve({
      database: async () => {
        throw new Error('postgres://secret');
      },
      files: async () => false,
      mail: async () => false,
    });
    expect(await failing('/readyz')).toEqual({
      status: 503,
      body: { isReady: false, checks: { database: 'failed', files: 'failed', mail: 'late' } },
    });
    expect((await failing('/livez')).status).toBe(200);
  });

  it('a check without an answer says nothing about its subject; many monitors run it once a second', async () => {
    let asked = 0,
      at = 0;
    const ready = createReadiness(
      {
        keys: () => new Promise(() => undefined),
        renderer: async () => {
          asked++;
        },
      },
      () => at,
    );
    const [a, b] = await Promise.all([ready(), ready()]);
    expect(a).toEqual({ isReady: true, checks: { keys: 'slow', renderer: 'ok', slow: 'late' } });
    expect(troublesIn(a)).toEqual(['slow']);
    expect(b).toEqual(a);
    expect(asked).toBe(1);
    at = 1000;
    await ready();
    expect(asked).toBe(2);
  });

  it('a database or files without an answer leave the server unready', async () => {
    const silent = () => new Promise(() => undefined);
    const [database, files] = await Promise.all([
      createReadiness({ database: silent }, () => 0)(),
      createReadiness({ files: silent }, () => 0)(),
    ]);
    expect(database).toEqual({ isReady: false, checks: { database: 'failed' } });
    expect(files).toEqual({ isReady: false, checks: { files: 'slow', slow: 'late' } });
    expect([troublesIn(database), troublesIn(files)]).toEqual([['database'], ['slow']]);
  });

  it('detects a folder that is not writable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'molar-ui-'));
    writeFileSync(join(folder, 'file'), '');
    await expect(canWriteTo(join(folder, 'new'))()).resolves.toBeUndefined();
    await expect(canWriteTo(join(folder, 'file', 'inside'))()).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(hasRoom(folder)()).resolves.toBe(true);
    rmSync(folder, { recursive: true });
  });
});
