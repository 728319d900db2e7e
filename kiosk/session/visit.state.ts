// States of one patient's run through a Mappe: person check, the tasks in order, and the local
// saving of each (T1, T2, F23).

import { assign } from 'xstate';
import { atStage, session, tasksOf } from './session.setup.ts';

/**
 * The birth date; three misses ring for help and close the fields for a minute or until staff
 * unlock them.
 */
const person = session.createStateConfig({
  id: 'person',
  initial: 'asking',
  entry: [assign({ isPersonKnown: false }), session.raise({ type: 'SCREEN' })],
  on: {
    PERSON_WRONG: {
      target: '#leaving',
      actions: { type: 'setReason', params: { reason: 'wrong_person' } },
    },
  },
  states: {
    asking: { on: { PERSON_ENTERED: 'checking' } },
    checking: {
      invoke: {
        src: 'checkPerson',
        input: ({ context, event }) => {
          if (!context.task) throw new Error('No task.');
          return {
            task: context.task,
            day: event.type === 'PERSON_ENTERED' ? event.day : '',
            misses: context.misses,
          };
        },
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: '#opening',
            actions: assign({ isPersonKnown: true, misses: 0 }),
          },
          { guard: 'isThirdMiss', target: 'blocked', actions: assign({ misses: 3 }) },
          { target: 'asking', actions: assign(({ context }) => ({ misses: context.misses + 1 })) },
        ],
        onError: {
          target: '#leaving',
          actions: { type: 'setReason', params: { reason: 'staff' } },
        },
      },
    },
    blocked: {
      entry: assign({ help: 'calling' }),
      invoke: {
        src: 'callHelp',
        input: ({ context }) => ({ taskId: context.task?.taskId ?? null }),
        onDone: {
          actions: assign({
            help: ({ event }) => (event.output ? ('called' as const) : ('offline' as const)),
          }),
        },
        onError: { actions: assign({ help: 'offline' }) },
      },
      on: { HELP_ANSWERED: { actions: assign({ help: 'answered' }) } },
      after: { personPause: { target: 'asking', actions: assign({ misses: 0 }) } },
      always: { guard: 'isStaffIn', target: 'asking', actions: assign({ misses: 0 }) },
    },
  },
});

/** Reads body and draft of the task, then restores the patient's page. */
const opening = session.createStateConfig({
  id: 'opening',
  invoke: {
    src: 'openTask',
    input: ({ context }) => {
      if (!context.task) throw new Error('Nothing to open.');
      return { task: context.task, comfort: context.comfort };
    },
    onDone: {
      target: 'routing',
      actions: [
        // The machine's own page wins: a lock or a reload in this run is newer than the draft.
        assign(({ context, event }) =>
          event.output.stage &&
          context.page === 1 &&
          (context.stage === 'reading' || context.stage === 'comfort')
            ? { stage: event.output.stage, page: event.output.page, signer: event.output.signer }
            : {},
        ),
        assign(({ context, event }) =>
          context.task &&
          event.output.later !== undefined &&
          (context.task.later ?? 0) !== event.output.later
            ? { task: { ...context.task, later: event.output.later } }
            : {},
        ),
        assign(({ event }) => (event.output.comfort ? { comfort: event.output.comfort } : {})),
        {
          type: 'noteStart',
          params: ({ context }) => {
            if (!context.task) throw new Error('Nothing was opened.');
            return { task: context.task, language: context.comfort.language };
          },
        },
      ],
    },
    onError: { target: '#leaving', actions: { type: 'setReason', params: { reason: 'staff' } } },
  },
});

const to = (ending: 'submit' | 'question' | 'talk_pending' | 'declined' | 'shown' | 'paper') => ({
  target: '#saving',
  actions: { type: 'setEnding' as const, params: { ending } },
});

