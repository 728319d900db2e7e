// The tablet machine: which screen a tablet shows and why; pure, its effects and its clock are
// passed in (rules: SPEC.md).

import { and, assign } from 'xstate';
import { gate, unregistered } from './registration.state.ts';
import { pageOf, restingContext, session, tasksOf } from './session.setup.ts';
import { visit } from './visit.state.ts';

/** The caller has left the tablet, or another patient is next. */
const closesHelp = session.raise({ type: 'HELP_CLOSED' });
/** Nothing that was opened in a run is open in the next one. */
const closesDialogs = [closesHelp, session.raise({ type: 'STAFF_CLOSED' })];
const beginsBlank = { guard: 'isBlankHere', target: 'visit', actions: 'pinBlank' } as const;

const flow = session.createStateConfig({
  initial: 'boot',
  on: {
    INBOX: { actions: 'takeQueue' },
    RULES: { actions: 'takeRules' },
    REVOKED: { target: '.revoked' },
    LEASE_OVER: { actions: assign({ isLeaseOver: true }) },
    LEASE_BACK: { actions: assign({ isLeaseOver: false }) },
    KNOWN: { actions: assign({ isUnknown: ({ event }) => !event.isKnown }) },
    STORAGE: { actions: assign({ trouble: ({ event }) => event.trouble }) },
  },
  states: {
    boot: {
      on: {
        BOOTED: {
          target: 'restoring',
          actions: [
            assign(({ event }) => ({ isRevoked: event.isRevoked, isLeaseOver: event.isLeaseOver })),
            // The gap was too long to be sure that it is still the same person (S5): the birth date
            // is asked again.
            {
              type: 'takeSaved',
              params: ({ event }) =>
                event.saved && {
                  ...event.saved,
                  isLocked: event.saved.isLocked || event.fit !== 'same',
                },
            },
            'takeQueue',
            { type: 'pickSavedTask', params: ({ event }) => event.saved },
            assign(({ context, event }) => ({
              registration: { ...context.registration, open: event.open },
              reason: event.fit === 'left' ? ('battery' as const) : null,
              // Without its row a saved run is void: the task was withdrawn or finished.
              ...(context.task === null && { mappeId: null, isPersonKnown: false }),
            })),
            assign(({ event }) => ({
              bootTo: !event.isRegistered
                ? ('unregistered' as const)
                : event.open.length > 0 && event.saved === null
                  ? ('gate' as const)
                  : ('waiting' as const),
            })),
          ],
        },
      },
    },
    restoring: {
      always: [
        { guard: 'isRevoked', target: 'revoked' },
        { guard: ({ context }) => context.bootTo === 'unregistered', target: 'unregistered' },
        {
          guard: ({ context }) => context.task !== null && context.reason === 'battery',
          target: 'leaving',
        },
        { guard: ({ context }) => context.task !== null, target: 'visit' },
        { guard: ({ context }) => context.bootTo === 'gate', target: 'gate' },
        { target: 'waiting' },
      ],
    },
    unregistered,
    gate,
    waiting: {
      id: 'waiting',
      tags: ['mayReload'],
      entry: ['rest', 'forget'],
      on: { LANGUAGE_CHOSEN: { actions: 'takeComfort' }, BLANK_BEGUN: beginsBlank },
      // A language chosen and abandoned resets to the practice's.
      after: { homeTime: { target: 'waiting', reenter: true } },
      always: [
        { guard: 'isLeaseOver', target: 'leaseOver' },
        { guard: 'isUnknown', target: 'unknown' },
        { guard: 'hasQueue', target: 'assigned' },
      ],
    },
    assigned: {
      entry: ['greet', closesHelp],
      on: {
        BEGIN: { guard: 'hasNoTrouble', target: 'visit', actions: 'pinMappe' },
        BLANK_BEGUN: beginsBlank,
        LANGUAGE_CHOSEN: { actions: 'takeComfort' },
      },
      always: [
        { guard: 'hasNoQueue', target: 'waiting' },
        { guard: 'isLeaseOver', target: 'leaseOver' },
        { guard: 'isUnknown', target: 'unknown' },
      ],
    },
    visit,
    thanks: {
      id: 'thanks',
      initial: 'open',
      entry: 'forget',
      exit: closesDialogs,
      states: {
        open: {
          on: {
            COPY_WISHED: {
              target: 'open',
              reenter: true,
              actions: [
                assign({ wantsCopy: ({ event }) => event.isWished }),
                {
                  type: 'noteCopyWish',
                  params: ({ context, event }) => ({
                    taskIds: context.done.map((d) => d.slice(0, d.lastIndexOf(':'))),
                    isWished: event.isWished,
                  }),
                },
              ],
            },
          },
          after: { thanksTime: { target: '#waiting' } },
        },
      },
      on: { NEXT: 'waiting' },
    },
    /**
     * Keys first: from here on no signature, no page and no timer of this run has an effect (F23).
     */
    leaving: {
      id: 'leaving',
      on: { INBOX: { actions: 'takeQueue' }, REVOKED: { actions: assign({ isRevoked: true }) } },
      invoke: {
        src: 'abandon',
        input: ({ context }) => ({
          reason: context.reason === 'pause' ? 'idle' : (context.reason ?? 'staff'),
          tasks: tasksOf(context),
          current: context.task?.taskId ?? null,
          page: context.task ? pageOf(context.task, context.stage) : 1,
        }),
        onDone: { target: 'left' },
        onError: { target: 'left' },
      },
    },
    left: {
      entry: assign(({ context }) => ({
        queue: context.queue.filter((t) => t.mappeId !== context.mappeId),
        task: null,
      })),
      always: [{ guard: 'isRevoked', target: 'revoked' }, { target: 'aborted' }],
    },
    aborted: {
      id: 'aborted',
      entry: 'forget',
      exit: closesDialogs,
      on: { NEXT: 'waiting' },
      after: { abortedTime: 'waiting' },
    },
    revoked: {
      id: 'revoked',
      tags: ['mayReload'],
      entry: ['rest', 'forget', assign({ isRevoked: true, queue: [] })],
      invoke: { src: 'sealOff', input: { isRevoked: true } },
      on: {
        INBOX: {},
        REVOKED: {},
        CODE_ENTERED: {
          target: 'unregistered.registering',
          actions: assign(({ context, event }) => ({
            isRevoked: false,
            registration: {
              ...context.registration,
              code: event.code,
              number: null,
              problem: null,
            },
          })),
        },
      },
    },
    /**
     * Nothing is destroyed: it may be the wrong server temporarily. A new registration brings a new
     * number, and the old queue is kept aside.
     */
    unknown: {
      id: 'unknown',
      tags: ['mayReload'],
      entry: 'forget',
      always: { guard: 'isKnown', target: 'waiting' },
      on: {
        LEASE_OVER: {
          guard: 'isLeaseRunning',
          target: 'leaseOver',
          actions: assign({ isLeaseOver: true }),
        },
        CODE_ENTERED: {
          target: 'unregistered.registering',
          actions: assign(({ context, event }) => ({
            isUnknown: false,
            isLeaseOver: false,
            registration: {
              ...context.registration,
              code: event.code,
              number: null,
              problem: null,
            },
          })),
        },
      },
    },
    leaseOver: {
      tags: ['mayReload'],
      entry: ['forget', assign({ queue: [] })],
      invoke: {
        src: 'sealOff',
        input: { isRevoked: false },
        onDone: { guard: 'isUnknown', target: 'unknown' },
      },
      on: {
        KNOWN: {
          guard: ({ event }) => !event.isKnown,
          target: 'unknown',
          actions: assign({ isUnknown: true }),
        },
      },
      always: { guard: 'isLeaseBack', target: 'waiting' },
    },
  },
});

