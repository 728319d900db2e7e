// Dependencies of all slices, built once at start (or by a test).

import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Environment } from '../../shared/base/environment.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { createAttempts, type Attempts } from '../accounts/sign-in/attempts.ts';
import { createPasswords, type HashCost, type Passwords } from '../accounts/sign-in/passwords.ts';
import { createAppend } from '../platform/audit/append.ts';
import type { BackupDeps } from '../operations/backup/service.ts';
import type { MetricsDeps } from '../operations/metrics/routes.ts';
import { formCheckerHere, type FormChecker } from '../desk/forms/library/form-check.ts';
import type { Terminology } from '../desk/forms/library/terminology.ts';
import { createLocalWorker, type ReportWorker } from '../analytics/snapshot/report-worker.ts';
import { createProposalSource } from '../analytics/proposal-engine/store.ts';
import { sourceFrom } from '../analytics/snapshot/store.ts';
import type { LicenceConfig } from '../platform/config/licence-config.ts';
import { createBlobs, type Blobs } from '../platform/blobs/blobs.ts';
import type { ObjectConfig } from '../platform/blobs/object-store.ts';
import { openSealedFiles, type SealedFiles } from '../platform/blobs/open-sealed.ts';
import { readHere, type TableReader } from '../analytics/collector/csv/reader.ts';
import { createClosedRecords, type ClosedRecords } from '../platform/db/closed-records.ts';
import type { Store } from '../platform/db/store.ts';
import { createBus, type Bus } from '../platform/events/bus.ts';
import { shareEvents, type SharedEvents } from '../platform/events/share-events.ts';
import type { EgressOptions } from '../platform/http/egress.ts';
import type { Log } from '../platform/http/log.ts';
import type { TrustedProxies } from '../platform/trusted-proxies.ts';
import type { LinkState } from '../platform/tunnel/box-link.ts';
import { enqueueJob } from '../platform/jobs/store.ts';
import { createWakeSignal, type WakeSignal } from '../platform/jobs/wake-signal.ts';
import { limitRows } from '../accounts/account-store/store-limits.ts';
import { createLimits, type Limits } from '../platform/limits/limits.ts';
import { createInline } from '../desk/sync/inline.ts';
import { createLiveSeals, type LiveSeals } from '../desk/sync/live-seals.ts';
import type { Pictures } from '../accounts/pictures/pictures.ts';
import { reencode } from '../accounts/pictures/reencode.ts';
import { createDamageLog, type DamageLog } from '../platform/db/cells/damage-log.ts';
import { createCellKeyring, type OwnCellKeyring } from '../platform/keys/cells/cell-keys.ts';
import {
  createKeyring,
  ensurePracticeKeys,
  type PracticeKeys,
} from '../platform/keys/practice-keys.ts';
import type { Sender } from '../accounts/mail/sender.ts';
import { readScan, type ScanReader } from '../records/papers/read-scan.ts';
import type { Renderer } from '../paper/pdf/renderer.ts';
import type { HeldCertificate } from '../../shared/papers/seal/held-certificate.ts';
import type { ForeignTrust } from '../paper/seal/foreign/trust-list.ts';
import { sealerHere, type Sealer } from '../paper/seal/sealer.ts';
import type { Verifier } from '../paper/seal/verifier.ts';
import type { RevocationSource } from '../paper/seal/revocation-list.ts';
import type { Tsa } from '../paper/seal/tsa.ts';
import type { Seller } from '../../shared/vendor/invoice.ts';
import type { ProviderConfig } from '../vendor/payment/provider.ts';
import { createWorkshop, type Workshop } from '../platform/work.ts';
import { secretOf, type Root } from '../platform/keys/rootkey/root-keys.ts';

