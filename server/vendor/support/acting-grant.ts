// The current grant by which a vendor's user acts for a practice.

import type { ActingGrant, Actor, Workshop } from '../../platform/work.ts';
import { activeGrant } from './store.ts';

/**
 * Finds the grant of a request; read with every request: once ended by either side it is invalid at
 * the next call.
 */
export async function actingGrant(
  workshop: Workshop,
  actor: Extract<Actor, { kind: 'user' }>,
  cid: string,
): Promise<ActingGrant | undefined> {
  const row = await activeGrant(workshop.look(cid, actor), actor.userId);
  return (
    row && {
      id: row.id,
      kind: row.kind,
      mayWrite: row.mayWrite,
      patids: row.patids ?? [],
      expiresAt: row.expiresAt ?? 0,
    }
  );
}
