/**
 * Delivery of generated data: as files with the expected results, or into a practice exactly once.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRows, listBatches } from '../../server/analytics/collector/store.ts';
import { runDemoData } from '../../server/commands/demo-data.command.ts';
import { withdrawBatch } from '../../server/analytics/collector/deliver.ts';
import { deliveryTo, fillDemo } from '../../server/compose/demo.links.ts';
import { DEMO_SOURCE, deliverGenerated } from '../../server/operations/demo/deliver-demo.ts';
import type { Truth } from '../../server/operations/demo/generate/truth.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { createWorkshop, type Workshop } from '../../server/platform/work.ts';
import { PVS_ENTITIES } from '../../shared/analytics/deliveries/pvs.ts';
import { openTestStore } from '../support/stores.ts';

let folder: string, store: Store, drop: () => Promise<void>, workshop: Workshop;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-made-'));
  ({ store, drop } = await openTestStore('sqlite'));
  let n = 0;
  workshop = createWorkshop({
    store,
    now: () => 1_000_000 + n++,
    newId: () => `id-${n++}`,
    appendAudit: () => Promise.resolve(),
    enqueue: () => Promise.resolve(),
    publish: () => undefined,
    wakeJobs: () => undefined,
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await drop();
});

describe('npm run demo:data', () => {
  const said: string[] = [];
  const run = (...args: string[]): Promise<number> =>
    runDemoData({
      args,
      env: { MOLAR_DATA: path.join(folder, 'none') },
      print: (line) => {
        said.push(line);
      },
      progress: () => undefined,
    });
  it('writes each practice into its own folder, marked as generated, with the expected results', async () => {
    expect(
      await run(
        '--template',
        'small',
        '--years',
        '0.1',
        '--seed',
        '5',
        '--today',
        '2026-11-20',
        '--out',
        path.join(folder, 'markt'),
        '--practices',
        '2',
      ),
    ).toBe(0);
    expect(readdirSync(path.join(folder, 'markt')).sort()).toEqual([
      'praxis-1',
      'praxis-1.wahrheit.json',
      'praxis-2',
      'praxis-2.wahrheit.json',
    ]);
    const [one, two] = ['praxis-1', 'praxis-2'].map((name) =>
      readFileSync(path.join(folder, 'markt', name, 'leistung.csv'), 'utf8'),
    );
    expect(one === two).toBe(false);
    expect(readFileSync(path.join(folder, 'markt/praxis-1/params.csv'), 'utf8')).toContain(
      'datenart;',
    );
    const truth = JSON.parse(
      readFileSync(path.join(folder, 'markt/praxis-1.wahrheit.json'), 'utf8'),
    ) as Truth;
    expect(one?.trimEnd().split('\r\n').length).toBe((truth.zeilen.leistung ?? 0) + 1);
    expect(truth.vergessen.length).toBeGreaterThan(0);
  });
  it('refuses unknown arguments, and a place without a practice', async () => {
    expect([
      await run('--template', 'huge'),
      await run('--years', '0'),
      await run('--nonsense'),
      await run('--practices', '3'),
      await run('--template', 'small'),
    ]).toEqual([2, 2, 2, 2, 1]);
    expect(said.at(-1)).toContain('Demopraxis');
  });
});

describe('delivered', () => {
  it('every row is stored once, and a second run changes nothing', async () => {
    const options = { template: 'small', years: 0.1, seed: 2, today: '2026-11-20' } as const,
      changed: number[] = [];
    const to = deliveryTo({
      workshop,
      cid: 'p',
      changed: (batch) => {
        changed.push(batch);
      },
    });
    const truth = await deliverGenerated(to, 'demo-1', options),
      look = workshop.look('p', { kind: 'system', cid: 'p' });
    expect(await deliverGenerated(to, 'demo-1', options)).toBe(undefined);
    const batches = await listBatches(look, 10),
      counted: Record<string, number> = {};
    expect(batches.map((one) => [one.batch, one.state, one.source])).toEqual([
      [1, 'closed', DEMO_SOURCE],
    ]);
    expect(changed).toEqual([1]);
    for (const entity of PVS_ENTITIES) {
      const n = (await findRows(look, entity, () => sql`true`)).length;
      if (n > 0) counted[entity] = n;
    }
    expect(counted).toEqual(truth?.zeilen);
    const services = await findRows(look, 'leistung', () => sql`storno = 0`);
    expect(services.reduce((all, one) => all + Number(one.betrag), 0)).toBe(
      Object.values(truth?.monate ?? {}).reduce((all, one) => all + one.umsatz, 0),
    );
  });
  it('the demo gets its data once: not at the next start, and not after a withdrawal', async () => {
    const fill = (): Promise<number> =>
      fillDemo({ workshop, cid: 'd', now: Date.parse('2026-11-20T10:00:00Z'), years: 0.05 });
    expect(await fill()).toBeGreaterThan(1000);
    expect(await fill()).toBe(0);
    const ill = await findRows(
      workshop.look('d', { kind: 'system', cid: 'd' }),
      'patient',
      () => sql`id = '1001'`,
    );
    expect(ill.map((one) => [one.vorname, one.nachname])).toEqual([['Ayşe', 'Yılmaz']]);
    await workshop.write('d', { kind: 'system', cid: 'd' }, (w) => withdrawBatch(w, 1));
    expect(await fill()).toBe(0);
  });
});
