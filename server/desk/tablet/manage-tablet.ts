// Staff actions on a tablet: name, posture, revoke, acknowledge a loss.

import { AppError } from '../../../shared/base/errors.ts';
import type { Posture } from '../../../shared/desk/tablet.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { heldBy, reportGone } from './report-loss.ts';
import { changeLoss, changeTablet, findTablet, revokeRow } from './store.ts';

const changed = (w: Work): void => w.emit({ to: 'staff', event: { kind: 'changed' } });

/** Changes name or posture; the tablet learns of it through its feed. */
export async function renameTablet(
  w: Work,
  links: Pick<TabletLinks, 'feed'>,
  tabletId: string,
  input: { name?: string; posture?: Posture },
): Promise<void> {
  const set = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.posture !== undefined && { posture: input.posture }),
  };
  if (Object.keys(set).length === 0)
    throw new AppError('validation', { fields: { name: 'missing' } });
  if (!(await changeTablet(w, tabletId, set))) throw new AppError('not_found');
  await links.feed(w, tabletId, 'config');
  await w.audit('tablet.changed', { tabletId, fields: Object.keys(set) });
  changed(w);
}

/**
 * Revokes a tablet: its tokens expire at once, it learns of it on its next contact, and its own
 * lease ends it offline. Its sealed unsent submissions can never arrive: reported as lost. Its
 * running tasks return to the desk.
 */
export async function revokeTablet(
  w: Work,
  links: Pick<TabletLinks, 'feed' | 'release' | 'dropTokens' | 'installation'>,
  tabletId: string,
): Promise<void> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet) throw new AppError('not_found');
  if (tablet.revokedAt !== null) return;
  const unsent = (await heldBy(w, tablet))?.count ?? Math.max(0, tablet.highN - tablet.ackN);
  await reportGone(w, tablet, links.installation().epoch, true);
  await links.release(w, tabletId);
  await links.feed(w, tabletId, 'purge');
  await revokeRow(w, tabletId);
  await links.dropTokens(w, tabletId);
  await w.audit('tablet.revoked', { tabletId, unsent });
  changed(w);
}

/** Acknowledges that a tablet lost submissions; the audit keeps the count. */
export async function settleLoss(w: Work, tabletId: string): Promise<void> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet) throw new AppError('not_found');
  if (tablet.lostSubmissions === null) return;
  await changeLoss(w, tabletId, { lostSubmissions: null, loss: null });
  await w.audit('tablet.loss_seen', {
    tabletId,
    count: tablet.lostSubmissions,
    isExact: tablet.loss?.isExact ?? true,
  });
  changed(w);
}
