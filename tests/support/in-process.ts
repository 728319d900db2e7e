/**
 * The whole server in the test's own process: every route, job and key, on a fresh database, with a
 * clock moved by the test.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '../../server/compose/app.ts';
import { createDeps, listCids, type Deps } from '../../server/compose/deps.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { asStored } from '../../server/platform/db/file/open-file.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { mountDocs } from '../../server/platform/http/docs.ts';
import { callerIn } from '../../server/platform/http/caller-in.ts';
import { createLog } from '../../server/platform/http/log.ts';
import { missing } from '../../server/platform/http/paths.ts';
import { saveEscrowTo } from '../../server/platform/keys/escrow-file.ts';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import type { HeldCertificate } from '../../shared/papers/seal/held-certificate.ts';
import { foreignTrustOf, type ForeignTrust } from '../../server/paper/seal/foreign/trust-list.ts';
import { createVerifier } from '../../server/paper/seal/verifier.ts';
import type { Tsa } from '../../server/paper/seal/tsa.ts';
import { ensureInstallation } from '../../server/accounts/settings/ensure-installation.ts';
import type { Environment } from '../../shared/base/environment.ts';
import { CHEAP_HASH } from './factor-deps.ts';
import { openTestStore, type StoreKind, type TestStore } from './stores.ts';
import { verifyWorker } from './setup/workers.ts';
import { ensureFileKey } from '../../server/platform/keys/rootkey/file-key.ts';
import { writeKeyFile } from '../../server/platform/keys/rootkey/root-key.ts';
import { keysOf, type Root } from '../../server/platform/keys/rootkey/root-keys.ts';
import { DATABASE } from '../../server/platform/keys/rootkey/stored-file.ts';

/** 20 November 2026, 10 o'clock in Berlin. */
export const START = Date.parse('2026-11-20T09:00:00Z');

export interface TestOptions {
  /** Root keys of a file; by default one key that never changes. */
  rootKey?: Root;
  /** The database in the folder is not encrypted, as one of a version before. */
  isPlain?: true;
  renderer?: Renderer;
  tsa?: Tsa;
  /** Revocation data of the time-stamp service. */
  revocation?: Deps['revocation'];
  /** Trusted roots of time-stamp services. */
  tsaRoots?: readonly Uint8Array[];
  foreignTrust?: ForeignTrust;
  held?: () => Promise<readonly HeldCertificate[]>;
  environment?: Environment;
  /** True: users need their second factors as in production; default: `.test` addresses need none. */
  asksFactors?: boolean;
  publicUrl?: string;
  /** The operator's file of incidents; default: in the data folder. */
  incidents?: string;
  /** Checks of the readiness besides the database's. */
  checks?: Parameters<typeof createApp>[1];
  /** The operator's monitor; default: none. */
  monitor?: Deps['monitor'];
  /** Mail transport; default: none. */
  mail?: Deps['mail'];
  /** How the payment provider is reached; default: no payment. */
  payment?: Deps['payment'];
  /** Who issues invoices; default: none are written. */
  seller?: Deps['seller'];
  /** Keys of licences; default: none is asked for. */
  licences?: Deps['licences'];
  /** How SMS gateways are reached. */
  sms?: Deps['sms'];
  /**
   * A data folder as of a real server, new or from an earlier one (SQLite); kept when the server
   * stops.
   */
  folder?: string;
  /** An empty PostgreSQL database of the test's own cluster, instead of one of the run's. */
  databaseUrl?: string;
  /**
   * Hashes passwords at the full cost, for a test of the cost of signing in; default: minimum cost.
   */
  isHashCostReal?: boolean;
  /** Folder assigned to a practice; default: the system's temporary folder for all. */
  exchangeBase?: Deps['exchangeBase'];
  /** True (the default) if the backup's target is on the disk of the data. */
  isSameDisk?: () => boolean;
  /** Checks forms; default: in this process. */
  formChecker?: Deps['formChecker'];
  /** Bucket of stored files; default: the folder. */
  objects?: Deps['objects'];
  /** True: a test that changes tables and triggers; default: the role that only serves. */
  ownsTables?: boolean;
  /** Terminology server; default: none. */
  terminology?: Deps['terminology'];
}
/** Any holder of a bearer token. */
export interface Bearer {
  token: string;
}
export interface CallOptions {
  as?: Bearer;
  method?: string;
  json?: unknown;
  /** Address of a remote caller, over https; default: this machine. */
  from?: string;
  /** Body sent unchanged; `type` names its content type. */
  body?: Uint8Array | string;
  type?: string;
  /** Replace or (undefined) remove default headers. */
  headers?: Record<string, string | undefined>;
}
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Parsed body; undefined if missing or not JSON. */
  json: unknown;
  /** `error.code` of an error response. */
  code: string | undefined;
}
/** A day of the server at once: `tidy` also does what jobs do for each practice and the vendor. */
const withDailyWork = (deps: Deps, app: App): App => ({
  ...app,
  async tidy() {
    for (const cid of [...(await listCids(deps)), VENDOR_CID]) await app.daily(cid);
    await app.tidy();
  },
});
export interface TestApp {
  app: App;
  deps: Deps;
  clock: { now: number };
  /** Every log line so far. */
  lines: string[];
  blobsFolder: string;
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Runs every job that is due now. */
  runJobs(): Promise<void>;
  /** Starts a further server on the same PostgreSQL database and folder; drop it first. */
  beside(): Promise<TestApp>;
  drop(): Promise<void>;
}

