// Entry point of the server: reads the environment, opens resources, starts it, and shuts it down
// in order; the only reader of process.env.

import { mkdir } from 'node:fs/promises';
import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf } from '../shared/base/environment.ts';
import { DAY_MS } from '../shared/base/day-math.ts';
import { createApp } from './compose/app.ts';
import { createFormChecker } from './desk/forms/library/form-checker.ts';
import { createThreadWorker } from './analytics/snapshot/report-worker.ts';
import { readInThread } from './analytics/collector/csv/reader.ts';
import { exchangeBaseOf } from './records/transfer/exchange-folder.ts';
import { watchIntegrity } from './platform/db/carry/integrity.ts';
import { halfRestored } from './operations/backup/restore.ts';
import { createChildRunner } from './operations/backup/run-in-child.ts';
import { fileProblems, parseConfig, type Config } from './platform/config/parse-config.ts';
import { FolderInUse, takeFolder } from './platform/db/folder-lock.ts';
import { openStore } from './platform/db/open-store.ts';
import { syncFolder } from './platform/sync-folder.ts';
import { r4cOfHomeLink } from './vendor/dispatcher/store.ts';
import { createDeps } from './compose/deps.ts';
import { mountDocs } from './platform/http/docs.ts';
import { callerIn } from './platform/http/caller-in.ts';
import type { PageContacts, PraxisContact } from './platform/http/go-page.ts';
import { createLog } from './platform/http/log.ts';
import { missing } from './platform/http/paths.ts';
import { callerOf } from './platform/http/origin.ts';
import { mountApps } from './platform/http/static.ts';
import { createPictures } from './accounts/pictures/pictures.ts';
import { saveEscrowTo } from './platform/keys/escrow-file.ts';
import { hashSecret } from './platform/keys/hash-secret.ts';
import { loadRootKey, RootKeyError } from './platform/keys/root-key.ts';
import { listen, type Listening } from './platform/listen.ts';
import { createSender } from './accounts/mail/sender.ts';
import { createScanReader } from './records/papers/scan-reader.ts';
import { createRenderer } from './paper/pdf/renderer.ts';
import { createSealer } from './paper/seal/sealer.ts';
import { readRoots, RootsError } from './paper/seal/trusted-roots.ts';
import { tsaClient } from './paper/seal/tsa.ts';
import { createVerifier } from './paper/seal/verifier.ts';
import { SWEEP_MS } from './desk/signature/sweep-unsealed.ts';
import { ensureInstallation } from './accounts/settings/ensure-installation.ts';
import { listBrokenSettings, readPraxisFacts } from './accounts/settings/read-settings.ts';
import { findR4c, listPraxisRows } from './accounts/settings/store.ts';
import { openFirst } from './compose/first-run.ts';
import { canRead, canWriteTo, hasRoom } from './operations/health/file-checks.ts';

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

