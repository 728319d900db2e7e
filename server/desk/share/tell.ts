// Automatic notices: to a patient that their documents were opened, to the owners that someone is
// guessing codes.

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { germanMoment } from '../../../shared/base/dates.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { countEvents, noteEvent, type ShareRow } from './store.ts';

/**
 * Threshold of wrong answers at one practice's shares within an hour, above which every share
 * requires the second step.
 */
const ALARM_AT = 200;
/**
 * Checks for too many wrong answers in this practice: every login then requires the second step.
 */
export const isAlarmed = async (s: Look | Work): Promise<boolean> =>
  (await countEvents(s, 'wrong', s.now - HOUR_MS)) >= ALARM_AT;

/**
 * Informs staff of an alarm, in the transaction of the wrong answer: once an hour while it lasts.
 */
export async function tellAlarm(
  w: Work,
  deps: PortalDeps,
  owners: Awaited<ReturnType<PortalDeps['owners']>>,
  share: ShareRow,
): Promise<void> {
  if (!(await isAlarmed(w)) || (await countEvents(w, 'alarm', w.now - HOUR_MS)) > 0) return;
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

/**
 * Informs the patient that a share was opened, without naming the content, and at most once a day
 * for each share; patients without an address get no mail.
 */
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
