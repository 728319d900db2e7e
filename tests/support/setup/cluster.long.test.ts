/**
 * PostgreSQL starts from a folder that only its owner may enter, and a failure is one rejection.
 */
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPostgres } from '../../../bench/kit/postgres.ts';
import { openStore } from '../../../server/platform/db/open-store.ts';
import { nativeFolder, startCluster } from './cluster.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'molar-private-'));
  await chmod(home, 0o700);
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('starts when only the owner may enter the project folder', async () => {
  const native = join(home, 'native');
  await cp(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
  const cluster = await startCluster(native);
  try {
    expect(cluster.socketPath).not.toContain(home);
  } finally {
    await cluster.stop();
  }
});

it('rejects with one sentence without the programs', async () => {
  await expect(startCluster(join(home, 'nothing'))).rejects.toThrow(/PostgreSQL for the tests/);
});

it('the bench gets a database on its own port, in the same way', async () => {
  const said: string[] = [];
  const bench = await startPostgres((line) => {
    said.push(line);
  });
  expect({ said, isThere: bench !== null }).toEqual({ said: [], isThere: true });
  const store = await openStore({ url: bench!.url });
  try {
    expect(store.kind).toBe('postgres');
  } finally {
    await store.close();
    await bench!.stop();
  }
});
