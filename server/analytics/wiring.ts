// Links the rooms of analytics to one another, given the platform and functions of other wings.

import {
  UNFILTERED,
  type PracticeReport,
  type PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import type { Renderer } from '../paper/pdf/renderer.ts';
import type { Views } from '../platform/audit/views.ts';
import type { JobHandler } from '../platform/jobs/attempt-job.ts';
import type { Store } from '../platform/db/store.ts';
import type { Look, Workshop } from '../platform/work.ts';
import type { TableReader } from './collector/csv/reader.ts';
import type { ImportsDeps } from './collector/upload/import-run.ts';
import { createSpool, type Spool } from './collector/upload/spool.ts';
import type { ProposalQueryName, ProposalQueryTypes } from './proposal-engine/queries.ts';
import type { BillingLinks } from './proposals/links.ts';
import type { AppointmentTypeLinks } from './reports/routes/appointment-type-routes.ts';
import type { MailLinks } from './reports/routes/mail-routes.ts';
import type { profileRoutes } from './reports/routes/view-routes.ts';
import { storedAnswers, type StoredAnswers } from './reports/routes/stored-answers.ts';
import type { HasReports } from './reports/routes/read-access.ts';
import type { printRoutes } from './reports/routes/print-routes.ts';
import type { ReportWorker } from './snapshot/report-worker.ts';
import type { situationRoutes } from './today/routes.ts';
import type { HkpLinks } from './worklists/links.ts';

type PaperLinks = Parameters<typeof printRoutes>[0];

/** Functions of other wings and of the platform. */
export interface AnalyticsLinks {
  workshop: Workshop;
  now: () => number;
  views: Views;
  store: Pick<Store, 'read' | 't'>;
  reportWorker: ReportWorker;
  /** Version and build of the program. */
  build: string;
  renderer: Renderer;
  tables: TableReader;
  /** Folder of uploads that are not imported yet, and the key that encrypts them. */
  uploads: { folder: string; key: (cid: string) => Promise<Uint8Array> };
  /** Reports a run of an import that failed. */
  report: ImportsDeps['report'];
  praxis: HkpLinks['praxis'] & PaperLinks['praxis'];
  people: HkpLinks['people'];
  today: Parameters<typeof situationRoutes>[0];
  worklists: Pick<HkpLinks, 'mail' | 'fileLetters' | 'mayRecall' | 'mayRecallEach'>;
  mails: Omit<MailLinks, 'people'>;
  /** Asks whether the practice's licence has saved filters. @throws AppError licence_… */
  needLicence: Parameters<typeof profileRoutes>[1];
  /** Checks whether the practice's plan contains the larger reports. */
  hasReports: HasReports;
  /** Checks whether a report is switched off for a practice. */
  isOff: PaperLinks['isOff'];
  missingSignatures: BillingLinks['fehlendeUnterschriften'];
  /** Copies a delivery to records and board. */
  carryDelivery: JobHandler;
  /** Copies the newly visible day to the board. */
  carryNewDay: (cid: string) => Promise<void>;
}

/** What the routes and jobs of analytics use. */
export interface AnalyticsDeps extends Pick<
  AnalyticsLinks,
  | 'workshop'
  | 'build'
  | 'now'
  | 'views'
  | 'store'
  | 'today'
  | 'needLicence'
  | 'hasReports'
  | 'carryDelivery'
  | 'carryNewDay'
> {
  answers: StoredAnswers;
  spool: Spool;
  imports: ImportsDeps;
  paper: PaperLinks;
  worklists: HkpLinks;
  mails: MailLinks;
  appointmentTypes: AppointmentTypeLinks;
  proposals: BillingLinks;
}

type Ask = <N extends ProposalQueryName>(
  name: N,
  look: Look,
  input: ProposalQueryTypes[N][0],
) => Promise<ProposalQueryTypes[N][1]>;

/** Queries the report worker; closed records are in no answer. */
const askOf =
  (reportWorker: ReportWorker): Ask =>
  async (name, look, input) =>
    reportWorker.query(name, look.cid, look.now, input, await look.db.closed());

/** The whole practice by quarters, without a comparison. */
const quarterFilter = (until: string): PracticeReportFilter => ({
  von: until,
  bis: until,
  vergleich: 'KEIN',
  ...UNFILTERED,
  basis: 'leistung',
  gruppierung: 'QUARTAL',
  kennzahl: 'umsatz',
});

const feeLimit =
  (reportWorker: ReportWorker) =>
  (look: Look, region: string, until: string): Promise<PracticeReport> =>
    reportWorker.practiceReport({
      cid: look.cid,
      path: 'hvm/{region}',
      extra: { region },
      now: look.now,
      filter: quarterFilter(until),
    });

const queriesOf = (ask: Ask): BillingLinks['queries'] => ({
  liste: (look, input) => ask('liste', look, input),
  abgelehnte: (look, input) => ask('abgelehnte', look, input),
  tagesblatt: (look, input) => ask('tagesblatt', look, input),
  lage: (look, input) => ask('lage', look, input),
  eingetroffen: (look) => ask('eingetroffen', look, {}),
  verschoben: (look) => ask('verschoben', look, {}),
  neue: (look) => ask('neue', look, {}),
  kpis: (look, input) => ask('kpis', look, input),
  quartal: (look, input) => ask('quartal', look, input),
  regeln: (look) => ask('regeln', look, {}),
  stempel: (look) => ask('stempel', look, {}),
  fortschritt: (look) => ask('fortschritt', look, {}),
  rueckrechnung: (look, input) => ask('rueckrechnung', look, input),
  probelauf: (look, input) => ask('probelauf', look, input),
});

/** Builds what the rooms of analytics need of one another. */
export function wireAnalytics(links: AnalyticsLinks): AnalyticsDeps {
  const { workshop, now, reportWorker, renderer, praxis, people } = links,
    ask = askOf(reportWorker),
    spool = createSpool(links.uploads.folder, links.uploads.key);
  return {
    workshop,
    now,
    views: links.views,
    store: links.store,
    build: links.build,
    today: links.today,
    needLicence: links.needLicence,
    hasReports: links.hasReports,
    carryDelivery: links.carryDelivery,
    carryNewDay: links.carryNewDay,
    answers: storedAnswers(reportWorker, links.build, workshop),
    spool,
    imports: { workshop, spool, reader: links.tables, now, report: links.report },
    paper: {
      reportWorker,
      renderer,
      praxis,
      hasReports: links.hasReports,
      isOff: links.isOff,
    },
    worklists: {
      ...links.worklists,
      renderer,
      praxis,
      people,
      parfaelle: (look, only) => ask('parfaelle', look, only ?? {}),
      recallfaelle: (look, patids) => ask('recallfaelle', look, { patids }),
      hkpTermine: async (look) => new Set(await ask('hkpTermine', look, {})),
    },
    mails: { ...links.mails, people },
    appointmentTypes: {
      people,
      loadEffect: (look, input) => ask('stichwortWirkung', look, input),
      vorschlaege: (look, input) => ask('stichwortVorschlaege', look, input),
    },
    proposals: {
      people,
      queries: queriesOf(ask),
      hvm: feeLimit(reportWorker),
      fehlendeUnterschriften: links.missingSignatures,
    },
  };
}