export interface Outside {
  store: Store;
  log: Log;
  /** 32 bytes that wrap the keys of every practice. */
  rootKey: Root;
  renderer: Renderer;
  /** Whether all servers on the database know this version's encrypted columns; true when absent. */
  isEveryServerNew?: () => Promise<boolean>;
  /** Number of concurrent jobs; sequential when absent (tests). */
  jobLanes?: number;
  /** Hash cost of passwords and PINs; the full cost when absent (unrelated tests pass less). */
  hashCost?: HashCost;
  /** Seals in this process when absent (tests). */
  sealer?: Sealer;
  verifier: Verifier;
  /** Answers reports in this process when absent (tests). */
  reportWorker?: ReportWorker;
  /** Reads tables in this thread when absent (tests). */
  tables?: TableReader;
  /** Re-encodes pictures in this process when absent (tests). */
  pictures?: Pictures;
  /** Reads scans in this process when absent (tests). */
  scans?: ScanReader;
  /** Checks forms in this process when absent (tests). */
  formChecker?: FormChecker;
  /** Lists of answers that forms name; none are fetched when absent. */
  terminology?: Terminology | undefined;
  tsa: Tsa | undefined;
  /** Revocation data of the time-stamp service; nothing is fetched without it. */
  revocation?: RevocationSource | undefined;
  /** Root certificates of the trusted time-stamp services (DER). */
  tsaRoots: readonly Uint8Array[];
  /** Certificates by which signatures of others are judged. */
  foreignTrust: ForeignTrust;
  /** Reads the certificates and lists that the server rests on. */
  held: () => Promise<readonly HeldCertificate[]>;
  /** Folders for encrypted files and for files that a person must take away (escrow keys). */
  blobsFolder: string;
  /** The bucket of all practices' files; absent: the folder. */
  objects?: ObjectConfig | undefined;
  saveEscrow: (cid: string, pem: string) => Promise<void>;
  now: () => number;
  version: string;
  build: string;
  environment: (host: string) => Environment;
  /** Environment of this start, for switches of features; `dev` when absent. */
  here?: Environment;
  /** This start is production, whatever host a request names. */
  isProd: boolean;
  /** Ends of addresses whose users need no second factor outside production (demo by default). */
  demoMails?: readonly string[];
  publicUrl: string | undefined;
  /** Proxies on other machines that may name the client's address; by default none. */
  proxies?: TrustedProxies | undefined;
  /** State of the link to the relay; absent without a relay. */
  relayLink?: (() => LinkState) | undefined;
  /** The operator's file of incidents; `incidents.json` in the data folder when absent. */
  incidents?: string | undefined;
  /** The operator's monitor; no metrics when absent. */
  monitor?: MetricsDeps['monitor'];
  /**
   * Mail transport, base address of the links in mails (publicUrl when absent), shared secret of
   * the provider's reports.
   */
  mail?: {
    sender?: Sender | undefined;
    base?: string;
    hookSecret?: string | undefined;
    /** Address for answers to requests for help; none when absent. */
    supportMail?: string | undefined;
  };
  /**
   * Exchange folder on the host that the operator assigns to a practice; a practice may use no
   * other.
   */
  exchangeBase?: ((cid: string) => string) | undefined;
  /** Who issues invoices; none are written when absent. */
  seller?: Seller | undefined;
  /** How the payment provider is reached; no payment when absent. */
  payment?: ProviderConfig | undefined;
  /** Keys of licences; no licence is asked for when absent. */
  licences?: LicenceConfig | undefined;
  /** How SMS gateways are reached. */
  sms?: EgressOptions;
  /**
   * Data folder, program folder (no backup may be inside either) and the worker; in this process
   * when absent (tests).
   */
  backup?: {
    data: string;
    databaseUrl: string | undefined;
    /** Key of the database file; absent: it is plain (tests). */
    databaseKey?: Uint8Array | undefined;
    /** File of the root key. */
    rootKeyFile?: string | undefined;
    program: string;
    perform?: BackupDeps['perform'];
    isSameDisk?: BackupDeps['isSameDisk'];
  };
}
export interface Deps extends Outside {
  reportWorker: ReportWorker;
  sealer: Sealer;
  pictures: Pictures;
  scans: ScanReader;
  formChecker: FormChecker;
  tables: TableReader;
  newId: () => string;
  workshop: Workshop;
  /** People whose records are closed, and the users they were opened for. */
  closed: ClosedRecords;
  blobs: Blobs;
  /** Moves files from the folder into the bucket. */
  adoptFiles: SealedFiles['adopt'];
  keys: (cid: string) => Promise<PracticeKeys>;
  /** Keys for cells of the database. */
  cells: OwnCellKeyring;
  /** Cells of the database that do not open. */
  damage: DamageLog;
  /** Whether the server is about to stop. */
  leaving: { isOn: boolean };
  /** Listeners of this process. */
  bus: Bus;
  /** Listeners of every process on this database. */
  events: SharedEvents;
  passwords: Passwords;
  attempts: Attempts;
  limits: Limits;
  installation: { epoch: string; securityEpoch: number };
  /** Keys that open tablets hold: their tasks are sealed at the end of a transaction. */
  seals: LiveSeals;
  /** The key of a practice that seals its stored bytes. */
  originKey: (cid: string) => Promise<Uint8Array>;
  jobsWaiting: WakeSignal;
}

