/**
 * The practice's server: the real core on an in-memory database file; it crashes, restarts on the
 * content of the disk, is restored from a copy, or is replaced by an empty one.
 */
import path from 'node:path';
import type Database from './sqlite.ts';
import { catalogueForms } from '../../server/desk/forms/library/catalogue-forms.ts';
import { practiceForms } from '../../server/desk/forms/library/form-library.ts';
import { recordSide } from '../../server/desk/patient/record-side.ts';
import { formLinks } from '../../server/desk/forms/library/form-links.ts';
import { acceptBlank } from '../../server/desk/forms/tray/take-blank.ts';
import { appendAudit } from '../../server/platform/audit/store.ts';
import { giveTabletToken, dropTabletTokens } from '../../server/accounts/tokens/tablet-token.ts';
import { openSqlite } from '../../server/platform/db/sqlite.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { createBus, type Bus } from '../../server/platform/events/bus.ts';
import { enqueueJob } from '../../server/platform/jobs/store.ts';
import { canonicalDocument } from '../../server/paper/seal/canonical.ts';
import { openerOf } from '../../server/platform/keys/node-seal.ts';
import { ensureInstallation } from '../../server/accounts/settings/ensure-installation.ts';
import { replaceEpoch } from '../../server/accounts/settings/store.ts';
import { acceptSubmission } from '../../server/desk/signature/accept-submission.ts';
import { createSyncCore, SAFE_AFTER_MS, type SyncCore } from '../../server/desk/sync/core.ts';
import { appendFeed, tabletSide } from '../../server/desk/sync/feed.ts';
import { createLiveSeals } from '../../server/desk/sync/live-seals.ts';
import type { TabletLinks } from '../../server/desk/tablet/links.ts';
import type { TaskLinks } from '../../server/desk/task/links.ts';
import { listBoardMappen } from '../../server/desk/task/list-mappen.ts';
import { releaseTablet } from '../../server/desk/task/place-mappe.ts';
import { mappeOfTaskAt } from '../../server/desk/task/store.ts';
import {
  createWorkshop,
  type Actor,
  type Look,
  type Work,
  type Workshop,
} from '../../server/platform/work.ts';
import { PIN_CHECK } from './blank.ts';
import type { Dice } from './dice.ts';
import { as, end, newLife, note, simClock, wall, type Life } from './kernel.ts';
import { CID, findTemplate, PRACTICE, TEMPLATES } from './practice.ts';
import { forgetFile, isLaid, layFile, opened, readDatabase, readLog, sqlPlan } from './sqlite.ts';
import { seededId } from './webcrypto.ts';

/** Forms of the catalogue, shared by all processes: each is read and hashed once. */
const CATALOGUE = catalogueForms();
const ORIGIN_KEY = new Uint8Array(32).fill(7);
const DESK: Actor = {
  kind: 'user',
  ip: '::1',
  userId: 'u-desk',
  cid: CID,
  role: 'reception',
  behandler: false,
  name: 'Frau Klein',
  sessionId: 's',
  stepUpUntil: 0,
};
export const DENTIST: Actor = { ...DESK, userId: 'u-dentist', behandler: true, name: 'Dr. Beck' };

/** One running server process. */
export interface Running {
  life: Life;
  store: Store;
  workshop: Workshop;
  core: SyncCore;
  bus: Bus;
  installation: { epoch: string; securityEpoch: number };
  links: TabletLinks;
  taskLinks: TaskLinks;
  db: Database;
}
export interface ServerKeys {
  publicJwk: JsonWebKey;
  privateJwk: JsonWebKey;
}
/** Copy of the files at one moment, made by the idle server. */
export interface Copy {
  bytes: Buffer;
  wal: Buffer | undefined;
  at: number;
}

/** Unused files of earlier stories, and the number of files made. */
const free: string[] = [];
let files = 0;

export class Machine {
  readonly folder: string;
  readonly keys: ServerKeys;
  readonly dice: Dice;
  running: Running | undefined;
  /**
   * Called when a process ends in the middle of its work; `isSilent`: its clients do not even get a
   * connection reset.
   */
  onDown: (isSilent: boolean) => void = () => undefined;
  onUp: () => void = () => undefined;
  isSilentCrash = false;
  /** Called for a failure that the server retries later. */
  onReport: (code: string, error: unknown) => void = () => undefined;
  #generation = 0;
  #used: string[] = [];
  constructor(folder: string, keys: ServerKeys, dice: Dice) {
    this.folder = folder;
    this.keys = keys;
    this.dice = dice;
  }

