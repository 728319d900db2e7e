// The operator's file of incidents: read without a restart, no file means none, a broken one is
// reported as unreadable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { current } from '../../../shared/operations/incidents.ts';
import type { IncidentFile, Incidents } from '../../../shared/operations/incidents.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { createIncidentReader } from './read-incidents.ts';

const words = { de: 'Erinnerungen kommen verspätet', en: 'Reminders are late' };
const file: IncidentFile = {
  incidents: [
    {
      id: 'mails',
      title: words,
      impact: 'minor',
      state: 'investigating',
      components: ['E-Mail'],
      updates: [{ at: '2026-11-20T09:10:00+01:00', ...words }],
    },
  ],
  maintenance: [
    {
      id: 'update',
      title: { de: 'Aktualisierung', en: 'Update' },
      state: 'scheduled',
      from: '2026-11-24T20:00:00+01:00',
      until: '2026-11-24T21:00:00+01:00',
    },
  ],
};

let folder: string, t: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'molar-incidents-'));
  t = await createTestApp('sqlite', { incidents: join(folder, 'incidents.json') });
});
afterAll(async () => {
  await t.drop();
  rmSync(folder, { recursive: true });
});
const read = async (): Promise<Incidents> => {
  t.clock.now += 5_000;
  return (await t.call('/ui/incidents')).json as Incidents;
};
const write = (text: string): void => writeFileSync(join(folder, 'incidents.json'), text);

it('answers without a sign-in, follows the file, and names a broken one', async () => {
  expect(await read()).toEqual({ incidents: [], maintenance: [], isReadable: true, troubles: [] });
  write(JSON.stringify(file));
  expect(await read()).toEqual({ ...file, isReadable: true, troubles: [] });
  for (const broken of ['{', '{"incidents":[]}', JSON.stringify({ ...file, patients: [] })]) {
    write(broken);
    expect(await read()).toEqual({
      incidents: [],
      maintenance: [],
      isReadable: false,
      troubles: [],
    });
  }
});

it('reads the file once for many callers', async () => {
  let at = 0;
  const readFrom = createIncidentReader(join(folder, 'other.json'), () => at);
  const first = readFrom();
  expect(readFrom()).toBe(first);
  at = 5_000;
  expect(readFrom()).not.toBe(first);
});

it('staff see open incidents, and maintenance from five days before', () => {
  const at = (text: string): number => Date.parse(text);
  expect(current(file, at('2026-11-18T00:00:00+01:00')).maintenance).toEqual([]);
  expect(current(file, at('2026-11-20T00:00:00+01:00')).maintenance).toHaveLength(1);
  const [planned] = file.maintenance,
    late = at('2026-11-24T22:00:00+01:00');
  const shown = (['scheduled', 'in_progress', 'verifying', 'completed'] as const).map(
    (state) => current({ ...file, maintenance: [{ ...planned!, state }] }, late).maintenance.length,
  );
  expect(shown).toEqual([0, 1, 1, 0]);
  const [incident] = file.incidents;
  const states = (['investigating', 'monitoring', 'resolved'] as const).map(
    (state) => current({ ...file, incidents: [{ ...incident!, state }] }, 0).incidents.length,
  );
  expect(states).toEqual([1, 1, 0]);
});
