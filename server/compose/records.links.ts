// Links of records: patients, tasks and forms of the desk, users and settings of accounts.

import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import type { DeskDeps } from '../desk/module.ts';
import { listTermine } from '../desk/patient/list-appointments.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  resolvePatients,
} from '../desk/patient/read-patient.ts';
import { expectedVisits } from '../desk/rules/propose-mappe.ts';
import { voidEnvelope } from '../desk/signature/store.ts';
import { tabletSide } from '../desk/sync/feed.ts';
import { filePaper } from '../desk/task/change-task.ts';
import { composeMappe } from '../desk/task/compose-mappe.ts';
import type { BackupService } from '../operations/backup/service.ts';
import { accessPdf } from '../platform/audit/access-pdf.ts';
import type { Views } from '../platform/audit/views.ts';
import { paperCodes } from '../platform/keys/paper-mac.ts';
import type { Look } from '../platform/work.ts';
import type { ConsentLinks } from '../records/consent/links.ts';
import type { RecordsDeps } from '../records/module.ts';
import type { MissingLinks } from '../records/papers/list-missing.ts';
import { basisOf, textsInUse } from '../records/texts/text-library.ts';
import type { Watcher } from '../records/transfer/watch.ts';
import { usersOf } from './accounts.links.ts';
import { dataOf, type Deps } from './deps.ts';
import { headOf, type DeskForms } from './desk.links.ts';
import { accessDeps, auditNames } from './platform.module.ts';
import { retentionLinks } from './records-retention.links.ts';
import { createScans, SCAN_LINKS, type Scans } from './records-scans.links.ts';
import { createHandOver } from './records-transfer.links.ts';

/** Quota of a practice for all its files, in bytes. */
const storageLimit = async (look: Look): Promise<number> =>
  (await readSettings(look)).storageGb * 1e9;

/** Dependencies of consents on records, texts and tasks. */
const consentLinks = (tasks: DeskDeps['tasks']): ConsentLinks => ({
  record: resolvePatient,
  records: resolvePatients,
  numbersOf: listPatids,
  textsInUse,
  basisOf,
  voidEnvelope,
  compose: (w, mappe) => composeMappe(w, tasks, mappe),
});

const missingLinks = (rules: DeskDeps['rules']): MissingLinks => ({
  textsInUse,
  numbersOfAll: listPatidsOf,
  visits: (look, day) =>
    expectedVisits(look, { ...rules, expected: (one) => listTermine(one, day) }),
});

/** Dependencies of records on other wings. */
interface RecordsNeeds {
  views: Views;
  desk: Pick<DeskDeps, 'rules' | 'tasks'>;
  forms: DeskForms;
  backup: Pick<BackupService, 'listsBeside'>;
}

const paperLinks = (
  d: Deps,
  { views, desk, forms }: RecordsNeeds,
): Pick<RecordsDeps, 'emergency' | 'papers' | 'texts'> => ({
  emergency: {
    codes: async (cid) => paperCodes(await d.originKey(cid), cid),
    renderer: d.renderer,
    praxis: readPraxisFacts,
    textsInUse,
    formsInUse: (look) => forms.library(look).inUse(),
    questionnaire: async (look, key, languages) =>
      (await forms.library(look).find(key))?.inLanguages(languages),
  },
  papers: {
    views,
    renderer: d.renderer,
    praxis: readPraxisFacts,
    patient: headOf,
    ...missingLinks(desk.rules),
  },
  texts: { renderer: d.renderer, praxis: readPraxisFacts },
});

const fileLinks = (
  d: Deps,
  views: Views,
): Pick<RecordsDeps, 'documents' | 'files' | 'sealing'> => ({
  documents: {
    limit: storageLimit,
    blobs: d.blobs,
    keys: d.keys,
    renderer: d.renderer,
    verifier: d.verifier,
    tsaRoots: d.tsaRoots,
    pictures: d.pictures,
    views,
    people: usersOf,
  },
  files: { limit: storageLimit, blobs: d.blobs, keys: d.keys, now: d.now },
  sealing: {
    workshop: d.workshop,
    blobs: d.blobs,
    keys: d.keys,
    renderer: d.renderer,
    sealer: d.sealer,
    tsa: d.tsa,
    now: d.now,
    praxis: readPraxisFacts,
    links: SCAN_LINKS,
    filePaper: (w, taskId, by) => filePaper(w, tabletSide, taskId, by),
  },
});

/** Builds the links of records, and the watchers of their folders. */
export function recordsLinks(
  d: Deps,
  needs: RecordsNeeds,
): { deps: RecordsDeps; watcher: Watcher; scanWatcher: Scans['watcher'] } {
  const { views } = needs,
    scans = createScans(d),
    handOver = createHandOver(d, needs.forms.library);
  const deps: RecordsDeps = {
    views,
    consents: consentLinks(needs.desk.tasks),
    ...paperLinks(d, needs),
    ...fileLinks(d, views),
    scans: { ...scans.scans, views },
    agreements: { ...scans.agreements, views },
    transfer: {
      store: d.store,
      workshop: d.workshop,
      links: handOver.links,
      watcher: handOver.watcher,
      base: d.exchangeBase,
      away: { data: dataOf(d), program: d.backup?.program ?? dataOf(d) },
      views,
    },
    exportTask: handOver.exporting,
    retention: retentionLinks(d, needs.backup, {
      answers: handOver.answersOf,
      accesses: (look, patid) => accessPdf(accessDeps(d), auditNames, look, patid),
    }),
  };
  return { deps, watcher: handOver.watcher, scanWatcher: scans.watcher };
}
