// Fixtures of board rows for tests: a tablet, a Mappe and a task with inconspicuous defaults.

import type {
  Board,
  BoardMappe,
  BoardTablet,
  BoardTask,
  BoardVisit,
} from '../../../shared/exchange/board.ts';

export const NOW = Date.UTC(2026, 10, 20, 8, 41);
export const MIN = 60_000;

export const task = (part: Partial<BoardTask> = {}): BoardTask => ({
  taskId: 't',
  patid: 'p1',
  position: 0,
  title: 'Einwilligung: Fotos',
  kind: 'document',
  template: 'foto@1',
  state: 'started',
  stateAt: NOW - 5 * MIN,
  formRequirement: { form: 'none', reason: { de: '' }, source: '' },
  page: 4,
  of: 9,
  talk: { needed: false },
  heardAt: NOW - 5_000,
  ...part,
});
export const mappe = (part: Partial<BoardMappe> = {}): BoardMappe => ({
  mappeId: 'm',
  state: 'laeuft',
  patients: [{ patid: 'p1', name: 'Weber, Hans', geburtsdatum: '1941-05-02' }],
  signers: [],
  language: 'de',
  textScale: 100,
  identifiedBy: null,
  tabletId: 'a',
  createdAt: NOW - 10 * MIN,
  closesAt: NOW + 600 * MIN,
  undoUntil: 0,
  wantsPaperCopy: false,
  wrongPersonAt: null,
  tasks: [task()],
  ...part,
});
export const tablet = (part: Partial<BoardTablet> = {}): BoardTablet => ({
  tabletId: 'a',
  name: 'Tablet 1',
  posture: 'hand',
  registeredAt: 0,
  lastSeenAt: NOW - 5_000,
  leaseUntil: NOW + 1000 * MIN,
  pending: 0,
  oldestPendingMs: 0,
  unsent: 0,
  battery: 0.5,
  charging: false,
  appVersion: '0.1.0',
  isOutdated: false,
  clockOffsetMs: 0,
  persisted: true,
  quarantined: 0,
  exceptions: [],
  calls: [],
  activity: null,
  activityAt: null,
  mappeId: 'm',
  revokedAt: null,
  lostSubmissions: null,
  loss: null,
  ...part,
});
export const visit = (part: Partial<BoardVisit> = {}): BoardVisit => ({
  terminId: 'x',
  time: '09:45',
  patid: 'p1',
  name: 'Weber, Hans',
  geburtsdatum: '1941-05-02',
  zimmer: '1',
  behandler: '',
  art: 'Kontrolle',
  proposed: [],
  isFirst: false,
  ...part,
});
export const board = (part: Partial<Board> = {}): Board => ({
  at: NOW,
  tablets: [tablet()],
  mappen: [mappe()],
  registrations: [],
  expected: [],
  rooms: [],
  arrivals: [],
  ...part,
});
export const active = (
  silentMs: number,
  screen: 'filling' | 'reading' | 'signing' = 'filling',
): Pick<BoardTablet, 'activity' | 'activityAt'> => ({
  activity: {
    taskId: 't',
    taskRev: 1,
    screen,
    page: 4,
    of: 9,
    silentMs,
    isReading: screen === 'reading',
  },
  activityAt: NOW,
});
