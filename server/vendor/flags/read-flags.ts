// Reads what is switched for a practice: the stored rules with a short cache, judged by the pure
// verdict.

import type { Environment } from '../../../shared/base/environment.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import {
  FLAG_KEYS,
  verdictOf,
  type FlagKey,
  type FlagRule,
  type FlagVerdict,
} from '../../../shared/base/flags/flags.ts';
import { flagRuleSchema } from '../../../shared/vendor/flags/flags.schema.ts';
import type { Workshop } from '../../platform/work.ts';
import { vendorLook } from '../vendor-rows.ts';
import { openRules, type FlagRow } from './store.ts';

/** Other processes of this server follow a changed rule after this time. */
const CACHE_MS = 5_000;

export interface FlagReader {
  /** Environment of this server. */
  environment: Environment;
  /** Checks whether a feature is switched off for a practice. */
  isOff: (key: FlagKey, cid: string) => Promise<boolean>;
  /** Lists the features that are switched off for a practice. */
  offFor: (cid: string) => Promise<FlagKey[]>;
  /** Returns the verdict of every switch for a practice. */
  verdicts: (cid: string) => Promise<(FlagVerdict & { key: FlagKey })[]>;
  /** Forgets the rules that were read; call it after a change. */
  forget: () => void;
}

/** Returns a row as a rule; null for one that cannot be read. */
export const ruleOf = (row: FlagRow): FlagRule | null => {
  const { data } = flagRuleSchema.safeParse({ ...row, share: row.percent });
  return data ?? null;
};

/** Creates the reader of one process. */
export function createFlagReader({
  workshop,
  now,
  environment,
}: {
  workshop: Pick<Workshop, 'look'>;
  now: () => number;
  environment: Environment;
}): FlagReader {
  let known: { at: number; rules: Promise<FlagRule[]> } | undefined;
  const read = async (): Promise<FlagRule[]> =>
    (await openRules(vendorLook(workshop))).flatMap((row) => ruleOf(row) ?? []);
  const rules = (): Promise<FlagRule[]> => {
    const at = now();
    if (known === undefined || Math.abs(at - known.at) > CACHE_MS) {
      const fresh = { at, rules: read() };
      known = fresh;
      fresh.rules.catch(() => {
        if (known === fresh) known = undefined;
      });
    }
    return known.rules;
  };
  const verdict = async (key: FlagKey, cid: string): Promise<FlagVerdict> =>
    verdictOf(key, await rules(), { cid, environment, day: berlinDay(now()) });
  const verdicts: FlagReader['verdicts'] = (cid) =>
    Promise.all(FLAG_KEYS.map(async (key) => ({ key, ...(await verdict(key, cid)) })));
  return {
    environment,
    isOff: async (key, cid) => !(await verdict(key, cid)).isOn,
    offFor: async (cid) => (await verdicts(cid)).filter(({ isOn }) => !isOn).map(({ key }) => key),
    verdicts,
    forget: () => {
      known = undefined;
    },
  };
}
