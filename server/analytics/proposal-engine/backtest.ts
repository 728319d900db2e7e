/** Backtest of a custom rule: its findings in a span of past days. */
import type { BacktestResult } from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import { patientNameOf } from '../reports/report-kind.ts';
import type { Asked } from './asked.ts';
import { recordIndex } from './places.ts';
import { sumOf } from './wire.ts';

const EXAMPLES = 20;

export interface BacktestInput {
  regel: string;
  version: number;
  eingabe: RuleInput;
  von: string;
  bis: string;
}

/** Tries a rule on past data, next to the enabled rules. */
export async function backtest(
  { proposals, cid, now, lockedIds }: Asked,
  { regel: rule, version, eingabe, von: from, bis: to }: BacktestInput,
): Promise<Omit<BacktestResult, 'rev' | 'am'>> {
  const {
      state: { snapshot },
      findings,
    } = await proposals.tryRule(cid, now, {
      ...eingabe,
      id: rule,
      version,
      mark: 'proposal',
    }),
    hits = findings
      .filter((one) => one.tag >= from && one.tag <= to)
      .sort((a, b) => (a.tag === b.tag ? (a.patid < b.patid ? -1 : 1) : a.tag < b.tag ? 1 : -1));
  const { cents, geschaetzt, ohneWert } = sumOf(hits);
  return {
    von: from,
    bis: to,
    treffer: hits.length,
    cents,
    geschaetzt,
    ohneWert,
    tage: new Set(hits.map((one) => one.tag)).size,
    beispiele: hits
      .filter((one) => !lockedIds.includes(one.patid))
      .slice(0, EXAMPLES)
      .map((one) => ({
        patid: one.patid,
        name: patientNameOf(snapshot, recordIndex(snapshot, one.patid)),
        tag: one.tag,
        zahn: one.zahn,
        cents: Math.round(one.cents),
        wertArt: one.wertArt ?? null,
        schonAbgerechnet: one.belege.some((b) => b.was === 'heute' && b.nr === one.nr),
      })),
  };
}
