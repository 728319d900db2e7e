// Tests of the locks of a data folder with servers as processes of their own: a second server is
// refused, one killed by the system leaves nothing locked.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';
import { takeData, takeDatabase } from './take-data.ts';
import { createLog } from '../platform/http/log.ts';
import { freshPostgres, runSql } from '../../tests/support/postgres.ts';

const LOCK = transformSync(
  readFileSync(new URL('../platform/db/folder-lock.ts', import.meta.url), 'utf8'),
  { loader: 'ts' },
).code;
let folder: string, other: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-take-'));
});
afterEach(() => {
  other?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts a process that holds both locks of a server, and collects its garbage. */
async function holder(how: 'alone' | 'shared'): Promise<ChildProcess> {
  const program = `${LOCK}
    takeFolder(${JSON.stringify(folder)}, 'shared');
    takeFolder(${JSON.stringify(folder)}, '${how}', 'server');
    setTimeout(() => { gc(); setTimeout(() => { gc(); console.log('taken'); }, 20); }, 20);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  other = child;
  await once(child.stdout, 'data');
  return child;
}
const start = async (isShared = false): Promise<string> => {
  let refused = 'started';
  const config = { data: folder, isShared, databaseUrl: undefined, rootKeyFile: undefined };
  await takeData(config, createLog({ level: 'silent' }), (lines) => {
    refused = lines.join();
    throw new Error('refused');
  }).catch((error: unknown) => {
    if (refused === 'started') throw error;
  });
  return refused;
};

it('a second server on one data folder is refused with the way out, one with the same folder waits for the start', async () => {
  await holder('alone');
  expect(await start()).toMatch(/läuft schon ein Server.*MOLAR_SHARED_DATA=yes/);
});

it('a running server keeps its locks through a garbage collection, also against a restore', async () => {
  await holder('alone');
  expect(() => takeFolder(folder, 'alone')).toThrow(FolderInUse);
});

it('a server may start at once after the other was killed', async () => {
  const child = await holder('alone');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await start()).toBe('started');
});

it('servers that all mean it share a folder; one that does not is refused', async () => {
  await holder('shared');
  expect(await start(true)).toBe('started');
  expect(await start(false)).toMatch(/läuft schon ein Server/);
});

it('a server with another data folder on the same PostgreSQL database is refused with the way out, one with the same folder waits for the start', async () => {
  const database = await freshPostgres(),
    log = createLog({ level: 'silent' }),
    elsewhere = mkdtempSync(path.join(tmpdir(), 'molar-take-else-'));
  const refuse = (lines: readonly string[]): never => {
    throw new Error(lines.join());
  };
  const take = (data: string) => takeDatabase({ data, databaseUrl: database.url }, log, refuse);
  const first = await take(folder);
  await expect(take(elsewhere)).rejects.toThrow(/anderen Datenordner.*docs\/operate\.md/);
  let hasSecond = false;
  const second = take(folder).then((taken) => {
    hasSecond = true;
    return taken;
  });
  const waits = `select 1 from pg_locks l join pg_stat_activity a using (pid) where not granted and application_name = 'molar start'`;
  await expect.poll(() => runSql(database.url, waits)).toHaveLength(1);
  expect(hasSecond).toBe(false);
  await first.started();
  await (await second).started();
  await (await second).letGo();
  await first.letGo();
  await database.drop();
  rmSync(elsewhere, { recursive: true });
});
