// Mounts the slices of the whole practice: deliveries of its software, the morning line, work lists
// of plans and recalls.

import path from 'node:path';
import { follow } from '../analytics/proposals/follow.ts';
import { billingRoutes } from '../analytics/proposals/routes.ts';
import type { BillingLinks } from '../analytics/proposals/links.ts';
import { readTrayLine } from '../desk/forms/tray/read-unmatched.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { listActive, listUsers } from '../accounts/account-store/store-links.ts';
import type { BackupService } from '../operations/backup/service.ts';
import type { Views } from '../platform/audit/views.ts';
import { consentLinks } from './accounts.links.ts';
import type {
  ProposalQueryName,
  ProposalQueryTypes,
} from '../analytics/proposal-engine/queries.ts';
import { collectorRoutes } from '../analytics/collector/routes.ts';
import { createImports } from '../analytics/collector/upload/imports.ts';
import { importRoutes } from '../analytics/collector/upload/routes.ts';
import { createSpool } from '../analytics/collector/upload/spool.ts';
import { mayRecall, mayRecallEach } from '../records/consent/read-consents.ts';
import type { Deps } from './deps.ts';
import {
  reportMailRoutes,
  sendDueReports,
  type MailLinks,
} from '../analytics/reports/routes/mail-routes.ts';
import { printRoutes } from '../analytics/reports/routes/print-routes.ts';
import { hvmRoutes } from '../analytics/reports/routes/hvm-routes.ts';
import { practiceProfileRoutes } from '../analytics/reports/routes/practice-profile-routes.ts';
import { profileRoutes } from '../analytics/reports/routes/view-routes.ts';
import { taxRoutes } from '../analytics/reports/routes/tax-adviser-routes.ts';
import { appointmentTypeRoutes } from '../analytics/reports/routes/appointment-type-routes.ts';
import { targetRoutes } from '../analytics/reports/routes/target-routes.ts';
import { situationRoutes } from '../analytics/today/routes.ts';
import { fileLetters } from '../records/documents/file-letters.ts';
import { hkpRoutes } from '../analytics/worklists/routes.ts';
import type { HkpLinks } from '../analytics/worklists/links.ts';
import type { Route } from '../platform/http/route.ts';
import { statesOfKeys } from '../accounts/mail/store.ts';
import { listMissing, missingForms, type MissingLinks } from '../records/papers/list-missing.ts';
import { heldByAll } from '../desk/tablet/report-loss.ts';
import { listTablets } from '../desk/tablet/store.ts';
import type { Role } from '../../shared/base/mounts.ts';
import { readerOf } from '../../shared/analytics/reports/read-right.ts';
import { languageOf } from '../../shared/accounts/user-settings.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { staticRoutes } from '../analytics/static-data/routes.ts';
import { countingBatches } from '../platform/db/pvs-rows.ts';
import type { JobHandler } from '../platform/jobs/runner.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import type { Look, Work } from '../platform/work.ts';

/** Dependencies of these slices. */
export interface PracticeLinks {
  views: Views;
  tasks: Parameters<typeof consentLinks>[0];
  mail: HkpLinks['mail'];
  backup: BackupService;
  missing: MissingLinks;
}
type Mount = (role: Role, prefix: string, routes: readonly Route[]) => void;

