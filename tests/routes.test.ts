/**
 * Every route of the running server has a policy, a mount of the one table, and its wire names in
 * the OpenAPI document.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, type App } from '../server/compose/app.ts';
import { createDeps } from '../server/compose/deps.ts';
import { createLog } from '../server/platform/http/log.ts';
import { openApiDocument } from '../server/platform/http/openapi.ts';
import { POLICIES } from '../server/platform/http/policy.ts';
import { onlyReads, placeOf, WRITES_ON_READING } from '../server/platform/http/reads.ts';
import { route, type Route } from '../server/platform/http/route.ts';
import { ensureInstallation } from '../server/accounts/settings/ensure-installation.ts';
import { REPORTS } from '../practice/analytics/reports/report-list.ts';
import { MOUNTS } from '../shared/base/mounts.ts';
import { TILES } from '../shared/analytics/reports/overview.ts';
import { openTestStore } from './support/stores.ts';

let app: App;
let drop: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTestStore('sqlite');
  drop = opened.drop;
  const installation = await ensureInstallation(opened.store, {
    now: Date.now,
    newEpoch: () => crypto.randomUUID(),
  });
  // The table is built without calls: its renderer, sealer and writer are never used.
  const never = (): never => {
    throw new Error('no route was called');
  };
  const outside = {
    store: opened.store,
    log: createLog({ level: 'silent' }),
    rootKey: new Uint8Array(32),
    tsa: undefined,
    tsaRoots: [],
    foreignTrust: { anchors: [], loaded: { roots: 0, lists: [] } },
    blobsFolder: 'none',
    saveEscrow: never,
    renderer: {
      renderPdf: never,
      renderMark: never,
      renderReport: never,
      renderLetters: never,
      renderInvoice: never,
      renderAnswers: never,
      renderBlank: never,
      renderAgreement: never,
      close: never,
    },
    verifier: { verify: never },
    now: Date.now,
    held: () => Promise.resolve([]),
    version: '0',
    build: 'test',
    environment: () => 'dev' as const,
    isProd: false,
    publicUrl: undefined,
  };
  app = createApp(createDeps(outside, installation), {});
});
afterAll(() => drop());

/** Returns calls that read and open another transaction past their context. */
const reachesPast = (routes: readonly Route[]): string[] =>
  routes
    .filter(
      ({ spec, handle }) =>
        onlyReads(spec) && /workshop\.(write|submit)|\bwhole\(/.test(handle.toString()),
    )
    .map(({ spec }) => placeOf(spec));

describe('the routes of the server', () => {
  test('reading calls that write are exactly those listed, each with its reason', () => {
    const reads = app.table
      .filter(({ route: { spec } }) => spec.method === 'get')
      .map(({ route: { spec } }) => placeOf(spec));
    expect([...WRITES_ON_READING.keys()].filter((place) => !reads.includes(place))).toEqual([]);
    expect(
      [...WRITES_ON_READING.keys()].filter(
        (place) => reads.indexOf(place) !== reads.lastIndexOf(place),
      ),
    ).toEqual([]);
    expect([...WRITES_ON_READING.values()].filter((reason) => reason.length < 20)).toEqual([]);
  });

  test('no reading call opens a transaction outside its context', () => {
    expect(reachesPast(app.table.map((one) => one.route))).toEqual([]);
    const workshop = { write: () => Promise.resolve(undefined) };
    const planted = route(
      {
        method: 'get',
        path: '/planted',
        policy: 'public',
        summary: 'planted here',
        answerType: 'none',
      },
      () => workshop.write(),
    );
    expect(reachesPast([planted])).toEqual(['public /planted']);
  });

  test('every report page and every overview tile has a route', () => {
    const paths = new Set(app.table.map(({ path }) => path));
    expect(
      [...REPORTS, ...TILES].map(({ path }) => `/api/${path}`).filter((path) => !paths.has(path)),
    ).toEqual([]);
  });

  test('there are routes, and each has a policy from the one table', () => {
    expect(app.table.length).toBeGreaterThan(40);
    const without = app.table.filter(({ route }) => !(route.spec.policy in POLICIES));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('a route without a policy prevents the start', () => {
    const spec = { method: 'get', path: '/open', policy: undefined, summary: 'open' };
    const open = { spec, handle: () => Promise.resolve(undefined) } as unknown as Route;
    expect(() => app.frame.mount('/api', [open])).toThrow(/no policy/);
  });

  test('each path is below a mount, and no path is mounted twice', () => {
    // The one-click address of a mail is at the same path as its page (R5, RFC 8058).
    const stray = app.table.filter(
      ({ path }) =>
        path !== '/unsubscribe/{mail}/{unsubscribeToken}' &&
        !MOUNTS.some((mount) => path === mount.path || path.startsWith(`${mount.path}/`)),
    );
    expect(stray.map(({ path }) => path)).toEqual([]);
    const names = app.table.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('[E4] the names of the wire are in the OpenAPI document unchanged', () => {
    const document = JSON.stringify(openApiDocument(app.table, '0'));
    const missing = [
      'patid',
      'tabletToken',
      'taskId',
      'fileId',
      'settingsDiff',
      'terminId',
      'cid',
    ].filter((name) => !document.includes(`"${name}"`));
    expect(missing).toEqual([]);
  });

  test('every route has a description', () => {
    expect(
      app.table.filter(({ route }) => route.spec.summary.trim().length < 8).map(({ path }) => path),
    ).toEqual([]);
  });
});