/** T3: the idle clock; help stops it, any activity and every new page restarts it. */
const presence = session.createStateConfig({
  initial: 'off',
  states: {
    off: { always: { guard: 'isWatched', target: 'watching' } },
    watching: {
      always: { guard: 'isUnwatched', target: 'off' },
      on: {
        ACTIVITY: { target: 'watching', reenter: true },
        SCREEN: { target: 'watching', reenter: true },
      },
      after: { idleLimit: 'warning' },
    },
    warning: {
      always: { guard: 'isUnwatched', target: 'off' },
      on: { STILL_HERE: 'watching' },
      after: { idleWarning: { target: 'off', actions: session.raise({ type: 'IDLE_OVER' }) } },
    },
  },
});

/** X9: asks first, and only where there is something to cancel. */
const cancel = session.createStateConfig({
  initial: 'closed',
  states: {
    closed: { on: { CANCEL: { guard: 'isActive', target: 'open' } } },
    open: {
      always: { guard: 'isInactive', target: 'closed' },
      on: { CANCEL_DISMISSED: 'closed', CANCEL_CONFIRMED: 'closed' },
    },
  },
});

const help = session.createStateConfig({
  initial: 'closed',
  states: {
    closed: { on: { HELP: 'calling' } },
    calling: {
      entry: assign({ help: 'calling' }),
      invoke: {
        src: 'callHelp',
        input: ({ context }) => ({ taskId: context.task?.taskId ?? null }),
        onDone: {
          target: 'open',
          actions: assign({
            help: ({ event }) => (event.output ? ('called' as const) : ('offline' as const)),
          }),
        },
        onError: { target: 'open', actions: assign({ help: 'offline' }) },
      },
      on: { HELP_CLOSED: 'closed' },
    },
    open: {
      on: {
        HELP_CLOSED: 'closed',
        HELP: 'calling',
        HELP_ANSWERED: { actions: assign({ help: 'answered' }) },
      },
      after: { helpTime: { guard: 'isInactive', target: 'closed' } },
    },
  },
});