export function mountPractice(
  d: Deps,
  mount: Mount,
  { views, tasks, mail, backup, missing }: PracticeLinks,
): {
  forgetUploads: () => Promise<void>;
  sendDue: (cid: string) => Promise<void>;
  follow: JobHandler;
  warm: () => Promise<void>;
} {
  const people = async (look: Look): Promise<ReadonlyMap<string, string>> =>
    new Map((await listUsers(look)).map((u) => [u.id, nameOf(u)]));
  const spool = createSpool(
    path.join(path.dirname(d.blobsFolder), 'uploads'),
    async (cid) => (await d.keys(cid)).blobKey,
  );
  mount('collector', '/collector', collectorRoutes({ workshop: d.workshop }));
  mount(
    'collector',
    '/collector',
    importRoutes(
      createImports({
        workshop: d.workshop,
        spool,
        reader: d.tables,
        now: d.now,
        report: (error) => {
          d.log.failure({ code: 'table_import', error });
        },
      }),
    ),
  );
  mount(
    'metrics',
    '/api',
    situationRoutes({
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
    }),
  );
  mount('metrics', '/api', staticRoutes({ people }));
  const consents = consentLinks(tasks);
  mount(
    'metrics',
    '/api',
    hkpRoutes(
      {
        mail,
        renderer: d.renderer,
        praxis: readPraxisFacts,
        fileLetters: (context, letters) =>
          fileLetters({ blobs: d.blobs, keys: d.keys }, context, letters),
        mayRecall: (s: Look | Work, patid: string) => mayRecall(s, consents, patid),
        mayRecallEach: (s: Look | Work, patids: readonly string[]) =>
          mayRecallEach(s, consents, patids),
        people,
        parfaelle: (look, id) => askOf(d)('parfaelle', look, { id }),
        recallfaelle: (look) => askOf(d)('recallfaelle', look, {}),
        hkpTermine: async (look) => new Set(await askOf(d)('hkpTermine', look, {})),
      },
      views,
    ),
  );
  const paper = { reportWorker: d.reportWorker, renderer: d.renderer, praxis: readPraxisFacts };
  const mails: MailLinks = {
    mail,
    people,
    hatMailserver: d.mail?.sender !== undefined,
    states: statesOfKeys,
    reader: async (look) =>
      (await listActive(look))
        .filter((u) => readerOf(u) !== null)
        .map((u) => ({ id: u.id, name: nameOf(u), email: u.email, language: languageOf(u) })),
  };
  mount('metrics', '/api', [
    ...profileRoutes(people),
    ...printRoutes(paper),
    ...taxRoutes({ ...paper, people }),
    ...reportMailRoutes(mails),
    ...targetRoutes(people),
    ...hvmRoutes(people),
    ...practiceProfileRoutes(readPraxisFacts),
    ...appointmentTypeRoutes({
      people,
      loadEffect: (look, input) => askOf(d)('stichwortWirkung', look, input),
      vorschlaege: (look, input) => askOf(d)('stichwortVorschlaege', look, input),
    }),
  ]);
  const proposals = billingLinks(d, missing, people),
    system = (cid: string) => ({ kind: 'system' as const, cid });
  mount('metrics', '/api', billingRoutes(proposals, views));
  return {
    forgetUploads: () => spool.forget(d.now()),
    sendDue: (cid) => sendDueReports(d.workshop, mails, cid),
    // Only this request waits while the data is loaded.
    follow: {
      tries: 30,
      waitsFor: ['reports_loading'],
      run: ({ cid }) =>
        follow(
          {
            look: () => d.workshop.look(cid, system(cid)),
            write: (work) => d.workshop.write(cid, system(cid), work),
          },
          proposals,
        ),
    },
    /**
     * At a start: loads the data before the first request, and processes deliveries that were made
     * outside the server.
     */
    async warm() {
      for (const { cid } of await listPraxisRows(d.store))
        if ((await countingBatches(d.workshop.look(cid, system(cid)))).length > 0)
          await d.workshop.write(cid, system(cid), (w) =>
            w.job('follow-delivery', `follow:start:${w.now}`, {}),
          );
    },
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
const billingLinks = (
  d: Deps,
  missing: MissingLinks,
  people: BillingLinks['people'],
): BillingLinks => ({
  people,
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
  hvm: (look, region, bis) =>
    d.reportWorker.practiceReport({
      cid: look.cid,
      pfad: 'hvm/{region}',
      extra: { region },
      jetzt: look.now,
      filter: {
        von: bis,
        bis,
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
  fehlendeUnterschriften: async (look) => (await listMissing(look, missing, 0)).visits.length,
});