/**
 * Keeps passwords of a stolen database from being guessed: the hash also needs this secret, which
 * is stored outside the database.
 */
const pepperOf = (rootKey: Root): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', 'password pepper 1', 32));

export function createDeps(outside: Outside, installation: Deps['installation']): Deps {
  const { store, now } = outside;
  const newId = (): string => uuidv7();
  const bus = createBus();
  const seals = createLiveSeals(),
    jobsWaiting = createWakeSignal();
  // Keys are made in transactions, and a transaction seals with them at its end: a function,
  // because it runs only after both exist.
  async function originKey(cid: string): Promise<Uint8Array> {
    return (await keys(cid)).blobKey;
  }
  const files = openSealedFiles(outside.blobsFolder, outside.objects, originKey);
  const closed = createClosedRecords(store, now),
    events = shareEvents(bus, store.wire, (cid) => closed.forget(cid));
  const damage = createDamageLog({ store, now, log: outside.log }),
    cells = createCellKeyring({
      store,
      rootKey: outside.rootKey,
      now,
      newId,
      damaged: damage.note,
    });
  const workshop = createWorkshop({
    store,
    now,
    newId,
    cells,
    closedTo: (cid, actor) =>
      closed.closedTo(cid, actor.kind === 'user' && !actor.grant ? `user:${actor.userId}` : ''),
    appendAudit: createAppend(),
    enqueue: enqueueJob,
    atEnd: createInline({
      isListening: bus.isListening,
      seals,
      installation: () => installation,
      originKey,
    }),
    publish: events.publish,
    wakeJobs: jobsWaiting.wake,
  });
  const keys = createKeyring((cid) =>
    ensurePracticeKeys(
      { workshop, rootKey: outside.rootKey, saveEscrow: outside.saveEscrow, now, newId },
      cid,
    ),
  );
  return {
    ...outside,
    sealer: outside.sealer ?? sealerHere(outside.renderer),
    reportWorker:
      outside.reportWorker ??
      createLocalWorker(
        sourceFrom(store.read, store.t, cells),
        createProposalSource(store.read, store.t, cells),
      ),
    pictures: outside.pictures ?? { reencode },
    scans: outside.scans ?? { read: readScan },
    formChecker: outside.formChecker ?? formCheckerHere,
    tables: outside.tables ?? readHere,
    newId,
    workshop,
    closed,
    leaving: { isOn: false },
    bus,
    events,
    keys,
    cells,
    damage,
    seals,
    originKey,
    jobsWaiting,
    installation,
    blobs: createBlobs(files),
    adoptFiles: files.adopt,
    passwords: createPasswords(pepperOf(outside.rootKey), outside.hashCost),
    attempts: createAttempts(store),
    limits: createLimits(limitRows(store)),
  };
}

/** Returns the folder of everything that this installation stores. */
export const dataOf = (d: Pick<Deps, 'backup' | 'blobsFolder'>): string =>
  d.backup?.data ?? path.dirname(d.blobsFolder);
/** Lists the practices of this installation. */
export const listCids = async (d: Pick<Deps, 'store'>): Promise<string[]> =>
  (await listPraxisRows(d.store)).map((row) => row.cid);