const staff = session.createStateConfig({
  initial: 'closed',
  states: {
    closed: { entry: assign({ pinProblem: null }), on: { STAFF_OPENED: 'asking' } },
    asking: {
      on: { STAFF_CLOSED: 'closed', PIN_ENTERED: 'checking' },
      after: { staffTime: 'closed' },
    },
    checking: {
      invoke: {
        src: 'checkPin',
        input: ({ event }) => ({ pin: event.type === 'PIN_ENTERED' ? event.pin : '' }),
        onDone: [
          {
            guard: and([({ event }) => event.output === 'right', 'isFillingIn']),
            target: 'naming',
            actions: assign({ pinProblem: null }),
          },
          {
            guard: ({ event }) => event.output === 'right',
            target: 'open',
            actions: assign({ pinProblem: null }),
          },
          {
            target: 'asking',
            actions: assign(({ event }) => ({
              pinProblem: event.output === 'right' ? null : event.output,
            })),
          },
        ],
        onError: { target: 'asking', actions: assign({ pinProblem: 'offline' }) },
      },
      on: { STAFF_CLOSED: 'closed' },
    },
    // In a questionnaire a team member identifies as the writer; the menu itself stays closed over
    // the patient's page.
    naming: {
      always: { guard: 'isInactive', target: 'closed' },
      on: { STAFF_CLOSED: 'closed' },
      after: { staffTime: 'closed' },
    },
    // Staff who unlocked a person check are not shown a menu over the patient's page.
    open: {
      always: { guard: 'isActive', target: 'closed' },
      on: { STAFF_CLOSED: 'closed', ACTIVITY: { target: 'open', reenter: true } },
      after: { staffTime: 'closed' },
    },
  },
});

export const sessionMachine = session.createMachine({
  id: 'tablet',
  type: 'parallel',
  context: ({ input }) => restingContext(input.rules),
  states: { flow, presence, cancel, help, staff },
});
