// The reception board in one reading: tablets, Mappen, waiting registrations and expected patients.

import type { Board, BoardMappe, BoardTablet } from '../../shared/board.ts';
import type { Look } from '../work.ts';
import type { TabletLinks } from './links.ts';
import { listTablets, waitingPending, type TabletRow } from './store.ts';

/** States in which a task occupies a tablet; paper that only lies there to be read does not. */
const ON_TABLET = ['created', 'assigned', 'started'];

function boardTablet(t: TabletRow, mappen: readonly BoardMappe[], version: string): BoardTablet {
  const h = t.health;
  return {
    tabletId: t.id, name: t.name, posture: t.posture, registeredAt: t.registeredAt, lastSeenAt: t.lastSeenAt, leaseUntil: t.leaseUntil,
    pending: h?.pending ?? 0, oldestPendingMs: h?.oldestPendingMs ?? 0, battery: h?.battery ?? null, charging: h?.charging ?? null,
    appVersion: h?.appVersion ?? null, isOutdated: h !== null && h.appVersion !== version, clockOffsetMs: h?.clockOffsetMs ?? 0,
    persisted: h?.persisted ?? t.gate.storage === 'ok', quarantined: h?.quarantined ?? 0, exceptions: t.exceptions,
    helpAt: t.helpAt, helpAnsweredAt: t.helpAnsweredAt, activity: t.activity, activityAt: t.activityAt,
    mappeId: mappen.find(m => m.tabletId === t.id && m.tasks.some(k => ON_TABLET.includes(k.state) || k.reading === 'running'))?.mappeId ?? null,
    revokedAt: t.revokedAt, lostSubmissions: t.lostSubmissions,
  };
}

/** Board of the practice at this moment; every change after it is announced on the live channel. */
export async function readBoard(look: Look, links: Pick<TabletLinks, 'boardMappen' | 'expected' | 'version'>): Promise<Board> {
  const [tablets, mappen, registrations, expected] = await Promise.all([listTablets(look), links.boardMappen(look), waitingPending(look), links.expected(look)]);
  return {
    at: look.now,
    tablets: tablets.map(t => boardTablet(t, mappen, links.version)),
    mappen,
    registrations: registrations.map(p => ({ pendingId: p.id, number: p.number, requestedAt: p.requestedAt, gate: p.gate, userAgent: p.userAgent })),
    expected,
  };
}