  /**
   * Returns a file that no process of this story has touched, if possible one that already contains
   * these bytes; its connections come from an earlier story.
   */
  #file(bytes?: Buffer): string {
    const at = bytes === undefined ? -1 : free.findLastIndex((one) => isLaid(one, bytes)),
      f = (at < 0 ? free.pop() : free.splice(at, 1)[0]) ?? path.join(this.folder, `g${++files}.db`);
    this.#used.push(f);
    return f;
  }
  /** Writes files for the next start. */
  lay(copy: Pick<Copy, 'bytes' | 'wal'>): void {
    this.#generation++;
    layFile(this.#file(copy.bytes), copy.bytes, copy.wal);
  }
  copy(): Copy {
    const file = this.#used.at(-1) ?? '';
    return { bytes: readDatabase(file), wal: readLog(file), at: wall() };
  }

  /**
   * Starts a process on the existing files.
   * @param renew a restored copy gets a new identity, as from `npm run restore`
   */
  async start(renew = false): Promise<Running> {
    const own = newLife(`server${this.#generation}`);
    sqlPlan.fault = undefined;
    return as(own, () => this.#boot(own, renew));
  }
  async #boot(own: Life, renew: boolean): Promise<Running> {
    const newId = (): string => seededId(this.dice, wall()),
      now = wall;
    const store = await openSqlite({ file: this.#used.at(-1) ?? this.#file() }, () => this.crash());
    const db = opened.at(-2)!;
    if (renew) await replaceEpoch(store, newId());
    const installation = await ensureInstallation(store, { now, newEpoch: newId });
    const bus = createBus();
    const workshop = createWorkshop({
      store,
      now,
      newId,
      appendAudit,
      enqueue: enqueueJob,
      publish: (cid, e) => bus.publish(cid, e),
      wakeJobs: () => undefined,
    });
    const { publicJwk, privateJwk } = this.keys,
      open = openerOf(privateJwk);
    const praxisConfig = () =>
      Promise.resolve({
        praxis: { name: PRACTICE.name, phone: PRACTICE.telefon },
        language: 'de',
        languages: ['de'],
        idleSeconds: 120,
        serverKey: publicJwk,
        serverKeyId: 'k1',
        escrowKey: publicJwk,
        pinCheck: PIN_CHECK,
      });
    const library = practiceForms(CATALOGUE, {
        known: () => undefined,
        ask: () => Promise.resolve(undefined),
        learn: () => undefined,
      }),
      forms = formLinks(library, recordSide);
    const core = createSyncCore({
      store,
      workshop,
      clock: simClock,
      installation: () => installation,
      openOp: async (_cid, bytes, aad) => open(bytes, aad),
      seals: createLiveSeals(),
      originKey: () => Promise.resolve(ORIGIN_KEY),
      praxisConfig,
      acceptSubmission,
      acceptAnswers: forms.acceptAnswers,
      acceptBlank: acceptBlank({ forms: library, marks: forms.marks }),
      formText: forms.formText,
      formAt: forms.formAt,
      safeAfterMs: SAFE_AFTER_MS,
      hasBackup: () => false,
      report: (code, error) => this.onReport(code, error),
    });
    const links: TabletLinks = {
      installation: () => installation,
      praxisConfig,
      giveToken: giveTabletToken,
      dropTokens: dropTabletTokens,
      feed: appendFeed,
      release: (w, tabletId) => releaseTablet(w, tabletSide, tabletId),
      mappeAt: mappeOfTaskAt,
      boardMappen: listBoardMappen,
      expected: () => Promise.resolve([]),
      rooms: () => Promise.resolve([]),
      arrivals: () => Promise.resolve([]),
      checkPin: () => Promise.resolve({ isRight: true }),
      noteWrongCode: () => undefined,
      version: 'sim',
    };
    const taskLinks: TaskLinks = {
      ...tabletSide,
      ...forms,
      praxis: () => Promise.resolve(PRACTICE),
      requirementFor: (_w, template) => Promise.resolve(template.formRequirement),
      findTemplate: (_w, key) => Promise.resolve(findTemplate(key)),
      templatesInUse: () => Promise.resolve([...TEMPLATES]),
      canonicalDocument,
      declarationOn: () => undefined,
    };
    this.running = { life: own, store, workshop, core, bus, installation, links, taskLinks, db };
    core.start();
    sqlPlan.onCrash = () => this.crash();
    note(`server up, epoch ${installation.epoch.slice(-4)}`);
    this.onUp();
    return this.running;
  }

  /** The process ends between two instructions; the files stay unchanged. */
  crash(): void {
    const gone = this.running;
    if (!gone) return;
    end(gone.life);
    this.running = undefined;
    this.#generation++;
    this.#close();
    forgetFile(this.#used.at(-1) ?? '');
    note('server down');
    this.onDown(this.isSilentCrash);
  }
  /** Runs staff's work in the server's own life. */
  desk<T>(work: (w: Work, r: Running) => Promise<T>, actor: Actor = DESK): Promise<T> {
    const r = this.running;
    if (!r) return Promise.reject(new Error('the server is down'));
    return as(r.life, () => r.workshop.write(CID, actor, (w) => work(w, r)));
  }
  look(): Look {
    return this.running!.workshop.look(CID, DESK);
  }
  /** Returns all rows of a query on the current database; none while the server is down. */
  rows<T>(text: string, ...values: unknown[]): T[] {
    return this.running ? this.running.db.list<T>(text, ...values) : [];
  }

  /** Rolls back every open transaction. */
  #close(): void {
    for (const db of opened.splice(0)) db.close();
  }
  /** Closes everything left open and frees the files for the next story. */
  remove(): void {
    this.#close();
    free.push(...this.#used.splice(0).reverse());
  }
}
