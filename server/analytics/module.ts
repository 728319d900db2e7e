// The wing of analytics: deliveries of the practice software, reports, the morning line, work lists
// and proposals.

import { berlinDay } from '../../shared/base/dates.ts';
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
import { overviewRoutes } from './reports/routes/overview-routes.ts';
import { practiceProfileRoutes } from './reports/routes/practice-profile-routes.ts';
import { printRoutes } from './reports/routes/print-routes.ts';
import { reportRoutes } from './reports/routes/routes.ts';
import { costRoutes } from './reports/routes/cost-routes.ts';
import { targetRoutes } from './reports/routes/target-routes.ts';
import { taxRoutes } from './reports/routes/tax-adviser-routes.ts';
import { previewRoutes } from './reports/routes/preview-routes.ts';
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

/**
 * Returns the work that has the overview of a new day ready, once a day; while the data is loaded,
 * the next round does it.
 */
function newDay({
  workshop,
  answers,
  now,
}: Pick<AnalyticsDeps, 'workshop' | 'answers' | 'now'>): (cid: string) => Promise<void> {
  const prepared = new Map<string, string>();
  return async (cid) => {
    const today = berlinDay(now()),
      context = contextOf(workshop, cid);
    if (prepared.get(cid) === today || (await countingBatches(context.look())).length === 0) return;
    try {
      if (await answers.prepare(context)) prepared.set(cid, today);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'reports_loading')) throw error;
    }
  };
}

/** Builds the routes, jobs and repeated work of analytics. */
export function analyticsModule(links: AnalyticsLinks): Module {
  const deps = wireAnalytics(links),
    prepareNewDay = newDay(deps);
  return {
    routes: routesOf(deps),
    jobs: {
      'carry-delivery': deps.carryDelivery,
      'follow-delivery': followHandler(deps),
    },
    async sweep() {
      for (const cid of await deps.listCids()) {
        await sendDueReports(deps.workshop, deps.mails, cid);
        await prepareNewDay(cid);
      }
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
