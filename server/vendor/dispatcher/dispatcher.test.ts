// Tests of the directory on both databases: own table only, nothing used up, guesses rate-limited.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { resolveSchema } from './dispatcher.schema.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Store } from '../../platform/db/store.ts';
import { createPractice } from '../../accounts/settings/create-practice.ts';
import { createCode } from '../../desk/tablet/create-code.ts';
import { resolveHost, type DispatcherDeps } from './resolve-host.ts';
import { createLimits } from '../../platform/limits/limits.ts';
import { limitRows } from '../../accounts/account-store/store-limits.ts';

describe.each(STORES)('dispatcher on %s', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    bench: TestBench,
    deps: DispatcherDeps,
    r4c: { r4cUuid: string; r4chost: string };
  const ask = (question: Parameters<typeof resolveHost>[1], ip = '192.0.2.1') =>
    resolveHost(deps, question, ip).catch((e: unknown) =>
      e instanceof AppError ? e.code : String(e),
    );
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    bench = createTestBench(store);
    deps = {
      store,
      now: bench.now,
      limits: createLimits(limitRows(store)),
      networkOf: (ip) => ip,
      baseUrl: 'https://molar.praxis.example',
    };
    r4c = await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) =>
      createPractice(w, { name: 'Eins' }),
    );
  });
  afterAll(() => drop());

  it('[S4] practice, host name, open and ten-minute code, tablet token resolve to the host, unused', async () => {
    const answer = { ...r4c, baseUrl: 'https://molar.praxis.example' };
    expect(await ask({ cid: 'c1' })).toEqual(answer);
    expect(await ask({ r4chost: r4c.r4chost })).toEqual(answer);
    const open = await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) =>
      createCode(w, { r4cUuid: r4c.r4cUuid, isOpen: true }),
    );
    const short = await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) =>
      createCode(w, { r4cUuid: r4c.r4cUuid }),
    );
    const typed = `${short.code.slice(0, 5)}-${short.code.slice(5)} `.toLowerCase();
    for (let i = 0; i < 2; i++) expect(await ask({ registrationCode: typed })).toEqual(answer);
    bench.pass(10 * 60_000 + 1);
    expect(await ask({ registrationCode: typed })).toBe('not_found');
    expect(await ask({ registrationCode: open.code })).toEqual(answer);
    const token = 'a-tablet-token-of-some-length';
    await store.write(async (tx) => {
      await tx.insert(store.t.tablet).values({
        id: 't1',
        cid: 'c1',
        r4cUuid: r4c.r4cUuid,
        name: 'Tablet 1',
        posture: 'hand',
        signKey: {},
        sealKey: {},
        tokenHash: createHash('sha256').update(token).digest('hex'),
        gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
        exceptions: [],
        userAgent: '',
        highN: 0,
        ackN: 0,
        safeN: 0,
        feedSeq: 0,
        registeredAt: 1,
        leaseUntil: 1,
      });
    });
    expect(await ask({ tabletToken: token })).toEqual(answer);
  });

  it('[sec B58] foreign hosts and addresses are unknown, however they look', async () => {
    for (const r4chost of [
      'evil.example',
      `${r4c.r4chost}@evil`,
      '127.0.0.1',
      `https://${r4c.r4chost}`,
      ' ',
      r4c.r4chost.toUpperCase(),
    ])
      expect(await ask({ r4chost }, '192.0.2.2')).toBe('not_found');
    expect(await ask({ shareId: 'x' }, '192.0.2.2')).toBe('not_found');
    expect(resolveSchema.safeParse({ cid: 'a', r4chost: 'b' }).success).toBe(false);
    expect(resolveSchema.safeParse({}).success).toBe(false);
  });

  it('[sec 15] after thirty wrong requests this address alone is blocked for ten minutes', async () => {
    const codes: unknown[] = [];
    for (let i = 0; i < 31; i++) codes.push(await ask({ cid: `no-${i}` }, '192.0.2.3'));
    expect(codes.filter((c) => c === 'not_found')).toHaveLength(30);
    expect(await ask({ cid: 'c1' }, '192.0.2.3')).toBe('rate_limited');
    // Secrets cannot be guessed: who has one in the same network is shown the way.
    const { code } = await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) =>
      createCode(w, { r4cUuid: r4c.r4cUuid }),
    );
    expect(await ask({ registrationCode: code }, '192.0.2.3')).toMatchObject(r4c);
    expect(await ask({ cid: 'c1' }, '192.0.2.4')).toMatchObject(r4c);
    bench.pass(10 * 60_000);
    expect(await ask({ cid: 'c1' }, '192.0.2.3')).toMatchObject(r4c);
  });
});
