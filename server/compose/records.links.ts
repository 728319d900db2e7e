// Links of records: patients, tasks and forms of the desk, users, mails and settings of accounts,
// the lists of the backup.

import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { mailName, type SealedMail } from '../accounts/mail/queue-mail.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { usersOf } from '../accounts/users/users-of.ts';
import { followUpsOf } from '../analytics/worklists/follow-ups.ts';
import { listTermine } from '../desk/patient/list-appointments.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  phonesOf,
  resolvePatients,
} from '../desk/patient/read-patient.ts';
import { expectedVisits } from '../desk/rules/propose-mappe.ts';
import { addSealedForm, voidEnvelope } from '../desk/signature/store.ts';
import { tabletSide } from '../desk/sync/feed.ts';
import { filePaper } from '../desk/task/change-task.ts';
import { composeMappe } from '../desk/task/compose-mappe.ts';
import { voidTask } from '../desk/task/store.ts';
import type { Desk } from '../desk/wiring.ts';
import type { BackupService } from '../operations/backup/service.ts';
import { accessPdf } from '../platform/audit/access-pdf.ts';
import type { Views } from '../platform/audit/views.ts';
import { wireRecords, type Records, type RecordsHost } from '../records/wiring.ts';
import { dataOf, listCids, type Deps } from './deps.ts';
import { timeServiceOf } from './time-service.ts';
import { accessDeps, auditNames } from './platform.module.ts';
import { transferHost } from './records-transfer.links.ts';

/** Dependencies of records on other wings. */
interface RecordsNeeds {
  views: Views;
  desk: Desk;
  backup: Pick<BackupService, 'listsBeside'>;
}

const deskLinks = ({
  deps: { rules, tasks },
  library,
  headOf,
}: Desk): Pick<RecordsHost, 'patients' | 'tasks' | 'forms'> => ({
  patients: {
    record: resolvePatient,
    records: resolvePatients,
    numbersOf: listPatids,
    numbersOfAll: listPatidsOf,
    phones: phonesOf,
    followUps: (look, patids) => followUpsOf(look, usersOf, patids),
    head: headOf,
    visits: (look, day) =>
      expectedVisits(look, { ...rules, expected: (one) => listTermine(one, day) }),
  },
  tasks: {
    voidEnvelope,
    voidTask,
    compose: (w, mappe) => composeMappe(w, tasks, mappe),
    addSealedForm,
    filePaper: (w, taskId, by) => filePaper(w, tabletSide, taskId, by),
  },
  forms: {
    formsInUse: (look) => library(look).inUse(),
    questionnaire: async (look, key, languages) =>
      (await library(look).find(key))?.inLanguages(languages),
  },
});

function mailLinks(d: Deps): RecordsHost['mails'] {
  const keys = mailKeysOf(d.rootKey);
  return {
    addressOf: (cid, mail) => (keys.open(mail.sealed, mailName(cid, mail.id)) as SealedMail).to,
    hashesOf: keys.addressHashes,
  };
}

/** Passes the functions of other wings to records. */
export const recordsLinks = (d: Deps, { views, desk, backup }: RecordsNeeds): Records =>
  wireRecords({
    ...transferHost(d, desk.printAnswers),
    ...deskLinks(desk),
    views,
    newId: d.newId,
    rootKey: d.rootKey,
    originKey: d.originKey,
    renderer: d.renderer,
    sealer: d.sealer,
    verifier: d.verifier,
    time: timeServiceOf(d),
    tsaRoots: d.tsaRoots,
    foreignTrust: d.foreignTrust,
    held: d.held,
    pictures: d.pictures,
    scans: d.scans,
    away: { data: dataOf(d), program: d.backup?.program ?? dataOf(d) },
    listCids: () => listCids(d),
    closedChanged: d.events.closedChanged,
    praxis: readPraxisFacts,
    storageLimit: async (look) => (await readSettings(look)).storageGb * 1e9,
    people: usersOf,
    mails: mailLinks(d),
    accesses: (look, patid) => accessPdf(accessDeps(d), auditNames, look, patid),
    otherLists: () => backup.listsBeside(),
  });
