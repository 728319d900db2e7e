// Mounts what concerns the practice as a whole: deliveries of its own software, the line of the morning, work lists of plans and recalls.

import path from 'node:path';
import { follow } from './abrechnung/follow.ts';
import { abrechnungRoutes } from './abrechnung/routes.ts';
import type { AbrechnungLinks } from './abrechnung/links.ts';
import { readTrayLine } from './anamnese/read-unmatched.ts';
import { nameOf } from './auth/open-session.ts';
import { listActive, listUsers } from './auth/store-links.ts';
import type { BackupService } from './backup/service.ts';
import type { Views } from './audit/views.ts';
import { consentLinks } from './app-links.ts';
import type { FrageName, VorschlagFragen } from './berichte/vorschlaege/fragen.ts';
import { collectorRoutes } from './collector/routes.ts';
import { createImports } from './collector/upload/imports.ts';
import { importRoutes } from './collector/upload/routes.ts';
import { createSpool } from './collector/upload/spool.ts';
import { mayRecall, mayRecallEach } from './consent/read-consents.ts';
import type { Deps } from './deps.ts';
import { berichtMailRoutes, sendDueReports, type MailLinks } from './berichte/mail-routes.ts';
import { papierRoutes } from './berichte/papier-routes.ts';
import { hvmRoutes } from './berichte/hvm-routes.ts';
import { praxisprofilRoutes } from './berichte/praxisprofil-routes.ts';
import { profilRoutes } from './berichte/profil-routes.ts';
import { steuerRoutes } from './berichte/steuer-routes.ts';
import { terminartenRoutes } from './berichte/terminarten-routes.ts';
import { zielRoutes } from './berichte/ziel-routes.ts';
import { lageRoutes } from './heute/routes.ts';
import { fileLetters } from './documents/file-letters.ts';
import { hkpRoutes } from './hkp/routes.ts';
import type { HkpLinks } from './hkp/links.ts';
import type { Route } from './http/route.ts';
import { statesOfKeys } from './mail/store.ts';
import { listMissing, missingForms, type MissingLinks } from './papier/list-missing.ts';
import { heldByAll } from './tablet/report-loss.ts';
import { listTablets } from './tablet/store.ts';
import type { Role } from '../shared/mounts.ts';
import { leserOf } from '../shared/leserecht.ts';
import { languageOf } from '../shared/user-settings.ts';
import { readPraxisFacts } from './settings/read-settings.ts';
import { staticRoutes } from './staticdata/routes.ts';
import { countingBatches } from './db/pvs-rows.ts';
import type { JobHandler } from './jobs/runner.ts';
import { listPraxisRows } from './settings/store.ts';
import type { Look, Work } from './work.ts';

/** What these slices get from the app. */
export interface PraxisLinks {
  views: Views;
  tasks: Parameters<typeof consentLinks>[0];
  mail: HkpLinks['mail'];
  backup: BackupService;
  missing: MissingLinks;
}
type Mount = (role: Role, prefix: string, routes: readonly Route[]) => void;

export function mountPraxis(
  d: Deps,
  mount: Mount,
  { views, tasks, mail, backup, missing }: PraxisLinks,
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
    lageRoutes({
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
  const paper = { auswerter: d.auswerter, renderer: d.renderer, praxis: readPraxisFacts };
  const mails: MailLinks = {
    mail,
    people,
    hatMailserver: d.mail?.sender !== undefined,
    staende: statesOfKeys,
    leser: async (look) =>
      (await listActive(look))
        .filter((u) => leserOf(u) !== null)
        .map((u) => ({ id: u.id, name: nameOf(u), email: u.email, language: languageOf(u) })),
  };
  mount('metrics', '/api', [
    ...profilRoutes(people),
    ...papierRoutes(paper),
    ...steuerRoutes({ ...paper, people }),
    ...berichtMailRoutes(mails),
    ...zielRoutes(people),
    ...hvmRoutes(people),
    ...praxisprofilRoutes(readPraxisFacts),
    ...terminartenRoutes({
      people,
      wirkung: (look, input) => askOf(d)('stichwortWirkung', look, input),
      vorschlaege: (look, input) => askOf(d)('stichwortVorschlaege', look, input),
    }),
  ]);
  const proposals = abrechnungLinks(d, missing, people),
    system = (cid: string) => ({ kind: 'system' as const, cid });
  mount('metrics', '/api', abrechnungRoutes(proposals, views));
  return {
    forgetUploads: () => spool.forget(d.now()),
    sendDue: (cid) => sendDueReports(d.workshop, mails, cid),
    // While the data are read in it waits: nobody else does.
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
    /** At a start: whoever asks first finds the data read in, and what was delivered beside the server is followed. */
    async warm() {
      for (const { cid } of await listPraxisRows(d.store))
        if ((await countingBatches(d.workshop.look(cid, system(cid)))).length > 0)
          await d.workshop.write(cid, system(cid), (w) =>
            w.job('follow-delivery', `follow:start:${w.now}`, {}),
          );
    },
  };
}

/** Asks the reports' thread; closed records are in no answer. */
const askOf =
  ({ auswerter }: Deps) =>
  async <N extends FrageName>(
    name: N,
    look: Look,
    input: VorschlagFragen[N][0],
  ): Promise<VorschlagFragen[N][1]> =>
    auswerter.frage(name, look.cid, look.now, input, await look.db.closed());
/** What proposals need of the reports' thread and of other slices. */
const abrechnungLinks = (
  d: Deps,
  missing: MissingLinks,
  people: AbrechnungLinks['people'],
): AbrechnungLinks => ({
  people,
  fragen: (() => {
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
    d.auswerter.bericht({
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
