// Links of analytics: tablets and appointments of the desk, consents and missing papers of records,
// users and mails of accounts, the state of the backup.

import path from 'node:path';
import { languageOf } from '../../shared/accounts/user-settings.ts';
import { readerOf } from '../../shared/analytics/reports/read-right.ts';
import { listActive } from '../accounts/account-store/store-links.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { statesOfKeys } from '../accounts/mail/store.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { usersOf } from '../accounts/users/users-of.ts';
import type { AnalyticsLinks } from '../analytics/wiring.ts';
import { readTrayLine } from '../desk/forms/tray/read-unmatched.ts';
import { heldByAll } from '../desk/tablet/report-loss.ts';
import { listTablets } from '../desk/tablet/store.ts';
import type { BackupService } from '../operations/backup/service.ts';
import type { Views } from '../platform/audit/views.ts';
import { mayRecall, mayRecallEach } from '../records/consent/read-consents.ts';
import { fileLetters } from '../records/documents/file-letters.ts';
import type { RecordsDeps } from '../records/wiring.ts';
import { listMissing, missingForms, type MissingLinks } from '../records/papers/list-missing.ts';
import { carryHandler, carryNewDay } from './carry-delivery.ts';
import type { Deps } from './deps.ts';

/** Dependencies of analytics on other wings. */
interface AnalyticsNeeds {
  views: Views;
  mail: AuthDeps['mail'];
  records: Pick<RecordsDeps, 'consents' | 'papers'>;
  backup: BackupService;
  needLicence: AnalyticsLinks['needLicence'];
  hasReports: AnalyticsLinks['hasReports'];
  isOff: AnalyticsLinks['isOff'];
}

const todayLinks = (backup: BackupService, missing: MissingLinks): AnalyticsLinks['today'] => ({
  async tablets(look) {
    const rows = await listTablets(look),
      held = await heldByAll(look, rows);
    return rows.map((one) => ({
      lastSeenAt: one.lastSeenAt,
      unsent: held.get(one.id)?.count ?? 0,
      battery: one.health?.battery ?? null,
      charging: one.health?.charging ?? null,
      isGuest: one.guestOf !== null,
      isRevoked: one.revokedAt !== null,
    }));
  },
  backup: () => backup.status(false),
  tray: readTrayLine,
  missingToday: (look) => listMissing(look, missing, 0),
  formsToday: (look) => missingForms(look, missing),
});

const worklistLinks = (
  d: Deps,
  { mail, records: { consents } }: AnalyticsNeeds,
): AnalyticsLinks['worklists'] => ({
  mail,
  fileLetters: (context, letters) =>
    fileLetters({ blobs: d.blobs, keys: d.keys }, context, letters),
  mayRecall: (s, patid) => mayRecall(s, consents, patid),
  mayRecallEach: (s, patids) => mayRecallEach(s, consents, patids),
});

const mailLinks = (d: Deps, mail: AuthDeps['mail']): AnalyticsLinks['mails'] => ({
  mail,
  hatMailserver: d.mail?.sender !== undefined,
  states: statesOfKeys,
  reader: async (look) =>
    (await listActive(look))
      .filter((u) => readerOf(u) !== null)
      .map((u) => ({ id: u.id, name: nameOf(u), email: u.email, language: languageOf(u) })),
});

/** Builds the links of analytics. */
export function analyticsLinks(d: Deps, needs: AnalyticsNeeds): AnalyticsLinks {
  const { papers: missing } = needs.records;
  return {
    workshop: d.workshop,
    now: d.now,
    views: needs.views,
    store: d.store,
    reportWorker: d.reportWorker,
    build: `${d.version}+${d.build}`,
    renderer: d.renderer,
    tables: d.tables,
    uploads: { folder: path.join(path.dirname(d.blobsFolder), 'uploads'), key: d.originKey },
    report: (error) => {
      d.log.failure({ code: 'table_import', error });
    },
    praxis: readPraxisFacts,
    people: usersOf,
    today: todayLinks(needs.backup, missing),
    worklists: worklistLinks(d, needs),
    mails: mailLinks(d, needs.mail),
    needLicence: needs.needLicence,
    hasReports: needs.hasReports,
    isOff: needs.isOff,
    missingSignatures: async (look) =>
      (await listMissing(look, missing, 0)).visits.flatMap(({ papers }) => papers).length,
    carryDelivery: carryHandler({ workshop: d.workshop }),
    carryNewDay: (cid) => carryNewDay({ workshop: d.workshop }, cid),
  };
}
