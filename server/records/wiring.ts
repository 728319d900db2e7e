// Links the rooms of records to one another, given the platform and functions of other wings.

import { foldEmail } from '../../shared/base/email.ts';
import type { Views } from '../platform/audit/views.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Store } from '../platform/db/store.ts';
import type { Log } from '../platform/http/log.ts';
import { paperCodes } from '../platform/keys/paper-mac.ts';
import type { PracticeKeys } from '../platform/keys/practice-keys.ts';
import type { Look, Work, Workshop } from '../platform/work.ts';
import type { Renderer } from '../paper/pdf/renderer.ts';
import type { HeldCertificate } from '../../shared/papers/seal/held-certificate.ts';
import type { ForeignTrust } from '../paper/seal/foreign/trust-list.ts';
import type { Sealer } from '../paper/seal/sealer.ts';
import type { TimeService } from '../paper/seal/proof/raise-proof.ts';
import type { Verifier } from '../paper/seal/verifier.ts';
import type { ConsentLinks } from './consent/links.ts';
import type { makeReceipt } from './consent/receipt.job.ts';
import type { documentsRoutes } from './documents/routes.ts';
import { voidScan } from './documents/store.ts';
import type { paperRoutes } from './emergency/routes.ts';
import type { bucketRoutes } from './files/routes.ts';
import type { agreementRoutes } from './papers/agreement-routes.ts';
import type { RaiseDeps } from './documents/raise-proof.job.ts';
import type { fileScan } from './papers/file-scan.job.ts';
import type { MissingLinks } from './papers/list-missing.ts';
import type { ScanReader } from './papers/read-scan.ts';
import type { printRoutes } from './papers/routes.ts';
import type { scanRoutes } from './papers/scan-routes.ts';
import type { TakeDeps } from './papers/scan-links.ts';
import { takeFromFolder } from './papers/take-scan.ts';
import { createScanWatcher, type ScanFolder, type ScanWatcher } from './papers/watch-scans.ts';
import { erasureKeysOf } from './retention/erasure-keys.ts';
import type { RetentionDeps } from './retention/links.ts';
import { sealedMails, sharesAddress } from './retention/store-erase.ts';
import type { textRoutes } from './texts/routes.ts';
import { basisOf, textsInUse } from './texts/text-library.ts';
import { mayUseFolder, type ExchangeBase } from './transfer/exchange-folder.ts';
import type { exportTask } from './transfer/export-task.job.ts';
import type { AnswersPaper, DoctosyncLinks } from './transfer/links.ts';
import type { doctosyncRoutes } from './transfer/routes.ts';
import { consentStandingOf } from './transfer/make-files.ts';
import { setupOf } from './transfer/settings.ts';
import { answersIdOf, listAllSettings } from './transfer/store.ts';
import { createWatcher, type Watcher } from './transfer/watch.ts';
import type { Root } from '../platform/keys/rootkey/root-keys.ts';

export interface RecordsDeps {
  views: Views;
  consents: ConsentLinks;
  documents: Parameters<typeof documentsRoutes>[0];
  emergency: Parameters<typeof paperRoutes>[0];
  files: Parameters<typeof bucketRoutes>[0];
  papers: Parameters<typeof printRoutes>[0];
  scans: Parameters<typeof scanRoutes>[0];
  agreements: Parameters<typeof agreementRoutes>[0];
  /** Dependencies of the jobs that seal a paper without a task. */
  sealing: Omit<Parameters<typeof makeReceipt>[0], 'basisOf' | 'fileReceipt'> &
    Omit<Parameters<typeof fileScan>[0], 'list'>;
  /** Dependencies of the jobs that raise proofs; undefined without a time-stamp service. */
  raising: RaiseDeps | undefined;
  texts: Parameters<typeof textRoutes>[0];
  transfer: Parameters<typeof doctosyncRoutes>[0];
  exportTask: Parameters<typeof exportTask>[0];
  retention: RetentionDeps;
}

/** Platform of the exchange with the practice software, and its functions of other wings. */
export interface TransferHost {
  store: Store;
  workshop: Workshop;
  log: Log;
  now: () => number;
  keys: (cid: string) => Promise<PracticeKeys>;
  blobs: Blobs;
  exchangeBase: ExchangeBase;
  transfer: Omit<DoctosyncLinks, 'file' | 'answers'>;
  /** One set of answers as a sheet. */
  printAnswers: (look: Look, answersId: string) => Promise<AnswersPaper>;
}