const reading = session.createStateConfig({
  entry: atStage('reading'),
  on: {
    READ: [
      { guard: ({ event }) => event.choice === 'question', ...to('question') },
      { guard: ({ event }) => event.choice === 'declined', target: 'declining' },
      { guard: 'isNotice', ...to('shown') },
      { guard: 'isPaper', target: 'paper' },
      { guard: 'isTalkOpen', ...to('talk_pending') },
      { guard: 'hasDeclarations', target: 'declarations' },
      { target: 'summary' },
    ],
    // A questionnaire has its review on the last page; F13 is shown before submission.
    ANSWERED: [
      { guard: 'isSignedForm', target: 'summary' },
      { guard: 'isSafeQuestionnaire', ...to('submit') },
      { guard: 'isQuestionnaire', target: 'troubled' },
    ],
  },
});

/**
 * All states watched by the idle clock; `saving` and later states are outside, so that no timer can
 * affect them.
 */
const active = session.createStateConfig({
  id: 'active',
  initial: 'start',
  on: {
    IDLE_OVER: { target: '#leaving', actions: { type: 'setReason', params: { reason: 'idle' } } },
    PAUSE: { target: '#leaving', actions: { type: 'setReason', params: { reason: 'pause' } } },
    CANCEL_CONFIRMED: {
      guard: 'isCancelAsked',
      target: '#leaving',
      actions: { type: 'setReason', params: { reason: 'patient' } },
    },
    HIDDEN_TOO_LONG: { guard: 'isPersonKnown', target: '.person' },
    INBOX: [
      { guard: 'isTaskGone', target: '#dropping', actions: 'takeQueue' },
      { actions: 'takeQueue' },
    ],
    PAGE: {
      actions: assign(({ context, event }) => ({
        page: event.page,
        ...(context.task &&
          event.of !== undefined && { task: { ...context.task, pages: event.of } }),
      })),
    },
    COMFORT_CHOSEN: { actions: 'takeComfort' },
    LANGUAGE_CHOSEN: { actions: 'takeComfort' },
  },
  states: {
    start: { always: [{ guard: 'isPersonKnown', target: 'opening' }, { target: 'person' }] },
    person,
    opening,
    routing: {
      always: [
        { guard: { type: 'isStage', params: { stage: 'comfort' } }, target: 'comfort' },
        { guard: { type: 'isStage', params: { stage: 'declining' } }, target: 'declining' },
        { guard: { type: 'isStage', params: { stage: 'paper' } }, target: 'paper' },
        { guard: { type: 'isStage', params: { stage: 'declarations' } }, target: 'declarations' },
        {
          // Answers are summarised from memory: after a reload they are reviewed again.
          guard: ({ context }) =>
            context.stage === 'summary' && context.task?.kind !== 'questionnaire',
          target: 'summary',
        },
        // A signature is never open on paper or before the talk, whatever a draft contains.
        {
          guard: ({ context }) =>
            context.stage === 'signing' &&
            context.task?.isPaper === false &&
            context.task.talk !== 'open' &&
            context.task.kind === 'document',
          target: 'signing',
        },
        { target: 'reading' },
      ],
    },
    comfort: {
      entry: atStage('comfort'),
      on: { NEXT: 'reading' },
    },
    reading,
    declining: {
      entry: atStage('declining'),
      on: { NEXT: to('declined'), BACK: 'reading' },
    },
    paper: {
      entry: atStage('paper'),
      on: { NEXT: to('paper'), BACK: 'reading' },
    },
    declarations: {
      entry: atStage('declarations'),
      on: {
        NEXT: 'summary',
        BACK: 'reading',
        READ: [
          { guard: ({ event }) => event.choice === 'question', ...to('question') },
          { guard: ({ event }) => event.choice === 'declined', target: 'declining' },
        ],
      },
    },
    summary: {
      entry: atStage('summary'),
      on: {
        NEXT: [{ guard: 'hasTrouble', target: 'troubled' }, { target: 'signing' }],
        // Answers are submitted without a signature, too.
        READ: [
          { guard: 'isSafeQuestionnaire', ...to('submit') },
          { guard: 'isQuestionnaire', target: 'troubled' },
        ],
        BACK: [{ guard: 'hasDeclarations', target: 'declarations' }, { target: 'reading' }],
      },
    },
    /** F13: shown before the signature, not after it. */
    troubled: {
      on: {
        STORAGE: [
          {
            guard: ({ context, event }) =>
              event.trouble === null && context.task?.kind === 'questionnaire',
            target: 'reading',
            actions: assign({ trouble: null }),
          },
          {
            guard: ({ event }) => event.trouble === null,
            target: 'signing',
            actions: assign({ trouble: null }),
          },
        ],
        BACK: [{ guard: 'isQuestionnaire', target: 'reading' }, { target: 'summary' }],
      },
    },
    signing: {
      entry: atStage('signing'),
      on: {
        PATIENT_SIGNED: [
          {
            guard: 'hasMoreSigners',
            actions: [
              assign({ signer: ({ context }) => context.signer + 1 }),
              ...atStage('signing'),
            ],
          },
          to('submit'),
        ],
        SIGNS_LATER: [
          { guard: 'hasMoreSigners', actions: ['signsLater', ...atStage('signing')] },
          {
            guard: 'hasOtherSigner',
            target: '#saving',
            actions: ['signsLater', { type: 'setEnding', params: { ending: 'submit' } }],
          },
        ],
        BACK: [
          {
            guard: 'hasEarlierSigner',
            actions: [
              assign({ signer: ({ context }) => context.signer - 1 }),
              ...atStage('signing'),
            ],
          },
          { target: 'summary' },
        ],
      },
    },
    restarting: {
      invoke: {
        src: 'dropTask',
        input: ({ context }) => ({ taskId: context.task?.taskId ?? '' }),
        onDone: { target: 'opening', actions: 'restartStage' },
        onError: { target: 'opening', actions: 'restartStage' },
      },
    },
  },
});

