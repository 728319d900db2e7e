// Trial of a built-in rule on the practice's past, over HTTP on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BacktestResult,
  RuleTrialResult,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput, Rules } from '../../../shared/analytics/billing/rules.schema.ts';
import { STORES } from '../../../tests/support/stores.ts';
import {
  decideThree,
  openProposals,
  OWN_RULE,
  RULE_ID,
  type ProposalPractice,
} from './proposals.testing.ts';

const NOVEMBER = { von: '2026-11-01', bis: '2026-11-30' };
/** Examined without a test of vitality: a position without any limit. */
const VITALITY: RuleInput = {
  ...OWN_RULE,
  titel: { de: 'ViPr fehlt', en: 'Vitality test missing' },
  grund: { de: 'Untersucht', en: 'Examined' },
  alterVonM: null,
  heuteKeines: ['B:8'],
  historieKeine: [],
  position: { system: 'BEMA', nr: '8' },
};

describe.each(STORES)('trial of a built-in rule (%s)', (kind) => {
  let bench: ProposalPractice;
  beforeAll(async () => {
    bench = await openProposals(kind);
    await decideThree(bench);
    await bench.deliver({ leistung: [bench.service('own', '2', '04', { punkte: 12 })] });
    const off = await bench.send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: false });
    expect(off.status).toBe(204);
  });
  afterAll(() => bench.t.drop());
  const tryRule = (rule: string, as = bench.owner) =>
    bench.post(`/abrechnung/regeln/${rule}/rueckrechnung`, NOVEMBER, as);

  it('counts what became of the hits of a rule that is off, and the days that were charged', async () => {
    const { status, json } = await tryRule(RULE_ID);
    expect(status).toBe(200);
    const found = json as RuleTrialResult;
    expect(found).toMatchObject({
      ...NOVEMBER,
      treffer: 5,
      tage: 1,
      // Patient 1 was accepted and then charged, 4 is noted, 5 refused, 2 was charged unasked.
      ausgang: { angenommen: 2, abgelehnt: 1, spaeter: 0, offen: 3 },
      selbst: 1,
      quote: { zaehler: 3, nenner: 7, wert: 0.4286 },
    });
    expect(found.beispiele.map(({ patid, ausgang }) => `${patid} ${ausgang}`)).toEqual([
      '3 offen',
      '4 angenommen',
      '5 abgelehnt',
      '6 offen',
      '7 offen',
    ]);
    const book = await bench.get<Rules>('/abrechnung/regeln');
    expect(book.items.find(({ regel }) => regel.id === RULE_ID)?.istAn).toBe(false);
  });

  it('a warning has no position to look for: only decided hits count, without one there is no share', async () => {
    await bench.deliver({ leistung: [bench.service('w', '6', 'Ä1', { punkte: 9 })] });
    const before = (await tryRule('LB002')).json as RuleTrialResult;
    expect(before).toMatchObject({
      treffer: 1,
      selbst: null,
      ausgang: { offen: 1 },
      quote: { wert: null, zaehler: 0, nenner: 0 },
    });
    const noted = await bench.post('/vorschlagvormerken', {
      patid: '6',
      tag: '2026-11-19',
      regel: 'LB002',
    });
    expect(noted.status).toBe(200);
    expect((await tryRule('LB002')).json).toMatchObject({
      ausgang: { angenommen: 1, offen: 0 },
      quote: { wert: 1, zaehler: 1, nenner: 1 },
    });
  });

  it('a position that was charged on one of the next days counts as confirmed', async () => {
    const { t, post, deliver, service } = bench,
      ruleId = t.deps.newId();
    await deliver({ leistung: [service('late', '3', '8', { datum: '2026-11-20', punkte: 6 })] });
    expect(
      (await post('/abrechnung/eigeneregeln', { regelId: ruleId, regel: VITALITY })).status,
    ).toBe(204);
    const { json } = await post(`/abrechnung/eigeneregeln/${ruleId}/rueckrechnung`, {
      rev: 1,
      ...NOVEMBER,
    });
    expect(json as BacktestResult).toMatchObject({
      treffer: 7,
      ausgang: { angenommen: 0, abgelehnt: 0, spaeter: 1, offen: 6 },
      selbst: 0,
      quote: { zaehler: 1, nenner: 7 },
    });
  });

  it('an unknown rule answers 404, a reversed span 400, staff 403; no trial runs afterwards', async () => {
    const { post, staff, get } = bench,
      path = `/abrechnung/regeln/${RULE_ID}/rueckrechnung`;
    expect([
      (await tryRule('unknown')).status,
      (await post(path, { von: '2026-11-30', bis: '2026-11-01' })).status,
      (await tryRule(RULE_ID, staff)).status,
    ]).toEqual([404, 400, 403]);
    expect(await get(path)).toEqual({ anteil: null });
  });
});
