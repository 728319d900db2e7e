/** Tests of the warnings before certificates end: each step once, in readyz and by mail. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import type { Trouble } from '../../../shared/operations/troubles.ts';
import { certificateChecks } from './certificate-checks.ts';
import { createReadiness, troublesIn } from './check-readiness.ts';
import { watchTroubles } from './watch-troubles.ts';

const END = Date.UTC(2030, 0, 1);
const held = (use: HeldCertificate['use'], until: number | null): HeldCertificate => ({
  use,
  name: 'Zeit Root',
  source: 'MOLAR_TSA_ROOTS',
  from: END - 3650 * DAY_MS,
  until,
  sha256: null,
});

it('the certificate that ends first decides; one without an end never warns', async () => {
  let at = END - 100 * DAY_MS;
  const all = [held('https', END + 900 * DAY_MS), held('time_root', END), held('trust_list', null)];
  const readiness = createReadiness(
    certificateChecks(
      () => Promise.resolve(all),
      () => at,
    ),
    () => at,
  );
  const steps: (readonly Trouble[])[] = [];
  for (const days of [100, 80, 20, 5, -1]) {
    at = END - days * DAY_MS;
    const found = await readiness();
    expect(found.isReady).toBe(true);
    steps.push(troublesIn(found));
  }
  expect(steps).toEqual([
    [],
    ['certificateEarly'],
    ['certificate'],
    ['certificateLast'],
    ['certificateLast'],
  ]);
});

it('a service of a list warns before its end, and is history after it', async () => {
  let at = END;
  const checks = certificateChecks(
      () => Promise.resolve([held('list_service', END)]),
      () => at,
    ),
    steps: (string | undefined)[] = [];
  for (const days of [100, 80, 20, 5, 0, -1]) {
    at = END - days * DAY_MS;
    const failing: string[] = [];
    for (const [name, check] of Object.entries(checks)) if (!(await check())) failing.push(name);
    steps.push(failing.join());
  }
  expect(steps).toEqual(['', 'certificateEarly', 'certificate', 'certificateLast', '', '']);
});

it('each step is mailed once', async () => {
  let at = END - 100 * DAY_MS;
  const told: Trouble[] = [];
  const look = watchTroubles({
    readiness: createReadiness(
      certificateChecks(
        () => Promise.resolve([held('time_service', END)]),
        () => at,
      ),
      () => at,
    ),
    log: { note: () => undefined, failure: () => undefined },
    tell: (troubles) => {
      told.push(...troubles);
      return Promise.resolve();
    },
  });
  for (let day = 100; day > -3; day--) {
    at = END - day * DAY_MS;
    await look();
  }
  expect(told).toEqual(['certificateEarly', 'certificate', 'certificateLast']);
});

it('what cannot be read is a trouble', async () => {
  const { certificateLast } = certificateChecks(
    () => Promise.reject(new Error('gone')),
    () => END,
  );
  await expect(certificateLast?.()).rejects.toThrow('gone');
});
