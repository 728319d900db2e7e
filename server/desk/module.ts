// The wing of the desk: patients, tablets, tasks, forms, shares, and the synchronisation of
// tablets.

import type { JobHandler } from '../platform/jobs/attempt-job.ts';
import { R4C, type Module } from '../platform/module.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { sweepAttachments } from './attachments/sweep-attachments.ts';
import { cleanPhotos } from './forms/answers/clean-photos.job.ts';
import { judgeAnswers } from './forms/answers/judge-answers.job.ts';
import { answersRoutes } from './forms/answers/routes.ts';
import { rescueBlanks, sweepBlankDrafts } from './sync/drafts/blank-drafts.ts';
import { homeRoutes } from './forms/home/home-routes.ts';
import { formRoutes } from './forms/library/form-routes.ts';
import { blankRoutes } from './forms/tray/blank-routes.ts';
import { unmatchedRoutes } from './forms/tray/unmatched-routes.ts';
import { patientRoutes } from './patient/routes.ts';
import { rulesRoutes } from './rules/routes.ts';
import { portalRoutes } from './share/routes.ts';
import { sendShareCode } from './share/send-code.ts';
import { forgetOver } from './share/store.ts';
import { prepareDocument } from './signature/prepare-document.job.ts';
import { sealDocument } from './signature/seal-document.job.ts';
import { sweepUnsealed } from './signature/sweep-unsealed.ts';
import { tabletSide } from './sync/feed.ts';
import { routes as syncRoutes } from './sync/routes.ts';
import { sweepGuests } from './tablet/guests.ts';
import { routes as tabletRoutes } from './tablet/routes.ts';
import { takeoverRoutes } from './takeover/routes.ts';
import { closeMappe } from './task/close-mappe.ts';
import { markPrepared } from './task/mark-prepared.ts';
import { failTask, moveTaskById } from './task/move-task.ts';
import { routes as taskRoutes } from './task/routes.ts';
import type { DeskDeps } from './wiring.ts';

declare module '../platform/work.ts' {
  interface JobKinds {
    'prepare-document': true;
    'seal-document': true;
    'close-mappen': true;
    'clean-photos': true;
    'judge-answers': true;
    'rescue-blanks': true;
    'send-share-code': true;
  }
}

const TABLET = { section: 'desk', role: 'r4c', path: `${R4C}/tablet` } as const,
  ANSWERS = { ...TABLET, path: `${R4C}/anamnese` } as const,
  SHARES = { ...TABLET, section: 'shares' } as const;

const routesOf = (deps: DeskDeps): Module['routes'] => [
  { ...TABLET, path: `${R4C}/patient`, routes: patientRoutes(deps.views, deps.patients) },
  { ...TABLET, routes: tabletRoutes(deps.tablets) },
  { ...TABLET, routes: taskRoutes(deps.tasks) },
  { ...TABLET, routes: takeoverRoutes(deps.takeover) },
  { ...TABLET, routes: rulesRoutes(deps.rules, deps.views) },
  { ...TABLET, routes: blankRoutes(deps.blanks) },
  { ...ANSWERS, routes: answersRoutes(deps.answers) },
  { ...ANSWERS, routes: homeRoutes(deps.home) },
  { ...SHARES, path: R4C, routes: portalRoutes(deps.shares) },
  { ...SHARES, path: ANSWERS.path, routes: unmatchedRoutes(deps.unmatched) },
  { ...SHARES, path: ANSWERS.path, routes: formRoutes(deps.forms) },
  { ...SHARES, routes: syncRoutes(deps.sync) },
  { ...TABLET, routes: attachmentRoutes(deps.attachments) },
];

/** Documents of tasks: prepared, sealed. */
function signingJobs({ signing, workshop }: DeskDeps): Module['jobs'] {
  const giveUp: JobHandler['giveUp'] = (job, code) =>
    workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
      failTask(w, String(job.payload.taskId), code),
    );
  return {
    'prepare-document': {
      tries: 5,
      giveUp,
      run: (job) =>
        prepareDocument(
          { ...signing, markPrepared: (w, id, made) => markPrepared(w, tabletSide, id, made) },
          job,
        ),
    },
    'seal-document': {
      tries: 8,
      // An expired seal is renewed sooner or later: signed documents wait for it.
      waitsFor: ['seal_over'],
      giveUp,
      run: (job) => sealDocument({ ...signing, moveTask: moveTaskById }, job),
    },
  };
}

const jobsOf = (deps: DeskDeps): Module['jobs'] => ({
  ...signingJobs(deps),
  'clean-photos': { tries: 5, run: (job) => cleanPhotos(deps.photos, job) },
  // After the last attempt the answers keep their mark that formulas were not checked.
  'judge-answers': {
    tries: 8,
    run: (job) => judgeAnswers(deps.judge, job),
  },
  'rescue-blanks': { tries: 20, run: (job) => rescueBlanks(deps.rescue, job) },
  'close-mappen': {
    tries: 20,
    run: (job) =>
      deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
        closeMappe(w, tabletSide, String(job.payload.mappeId)),
      ),
  },
  // One attempt: a patient who gets no code requests another one.
  'send-share-code': { tries: 1, run: (job) => sendShareCode(deps.shareCodes, job) },
});

/** Builds the routes, jobs and repeated work of the desk. */
export const deskModule = (deps: DeskDeps): Module => ({
  routes: routesOf(deps),
  jobs: jobsOf(deps),
  due: [
    {
      find: deps.listDue,
      run: (cid) =>
        deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
          await sweepUnsealed(w);
          await sweepGuests(w, deps.tablets.links);
          await forgetOver(w);
          await sweepAttachments(w);
          await sweepBlankDrafts(w);
        }),
    },
  ],
});