/** Platform of records, and the functions that they need of other wings. */
export interface RecordsHost extends TransferHost {
  views: Views;
  newId: () => string;
  rootKey: Root;
  originKey: (cid: string) => Promise<Uint8Array>;
  renderer: Renderer;
  sealer: Sealer;
  verifier: Verifier;
  time: TimeService | undefined;
  tsaRoots: readonly Uint8Array[];
  foreignTrust: ForeignTrust;
  held: () => Promise<readonly HeldCertificate[]>;
  pictures: RecordsDeps['documents']['pictures'];
  scans: ScanReader;
  /** Data folder and program folder; no exchange folder may be inside either. */
  away: { data: string; program: string };
  listCids: RetentionDeps['listCids'];
  closedChanged: RetentionDeps['closedChanged'];
  praxis: (source: Look | Work) => ReturnType<RecordsDeps['texts']['praxis']>;
  /** Quota of a practice for all its files, in bytes. */
  storageLimit: (look: Look) => Promise<number>;
  /** Names of a practice's users by id. */
  people: RecordsDeps['documents']['people'];
  patients: Pick<ConsentLinks, 'record' | 'records' | 'numbersOf'> &
    Pick<MissingLinks, 'visits' | 'numbersOfAll' | 'phones' | 'followUps'> & {
      /** Name as in lists, and birth date. */
      head: RecordsDeps['papers']['patient'];
    };
  tasks: Pick<ConsentLinks, 'voidEnvelope' | 'voidTask' | 'compose'> &
    Pick<RecordsDeps['sealing'], 'filePaper'> &
    Pick<RaiseDeps, 'addSealedForm'>;
  forms: Pick<RecordsDeps['emergency'], 'formsInUse' | 'questionnaire'>;
  mails: {
    /** Opens a stored mail. @returns its recipient */
    addressOf(cid: string, mail: { id: string; sealed: Buffer }): string;
    hashesOf(email: string): readonly string[];
  };
  accesses: RetentionDeps['exports']['accesses'];
  otherLists: RetentionDeps['otherLists'];
}

/** Opens a stored file of a practice. */
const fileOf =
  ({ keys, blobs }: TransferHost) =>
  async (cid: string, sha256: string): Promise<Uint8Array> => {
    const { blobKeyId, blobKey } = await keys(cid);
    return blobs.get(cid, sha256, { keyId: blobKeyId, key: blobKey });
  };

export interface Transfer {
  links: DoctosyncLinks;
  watcher: Watcher;
  /** Dependencies of the job that hands a signed paper over. */
  exporting: RecordsDeps['exportTask'];
}
/** Links the exchange with the practice software to stored files and answers. */
export function wireTransfer(host: TransferHost): Transfer {
  const { store, workshop, log, now, exchangeBase: base } = host;
  const links: DoctosyncLinks = {
    ...host.transfer,
    file: fileOf(host),
    async answers(look, taskId) {
      const answersId = await answersIdOf(look, taskId);
      return answersId === undefined ? undefined : host.printAnswers(look, answersId);
    },
  };
  return {
    links,
    watcher: createWatcher({ store, workshop, links, log, now, base }),
    exporting: {
      workshop,
      links,
      mayUse: (cid, folder) => mayUseFolder({ store, base }, cid, folder),
    },
  };
}

/** Returns the scan folders that practices configured and may use. */
async function scanFolders({ store, exchangeBase: base }: RecordsHost): Promise<ScanFolder[]> {
  const folders: ScanFolder[] = [];
  for (const row of await listAllSettings(store)) {
    const {
      settings: { scanFolder: folder, afterRead },
      markers,
    } = setupOf(row);
    if (folder === null || !(await mayUseFolder({ store, base }, row.cid, folder))) continue;
    folders.push({ cid: row.cid, folder, marker: markers.scan ?? null, afterRead });
  }
  return folders;
}

/** Watches the scan folders, and takes scans from there and from calls. */
function scansOf(host: RecordsHost): {
  watcher: ScanWatcher;
  deps: Pick<RecordsDeps, 'scans' | 'agreements'>;
} {
  const { views, patients: links, keys } = host,
    taking: TakeDeps = { scans: host.scans, blobs: host.blobs, keys, links };
  const watcher = createScanWatcher({
    log: host.log,
    now: host.now,
    folders: () => scanFolders(host),
    take: (cid, bytes, isTooLarge) => {
      const actor = { kind: 'system', cid } as const;
      return takeFromFolder(
        taking,
        {
          cid,
          actor,
          look: () => host.workshop.look(cid, actor),
          write: (work) => host.workshop.write(cid, actor, work),
        },
        bytes,
        isTooLarge,
      );
    },
  });
  return {
    watcher,
    deps: {
      scans: { ...taking, views, folderOf: watcher.stateOf },
      agreements: { links, renderer: host.renderer, keys, praxis: host.praxis, voidScan, views },
    },
  };
}