function readTsaRoots(file: string): Uint8Array[] {
  try {
    return readRoots(readFileSync(file));
  } catch (error) {
    const why = error instanceof RootsError ? error.message : 'die Datei lässt sich nicht lesen';
    return refuse([`MOLAR_TSA_ROOTS: ${file}: ${why}.`]);
  }
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
  const log = createLog({ level: 'info' });
  const { data } = config;
  const half = halfRestored(path.resolve(data));
  if (half !== undefined)
    refuse([
      `Eine Wiederherstellung wurde unterbrochen: ${half}. Bitte wiederholen Sie „npm run restore“.`,
    ]);
  await mkdir(data, { recursive: true, mode: 0o700 });
  // Responses in progress may still be sent: they contain „later“ [F6].
  const endBroken = (error: unknown): void => {
    log.failure({ code: 'database.broken', error });
    setTimeout(() => process.exit(1), 200);
  };
  // Released by the operating system when this process ends, however it ends.
  try {
    takeFolder(data, 'shared');
  } catch (error) {
    if (error instanceof FolderInUse)
      refuse([`Im Datenordner ${data} wird gerade wiederhergestellt.`]);
    throw error;
  }
  const store = await openStore(
    config.databaseUrl === undefined
      ? {
          file: path.join(data, 'molar.db'),
          workerPath: path.join(HERE, 'sqlite-writer.worker.js'),
        }
      : { url: config.databaseUrl, data: path.resolve(data) },
    endBroken,
  ).catch((error: unknown) =>
    refuse([
      `Die Datenbank lässt sich nicht öffnen (${config.databaseUrl === undefined ? path.join(data, 'molar.db') : 'DATABASE_URL'}): ${error instanceof Error ? error.message : 'unbekannt'}`,
    ]),
  );
  const hasPraxis = (await listPraxisRows(store)).length > 0;
  const rootKeyFile = config.rootKeyFile ?? path.join(data, 'root.key'),
    rootKey = loadRootKey(rootKeyFile, { mayCreate: !hasPraxis });
  // A new key lost in a power cut would make everything written since unreadable.
  if (!hasPraxis) await syncFolder(path.dirname(path.resolve(rootKeyFile)));
  const installation = await ensureInstallation(store, {
    now: Date.now,
    newEpoch: () => crypto.randomUUID(),
  });
  const workerPath = path.join(HERE, 'render.worker.js');
  const renderer = createRenderer({ workerPath }),
    sealer = createSealer({ workerPath: path.join(HERE, 'seal.worker.js') });
  const blobsFolder = path.join(data, 'blobs'),
    pictures = createPictures({ workerPath: path.join(HERE, 'picture.worker.js') }),
    scans = createScanReader({ workerPath: path.join(HERE, 'scan.worker.js') }),
    formChecker = createFormChecker({ workerPath: path.join(HERE, 'form-check.worker.js') });

  const sender = config.smtp && createSender(config.smtp.url, config.smtp.from);
  const deps = createDeps(
    {
      store,
      log,
      rootKey,
      renderer,
      sealer,
      pictures,
      scans,
      formChecker,
      jobLanes: JOB_LANES,
      verifier: createVerifier({ workerPath: path.join(HERE, 'verify.worker.js') }),
      blobsFolder,
      now: Date.now,
      version: __VERSION__,
      build: __BUILD__,
      publicUrl: config.publicUrl,
      backup: {
        data: path.resolve(data),
        databaseUrl: config.databaseUrl,
        program: path.join(HERE, '../..'),
        perform: createChildRunner(path.join(HERE, 'backup.worker.js')),
      },
      tables: readInThread(path.join(HERE, 'read-tables.worker.js')),
      reportWorker: createThreadWorker(
        path.join(HERE, 'reports.worker.js'),
        config.databaseUrl === undefined
          ? { file: path.join(data, 'molar.db') }
          : { url: config.databaseUrl },
      ),
      tsa: config.tsaUrl === undefined ? undefined : tsaClient(config.tsaUrl, fetch),
      tsaRoots: config.tsaRootsFile === undefined ? [] : readTsaRoots(config.tsaRootsFile),
      isProd: config.environment === 'prod',
      environment: (host) =>
        environmentOf(host, {
          ...(config.configuredEnvironment && { configured: config.configuredEnvironment }),
          ...(config.publicUrl !== undefined && { publicHost: new URL(config.publicUrl).host }),
        }),
      exchangeBase: exchangeBaseOf(config.exchangeRoot),
      saveEscrow: saveEscrowTo(data),
      sms: { privateHosts: config.smsPrivateHosts },
      mail: { sender, base: addressOf(config, config.port), hookSecret: config.mailSecret },
    },
    installation,
  );

  const openKeys = async (): Promise<void> => {
    for (const { cid } of (await listPraxisRows(store)).slice(0, 1)) await deps.keys(cid);
  };
  const integrity =
    config.databaseUrl === undefined
      ? watchIntegrity(path.join(data, 'molar.db'), (code) => {
          log.failure({ code: 'database.damaged', error: new Error(code) });
        })
      : undefined;
  const probeDatabase = async (): Promise<boolean> => {
    if (integrity?.isSound() === false) return false;
    await store.probe();
    return true;
  };
  const app = createApp(
    deps,
    {
      database: probeDatabase,
      files: canWriteTo(blobsFolder),
      disk: hasRoom(data),
      keys: openKeys,
      renderer: canRead(workerPath),
    },
    config.roles,
  );
  // A restored database may contain people who were erased since: they must not be visible.
  const again = await app.eraseAgain();
  if (again > 0) log.note('retention.erased_again', { people: String(again) });
  const factsOf = async (cid: string | undefined): Promise<PraxisContact | undefined> =>
    cid === undefined
      ? undefined
      : readPraxisFacts(deps.workshop.look(cid, { kind: 'system', cid }));
  const contacts: PageContacts = {
    of: async (questionnaireId) => {
      const host = await r4cOfHomeLink(store, hashSecret(questionnaireId)),
        r4c = host && (await findR4c(store, host.r4cUuid));
      return factsOf(r4c?.cid);
    },
    only: async () => {
      const rows = await listPraxisRows(store);
      return factsOf(rows.length === 1 ? rows[0]?.cid : undefined);
    },
  };
  const kiosk = app.frame.app;
  if (config.roles.includes('ui')) mountDocs(kiosk, (c) => callerIn(c, config.publicUrl).isHttps);
  if (config.roles.includes('ui'))
    mountApps(
      kiosk,
      path.join(HERE, '../web'),
      (request, env) =>
        callerOf(
          request,
          {
            address: env?.incoming?.socket.remoteAddress ?? '127.0.0.1',
            isEncrypted: env?.incoming?.socket.encrypted === true,
          },
          config.publicUrl,
        ).isHttps,
      contacts,
      (host) => deps.environment(host) !== 'prod',
    );
  kiosk.notFound(missing(app.table));

  // Before the first request: a server that answers is complete.
  const lines = await openFirst(
    { deps, auth: app.auth, config },
    {
      url: addressOf(config, config.port),
      dispatcherUrl: addressOf({ ...config, publicUrl: undefined }, config.dispatcherPort),
    },
  );

  const ports: Listening[] = [];
  const open = async (
    what: string,
    port: number,
    which: Parameters<typeof listen>[0],
  ): Promise<Listening> => {
    const listening = await listen(which, { host: config.host, port, tls: config.tls }).catch(
      (error: NodeJS.ErrnoException) =>
        refuse([
          error.code === 'EADDRINUSE'
            ? `Der Port ${port} (${what}) ist schon belegt.`
            : `${what} kann auf ${config.host}:${port} nicht öffnen: ${error.message}`,
        ]),
    );
    ports.push(listening);
    return listening;
  };
  await open('MOLAR_PORT', config.port, kiosk);
  if (config.roles.includes('dispatcher'))
    await open('MOLAR_DISPATCHER_PORT', config.dispatcherPort, app.dispatcher.app);
  await app.runner.release().catch((error: unknown) => {
    log.failure({ code: 'jobs', error });
  });
  app.runner.start();
  app.warm().catch((error: unknown) => {
    log.failure({ code: 'warm', error });
  });
  app.backup.start();
  if (config.roles.includes('doctosync')) app.watcher.start();
  if (config.roles.includes('r4c')) app.scanWatcher.start();
  app.sync.start();
  const tidyNow = (): void => {
    app.tidy().catch((error: unknown) => {
      log.failure({ code: 'tidy', error });
    });
  };
  const sweep = setInterval(() => {
    app.sweep().catch((error: unknown) => {
      log.failure({ code: 'sweep', error });
    });
  }, SWEEP_MS);
  const tidy = setInterval(tidyNow, DAY_MS);
  for (const timer of [sweep, tidy]) timer.unref();
  tidyNow();
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

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const forced = setTimeout(() => process.exit(1), 25_000);
    forced.unref();
    clearInterval(sweep);
    integrity?.stop();
    clearInterval(tidy);
    deps.bus.close();
    void Promise.all(ports.map((p) => p.close()))
      .then(() =>
        Promise.all([
          app.sync.stop(),
          app.runner.stop(),
          app.backup.stop(),
          app.watcher.stop(),
          app.scanWatcher.stop(),
          deps.reportWorker.close(),
        ]),
      )
      .then(() => {
        renderer.close();
        sealer.close();
        scans.close();
        formChecker.close();
        sender?.close();
      })
      .then(() => store.close())
      .then(
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
