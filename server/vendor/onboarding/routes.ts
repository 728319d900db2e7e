// Routes of the guided start: the owner's below /api, the vendor's below /admin.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { byUrgency, median, onboardingOf } from '../../../shared/vendor/onboarding.ts';
import {
  onboardingListSchema,
  onboardingNoteSchema,
  onboardingNotesSchema,
  onboardingSchema,
  ONBOARDING_VIEWS,
  type OnboardingList,
  type OnboardingListView,
} from '../../../shared/vendor/onboarding.schema.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/work.ts';
import type { OnboardingDeps } from './links.ts';
import { insertNote, listNotes, readStarts } from './store.ts';

const params = z.strictObject({ cid: z.string().min(1).max(64) });
/** Most practices of a list. */
const MOST = 500;
/** Audit words of the kinds of notes. */
const WORDS = {
  call: 'onboarding.called',
  skip: 'onboarding.skipped',
  resume: 'onboarding.resumed',
} as const;

const personOf = ({ actor }: RequestContext): Extract<Actor, { kind: 'user' }> => {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
};

/** Lists the owner's route. */
export const onboardingRoutes = (deps: OnboardingDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/onboarding',
      policy: 'onboarding.read',
      summary: 'Guided start of the practice: its steps, computed from facts',
      answer: onboardingSchema,
      errors: ['not_found'],
    },
    async (_, c) => {
      const [row] = await readStarts(deps.store, deps.asked, c.cid);
      if (!row) throw new AppError('not_found');
      return onboardingOf(row.facts, c.now);
    },
  ),
];

async function listOf(deps: OnboardingDeps, view: OnboardingListView): Promise<OnboardingList> {
  const now = deps.now(),
    all = (await readStarts(deps.store, deps.asked))
      .map(({ facts, ...row }) => ({
        ...row,
        createdAt: facts.createdAt,
        ...onboardingOf(facts, now),
      }))
      .sort(byUrgency);
  const count = (state: OnboardingList['items'][number]['state']): number =>
    all.filter((one) => one.state === state).length;
  return {
    items: all.filter(({ state }) => (state === 'done') === (view === 'done')).slice(0, MOST),
    stuck: count('stuck'),
    running: count('running'),
    done: count('done'),
    medianMs: median(all.flatMap(({ firstPaperMs }) => firstPaperMs ?? [])),
  };
}
/** @throws AppError not_found for a cid of no practice */
async function requirePractice(deps: OnboardingDeps, cid: string): Promise<void> {
  if ((await readStarts(deps.store, deps.asked, cid)).length === 0) throw new AppError('not_found');
}

/** Lists the vendor's routes. */
export const onboardingAdminRoutes = (deps: OnboardingDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/onboarding',
      policy: 'vendor.read',
      summary: 'Guided starts of all practices: those that stand still the longest first',
      query: z.strictObject({ view: z.enum(ONBOARDING_VIEWS).default('open') }),
      answer: onboardingListSchema,
    },
    ({ query: { view } }) => listOf(deps, view),
  ),
  route(
    {
      method: 'get',
      path: '/onboarding/{cid}/notes',
      policy: 'vendor.read',
      summary: 'Calls and skipped steps of one guided start',
      params,
      answer: onboardingNotesSchema,
      errors: ['not_found'],
    },
    async ({ params: { cid } }, c) => {
      await requirePractice(deps, cid);
      return {
        items: (await listNotes(deps.workshop.look(cid, personOf(c)))).map(
          ({ cid: _cid, userId: _userId, ...rest }) => rest,
        ),
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/onboarding/{cid}/notes',
      policy: 'vendor.onboarding',
      summary: 'Note a call, skip a step with a reason, or take it up again',
      params,
      body: onboardingNoteSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { cid }, body: { id, kind, step, text } }, c) => {
      const person = personOf(c);
      await requirePractice(deps, cid);
      await deps.workshop.write(cid, person, async (w) => {
        const { userId, name } = person;
        if (await insertNote(w, { id, kind, step, text, at: w.now, userId, name }))
          await w.audit(WORDS[kind], { ...(step !== null && { step }) });
      });
      return undefined;
    },
  ),
];
