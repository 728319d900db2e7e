// Prints the result of the ledger check for people: counts, open tasks with their age, and every
// contradiction by its ids.

import { END_STATES } from '../../../shared/desk/task.ts';
import { RULES, type Rule } from './findings.ts';
import type { LedgerReport, Loss, PracticeReport } from './verify-ledger.ts';

/** Longer lists are truncated; contradictions never are. */
const LISTED = 50;
const MINUTE = 60_000;

const ageOf = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
};
const instant = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const counts = (states: Readonly<Record<string, number>>, isEnd: boolean): string =>
  Object.entries(states)
    .filter(([state]) => (END_STATES as readonly string[]).includes(state) === isEnd)
    .map(([state, n]) => `${n} ${state}`)
    .join(' · ') || '0';
const lossLine = (l: Loss): string =>
  `  lost          ${l.isExact ? '' : 'at least '}${l.count} on ${l.name}${l.isExact || l.since === null ? '' : `, offline since ${instant(l.since)}`}; not read by staff yet`;

function practiceLines(p: PracticeReport, now: number, areFilesOpened: boolean): string[] {
  const shown = p.open.slice(0, LISTED),
    widest = Math.max(12, ...shown.map((o) => (o.tablet ?? '').length + 2));
  return [
    `Practice ${p.cid}`,
    `  closed        ${counts(p.states, true)}`,
    `  open          ${counts(p.states, false)}`,
    `  operations    ${p.operations} stored, ${p.parked} put aside for staff`,
    `  submissions   ${p.submissions} accepted, ${p.sealed} sealed`,
    `  files         ${p.files} ${areFilesOpened ? 'opened and compared' : 'looked for; not opened, the root key is not here'}`,
    `  audit         ${p.auditRows} rows`,
    ...p.losses.map(lossLine),
    ...(shown.length > 0
      ? [
          '',
          `  ${'open for'.padEnd(12)}${'state'.padEnd(17)}${'for'.padEnd(12)}${'tablet'.padEnd(widest)}task`,
        ]
      : []),
    ...shown.map(
      (o) =>
        `  ${ageOf(now - o.openSince).padEnd(12)}${o.state.padEnd(17)}${ageOf(now - o.stateSince).padEnd(12)}${(o.tablet ?? '-').padEnd(widest)}${o.taskId}`,
    ),
    ...(p.open.length > shown.length ? [`  and ${p.open.length - shown.length} more`] : []),
    '',
  ];
}

export function printLedger(report: LedgerReport, areFilesOpened: boolean): string[] {
  const rules = [...new Set(report.findings.map((f) => f.rule))] as Rule[];
  return [
    `Ledger at ${instant(report.at)}`,
    '',
    ...report.practices.flatMap((p) => practiceLines(p, report.at, areFilesOpened)),
    ...rules.flatMap((rule) => [
      `${rule}: ${RULES[rule]}`,
      ...report.findings.filter((f) => f.rule === rule).map((f) => `  ${f.what}`),
    ]),
    report.findings.length === 0
      ? 'No contradiction: every task is closed with proof or open as shown.'
      : `${report.findings.length} contradiction${report.findings.length === 1 ? '' : 's'}.`,
  ];
}
