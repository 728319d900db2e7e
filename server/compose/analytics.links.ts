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
import { createSpool } from '../analytics/collector/upload/spool.ts';
import type { AnalyticsDeps } from '../analytics/module.ts';
import type {
  ProposalQueryName,
  ProposalQueryTypes,
} from '../analytics/proposal-engine/queries.ts';
import type { BillingLinks } from '../analytics/proposals/links.ts';
import { readTrayLine } from '../desk/forms/tray/read-unmatched.ts';
import { heldByAll } from '../desk/tablet/report-loss.ts';
import { listTablets } from '../desk/tablet/store.ts';
import type { BackupService } from '../operations/backup/service.ts';
import type { Views } from '../platform/audit/views.ts';
import type { Look } from '../platform/work.ts';
import { mayRecall, mayRecallEach } from '../records/consent/read-consents.ts';
import { fileLetters } from '../records/documents/file-letters.ts';
import type { RecordsDeps } from '../records/wiring.ts';
import { listMissing, missingForms, type MissingLinks } from '../records/papers/list-missing.ts';
import { carryHandler, carryNewDay } from './carry-delivery.ts';
import { listCids, type Deps } from './deps.ts';

/** Dependencies of analytics on other wings. */
interface AnalyticsNeeds {
  views: Views;
  mail: AuthDeps['mail'];
  records: Pick<RecordsDeps, 'consents' | 'papers'>;
  backup: BackupService;
}

const todayLinks = (backup: BackupService, missing: MissingLinks): AnalyticsDeps['today'] => ({
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
): AnalyticsDeps['worklists'] => {
  const ask = askOf(d);
  return {
    mail,
    renderer: d.renderer,
    praxis: readPraxisFacts,
    fileLetters: (context, letters) =>
      fileLetters({ blobs: d.blobs, keys: d.keys }, context, letters),
    mayRecall: (s, patid) => mayRecall(s, consents, patid),
    mayRecallEach: (s, patids) => mayRecallEach(s, consents, patids),
    people: usersOf,
    parfaelle: (look, id) => ask('parfaelle', look, { id }),
    recallfaelle: (look) => ask('recallfaelle', look, {}),
    hkpTermine: async (look) => new Set(await ask('hkpTermine', look, {})),
  };
};

const mailLinks = (d: Deps, mail: AuthDeps['mail']): AnalyticsDeps['mails'] => ({
  mail,
  people: usersOf,
  hatMailserver: d.mail?.sender !== undefined,
  states: statesOfKeys,
  reader: async (look) =>
    (await listActive(look))
      .filter((u) => readerOf(u) !== null)
      .map((u) => ({ id: u.id, name: nameOf(u), email: u.email, language: languageOf(u) })),
});

/** Builds the links of analytics. */
export function analyticsLinks(d: Deps, needs: AnalyticsNeeds): AnalyticsDeps {
  const { papers: missing } = needs.records,
    ask = askOf(d),
    spool = createSpool(path.join(path.dirname(d.blobsFolder), 'uploads'), d.originKey);
  return {
    workshop: d.workshop,
    now: d.now,
    views: needs.views,
    listCids: () => listCids(d),
    spool,
    imports: {
      workshop: d.workshop,
      spool,
      reader: d.tables,
      now: d.now,
      report: (error) => {
        d.log.failure({ code: 'table_import', error });
      },
    },
    paper: { reportWorker: d.reportWorker, renderer: d.renderer, praxis: readPraxisFacts },
    today: todayLinks(needs.backup, missing),
    worklists: worklistLinks(d, needs),
    mails: mailLinks(d, needs.mail),
    appointmentTypes: {
      people: usersOf,
      loadEffect: (look, input) => ask('stichwortWirkung', look, input),
      vorschlaege: (look, input) => ask('stichwortVorschlaege', look, input),
    },
    proposals: billingLinks(d, missing),
    carryDelivery: carryHandler({ workshop: d.workshop }),
    carryNewDay: (cid) => carryNewDay({ workshop: d.workshop }, cid),
  };
}

/** Queries the report worker; closed records are in no answer. */
const askOf =
  ({ reportWorker }: Deps) =>
  async <N extends ProposalQueryName>(
    name: N,
    look: Look,
    input: ProposalQueryTypes[N][0],
  ): Promise<ProposalQueryTypes[N][1]> =>
    reportWorker.query(name, look.cid, look.now, input, await look.db.closed());
/** Dependencies of proposals on the report worker and on other slices. */
const billingLinks = (d: Deps, missing: MissingLinks): BillingLinks => ({
  people: usersOf,
  queries: (() => {
    const ask = askOf(d);
    return {
      liste: (look, input) => ask('liste', look, input),
      abgelehnte: (look, input) => ask('abgelehnte', look, input),
      tagesblatt: (look, input) => ask('tagesblatt', look, input),
      lage: (look, input) => ask('lage', look, input),
      eingetroffen: (look) => ask('eingetroffen', look, {}),
      neue: (look) => ask('neue', look, {}),
      kpis: (look, input) => ask('kpis', look, input),
      quartal: (look, input) => ask('quartal', look, input),
      regeln: (look) => ask('regeln', look, {}),
      stempel: (look) => ask('stempel', look, {}),
      fortschritt: (look) => ask('fortschritt', look, {}),
      rueckrechnung: (look, input) => ask('rueckrechnung', look, input),
    };
  })(),
  hvm: (look, region, until) =>
    d.reportWorker.practiceReport({
      cid: look.cid,
      path: 'hvm/{region}',
      extra: { region },
      now: look.now,
      filter: {
        von: until,
        bis: until,
        vergleich: 'KEIN',
        behandler: [],
        zimmer: [],
        teams: [],
        stempel: [],
        versicherung: [],
        bereich: [],
        terminart: [],
        termingruppe: [],
        basis: 'leistung',
        gruppierung: 'QUARTAL',
        kennzahl: 'umsatz',
      },
    }),
  fehlendeUnterschriften: async (look) =>
    (await listMissing(look, missing, 0)).visits.flatMap(({ papers }) => papers).length,
});
