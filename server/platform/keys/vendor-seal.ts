// The key that signs the vendor's own chain: created on first use, wrapped by the root key; the
// vendor has no papers and so no other keys.

import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { createPracticeAuthority, exportPrivateKey } from '../../paper/seal/authority.ts';
import { wrapWith } from './rootkey/root-keys.ts';
import type { EnsureDeps } from './practice-keys.ts';
import { keyAad } from './certified.ts';
import { openSeals, type Seals } from './seals.ts';
import { activeKeys, insertKeys, NOT_RETIRED, type KeyRow } from './store.ts';

/** Subject of the vendor's certificates. */
export const VENDOR_NAME = 'Molar';

export async function ensureVendorSeal({
  workshop,
  rootKey,
  now,
  newId,
}: Pick<EnsureDeps, 'workshop' | 'rootKey' | 'now' | 'newId'>): Promise<Seals> {
  const actor = { kind: 'system', cid: VENDOR_CID } as const,
    look = workshop.look(VENDOR_CID, actor);
  if ((await activeKeys(look.db, look.t)).length === 0) {
    const made = await createPracticeAuthority(VENDOR_NAME, now());
    const rows = await Promise.all(
      (['authority', 'seal'] as const).map(async (purpose): Promise<KeyRow> => {
        const id = newId(),
          { key, certificate } = made[purpose];
        return {
          id,
          purpose,
          wrapped: wrapWith(rootKey, await exportPrivateKey(key), keyAad(VENDOR_CID, id, purpose)),
          publicJwk: null,
          certificate: Buffer.from(certificate),
          createdAt: now(),
          ...NOT_RETIRED,
        };
      }),
    );
    await workshop.write(VENDOR_CID, actor, async (w) => {
      // Another process may have been first; its keys are used.
      if ((await activeKeys(w.tx, w.t)).length > 0) return;
      await insertKeys(w.tx, w.t, rows);
      await w.audit('key.created', { keys: rows.map((r) => r.id) });
    });
  }
  return openSeals(look.db, look.t, rootKey);
}