const noRenderer: Renderer = {
  renderPdf: () => Promise.reject(new Error('this test renders nothing')),
  renderMark: () => Promise.reject(new Error('this test renders nothing')),
  renderReport: () => Promise.reject(new Error('this test renders nothing')),
  renderLetters: () => Promise.reject(new Error('this test renders nothing')),
  renderAnswers: () => Promise.reject(new Error('this test renders nothing')),
  renderBlank: () => Promise.reject(new Error('this test renders nothing')),
  renderAgreement: () => Promise.reject(new Error('this test renders nothing')),
  renderInvoice: () => Promise.reject(new Error('this test renders nothing')),
  close: () => undefined,
};
/** Constant: only equality of cookie and header is checked. */
export const XSRF_PAIR = {
  Cookie: 'XSRF-TOKEN=0123456789abcdef; __Host-XSRF-TOKEN=0123456789abcdef',
  'X-XSRF-TOKEN': '0123456789abcdef',
} as const;

/** Reads a response completely; a live stream is read once and released. */
export async function readAnswer(response: Response): Promise<Answer> {
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  let bytes: Uint8Array = new Uint8Array();
  if (isStream && response.body) {
    const reader = response.body.getReader();
    bytes = (await reader.read()).value ?? bytes;
    await reader.cancel();
  } else bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  let json: unknown;
  if (response.headers.get('content-type')?.startsWith('application/json') === true)
    json = JSON.parse(text);
  const code = (json as { error?: { code?: string } } | undefined)?.error?.code;
  return { status: response.status, headers: response.headers, bytes, text, json, code };
}

/** A store with the key of its file, where that is encrypted. */
type OpenedStore = TestStore & { key?: Uint8Array | undefined };
const ROOT_KEY = new Uint8Array(32).fill(7);

/** As a server does: root key and file key lie in the folder, and its database is encrypted. */
async function openFolder(folder: string, root: Root, isPlain: boolean): Promise<OpenedStore> {
  const rootFile = path.join(folder, 'root.key');
  if (!existsSync(rootFile)) writeKeyFile(rootFile, keysOf(root));
  const file = path.join(folder, DATABASE),
    key = isPlain ? undefined : await ensureFileKey(folder, keysOf(root)),
    store = await openStore(isPlain ? { file } : asStored(file, key));
  return {
    store,
    key,
    url: folder,
    again: () => Promise.reject(new Error('a file is written by one process')),
    drop: () => store.close(),
  };
}

async function openUrl(url: string): Promise<OpenedStore> {
  const store = await openStore({ url });
  return { store, url, again: () => openStore({ url }), drop: () => store.close() };
}
function openFor(kind: StoreKind, options: TestOptions): Promise<OpenedStore> {
  if (options.databaseUrl !== undefined) return openUrl(options.databaseUrl);
  return options.folder === undefined
    ? openTestStore(kind, options.ownsTables)
    : openFolder(options.folder, options.rootKey ?? ROOT_KEY, options.isPlain === true);
}

/** Opens a server without any practice; see `addPractice`. */
export async function createTestApp(kind: StoreKind, options: TestOptions = {}): Promise<TestApp> {
  const opened = await openFor(kind, options);
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'molar-app-'));
  return serve(opened, folder, { now: START }, options, async () => {
    await opened.drop();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  });
}

