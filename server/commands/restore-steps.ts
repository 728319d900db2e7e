// Steps of a restore inside the wings: a new epoch, revocations repeated, and audit entries.

import { AppError } from '../../shared/base/errors.ts';
import { disableAgain } from '../accounts/users/manage-users.ts';
import { findInstallation, replaceEpoch } from '../accounts/settings/store.ts';
import { dropTabletTokens } from '../accounts/tokens/tablet-token.ts';
import { endLinkAgain } from '../desk/forms/home/home-links.ts';
import { endAgain } from '../desk/share/shares.ts';
import { appendFeed, tabletSide } from '../desk/sync/feed.ts';
import { revokeTablet } from '../desk/tablet/manage-tablet.ts';
import { releaseTablet } from '../desk/task/place-mappe.ts';
import type { RestoreSteps } from '../operations/backup/restore.ts';
import { workshopOf } from './workshop.ts';

/** Steps of a restore inside the restored database. */
export const restoreSteps: RestoreSteps = {
  renew: (store) => replaceEpoch(store, crypto.randomUUID()),
  async revoke(store, { kind, cid, id }) {
    const installation = await findInstallation(store);
    if (!installation) return false;
    return workshopOf(store).write(cid, { kind: 'system', cid }, async (w) => {
      if (kind === 'user') return disableAgain(w, id);
      if (kind === 'share') return endAgain(w, id);
      if (kind === 'link') return endLinkAgain(w, id);
      try {
        const { t } = w,
          before = (await w.tx.pick(t.tablet, ['id', 'revokedAt'])).find((r) => r.id === id);
        if (!before || before.revokedAt !== null) return false;
        await revokeTablet(
          w,
          {
            feed: appendFeed,
            release: (work, tabletId) => releaseTablet(work, tabletSide, tabletId),
            dropTokens: dropTabletTokens,
            installation: () => installation,
          },
          id,
        );
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return false;
        throw error;
      }
    });
  },
  note: (store, cid, type, data) =>
    workshopOf(store).write(cid, { kind: 'system', cid }, (w) => w.audit(type, data)),
};
