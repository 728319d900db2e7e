// Tests of the progress of trials: two people who try one rule at the same time see their own.
import { expect, test } from 'vitest';
import { findRule } from '../../../catalog/billing-rules/catalogue.ts';
import { CHUNK_SIZE } from './rule-engine.ts';
import { createTrials } from './trial.ts';

type Context = Parameters<typeof createTrials>[0];
/** Trials over records that find nothing. @param records numbers of records, one for each trial */
function trialsOver(...records: readonly number[]): ReturnType<typeof createTrials> {
  const left = [...records];
  const context = {
    houseRules: [findRule('D01')],
    source: {
      rules: () =>
        Promise.resolve({
          gesagt: [],
          eigene: [],
          einstellung: { schalter: {}, schwellen: {} },
          environment: { region: null, ownPointValues: [], coPayments: [], agreements: [] },
        }),
    },
    snapshotCache: {
      load: () =>
        Promise.resolve({
          snapshot: { live: { patient: new Int32Array(left.shift() ?? 0) } },
        }),
    },
    engine: { prepare: () => ({ evaluateRules: () => [], chargedAnyway: () => [] }) },
  };
  return createTrials(context as unknown as Context);
}

test('of two trials of one rule at the same time each has its own progress', async () => {
  const trials = trialsOver(CHUNK_SIZE * 2, CHUNK_SIZE * 20),
    span = { from: '2026-01-01', to: '2026-12-31' },
    start = (name: string) => trials.run('p', 0, 'D01', span, name),
    share = (name: string): number | null => trials.progress('p', 'D01', name);
  const short = start('short'),
    long = start('long');
  await short;
  expect(share('short')).toBeNull();
  expect(share('long')).toBeGreaterThan(0);
  expect(share('long')).toBeLessThan(1);
  await long;
  expect(share('long')).toBeNull();
  expect(share('other')).toBeNull();
});
