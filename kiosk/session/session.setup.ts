// Definitions of the tablet machine: effects by name, guards, delays and context updates.

import { and, assign, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import { IDLE_WARNING_MS, idleLimit, type Gate } from '../../shared/desk/tablet.ts';
import type { CancelReason } from '../../shared/desk/task.ts';
import type {
  Comfort,
  Ended,
  Ending,
  LeaveReason,
  SavedRun,
  SessionContext,
  SessionEvent,
  Stage,
  TabletRules,
  TaskRef,
} from './session.types.ts';

/** Draft state found when opening a task. */
export interface Opened {
  stage: Stage | null;
  page: number;
  signer: number;
  /** Number of signers who sign elsewhere, as chosen here. */
  later?: number;
  /** With the choices of the draft, which may come from another device. */
  comfort?: Comfort;
}
export interface EndingOrder {
  task: TaskRef;
  ending: Ending;
  comfort: Comfort;
}
export interface LeavingOrder {
  reason: CancelReason;
  tasks: TaskRef[];
  current: string | null;
  page: number;
}

/** Placeholder of an effect until it is bound. */
const unbound = (): never => {
  throw new Error('An effect is not bound.');
};
const NO_GATE: Gate = {
  secure: 'unknown',
  storage: 'unknown',
  offline: 'unknown',
  push: 'unknown',
  lock: 'unknown',
};

/** Ending as shown to the patient. */
const endedOf = (ending: Ending, task: TaskRef): Ended =>
  ending === 'declined' && task.isBilling
    ? 'direct'
    : ending === 'submit' && (task.isParted || (task.later ?? 0) > 0)
      ? 'part'
      : ending;
const signersHere = ({ task }: Pick<SessionContext, 'task'>): number =>
  (task?.signers ?? 1) - (task?.later ?? 0);
export const keyOf = (t: Pick<TaskRef, 'taskId' | 'taskRev'>): string => `${t.taskId}:${t.taskRev}`;
/** Returns the unfinished tasks of the run's Mappe, in order. */
export const tasksOf = (c: Pick<SessionContext, 'queue' | 'mappeId'>): TaskRef[] =>
  c.queue.filter((t) => t.mappeId === c.mappeId);
const unfinished = (queue: readonly TaskRef[], done: readonly string[]): TaskRef[] =>
  queue.filter((t) => !done.includes(keyOf(t)));

/** Returns the pages of a task visible to the patient, for progress and the board. */
function stagesOf(t: TaskRef): Stage[] {
  if (t.kind !== 'document') return ['reading'];
  if (t.isPaper) return ['reading', 'paper'];
  return [
    'reading',
    ...(t.declarations > 0 ? ['declarations' as const] : []),
    'summary',
    'signing',
  ];
}

/** Returns the number of pages for the board. */
export const pagesOf = (t: TaskRef): number =>
  t.kind === 'questionnaire' ? (t.pages ?? 1) : stagesOf(t).length;

/** Returns the 1-based page of a stage, for progress, drafts and the board. */
export function pageOf(t: TaskRef, stage: Stage): number {
  return (
    Math.max(
      0,
      stagesOf(t).indexOf(stage === 'comfort' || stage === 'declining' ? 'reading' : stage),
    ) + 1
  );
}

function firstStage(t: TaskRef, c: SessionContext): Stage {
  if (t.resumeAt === 'sign') return t.declarations > 0 ? 'declarations' : 'summary';
  return t.resumeAt === 'start' && c.done.length === 0 ? 'comfort' : 'reading';
}

/** Returns the context at rest: no patient data. */
export function restingContext(rules: TabletRules): SessionContext {
  return {
    rules,
    queue: [],
    mappeId: null,
    task: null,
    done: [],
    stage: 'reading',
    page: 1,
    signer: 0,
    comfort: { language: rules.language, textScale: 100, isCalm: false, isPlain: false },
    misses: 0,
    isPersonKnown: false,
    ending: null,
    reason: null,
    endings: [],
    help: 'calling',
    wantsCopy: false,
    trouble: null,
    isRevoked: false,
    isLeaseOver: false,
    isUnknown: false,
    pinProblem: null,
    bootTo: 'waiting',
    registration: { code: '', number: null, gate: NO_GATE, open: [], problem: null },
  };
}

const isScreenWithAnswers = (stage: Stage): boolean =>
  stage === 'declarations' || stage === 'summary' || stage === 'signing';

/** Returns the idle limit (ms) of the current screen [T3]. */
export function idleOf(c: SessionContext): number {
  const screen = !c.isPersonKnown
    ? 'question'
    : c.stage === 'reading'
      ? 'text'
      : isScreenWithAnswers(c.stage)
        ? 'answers'
        : 'question';
  return idleLimit({
    ...c.rules,
    screen,
    visibleCharacters: c.task?.characters ?? 0,
    isCalm: c.comfort.isCalm,
  });
}

export const session = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { rules: TabletRules },
  },
  actors: {
    registerTablet: fromCallback<SessionEvent, { code: string }>(unbound),
    watchGate: fromCallback<SessionEvent>(unbound),
    checkPerson: fromPromise<boolean, { task: TaskRef; day: string; misses: number }>(unbound),
    openTask: fromPromise<Opened, { task: TaskRef; comfort: SessionContext['comfort'] }>(unbound),
    finalize: fromPromise<void, EndingOrder>(unbound),
    abandon: fromPromise<void, LeavingOrder>(unbound),
    dropTask: fromPromise<void, { taskId: string }>(unbound),
    /** Destroys drafts, inbox and their keys; the sealed outbox stays. */
    sealOff: fromPromise<void, { isRevoked: boolean }>(unbound),
    callHelp: fromPromise<boolean, { taskId: string | null }>(unbound),
    checkPin: fromPromise<'right' | 'wrong' | 'offline' | 'locked', { pin: string }>(unbound),
  },
  actions: {
    /** Reports to the board that a patient works on this task. */
    noteStart: (_args, _params: { task: TaskRef; language: string }): void => {
      unbound();
    },
    noteCopyWish: (_args, _params: { taskIds: string[]; isWished: boolean }): void => {
      unbound();
    },
    /** No patient data may remain in memory, in the page or in its history. */
    forget: (): void => {
      unbound();
    },

    setStage: assign((_, params: { stage: Stage }) => ({ stage: params.stage })),
    takeQueue: assign(({ context, event }) =>
      event.type === 'INBOX' || event.type === 'BOOTED'
        ? { queue: unfinished(event.queue, context.done) }
        : {},
    ),
    takeRules: assign(({ event }) => (event.type === 'RULES' ? { rules: event.rules } : {})),
    takeComfort: assign(({ context, event }) => {
      if (event.type === 'COMFORT_CHOSEN') return { comfort: event.comfort };
      return event.type === 'LANGUAGE_CHOSEN'
        ? { comfort: { ...context.comfort, language: event.language } }
        : {};
    }),
    takeSaved: assign((_, run: SavedRun | null) =>
      run
        ? {
            mappeId: run.mappeId,
            stage: run.stage,
            page: run.page,
            signer: run.signer,
            comfort: run.comfort,
            done: run.done,
            isPersonKnown: !run.isLocked,
          }
        : {},
    ),
    pickSavedTask: assign(({ context }, run: SavedRun | null) => ({
      task: context.queue.find((t) => run !== null && keyOf(t) === keyOf(run)) ?? null,
    })),
    pinMappe: assign(({ context }) => {
      const task = context.queue[0] ?? null;
      return {
        mappeId: task?.mappeId ?? null,
        task,
        done: [],
        endings: [],
        misses: 0,
        isPersonKnown: false,
        wantsCopy: false,
        ending: null,
        reason: null,
        stage: task ? firstStage(task, { ...context, done: [] }) : context.stage,
        page: 1,
        signer: 0,
      };
    }),
    pinBlank: assign(({ context, event }) => {
      const task =
        event.type === 'BLANK_BEGUN'
          ? context.queue.find((t) => t.taskId === event.taskId)
          : undefined;
      return task
        ? {
            mappeId: task.mappeId,
            task,
            done: [],
            endings: [],
            misses: 0,
            isPersonKnown: true,
            wantsCopy: false,
            ending: null,
            reason: null,
            stage: 'comfort' as const,
            page: 1,
            signer: 0,
            comfort: {
              language: task.language,
              textScale: task.textScale,
              isCalm: false,
              isPlain: false,
            },
          }
        : {};
    }),
    pickNext: assign(({ context }) => {
      const task = tasksOf(context)[0] ?? null;
      return {
        task,
        ending: null,
        page: 1,
        signer: 0,
        ...(task && { stage: firstStage(task, context) }),
      };
    }),
    greet: assign(({ context }) => {
      const task = context.queue[0];
      // A language chosen while waiting, or on the device before, is the patient's own choice and
      // overrides the one set by reception (U6).
      const isChosen =
        context.rules.isGuest === true || context.comfort.language !== context.rules.language;
      return task
        ? {
            comfort: {
              language: isChosen ? context.comfort.language : task.language,
              textScale: task.textScale,
              isCalm: false,
              isPlain: false,
            },
          }
        : {};
    }),
    // A private phone stays in the language of its run.
    rest: assign(({ context }) => ({
      ...restingContext(
        context.rules.isGuest === true
          ? { ...context.rules, language: context.comfort.language }
          : context.rules,
      ),
      queue: context.queue,
      trouble: context.trouble,
      isRevoked: context.isRevoked,
      isLeaseOver: context.isLeaseOver,
      isUnknown: context.isUnknown,
    })),
    finishTask: assign(({ context }) => {
      if (!context.task || !context.ending) return {};
      const done = [...context.done, keyOf(context.task)];
      return {
        done,
        queue: unfinished(context.queue, done),
        endings: [...context.endings, endedOf(context.ending, context.task)],
      };
    }),
    setEnding: assign((_, params: { ending: Ending }) => ({ ending: params.ending })),
    signsLater: assign(({ context }) =>
      context.task ? { task: { ...context.task, later: (context.task.later ?? 0) + 1 } } : {},
    ),
    setReason: assign((_, params: { reason: LeaveReason }) => ({ reason: params.reason })),
    restartStage: assign(({ context }) => ({
      page: 1,
      signer: 0,
      stage: context.task?.resumeAt === 'sign' ? firstStage(context.task, context) : 'reading',
    })),
  },
  guards: {
    isWatched: and([
      stateIn({ flow: { visit: 'active' } }),
      stateIn({ help: 'closed' }),
      ({ context }) => context.rules.isGuest !== true,
    ]),
    isUnwatched: not(and([stateIn({ flow: { visit: 'active' } }), stateIn({ help: 'closed' })])),
    isActive: stateIn({ flow: { visit: 'active' } }),
    isInactive: not(stateIn({ flow: { visit: 'active' } })),
    isCancelAsked: stateIn({ cancel: 'open' }),
    isStaffIn: stateIn({ staff: 'open' }),
    isFillingIn: and([
      stateIn({ flow: { visit: { active: 'reading' } } }),
      ({ context }) => context.task?.kind === 'questionnaire',
    ]),
    /** Only local tasks, and only while the staff menu is open. */
    isBlankHere: and([
      stateIn({ staff: 'open' }),
      ({ context, event }) =>
        event.type === 'BLANK_BEGUN' &&
        context.trouble === null &&
        context.queue.some((t) => t.isBlank === true && t.taskId === event.taskId),
    ]),
    hasNoQueue: ({ context }) => context.queue.length === 0,
    hasNoTrouble: ({ context }) => context.trouble === null,
    isLeaseBack: ({ context }) => !context.isLeaseOver,
    isLeaseRunning: ({ context }) => !context.isLeaseOver,
    hasQueue: ({ context }) => context.queue.length > 0,
    hasNext: ({ context }) => tasksOf(context).length > 0,
    hasTrouble: ({ context }) => context.trouble !== null,
    isRevoked: ({ context }) => context.isRevoked,
    isLeaseOver: ({ context }) => context.isLeaseOver,
    isUnknown: ({ context }) => context.isUnknown,
    isKnown: ({ context }) => !context.isUnknown,
    isPersonKnown: ({ context }) => context.isPersonKnown,
    isThirdMiss: ({ context }) => context.misses >= 2,
    isStage: ({ context }, params: { stage: Stage }) => context.stage === params.stage,
    hasDeclarations: ({ context }) => (context.task?.declarations ?? 0) > 0,
    hasMoreSigners: ({ context }) => context.signer + 1 < signersHere(context),
    hasOtherSigner: ({ context }) => signersHere(context) > 1,
    hasEarlierSigner: ({ context }) => context.signer > 0,
    isNotice: ({ context }) => context.task?.kind === 'notice',
    isQuestionnaire: ({ context }) => context.task?.kind === 'questionnaire',
    isSignedForm: ({ context }) => context.task?.isSigned === true,
    isSafeQuestionnaire: ({ context }) =>
      context.task?.kind === 'questionnaire' && context.trouble === null,
    isPaper: ({ context }) => context.task?.isPaper ?? false,
    isTalkOpen: ({ context }) => context.task?.talk === 'open',
    /** Withdrawn, moved away, or replaced by a newer row. */
    isTaskGone: ({ context, event }) =>
      event.type === 'INBOX' &&
      context.task !== null &&
      !event.queue.some((t) => context.task !== null && keyOf(t) === keyOf(context.task)),
  },
  delays: {
    idleLimit: ({ context }) => idleOf(context),
    idleWarning: IDLE_WARNING_MS,
    personPause: 60_000,
    staffTime: 120_000,
    homeTime: 120_000,
    helpTime: 60_000,
    thanksTime: ({ context }) => (context.wantsCopy ? 60_000 : 20_000),
    notedTime: 30_000,
    abortedTime: 15_000,
  },
});

/**
 * Returns the entry actions of a page: it is remembered for a reload, and the idle timer restarts.
 */
export const atStage = (stage: Stage) => [
  { type: 'setStage' as const, params: { stage } },
  session.raise({ type: 'SCREEN' }),
];
