// States of an unregistered tablet: code, the number that staff compare, and the setup gate (R1,
// X5, X6).

import { assign } from 'xstate';
import { session } from './session.setup.ts';

export const unregistered = session.createStateConfig({
  id: 'unregistered',
  initial: 'welcome',
  states: {
    welcome: {
      tags: ['mayReload'],
      on: {
        CODE_ENTERED: {
          target: 'registering',
          actions: assign(({ context, event }) => ({
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
    registering: {
      invoke: {
        src: 'registerTablet',
        input: ({ context }) => ({ code: context.registration.code }),
      },
      on: {
        NUMBER_SHOWN: {
          actions: assign(({ context, event }) => ({
            registration: { ...context.registration, number: event.number },
          })),
        },
        GATE: {
          actions: assign(({ context, event }) => ({
            registration: { ...context.registration, gate: event.gate, open: event.open },
          })),
        },
        CONFIRMED: { target: '#gate' },
        REGISTRATION_FAILED: {
          target: 'welcome',
          actions: assign(({ context, event }) => ({
            registration: { ...context.registration, number: null, problem: event.problem },
          })),
        },
        BACK: {
          target: 'welcome',
          actions: assign(({ context }) => ({
            registration: { ...context.registration, number: null },
          })),
        },
      },
    },
  },
});

/** Registered, but a check fails: patient mode stays closed until it passes or staff waive it. */
export const gate = session.createStateConfig({
  id: 'gate',
  tags: ['mayReload'],
  invoke: { src: 'watchGate' },
  always: { guard: 'isUnknown', target: '#unknown' },
  on: {
    GATE: [
      {
        guard: ({ event }) => event.open.length === 0,
        target: '#waiting',
        actions: assign(({ context, event }) => ({
          registration: { ...context.registration, gate: event.gate, open: [] },
        })),
      },
      {
        actions: assign(({ context, event }) => ({
          registration: { ...context.registration, gate: event.gate, open: event.open },
        })),
      },
    ],
  },
});
