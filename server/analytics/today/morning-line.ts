// The morning status line: one overview of everything that should be right before the first patient
// comes. Counts, never names.

import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { SILENT_MS } from '../../../shared/exchange/board.ts';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import type { Missing } from '../../../shared/papers/papers.schema.ts';
import type { Look } from '../../platform/work.ts';
import { newestDelivery } from './store.ts';

export interface SituationDeps {
  tablets(look: Look): Promise<
    readonly {
      lastSeenAt: number | null;
      unsent: number;
      battery: number | null;
      charging: boolean | null;
      isGuest: boolean;
      isRevoked: boolean;
    }[]
  >;
  backup(): Promise<Pick<BackupStatus, 'level' | 'lastGood'>>;
  tray(look: Look): Promise<{ count: number; oldestAt: number | null }>;
  formsToday(look: Look): Promise<{ people: number; forms: number }>;
  missingToday(look: Look): Promise<Pick<Missing, 'visits' | 'riskCents' | 'unknownRisk'>>;
}

/** Charge in percent below which a tablet does not last the morning. */
const LOW = 20;

export async function readSituation(look: Look, deps: SituationDeps): Promise<Situation> {
  const [tablets, backup, tray, missing, state, forms] = await Promise.all([
    deps.tablets(look),
    deps.backup(),
    deps.tray(look),
    deps.missingToday(look),
    newestDelivery(look),
    deps.formsToday(look),
  ]);
  const own = tablets.filter((one) => !one.isGuest && !one.isRevoked);
  return {
    at: look.now,
    tablets: {
      known: own.length,
      connected: own.filter(
        (one) => one.lastSeenAt !== null && look.now - one.lastSeenAt < SILENT_MS,
      ).length,
      // Papers held by a phone or a revoked tablet are missing as well.
      unsent: tablets.reduce((sum, one) => sum + one.unsent, 0),
      batteryLow: own.filter(
        (one) => one.battery !== null && one.battery <= LOW && one.charging !== true,
      ).length,
    },
    backup: { level: backup.level, lastGoodAt: backup.lastGood?.at ?? null },
    pvs: { stand: state },
    tray: { count: tray.count, oldestAt: tray.oldestAt },
    missing: {
      people: missing.visits.length,
      papers: missing.visits.reduce((sum, one) => sum + one.papers.length, 0),
      riskCents: missing.riskCents,
      unknownRisk: missing.unknownRisk,
    },
    forms,
  };
}
