// What is told by itself: to a patient that something of theirs was opened, to the owners that somebody is guessing.

import { germanMoment } from '../../../shared/base/dates.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { countEvents, noteEvent, type ShareRow } from './store.ts';

const HOUR = 3_600_000;
/** Wrong answers at one practice's shares within an hour, from which on every share asks for the second step. */
const ALARM_AT = 200;
/** Too many wrong answers in this practice: nobody gets in without the second step. */
export const isAlarmed = async (s: Look | Work): Promise<boolean> =>
  (await countEvents(s, 'wrong', s.now - HOUR)) >= ALARM_AT;

/** In the unit of work of the wrong answer: once an hour while it lasts. */
export async function tellAlarm(
  w: Work,
  deps: PortalDeps,
  owners: Awaited<ReturnType<PortalDeps['owners']>>,
  share: ShareRow,
): Promise<void> {
  if (!(await isAlarmed(w)) || (await countEvents(w, 'alarm', w.now - HOUR)) > 0) return;
  await noteEvent(w, share.id, 'alarm');
  await w.audit('share.alarm', { count: ALARM_AT });
  for (const owner of owners)
    await deps.mail(w, {
      key: `share-alarm:${w.now}:${owner.id}`,
      to: owner.email,
      template: 'shareAlarm',
      language: owner.language,
      data: { link: '/practice/dokumente/freigaben' },
    });
}

/** Without a word of what it is, and at most once a day for each share; whoever has no address is not told. */
export async function tellOpened(w: Work, deps: PortalDeps, share: ShareRow): Promise<void> {
  if (share.kind !== 'disclose') return;
  const to = (await deps.record(w, share.patid))?.email?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to)) return;
  const at = germanMoment(w.now);
  await deps.mail(w, {
    key: `share-opened:${share.id}:${at.slice(0, 10)}`,
    to,
    template: 'shareOpened',
    language: share.language === 'de' ? 'de' : 'en',
    data: { at },
  });
}
