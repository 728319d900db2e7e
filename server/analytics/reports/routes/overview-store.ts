// Users' overview layouts; the only writer of that table.

import type { OverviewSettings } from '../../../../shared/analytics/reports/overview.schema.ts';
import type { Look, Work } from '../../../platform/work.ts';

/** Reads the saved layout; null where the user never saved one. */
export async function readArrangement(
  { db, t }: Look,
  userId: string,
): Promise<OverviewSettings | null> {
  return (
    ((await db.one(t.dashboardSettings, { userId }))?.settings as OverviewSettings | undefined) ??
    null
  );
}
/** Saves a layout. The last write wins; the same layout again changes only its time. */
export async function saveArrangement(
  { tx, t, now }: Work,
  userId: string,
  settings: OverviewSettings,
): Promise<void> {
  const before = await tx.one(t.dashboardSettings, { userId }),
    set = { settings: { ...settings }, version: (before?.version ?? 0) + 1, changedAt: now };
  const changed = await tx.update(t.dashboardSettings, set, { userId });
  if (changed.length === 0)
    await tx.insert(t.dashboardSettings, { userId, ...set }, { ifAbsent: true });
}
