// Metrics for the operator's monitor: behind its own token, without a practice or a person, and
// true to the database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { berlinTime } from '../../../shared/base/dates.ts';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { WEEKDAYS, windowText } from '../../../shared/accounts/update-window.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { findPraxis, savePraxis } from '../../accounts/settings/store.ts';
import { counting, createMetrics } from './metrics.ts';

const TOKEN = 'a token of at least 20 characters';

describe.each(STORES)('metrics on %s', (kind) => {
  let t: TestApp, p: Practice;
  const metrics = createMetrics();
  beforeAll(async () => {
    t = await createTestApp(kind, { monitor: { token: TOKEN, metrics } });
    p = await addPractice(t, 'west');
  });
  afterAll(() => t.drop());

  const scrape = (token = TOKEN) =>
    t.call('/metrics', { headers: { Authorization: `Bearer ${token}` } });
  /** Value of a series, absent where the text has none. */
  const valueIn = (text: string, series: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };

  it('answers only the token of the monitor, not that of an owner', async () => {
    for (const answer of [
      await scrape('a token of at least 20 characterS'),
      await t.call('/metrics'),
      await t.call('/metrics', { as: p.users.owner }),
    ])
      expect(answer.status).toBe(401);
    const { status, headers } = await scrape();
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
  });

  it('counts due and failed jobs by kind, with the age of the oldest', async () => {
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.job('renew-seal', 'k1', {}, w.now - 90_000);
      await w.job('renew-seal', 'k2', {}, w.now + 90_000);
    });
    const { text } = await scrape();
    expect(valueIn(text, 'molar_jobs_due{kind="renew-seal"}')).toBe(1);
    expect(valueIn(text, 'molar_job_oldest_seconds{kind="renew-seal"}')).toBe(90);
    expect(valueIn(text, 'molar_practices')).toBe(1);
  });

  it('shows whether the hours of the practices suit an update', async () => {
    const shown = async () => valueIn((await scrape()).text, 'molar_update_window_open'),
      setWindow = async (hours: number): Promise<void> => {
        const from = berlinTime(t.clock.now + hours * HOUR_MS),
          to = berlinTime(t.clock.now + (hours + 3) * HOUR_MS);
        await t.deps.workshop.write(p.cid, p.system, async (w) => {
          const row = (await findPraxis(w))!;
          await savePraxis(w, row.version, {
            ...row,
            updateWindow: windowText({ days: WEEKDAYS, from, to }),
          });
        });
      };
    await setWindow(-1);
    expect(await shown()).toBe(1);
    await setWindow(2);
    expect(await shown()).toBe(0);
  });

  it('shows no age of a backup before the first good one', async () => {
    expect(valueIn((await scrape()).text, 'molar_backup_age_seconds')).toBeUndefined();
    const { backupRun } = t.deps.store.t,
      run = { kind: 'backup', startedAt: t.clock.now, code: null, facts: {} } as const;
    await t.deps.store.write(async (tx) => {
      await tx.insert(backupRun).values([
        { ...run, id: 'good', endedAt: t.clock.now - 60_000, ok: true },
        { ...run, id: 'bad', endedAt: t.clock.now, ok: false },
      ]);
    });
    expect(valueIn((await scrape()).text, 'molar_backup_age_seconds')).toBe(60);
  });

  it('names routes by their patterns, never an address or a practice', async () => {
    const log = counting(t.deps.log, metrics),
      line = { requestId: 'r', method: 'GET', status: 200, ms: 7, who: 'owner', cid: p.cid };
    log.request({ ...line, route: '/api/patient/{patid}' });
    log.request({ ...line, route: 'none', method: 'GROSS', status: 404 });
    const { text } = await scrape();
    const series =
      'molar_http_requests_total{route="/api/patient/{patid}",method="GET",class="2xx"}';
    expect(valueIn(text, series)).toBe(1);
    expect(text).toContain('route="none",method="ANY",class="4xx"');
    for (const word of [p.cid, p.r4cUuid, 'west', 'GROSS']) expect(text).not.toContain(word);
  });
});

it('shows whether the link to the relay stands, and since when; nothing without a relay', async () => {
  const metrics = createMetrics(),
    state = {
      jobs: [],
      tablets: { connected: 0, away: 0 },
      mails: [],
      tickets: [],
      practices: 1,
      backupAt: null,
      drillAt: null,
      isUpdateTime: true,
    };
  const up = await metrics.text({ ...state, link: { isUp: true, since: 1_000 } }, 61_000);
  expect(up).toMatch(/^molar_relay_link_up 1$/m);
  expect(up).toMatch(/^molar_relay_link_state_seconds 60$/m);
  const down = await metrics.text({ ...state, link: { isUp: false, since: 61_000 } }, 62_000);
  expect(down).toMatch(/^molar_relay_link_up 0$/m);
  expect(down).toMatch(/^molar_relay_link_state_seconds 1$/m);
  expect(await metrics.text(state, 63_000)).not.toMatch(/^molar_relay_link\w* \d/m);
});

it('has no route without a token', async () => {
  const t = await createTestApp('sqlite');
  expect((await t.call('/metrics')).status).toBe(404);
  await t.drop();
});
