// Entry point of the server: reads the environment, opens resources, starts it, and shuts it down
// in order; the only reader of process.env.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf } from '../shared/base/environment.ts';
import { startTimers } from './compose/repeated/start-timers.ts';
import { createApp, type App } from './compose/app.ts';
import { createFormChecker } from './desk/forms/library/form-checker.ts';
import { createThreadWorker } from './analytics/snapshot/report-worker.ts';
import { readInThread } from './analytics/collector/csv/reader.ts';
import { exchangeBaseOf } from './records/transfer/exchange-folder.ts';
import { createChildRunner } from './operations/backup/run-in-child.ts';
import { fileProblems, parseConfig, type Config } from './platform/config/parse-config.ts';
import type { Store } from './platform/db/store.ts';
import { createDeps, type Deps, type Outside } from './compose/deps.ts';
import { leave } from './compose/leave.ts';
import { relayLinkOf } from './compose/relay-link.ts';
import type { BoxLink } from './platform/tunnel/box-link.ts';
import { mountPages } from './compose/mount-pages.ts';
import { createLog, type Log } from './platform/http/log.ts';
import { missing } from './platform/http/paths.ts';
import { createPictures } from './accounts/pictures/pictures.ts';
import { saveEscrowTo } from './platform/keys/escrow-file.ts';
import { RootKeyError } from './platform/keys/rootkey/root-key.ts';
import { rootKeysOf, type RootKeys } from './platform/keys/rootkey/root-keys.ts';
import { DATABASE } from './platform/keys/rootkey/stored-file.ts';
import { listen, type Listening } from './platform/listen.ts';
import { createSender } from './accounts/mail/sender.ts';
import { createScanReader } from './records/papers/scan-reader.ts';
import { createRenderer } from './paper/pdf/renderer.ts';
import { createSealer } from './paper/seal/sealer.ts';
import { readSeller } from './compose/vendor/read-seller.ts';
import { holdCertificates } from './compose/held-certificates.ts';
import { readTrust } from './compose/read-trust.ts';
import { watchTokens } from './paper/seal/proof/watch-tokens.ts';
import { terminologyFrom } from './compose/terminology.ts';
import { revocationFrom } from './compose/time-service.ts';
import { tsaClient } from './paper/seal/tsa.ts';
import { createVerifier } from './paper/seal/verifier.ts';
import { ensureInstallation } from './accounts/settings/ensure-installation.ts';
import { watchClock, type ClockWatch } from './accounts/settings/watch-clock.ts';
import { listBrokenSettings } from './accounts/settings/read-settings.ts';
import { findInstallation, listFirst } from './accounts/settings/store.ts';
import { hearDamage, openDatabase, watchFile } from './compose/open-database.ts';
import {
  keyPlaceOf,
  openFolderKeys,
  openSharedKeys,
  sealCopies,
  type FolderKeys,
  type KeyPlace,
} from './compose/open-keys.ts';
import { takeData, takeDatabase } from './compose/take-data.ts';
import { openFirst } from './compose/first-run.ts';
import { certificateChecks } from './operations/health/certificate-checks.ts';
import { canRead, canWriteTo, hasRoom } from './operations/health/file-checks.ts';
import { counting, createMetrics } from './operations/metrics/metrics.ts';

/** Rendering, sealing, disk and database each occupy one. */
const JOB_LANES = 4;
const HERE = path.dirname(fileURLToPath(import.meta.url));
const say = (lines: readonly string[]): void => {
  process.stdout.write(lines.join('\n') + '\n');
};

const canReadNow = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

/** Exits the start with a message instead of a stack trace. */
function refuse(lines: readonly string[]): never {
  process.stderr.write(
    ['Molar wurde nicht gestartet:', ...lines.map((l) => `  - ${l}`)].join('\n') + '\n',
  );
  process.exit(1);
}

