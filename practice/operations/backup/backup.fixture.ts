// Fixtures of backup states for tests, with healthy defaults.

import type { BackupStatus, RecoverySheet } from '../../../shared/operations/backup.schema.ts';

export const NOW = Date.UTC(2026, 10, 20, 13, 0);
const MIN = 60_000;
export const HOUR = 60 * MIN;

type Details = NonNullable<BackupStatus['details']>;
const run = (part: Partial<NonNullable<Details['last']>> = {}): NonNullable<Details['last']> => ({
  startedAt: NOW - 6 * MIN,
  endedAt: NOW - 6 * MIN,
  ok: true,
  code: null,
  bytes: 4_200_000,
  patients: 312,
  documents: 48,
  files: 96,
  copied: 2,
  missing: 0,
  ...part,
});
const drill = (
  part: Partial<NonNullable<Details['drill']>> = {},
): NonNullable<Details['drill']> => ({
  startedAt: NOW - HOUR,
  endedAt: NOW - HOUR,
  ok: true,
  code: null,
  takenAt: NOW - 2 * HOUR,
  patients: 311,
  documents: 47,
  auditRows: 1204,
  files: 94,
  opened: 20,
  missing: 0,
  ...part,
});
export const details = (part: Partial<Details> = {}): Details => ({
  target: { path: '/mnt/nas/molar', isSameDisk: false, isThere: true, freeBytes: 812e9 },
  everyMinutes: 15,
  nextAt: NOW + 9 * MIN,
  sheet: { fingerprint: '3f9a 77c1', createdAt: NOW - 24 * HOUR, confirmedAt: NOW - 24 * HOUR },
  run: null,
  last: run(),
  drill: drill(),
  days: [
    { day: '2026-11-18', good: 0, failed: 0 },
    { day: '2026-11-19', good: 0, failed: 2 },
    { day: '2026-11-20', good: 4, failed: 1 },
  ],
  kept: { count: 61, oldestAt: NOW - 24 * HOUR, bytes: 1_420_000_000 },
  ...part,
});
export const status = (part: Partial<BackupStatus> = {}): BackupStatus => ({
  at: NOW,
  level: 'ok',
  reasons: [],
  lastGood: { at: NOW - 6 * MIN, patients: 312, documents: 48 },
  details: details(),
  ...part,
});

const groups = (sign: string): string[] =>
  Array.from({ length: 13 }, (_, at) => `${sign}${String(at + 1).padStart(4, '0')}`);
export const sheet = (): RecoverySheet => ({
  sheetId: '0190a2b4-0000-7000-8000-000000000001',
  createdAt: NOW,
  recovery: { groups: groups('R'), qr: groups('R').join(''), fingerprint: '81c2 0f5e' },
  practices: [
    {
      name: 'Zahnarztpraxis Mustermann',
      key: { groups: groups('E'), qr: groups('E').join(''), fingerprint: '11aa 22bb' },
      elsewhere: false,
    },
  ],
  command: 'npm run restore -- --from /mnt/nas/molar/molar-1',
});
