// The wing of analytics: deliveries of the practice software, reports, the morning line, work lists
// and proposals.

import type { Look } from '../platform/work.ts';
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
import { overviewRoutes } from './reports/routes/overview-routes.ts';
import { practiceProfileRoutes } from './reports/routes/practice-profile-routes.ts';
import { printRoutes } from './reports/routes/print-routes.ts';
import { reportRoutes } from './reports/routes/routes.ts';
import { costRoutes } from './reports/routes/cost-routes.ts';
import { targetRoutes } from './reports/routes/target-routes.ts';
import { taxRoutes } from './reports/routes/tax-adviser-routes.ts';
import { profileRoutes } from './reports/routes/view-routes.ts';
import { staticRoutes } from './static-data/routes.ts';
import { situationRoutes } from './today/routes.ts';
import { wireAnalytics, type AnalyticsDeps, type AnalyticsLinks } from './wiring.ts';
import { hkpRoutes } from './worklists/routes.ts';

declare module '../platform/work.ts' {
  interface JobKinds {
    'carry-delivery': true;
    'follow-delivery': true;
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
      routes: [...reportRoutes(paper.reportWorker), ...overviewRoutes()],
    },
    { ...collector, routes: collectorRoutes({ workshop: deps.workshop }) },
    { ...collector, routes: importRoutes(createImports(deps.imports)) },
    { ...metrics, routes: situationRoutes(deps.today) },
    { ...metrics, routes: staticRoutes({ people }) },
    { ...metrics, routes: hkpRoutes(deps.worklists, views) },
    { ...metrics, routes: profileRoutes(people) },
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

/** Updates proposals after a delivery. */
const followHandler = ({ workshop, proposals }: AnalyticsDeps): JobHandler => ({
  tries: 30,
  // Only this request waits while the data is loaded.
  waitsFor: ['reports_loading'],
  run: ({ cid }) =>
    follow(
      {
        look: () => workshop.look(cid, system(cid)),
        write: (work) => workshop.write(cid, system(cid), work),
      },
      proposals,
    ),
});

/** Builds the routes, jobs and repeated work of analytics. */
export function analyticsModule(links: AnalyticsLinks): Module {
  const deps = wireAnalytics(links);
  return {
    routes: routesOf(deps),
    jobs: {
      'carry-delivery': deps.carryDelivery,
      'follow-delivery': followHandler(deps),
    },
    async sweep() {
      for (const cid of await deps.listCids()) await sendDueReports(deps.workshop, deps.mails, cid);
    },
    async tidy() {
      for (const cid of await deps.listCids()) {
        await deps.carryNewDay(cid);
        await deps.workshop.write(cid, system(cid), forgetRefused);
      }
      await deps.spool.forget(deps.now());
    },
  };
}

/**
 * Loads the data before the first request, and processes deliveries that were made outside the
 * server; runs at a start.
 */
export async function followAtStart({
  workshop,
  listCids,
}: Pick<AnalyticsLinks, 'workshop' | 'listCids'>): Promise<void> {
  for (const cid of await listCids()) {
    const look: Look = workshop.look(cid, system(cid));
    if ((await countingBatches(look)).length > 0)
      await workshop.write(cid, system(cid), (w) =>
        w.job('follow-delivery', `follow:start:${w.now}`, {}),
      );
  }
}
