// The wing of analytics: deliveries of the practice software, reports, the morning line, work lists
// and proposals.

import { berlinDay } from '../../shared/base/dates.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Look, Work } from '../platform/work.ts';
import { countingBatches } from '../platform/db/pvs-rows.ts';
import type { JobHandler } from '../platform/jobs/attempt-job.ts';
import type { Module } from '../platform/module.ts';
import { forgetRefused } from './collector/refused-lines.ts';
import { collectorRoutes } from './collector/routes.ts';
import { createImports } from './collector/upload/imports.ts';
import { importRoutes } from './collector/upload/routes.ts';
import { follow } from './proposals/follow.ts';
import { billingRoutes } from './proposals/routes.ts';
import { appointmentTypeRoutes } from './reports/routes/appointment-type-routes.ts';
import { hvmRoutes } from './reports/routes/hvm-routes.ts';
import { reportMailRoutes, sendDueReports } from './reports/routes/mail-routes.ts';
import { listDuePractices } from './reports/routes/mail-store.ts';
import { overviewRoutes } from './reports/routes/overview-routes.ts';
import { practiceProfileRoutes } from './reports/routes/practice-profile-routes.ts';
import { printRoutes } from './reports/routes/print-routes.ts';
import { reportRoutes } from './reports/routes/routes.ts';
import { costRoutes } from './reports/routes/cost-routes.ts';
import { targetRoutes } from './reports/routes/target-routes.ts';
import { taxRoutes } from './reports/routes/tax-adviser-routes.ts';
import { previewRoutes } from './reports/routes/preview-routes.ts';
import { profileRoutes } from './reports/routes/view-routes.ts';
import { listDelivered } from './snapshot/store.ts';
import { staticRoutes } from './static-data/routes.ts';
import { situationRoutes } from './today/routes.ts';
import { wireAnalytics, type AnalyticsDeps, type AnalyticsLinks } from './wiring.ts';
import { hkpRoutes } from './worklists/routes.ts';

declare module '../platform/work.ts' {
  interface JobKinds {
    'carry-delivery': true;
    'follow-delivery': true;
    'prepare-overview': true;
  }
}

const routesOf = (deps: AnalyticsDeps): Module['routes'] => {
  const { paper, views } = deps,
    { people } = deps.proposals;
  const metrics = { section: 'analytics', role: 'metrics', path: '/api' } as const,
    collector = { section: 'analytics', role: 'collector', path: '/collector' } as const;
  return [
    {
      section: 'reports',
      role: 'metrics',
      path: '/api',
      routes: [...reportRoutes(deps.answers.ask, deps.hasReports), ...overviewRoutes()],
    },
    { ...collector, routes: collectorRoutes({ workshop: deps.workshop }) },
    { ...collector, routes: importRoutes(createImports(deps.imports)) },
    { ...metrics, routes: situationRoutes(deps.today) },
    { ...metrics, routes: staticRoutes({ people }) },
    { ...metrics, routes: hkpRoutes(deps.worklists, views) },
    {
      ...metrics,
      routes: [
        ...profileRoutes(people, deps.needLicence),
        ...previewRoutes(deps.answers.stored, deps.hasReports),
      ],
    },
    { ...metrics, routes: printRoutes(paper) },
    { ...metrics, routes: taxRoutes({ ...paper, people }) },
    { ...metrics, routes: reportMailRoutes(deps.mails) },
    { ...metrics, routes: targetRoutes(people) },
    { ...metrics, routes: costRoutes(people) },
    { ...metrics, routes: hvmRoutes(people) },
    { ...metrics, routes: practiceProfileRoutes(paper.praxis) },
    { ...metrics, routes: appointmentTypeRoutes(deps.appointmentTypes) },
    { ...metrics, routes: billingRoutes(deps.proposals, views) },
  ];
};

const system = (cid: string) => ({ kind: 'system' as const, cid });

const contextOf = (workshop: AnalyticsDeps['workshop'], cid: string) => ({
  look: (): Look => workshop.look(cid, system(cid)),
  write: <T>(work: (w: Work) => Promise<T>): Promise<T> => workshop.write(cid, system(cid), work),
});

/** Has the overview ready and updates proposals after a delivery. */
const followHandler = ({ workshop, proposals, answers }: AnalyticsDeps): JobHandler => ({
  tries: 30,
  // Only this request waits while the data is loaded.
  waitsFor: ['reports_loading'],
  run: async ({ cid }) => {
    const context = contextOf(workshop, cid);
    await answers.prepare(context);
    return follow(context, proposals);
  },
});

/** Has the overview of a new day ready; while the data is loaded or a delivery comes, it waits. */
const overviewHandler = ({
  workshop,
  answers,
}: Pick<AnalyticsDeps, 'workshop' | 'answers'>): JobHandler => ({
  tries: 5,
  waitsFor: ['reports_loading'],
  async run({ cid }) {
    if (!(await answers.prepare(contextOf(workshop, cid)))) throw new AppError('reports_loading');
  },
});

/** Daily work of one practice. */
async function beginDay(deps: AnalyticsDeps, cid: string): Promise<void> {
  const { workshop, build } = deps;
  await deps.carryNewDay(cid);
  const hasDeliveries = (await countingBatches(contextOf(workshop, cid).look())).length > 0;
  await workshop.write(cid, system(cid), async (w) => {
    await forgetRefused(w);
    if (hasDeliveries) await w.job('prepare-overview', `overview:${berlinDay(w.now)}:${build}`, {});
  });
}

/** Builds the routes, jobs and repeated work of analytics. */
export function analyticsModule(links: AnalyticsLinks): Module {
  const deps = wireAnalytics(links);
  return {
    routes: routesOf(deps),
    jobs: {
      'carry-delivery': deps.carryDelivery,
      'follow-delivery': followHandler(deps),
      'prepare-overview': overviewHandler(deps),
    },
    due: [
      {
        find: () => listDuePractices(deps.store, deps.now()),
        run: (cid) => sendDueReports(deps.workshop, deps.mails, cid),
      },
    ],
    tidy: () => deps.spool.forget(deps.now()),
    async daily(cid) {
      if (cid !== VENDOR_CID) await beginDay(deps, cid);
    },
  };
}

/** Of more practices a start loads nothing: the image of each is built once it is asked for. */
const WARM_MOST = 10;

/** Loads the data of a few practices before the first request; runs at a start. */
export async function followAtStart({
  workshop,
  store,
}: Pick<AnalyticsLinks, 'workshop' | 'store'>): Promise<void> {
  const cids = await listDelivered(store, WARM_MOST + 1);
  if (cids.length > WARM_MOST) return;
  for (const cid of cids)
    await workshop.write(cid, system(cid), (w) =>
      w.job('follow-delivery', `follow:start:${w.now}`, {}),
    );
}