/** Opens the database again and builds a server over it. */
async function openBeside(
  opened: Pick<TestStore, 'again'>,
  folder: string,
  clock: { now: number },
  options: TestOptions,
): Promise<TestApp> {
  const store = await opened.again();
  return serve({ ...opened, store }, folder, clock, options, () => store.close());
}

/** Services of others that a test may name. */
const outsideOf = ({ seller, payment, licences, terminology, objects }: TestOptions) => ({
  objects,
  seller,
  payment,
  licences,
  terminology,
});

/** Data folder, with the key of its database file. */
const backupIn = (folder: string, databaseKey: Uint8Array | undefined, options: TestOptions) => ({
  databaseUrl: undefined,
  databaseKey,
  data: folder,
  program: path.join(folder, 'program'),
  isSameDisk: options.isSameDisk ?? (() => true),
});

/** Builds one server over an open store. @param remove ends what belongs to it alone */
async function serve(
  opened: Pick<OpenedStore, 'store' | 'again' | 'key'>,
  folder: string,
  clock: { now: number },
  options: TestOptions,
  remove: () => Promise<void>,
): Promise<TestApp> {
  const lines: string[] = [],
    blobsFolder = path.join(folder, 'blobs');
  const installation = await ensureInstallation(opened.store, {
    now: () => clock.now,
    newEpoch: () => crypto.randomUUID(),
  });
  const deps = createDeps(
    {
      store: opened.store,
      ...(options.isHashCostReal !== true && { hashCost: CHEAP_HASH }),
      log: createLog({
        level: 'info',
        write: (line) => {
          lines.push(line);
        },
      }),
      rootKey: options.rootKey ?? ROOT_KEY,
      renderer: options.renderer ?? noRenderer,
      verifier: createVerifier({ workerPath: await verifyWorker(), timeoutMs: 60_000 }),
      tsa: options.tsa,
      revocation: options.revocation,
      tsaRoots: options.tsaRoots ?? [],
      foreignTrust: options.foreignTrust ?? foreignTrustOf([], []),
      held: options.held ?? (() => Promise.resolve([])),
      blobsFolder,
      saveEscrow: options.folder === undefined ? () => Promise.resolve() : saveEscrowTo(folder),
      now: () => clock.now,
      version: '0.0.0',
      build: 'test',
      environment: () => options.environment ?? 'dev',
      here: options.environment ?? 'dev',
      isProd: options.environment === 'prod',
      ...(options.asksFactors !== true && { demoMails: ['.test', '@demo.molar'] }),
      publicUrl: options.publicUrl,
      monitor: options.monitor,
      incidents: options.incidents,
      exchangeBase: 'exchangeBase' in options ? options.exchangeBase : () => tmpdir(),
      mail: options.mail ?? { base: 'https://molar.test' },
      ...(options.sms && { sms: options.sms }),
      ...outsideOf(options),
      ...(options.formChecker && { formChecker: options.formChecker }),
      backup: backupIn(folder, opened.key, options),
    },
    installation,
  );
  const checks = { database: () => deps.store.probe(), ...options.checks },
    app = withDailyWork(deps, createApp(deps, checks));
  mountDocs(app.frame.app, (c) => callerIn(c, deps).isHttps);
  app.frame.app.notFound(missing(app.table));
  return {
    app,
    deps,
    clock,
    lines,
    blobsFolder,
    async call(target, { as, method = 'GET', json, body, type, headers = {}, from } = {}) {
      const all = new Headers({ Host: 'localhost', ...XSRF_PAIR });
      if (as) all.set('Authorization', `Bearer ${as.token}`);
      if (json !== undefined) all.set('Content-Type', 'application/json');
      if (type !== undefined) all.set('Content-Type', type);
      for (const [name, value] of Object.entries(headers))
        if (value === undefined) all.delete(name);
        else all.set(name, value);
      const sent = json === undefined ? body : JSON.stringify(json);
      const request = new Request(new URL(target, 'http://localhost').href, {
        method,
        headers: all,
        ...(sent !== undefined && { body: sent as BodyInit }),
      });
      const env =
        from === undefined
          ? undefined
          : { incoming: { socket: { remoteAddress: from, encrypted: true } } };
      return readAnswer(await app.frame.app.fetch(request, env));
    },
    async runJobs() {
      app.runner.start();
      await app.runner.idle();
      await app.runner.stop();
    },
    beside: () => openBeside(opened, folder, clock, options),
    async drop() {
      await deps.bus.close();
      await app.sync.stop();
      await app.runner.stop();
      await remove();
    },
  };
}
