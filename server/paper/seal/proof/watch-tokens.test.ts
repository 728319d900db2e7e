// Tests of the certificates in received time stamps.
import { expect, it } from 'vitest';
import { createLocalTsa } from '../tsa.ts';
import { watchTokens } from './watch-tokens.ts';

it('names the certificates of the newest token, and looks again after ten minutes', async () => {
  let now = Date.UTC(2026, 10, 20);
  const first = await createLocalTsa(() => now),
    second = await createLocalTsa(() => now + 1000);
  let service = first;
  const { tsa, seen } = watchTokens(
    (bytes) => service.stamp(bytes),
    'MOLAR_TSA_URL: stempel.example',
    () => now,
  );
  expect(seen()).toEqual([]);
  await tsa(new Uint8Array([1]));
  const known = seen();
  expect(known.map((one) => [one.use, one.name, one.source])).toEqual([
    ['time_service', 'Zeitstempel (lokal)', 'MOLAR_TSA_URL: stempel.example'],
    ['time_service', 'Zeitstempel (lokal), Wurzel', 'MOLAR_TSA_URL: stempel.example'],
  ]);
  expect(known.every((one) => (one.until ?? 0) > now && (one.from ?? now) < now + 1)).toBe(true);
  service = second;
  await tsa(new Uint8Array([2]));
  expect(seen()).toEqual(known);
  now += 11 * 60_000;
  await tsa(new Uint8Array([3]));
  expect(seen()[0]?.sha256).not.toBe(known[0]?.sha256);
});

it('a service that does not answer changes nothing', async () => {
  const { tsa, seen } = watchTokens(() => Promise.reject(new Error('away')), '', Date.now);
  await expect(tsa(new Uint8Array([1]))).rejects.toThrow('away');
  expect(seen()).toEqual([]);
});