function addressOf(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host)
    ? 'localhost'
    : config.host;
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`;
}

async function start(config: Config): Promise<void> {
  // Nothing that this process writes is readable by other users of the machine.
  process.umask(0o077);
  const monitor =
    config.metricsToken === undefined
      ? undefined
      : { token: config.metricsToken, metrics: createMetrics() };
  const plainLog = createLog({ level: 'info' }),
    suspicions = hearDamage(monitor ? counting(plainLog, monitor.metrics) : plainLog),
    { log } = suspicions;
  await takeData(config, log, refuse);
  const { started, letGo, isEveryServerNew } = await takeDatabase(config, log, refuse);
  const place = keyPlaceOf(config),
    opened = config.databaseUrl === undefined ? await openFolderKeys(place) : undefined;
  const workerPath = path.join(HERE, 'sqlite-writer.worker.js'),
    store = await openDatabase(config, { key: opened?.fileKey, workerPath, log }, refuse);
  const { rootKey, installation, fileKey } = await openIdentity(place, store, opened);
  if (store.kind === 'postgres') await sealCopies(place.data, fileKey, log);
  const clock = watchClock({
    store,
    now: Date.now,
    mono: () => performance.now(),
    installation,
    tell: log.note,
  });
  // A full disk, on which nothing can be written, must not keep the server from being read.
  await clock.look().catch((error: unknown) => {
    log.failure({ code: 'clock', error });
  });
  const workers = openWorkers(),
    link = relayLinkOf(config, log),
    sender = config.smtp && createSender(config.smtp.url, config.smtp.from);
  const deps = createDeps(
    settingsOf(config, {
      store,
      log,
      rootKey,
      fileKey,
      workers,
      sender,
      monitor,
      link,
      isEveryServerNew,
    }),
    installation,
  );
  const integrity = watchFile(config, fileKey, suspicions);
  const app = createApp(deps, checksOf(config, deps, integrity, clock), config.roles);
  // A restored database may contain people who were erased since: they must not be visible.
  const again = await app.eraseAgain();
  if (again > 0) log.note('retention.erased_again', { people: String(again) });
  const kiosk = app.frame.app;
  if (config.roles.includes('ui'))
    mountPages(kiosk, deps, path.join(HERE, '../web'), config.securityContact);
  kiosk.notFound(missing(app.table));

  // Before the first request: a server that answers is complete.
  const lines = await openFirst(
    { deps, auth: app.auth, config },
    {
      url: addressOf(config, config.port),
      dispatcherUrl: addressOf({ ...config, publicUrl: undefined }, config.dispatcherPort),
    },
  );
  await started();
  const ports = await openPorts(config, app);
  await startWork(config, app, log);
  if (link && ports[0]?.accept) link.start(ports[0].accept);
  const stopTimers = startTimers(app, deps, clock.look);
  for (const { cid, broken } of await listBrokenSettings(store))
    log.note('settings.broken', { cid, fields: broken.join(' ') });

  say(lines);
  const alarms = await app.backup.reasons();
  if (alarms.length > 0) log.note('backup.wants', { reasons: alarms.join(' ') });
  log.note('started', {
    version: __VERSION__,
    build: __BUILD__,
    database: store.kind,
    environment: config.environment,
  });
  const drainMs = config.drainSeconds * 1000;
  stopOnSignal(drainMs, async () => {
    stopTimers();
    integrity?.stop();
    const { renderer, sealer, scans, formChecker } = workers;
    const tools = [renderer, sealer, scans, formChecker, sender];
    await leave({ app, deps, ports: [...ports, ...(link ? [link] : [])], tools }, drainMs);
    await letGo();
  });
}

/** Opens the installation and its secret; creates what an empty database lacks. */
async function openIdentity(
  place: KeyPlace,
  store: Store,
  opened: FolderKeys | undefined,
): Promise<{ rootKey: RootKeys; installation: Deps['installation']; fileKey: Uint8Array }> {
  const { keyFile, fileKey } =
    opened ?? (await openSharedKeys(place, (await listFirst(store, 1)).length === 0));
  const installation = await ensureInstallation(store, {
    now: Date.now,
    newEpoch: () => crypto.randomUUID(),
  });
  const stored = await findInstallation(store);
  return { rootKey: rootKeysOf(keyFile, stored?.secret ?? null), installation, fileKey };
}

const RENDER_WORKER = path.join(HERE, 'render.worker.js');
const openWorkers = () => ({
  renderer: createRenderer({ workerPath: RENDER_WORKER }),
  sealer: createSealer({ workerPath: path.join(HERE, 'seal.worker.js') }),
  pictures: createPictures({ workerPath: path.join(HERE, 'picture.worker.js') }),
  scans: createScanReader({ workerPath: path.join(HERE, 'scan.worker.js') }),
  formChecker: createFormChecker({ workerPath: path.join(HERE, 'form-check.worker.js') }),
});

/** What the server trusts, and its own time-stamp service and certificate. */
function trustOf(config: Config): Pick<Outside, 'tsa' | 'tsaRoots' | 'foreignTrust' | 'held'> {
  const { tsaUrl, tls } = config,
    { loaded, ...trust } = readTrust(config, refuse);
  const watched =
    tsaUrl === undefined
      ? undefined
      : watchTokens(
          tsaClient(tsaUrl, fetch),
          `MOLAR_TSA_URL: ${new URL(tsaUrl).hostname}`,
          Date.now,
        );
  return {
    ...trust,
    tsa: watched?.tsa,
    held: holdCertificates({
      certFile: tls?.certFile,
      loaded,
      seen: () => watched?.seen() ?? [],
    }),
  };
}

function settingsOf(
  config: Config,
  opened: {
    store: Store;
    log: Log;
    rootKey: RootKeys;
    fileKey: Uint8Array;
    workers: ReturnType<typeof openWorkers>;
    sender: ReturnType<typeof createSender> | undefined;
    monitor: Outside['monitor'];
    link: BoxLink | undefined;
    isEveryServerNew: () => Promise<boolean>;
  },
): Outside {
  const { data, databaseUrl } = config,
    { workers, sender, fileKey, link, ...rest } = opened;
  return {
    ...rest,
    ...workers,
    relayLink: link?.state,
    jobLanes: JOB_LANES,
    verifier: createVerifier({ workerPath: path.join(HERE, 'verify.worker.js') }),
    blobsFolder: path.join(data, 'blobs'),
    objects: config.objects,
    now: Date.now,
    version: __VERSION__,
    build: __BUILD__,
    publicUrl: config.publicUrl,
    proxies: config.proxies,
    backup: {
      data: path.resolve(data),
      databaseUrl,
      databaseKey: fileKey,
      rootKeyFile: keyPlaceOf(config).rootKeyFile,
      program: path.join(HERE, '../..'),
      perform: createChildRunner(path.join(HERE, 'backup.worker.js')),
    },
    tables: readInThread(path.join(HERE, 'read-tables.worker.js')),
    reportWorker: createThreadWorker(
      path.join(HERE, 'reports.worker.js'),
      databaseUrl === undefined
        ? { file: path.join(data, DATABASE), key: fileKey }
        : { url: databaseUrl },
      keyPlaceOf(config).rootKeyFile,
    ),
    terminology: terminologyFrom(config.terminologyUrl),
    revocation: revocationFrom(config.tsaUrl),
    ...trustOf(config),
    isProd: config.environment === 'prod',
    here: config.environment,
    environment: (host) =>
      environmentOf(host, {
        ...(config.configuredEnvironment && { configured: config.configuredEnvironment }),
        ...(config.publicUrl !== undefined && { publicHost: new URL(config.publicUrl).host }),
      }),
    exchangeBase: exchangeBaseOf(config.exchangeRoot),
    saveEscrow: saveEscrowTo(data),
    seller: readSeller(config.sellerFile, refuse),
    payment: config.payment,
    licences: config.licences,
    sms: { privateHosts: config.smsPrivateHosts },
    mail: {
      sender,
      base: addressOf(config, config.port),
      hookSecret: config.mailSecret,
      supportMail: config.supportMail,
    },
  };
}

function checksOf(
  { data, objects }: Config,
  { store, keys, blobs, held, relayLink }: Deps,
  integrity: ReturnType<typeof watchFile>,
  clock: ClockWatch,
): Parameters<typeof createApp>[1] {
  return {
    database: () => store.probe(),
    damage: () => Promise.resolve(integrity?.isSound() !== false),
    files: objects ? () => blobs.probe() : canWriteTo(path.join(data, 'blobs')),
    disk: hasRoom(data),
    keys: async () => {
      for (const cid of await listFirst(store, 1)) await keys(cid);
    },
    renderer: canRead(RENDER_WORKER),
    clock: () => Promise.resolve(clock.isSteady()),
    ...certificateChecks(held, Date.now),
    ...(relayLink && { relay: () => Promise.resolve(relayLink().isUp) }),
  };
}

async function openPorts(config: Config, app: App): Promise<Listening[]> {
  const open = (
    what: string,
    port: number,
    which: Parameters<typeof listen>[0],
  ): Promise<Listening> =>
    listen(which, { host: config.host, port, tls: config.tls }).catch(
      (error: NodeJS.ErrnoException) =>
        refuse([
          error.code === 'EADDRINUSE'
            ? `Der Port ${port} (${what}) ist schon belegt.`
            : `${what} kann auf ${config.host}:${port} nicht öffnen: ${error.message}`,
        ]),
    );
  const ports = [await open('MOLAR_PORT', config.port, app.frame.app)];
  if (config.roles.includes('dispatcher'))
    ports.push(await open('MOLAR_DISPATCHER_PORT', config.dispatcherPort, app.dispatcher.app));
  return ports;
}

/** Starts jobs, backups, watchers and judging. */
async function startWork({ roles }: Config, app: App, log: Log): Promise<void> {
  await app.runner.release().catch((error: unknown) => {
    log.failure({ code: 'jobs', error });
  });
  app.runner.start();
  app.warm().catch((error: unknown) => {
    log.failure({ code: 'warm', error });
  });
  app.backup.start();
  if (roles.includes('doctosync')) app.watcher.start();
  if (roles.includes('r4c')) app.scanWatcher.start();
  app.sync.start();
}

/** Ends the process in order at the first signal, and at once at the second. */
function stopOnSignal(drainMs: number, end: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const forced = setTimeout(() => process.exit(1), drainMs + 25_000);
    forced.unref();
    end().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const { config, problems } = parseConfig(process.env);
const unreadable = config ? fileProblems(config, canReadNow) : [];
if (!config || unreadable.length > 0) refuse(problems ?? unreadable);
else {
  // Uncaught errors: logged with their place, then the process exits and its supervisor restarts
  // it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      createLog({ level: 'info' }).failure({ code: event, error });
      process.exit(1);
    });
  }
  await start(config).catch((error: unknown) => {
    if (error instanceof RootKeyError) refuse([error.message]);
    throw error;
  });
}