const mailsOf =
  ({ mails }: RecordsHost): RetentionDeps['mailsOf'] =>
  async (look, emails, patids) => {
    const own: string[] = [];
    for (const email of new Set(emails.filter((one) => one !== '').map(foldEmail)))
      if (!(await sharesAddress(look, email, patids))) own.push(email);
    if (own.length === 0) return { mailIds: [], hashes: [] };
    const mailIds = (await sealedMails(look))
      .filter((row) => own.includes(foldEmail(mails.addressOf(look.cid, row))))
      .map((row) => row.id);
    return { mailIds, hashes: own.flatMap((email) => mails.hashesOf(email)) };
  };

const retentionOf = (host: RecordsHost): RetentionDeps => ({
  workshop: host.workshop,
  blobs: host.blobs,
  log: host.log,
  now: host.now,
  data: host.away.data,
  keys: erasureKeysOf(host.rootKey),
  renderer: host.renderer,
  praxis: host.praxis,
  numbersOf: host.patients.numbersOf,
  closedChanged: host.closedChanged,
  newId: host.newId,
  exports: {
    answers: host.printAnswers,
    accesses: host.accesses,
    standing: consentStandingOf,
    file: fileOf(host),
    async put(cid, bytes) {
      const { blobKeyId: keyId, blobKey: key } = await host.keys(cid);
      return { ...(await host.blobs.put(cid, bytes, { keyId, key })), keyId };
    },
  },
  otherLists: host.otherLists,
  listCids: host.listCids,
  mailsOf: mailsOf(host),
});

const papersOf = (
  host: RecordsHost,
): Pick<RecordsDeps, 'consents' | 'emergency' | 'papers' | 'texts'> => {
  const { patients, renderer, praxis } = host;
  return {
    consents: { ...patients, ...host.tasks, textsInUse, basisOf },
    emergency: {
      ...host.forms,
      codes: async (cid) => paperCodes(await host.originKey(cid), cid),
      renderer,
      praxis,
      textsInUse,
    },
    papers: {
      views: host.views,
      renderer,
      praxis,
      patient: patients.head,
      visits: patients.visits,
      numbersOfAll: patients.numbersOfAll,
      phones: patients.phones,
      followUps: patients.followUps,
      textsInUse,
    },
    texts: { renderer, praxis, people: host.people },
  };
};

const filesOf = (
  host: RecordsHost,
): Pick<RecordsDeps, 'documents' | 'files' | 'sealing' | 'raising'> => {
  const { blobs, keys, renderer, now, storageLimit: limit } = host;
  return {
    documents: {
      limit,
      blobs,
      keys,
      renderer,
      verifier: host.verifier,
      tsaRoots: host.tsaRoots,
      foreignTrust: host.foreignTrust,
      held: host.held,
      renewal: { workshop: host.workshop, rootKey: host.rootKey, newId: host.newId },
      pictures: host.pictures,
      views: host.views,
      people: host.people,
      sealing: { renderer, sealer: host.sealer, time: host.time, now },
      praxis: host.praxis,
      newId: host.newId,
    },
    files: { limit, blobs, keys, now },
    sealing: {
      workshop: host.workshop,
      blobs,
      keys,
      renderer,
      sealer: host.sealer,
      time: host.time,
      now,
      praxis: host.praxis,
      links: host.patients,
      filePaper: host.tasks.filePaper,
    },
    raising: host.time && {
      workshop: host.workshop,
      blobs,
      keys,
      sealer: host.sealer,
      time: host.time,
      log: host.log,
      addSealedForm: host.tasks.addSealedForm,
    },
  };
};

export interface Records {
  deps: RecordsDeps;
  /** Watchers of the folders of the practice software and of scanners. */
  watcher: Watcher;
  scanWatcher: ScanWatcher;
}
/** Links the rooms of records to one another. */
export function wireRecords(host: RecordsHost): Records {
  const scans = scansOf(host),
    { links, watcher, exporting } = wireTransfer(host);
  const deps: RecordsDeps = {
    views: host.views,
    ...papersOf(host),
    ...filesOf(host),
    ...scans.deps,
    transfer: {
      store: host.store,
      workshop: host.workshop,
      links,
      watcher,
      base: host.exchangeBase,
      away: host.away,
      views: host.views,
    },
    exportTask: exporting,
    retention: retentionOf(host),
  };
  return { deps, watcher, scanWatcher: scans.watcher };
}
