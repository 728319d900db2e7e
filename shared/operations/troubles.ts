// What can be wrong with the server itself; monitors, board, mails and the log use the same names.

/**
 * Certificates have a name for each step (90, 30 and 7 days), so that each is mailed once. `late`
 * ones do not stop work: their jobs are repeated. `partial`: some stored entries cannot be read, and
 * everything else works. `slow` has no check of its own: a check gave no answer in time, so what it
 * looks at is unknown.
 */
export const TROUBLES = {
  database: 'failed',
  damage: 'failed',
  entries: 'partial',
  files: 'failed',
  disk: 'failed',
  keys: 'failed',
  renderer: 'failed',
  judging: 'failed',
  clock: 'late',
  mail: 'late',
  timeService: 'late',
  relay: 'late',
  certificateEarly: 'late',
  certificate: 'late',
  certificateLast: 'late',
  slow: 'late',
} as const satisfies Record<string, 'failed' | 'late' | 'partial'>;
export type Trouble = keyof typeof TROUBLES;
export const TROUBLE_NAMES = Object.keys(TROUBLES) as Trouble[];
