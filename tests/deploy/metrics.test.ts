/** Every query of the alarms and of the dashboard in `deploy/prometheus` names what the server exports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/sources.mjs';
import { counting, createMetrics } from '../../server/operations/metrics/metrics.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';

const read = (name: string): string =>
  readFileSync(path.join(ROOT, 'deploy/prometheus', name), 'utf8');
const RULES = read('molar.rules.yml'),
  CASES = read('molar.test.yml');
interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string; legendFormat: string }[] }[];
}
const { panels } = JSON.parse(read('dashboard.json')) as Dashboard;

const alarms = RULES.split(/\n(?=\s*- alert: )/)
  .slice(1)
  .map((text) => ({
    name: /alert: (\w+)/.exec(text)?.[1] ?? '',
    expr: /\n\s*expr: (.+)/.exec(text)?.[1] ?? '',
    text,
  }));
const queries = [
  ...alarms.map(({ name, expr }) => [name, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Words of the query language. */
const WORDS = new Set(
  'sum max min avg count rate increase changes absent by without on and or unless histogram_quantile topk vector'.split(
    ' ',
  ),
);
/** Names of series, and of labels with their values. */
function namesIn(expr: string): { series: string[]; labels: string[]; pairs: [string, string][] } {
  const pairs = [...expr.matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    ),
    groups = [...expr.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(/,\s*/).filter(Boolean),
    );
  const rest = expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|on|without) \([^)]*\)/g, ' ');
  return {
    series: (rest.match(/[a-z_][a-z0-9_]*/gi) ?? []).filter((word) => !WORDS.has(word)),
    labels: [...groups, ...pairs.map(([name]) => name)],
    pairs,
  };
}

let t: TestApp, exported: Set<string>, text: string;
beforeAll(async () => {
  const metrics = createMetrics(),
    token = 'a token of at least 20 characters';
  t = await createTestApp('sqlite', { monitor: { token, metrics } });
  const line = { requestId: 'r', method: 'GET', route: '/livez', ms: 7, who: 'owner', cid: '' };
  for (const status of [200, 503]) counting(t.deps.log, metrics).request({ ...line, status });
  await t.deps.store.write(async (tx) => {
    await tx.insert(t.deps.store.t.backupRun).values(
      (['backup', 'drill'] as const).map((kind) => ({
        id: kind,
        kind,
        startedAt: t.clock.now,
        endedAt: t.clock.now,
        ok: true,
        code: null,
        facts: {},
      })),
    );
  });
  ({ text } = await t.call('/metrics', { headers: { Authorization: `Bearer ${token}` } }));
  exported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
});
afterAll(() => t.drop());

describe('the queries', () => {
  it('are found in both files', () => {
    expect([alarms.length > 10, panels.length > 10]).toEqual([true, true]);
    expect(alarms.filter(({ name, expr }) => name === '' || expr === '')).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it.each(queries)('%s names series that the server exports: %s', (_, expr) => {
    const { series } = namesIn(expr);
    expect(series.length).toBeGreaterThan(0);
    // Prometheus itself writes „up“ for each process that it asks.
    expect(series.filter((name) => name !== 'up' && !exported.has(name))).toEqual([]);
  });

  it.each(queries)('%s selects and groups by labels that exist: %s', (_, expr) => {
    const { labels, pairs } = namesIn(expr);
    // Prometheus adds job and instance; a kind is there as soon as a job is.
    const own = new Set(['job', 'instance', 'kind']);
    expect(labels.filter((one) => !own.has(one) && !text.includes(`${one}="`))).toEqual([]);
    const values = pairs.filter(([name]) => name !== 'job');
    expect(values.filter(([name, value]) => !text.includes(`${name}="${value}"`))).toEqual([]);
  });

  it('a wrong name is noticed', () => {
    expect(namesIn('sum by (class) (rate(molar_http_request_total{class="5xx"}[5m])) > 1')).toEqual(
      {
        series: ['molar_http_request_total'],
        labels: ['class', 'class'],
        pairs: [['class', '5xx']],
      },
    );
    expect(exported.has('molar_http_request_total')).toBe(false);
  });
});

describe('an alarm', () => {
  it.each(alarms)(
    '$name rings in one case, is silent in another, and says what to do',
    ({ name, text: rule }) => {
      expect(CASES).toContain(`- name: ${name} rings`);
      expect(CASES).toContain(`- name: ${name} is silent`);
      expect(rule).toMatch(/severity: (?:critical|warning)/);
      expect(rule).toMatch(/\n\s*summary: .+\n\s*action: .+/);
    },
  );
});
