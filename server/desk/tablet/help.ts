// Hilfe: a call is stored with its Mappe until a staff member answers it.

import { AppError } from '../../../shared/base/errors.ts';
import type { HelpCall } from '../../../shared/desk/tablet.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { changeTablet, findTablet, type TabletRow } from './store.ts';

/** Maximum of waiting calls per tablet; the oldest ones are dropped. */
const KEPT = 20;

/**
 * Returns unanswered calls, oldest first; a tablet that called before calls were stored names no
 * Mappe.
 */
export function openCalls({
  calls,
  helpAt,
  helpAnsweredAt,
}: Pick<TabletRow, 'calls' | 'helpAt' | 'helpAnsweredAt'>): HelpCall[] {
  if (calls) return calls;
  return helpAt !== null && (helpAnsweredAt === null || helpAnsweredAt < helpAt)
    ? [{ mappeId: null, at: helpAt }]
    : [];
}

/**
 * Determines the Mappe of a call: that of the open paper, or of the paper that waits to be started.
 */
async function mappeOfCall(
  w: Work,
  links: Pick<TabletLinks, 'mappeAt'>,
  { id, activity }: TabletRow,
  taskId: string | undefined,
): Promise<string | null> {
  const paper = taskId ?? (activity?.screen === 'assigned' ? activity.taskId : undefined);
  return paper === undefined ? null : ((await links.mappeAt(w, id, paper)) ?? null);
}

/**
 * Records a press of Hilfe: it rings at the desk. A second press in the same Mappe renews the call.
 */
export async function callHelp(
  w: Work,
  links: Pick<TabletLinks, 'mappeAt'>,
  tabletId: string,
  taskId: string | undefined,
): Promise<{ at: number }> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  const mappeId = await mappeOfCall(w, links, tablet, taskId);
  const calls = [
    ...openCalls(tablet).filter((call) => call.mappeId !== mappeId),
    { mappeId, at: w.now },
  ].slice(-KEPT);
  if (!(await changeTablet(w, tabletId, { calls, helpAt: w.now })))
    throw new AppError('tablet_revoked');
  await w.audit('tablet.help', { tabletId, ...(taskId !== undefined && { taskId }) });
  w.emit({ to: 'staff', event: { kind: 'help', tabletId } });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { at: w.now };
}

/**
 * Answers calls. The tablet shows it if its newest call was meant: callers of earlier ones have
 * left it.
 * @param at of the one call; every call without it
 */
export async function answerHelp(w: Work, tabletId: string, at?: number): Promise<void> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet) throw new AppError('not_found');
  const calls = openCalls(tablet),
    rest = at === undefined ? [] : calls.filter((call) => call.at !== at);
  const isNewest = tablet.helpAt !== null && rest.every((call) => call.at !== tablet.helpAt);
  if (
    !(await changeTablet(w, tabletId, { calls: rest, ...(isNewest && { helpAnsweredAt: w.now }) }))
  )
    throw new AppError('not_found');
  await w.audit('tablet.help_answered', { tabletId });
  if (isNewest) w.emit({ to: 'tablet', tabletId, event: { kind: 'help', answered: true } });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