export const visit = session.createStateConfig({
  id: 'visit',
  initial: 'active',
  states: {
    active: {
      ...active,
      on: { ...active.on, RESTART: { guard: 'isPersonKnown', target: '.restarting' } },
    },
    /** One strict transaction; nothing else has an effect here (F23). */
    saving: {
      id: 'saving',
      on: {
        INBOX: { actions: 'takeQueue' },
        REVOKED: { actions: assign({ isRevoked: true }) },
      },
      invoke: {
        src: 'finalize',
        input: ({ context }) => {
          if (!context.task || !context.ending) throw new Error('Nothing to save.');
          return { task: context.task, ending: context.ending, comfort: context.comfort };
        },
        onDone: { target: 'saved', actions: 'finishTask' },
        onError: { target: 'unsaved' },
      },
    },
    /** The answers are in memory only: no timer, no lock, no update may end this state. */
    unsaved: {
      on: {
        RETRY: 'saving',
        INBOX: { actions: 'takeQueue' },
        REVOKED: { actions: assign({ isRevoked: true }) },
      },
    },
    saved: {
      always: [
        { guard: 'isRevoked', target: '#revoked' },
        {
          guard: ({ context }) =>
            context.ending === 'talk_pending' || context.ending === 'question',
          target: 'noted',
        },
        // Shown before the next document; at the end the thank-you page shows it.
        {
          guard: ({ context }) =>
            (context.ending === 'declined' || context.ending === 'paper') &&
            tasksOf(context).length > 0,
          target: 'noted',
        },
        { target: 'deciding' },
      ],
    },
    noted: {
      on: { NEXT: 'deciding', INBOX: { actions: 'takeQueue' } },
      after: { notedTime: { target: 'deciding' } },
    },
    deciding: {
      always: [{ guard: 'hasNext', target: 'active', actions: 'pickNext' }, { target: '#thanks' }],
    },
    dropping: {
      id: 'dropping',
      on: { INBOX: { actions: 'takeQueue' } },
      invoke: {
        src: 'dropTask',
        input: ({ context }) => ({ taskId: context.task?.taskId ?? '' }),
        onDone: { target: 'dropped' },
        onError: { target: 'dropped' },
      },
    },
    dropped: {
      always: [
        { guard: 'hasNext', target: 'active', actions: 'pickNext' },
        { guard: ({ context }) => context.done.length > 0, target: '#thanks' },
        { target: '#aborted', actions: { type: 'setReason', params: { reason: 'staff' } } },
      ],
    },
  },
});
