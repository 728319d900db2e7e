// An export states what became of a paper.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPraxis, type Filled } from '../../../../tests/support/filled.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../../tests/support/in-process.ts';
import { stepUp } from '../../../../tests/support/practice.ts';
import { testRenderer } from '../../../paper/seal/sample.fixture.ts';
import { unzip } from './unzip.fixture.ts';

describe('an export for a person (Art. 15, 20)', () => {
  const renderer = testRenderer(),
    folder = mkdtempSync(path.join(tmpdir(), 'molar-standing-'));
  let t: TestApp, f: Filled;
  const owner = (): Bearer => f.p.users.owner;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { folder, renderer });
    f = await fillPraxis(t, 'nord', '1001');
    await stepUp(t, f.p.users.owner);
  }, 60_000);
  afterAll(async () => {
    await t.drop().catch(() => undefined);
    renderer.close();
    rmSync(folder, { recursive: true });
  });

  it('passes a paper that was declared void on as entered in error', async () => {
    const taskId = f.ids.filedTaskId,
      statusNow = async (): Promise<string | undefined> => {
        const id = t.deps.newId();
        expect((await f.p.post('/retention/people/1001/exports', owner(), { id })).status).toBe(
          204,
        );
        await t.runJobs();
        await stepUp(t, f.p.users.owner);
        const answer = await f.p.call(`/retention/exports/${id}`, { as: owner() }),
          { entry } = JSON.parse(unzip(answer.bytes).get('daten/fhir.json')!.toString()) as {
            entry: {
              resource: { resourceType: string; status: string; identifier?: { value: string }[] };
            }[];
          };

        return entry.find(
          ({ resource }) =>
            resource.resourceType === 'Consent' && resource.identifier?.[0]?.value === taskId,
        )?.resource.status;
      };
    expect(await statusNow()).toBe('active');
    const voided = await f.p.post(`/consents/tasks/${taskId}/void`, owner(), {
      reason: 'wrong_contents',
    });
    expect(voided.status).toBe(204);
    expect(await statusNow()).toBe('entered-in-error');
  });
});
