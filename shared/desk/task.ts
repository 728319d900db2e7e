// Life cycle of a task on the server (product.md 4): states, permitted transitions, and proven
// ends.

export type TaskState =
  | 'created'
  | 'assigned'
  | 'started'
  | 'submitted'
  | 'sealed'
  | 'filed'
  | 'interrupted'
  | 'talk_pending'
  | 'question'
  | 'part_signed'
  | 'declined'
  | 'paper'
  | 'cancelled'
  | 'expired'
  | 'needs_attention';

export const TASK_STATES: readonly TaskState[] = [
  'created',
  'assigned',
  'started',
  'submitted',
  'sealed',
  'filed',
  'interrupted',
  'talk_pending',
  'question',
  'part_signed',
  'declined',
  'paper',
  'cancelled',
  'expired',
  'needs_attention',
];

/**
 * States from which nothing moves automatically any more: the ledger counts a task in one of them
 * as done.
 */
export const END_STATES: readonly TaskState[] = ['filed', 'declined', 'cancelled', 'expired'];
export const isEnd = (state: TaskState): boolean => END_STATES.includes(state);

export type TaskKind = 'document' | 'notice' | 'questionnaire';

export type TaskEvent =
  | 'prepared'
  | 'prepared_paper'
  | 'start'
  | 'submit'
  | 'seal'
  | 'file'
  | 'interrupt'
  | 'talk_pending'
  | 'talk_done'
  | 'question'
  | 'part'
  | 'decline'
  | 'paper'
  | 'paper_filed'
  | 'paper_unfiled'
  | 'cancel'
  | 'expire'
  | 'fail'
  | 'reassign'
  | 'retry'
  | 'prepare';

const MOVES: Record<TaskState, Partial<Record<TaskEvent, TaskState>>> = {
  created: {
    prepared: 'assigned',
    prepared_paper: 'paper',
    cancel: 'cancelled',
    expire: 'expired',
    fail: 'needs_attention',
    reassign: 'created',
  },
  assigned: {
    start: 'started',
    submit: 'submitted',
    talk_pending: 'talk_pending',
    question: 'question',
    decline: 'declined',
    interrupt: 'interrupted',
    cancel: 'cancelled',
    expire: 'expired',
    paper: 'paper',
    part: 'part_signed',
    reassign: 'assigned',
    fail: 'needs_attention',
  },
  started: {
    start: 'started',
    submit: 'submitted',
    talk_pending: 'talk_pending',
    question: 'question',
    decline: 'declined',
    interrupt: 'interrupted',
    cancel: 'cancelled',
    expire: 'expired',
    paper: 'paper',
    part: 'part_signed',
    reassign: 'assigned',
    fail: 'needs_attention',
  },
  submitted: { seal: 'sealed', fail: 'needs_attention' },
  sealed: { file: 'filed', fail: 'needs_attention' },
  // Only a paper that a user ticked off by mistake, within seconds.
  filed: { paper_unfiled: 'paper' },
  interrupted: {
    start: 'started',
    reassign: 'assigned',
    cancel: 'cancelled',
    expire: 'expired',
    submit: 'submitted',
    talk_pending: 'talk_pending',
    question: 'question',
    decline: 'declined',
    paper: 'paper',
    part: 'part_signed',
  },
  talk_pending: {
    talk_done: 'assigned',
    reassign: 'talk_pending',
    cancel: 'cancelled',
    expire: 'expired',
    decline: 'declined',
    paper: 'paper',
  },
  question: {
    talk_done: 'assigned',
    reassign: 'assigned',
    cancel: 'cancelled',
    expire: 'expired',
    decline: 'declined',
    paper: 'paper',
    part: 'part_signed',
  },
  // Signed by some, not yet by all: the last signature submits it, on any device.
  part_signed: {
    part: 'part_signed',
    submit: 'submitted',
    question: 'question',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'expired',
    paper: 'paper',
    reassign: 'assigned',
  },
  declined: {},
  // Printable from the start; a tablet may show it meanwhile, and whatever happens there it must be
  // signed by hand.
  paper: {
    start: 'paper',
    paper: 'paper',
    interrupt: 'paper',
    question: 'question',
    decline: 'declined',
    paper_filed: 'filed',
    cancel: 'cancelled',
    expire: 'expired',
    reassign: 'paper',
  },
  cancelled: {},
  expired: {},
  needs_attention: {
    retry: 'submitted',
    prepare: 'created',
    cancel: 'cancelled',
    reassign: 'assigned',
    paper: 'paper',
    part: 'part_signed',
  },
};

/**
 * Returns the target state of an event, or `undefined` if it does not apply. The only table of task
 * transitions.
 */
export function nextState(state: TaskState, event: TaskEvent): TaskState | undefined {
  return MOVES[state][event];
}

/** Outcomes that a patient can choose instead of signing; each is a real result, never an error. */
export type Outcome = 'talk_pending' | 'question' | 'declined';

/** Reasons why a task ended on the tablet without a submission. */
export type CancelReason = 'patient' | 'idle' | 'wrong_person' | 'staff' | 'battery';

/**
 * Returns the effect of a cancel on the server: only the patient's own "Vorgang abbrechen" (X9)
 * ends a task, and never one that is to be signed by hand.
 */
export function cancelEvent(reason: CancelReason, state: TaskState): 'cancel' | 'interrupt' {
  return reason === 'patient' && state !== 'paper' ? 'cancel' : 'interrupt';
}
