/**
 * The data folder of the built server: after work, import, reports, a backup and a restart no file in
 * it shows a name or a table; a plain one of a version before is encrypted by the next start; a lost
 * key and damage are refused in words and change nothing.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { berlinDay } from '../../shared/base/dates.ts';
import { runDemoData } from '../../server/commands/demo-data.command.ts';
import { runKeysRotate } from '../../server/commands/keys.command.ts';
import { runBackup, runRollback } from '../../server/commands/backup.command.ts';
import { openFile, stateOfFile } from '../../server/platform/db/file/open-file.ts';
import { KEY_FILES } from '../../server/platform/keys/rootkey/file-key.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { ROOT } from '../../scripts/sources.mjs';
import { ServerLife } from '../chaos/process.ts';
import { freePort, startServer, type RunningServer } from '../support/server.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';

const work = mkdtempSync(path.join(tmpdir(), 'molar-folder-')),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive'),
  SURNAME = 'Kanarienvogel',
  BIRTH = '1931-07-19';
let server: RunningServer, names: string[];
beforeAll(async () => {
  mkdirSync(data);
  mkdirSync(target);
  server = await startServer({ data, isEmpty: true });
}, 60_000);
afterAll(async () => {
  await server.stop().catch(() => undefined);
  rmSync(work, { recursive: true });
});

/** Runs a command as typed. */
async function type(
  command: (t: Parameters<typeof runBackup>[0]) => Promise<number>,
  args: string[],
): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const print = (line: string): void => {
    said.push(line);
  };
  const code = await command({
    args,
    env: { MOLAR_DATA: data, MOLAR_ENV: 'dev' },
    program: path.join(work, 'program'),
    print,
    progress: () => undefined,
    ask: () => Promise.resolve('ja'),
    isInteractive: false,
  });
  return { code, said: said.join('\n') };
}
/** Files below a folder that contain one of the words. */
const showing = (folder: string, words: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .filter((one) => {
      const bytes = readFileSync(one);
      return words.some((word) => bytes.includes(word));
    })
    .map((one) => path.relative(folder, one));
/** Names of patients and people of the practice software, and of their tables. */
function wordsOf(): string[] {
  const db = openFile(storedFile(data), { readonly: true });
  try {
    return db
      .prepare(
        `select last_name from patient union select nachname from pvs_patient where length(nachname) > 6
         union select 'pvs_patient' union select 'geburtsdatum'`,
      )
      .pluck()
      .all() as string[];
  } finally {
    db.close();
  }
}

it(
  'shows no name, no birth date and no table after work, import, reports, a backup and a restart',
  { timeout: 180_000 },
  async () => {
    const desk = await DeskCalls.open(server);
    await desk.addPatient('Anna', SURNAME, BIRTH);
    const made = await type(runDemoData, ['--template', 'small', '--years', '1']);
    expect([made.code, made.said]).toEqual([0, expect.anything()]);
    const owner = await DeskCalls.open(server, 'owner');
    await expect
      .poll(
        () =>
          owner
            .raw(
              `/api/umsatz/zeitreihe?von=${berlinDay(Date.now()).slice(0, 4)}-01-01&bis=${berlinDay(Date.now())}`,
            )
            .then(({ status }) => String(status))
            .catch((error: Error) => error.message),
        { timeout: 60_000, interval: 1000 },
      )
      .toBe('200');
    names = wordsOf().filter((word) => word.length > 4);
    expect([names.includes(SURNAME), names.includes('pvs_patient'), names.length > 20]).toEqual([
      true,
      true,
      true,
    ]);
    const log = path.join(data, 'molar.db-wal');
    expect([existsSync(log), statSync(log).size > 0]).toEqual([true, true]);
    expect(showing(data, [...names, BIRTH])).toEqual([]);

    const run = await type(runBackup, ['--target', target]);
    expect([run.code, run.said]).toEqual([0, expect.stringContaining('Patient')]);
    expect([showing(data, names), showing(target, names)]).toEqual([[], []]);
    await server.kill();
    expect(showing(data, names)).toEqual([]);
    await server.restart();
    expect(showing(data, names)).toEqual([]);
    const back = await DeskCalls.open(server);
    expect(JSON.stringify(await back.call(`/patient/search?q=${SURNAME}`))).toContain(SURNAME);
  },
);

/** Starts a server on a folder. @returns what it said, if it refused */
async function startOn(folder: string): Promise<{ said: string; life: ServerLife }> {
  const life = new ServerLife({
    dist: path.join(ROOT, 'dist'),
    data: folder,
    port: await freePort(),
  });
  const isUp = await life.up();
  return { said: isUp ? '' : life.output, life };
}
let copies = 0;
/** A copy of the folder while no server uses it. */
function copy(): string {
  const folder = path.join(work, `copy-${++copies}`);
  cpSync(data, folder, { recursive: true });
  return folder;
}

describe('a stopped folder', () => {
  beforeAll(async () => {
    await server.kill();
  });

  it.each([
    ['without its key', KEY_FILES, /molar\.db\.key.*fehlt.*npm run restore/s],
    ['without its root key', ['root.key'], /root key .* is missing/],
  ] as const)(
    '%s is refused in words, and stays as it is',
    { timeout: 60_000 },
    async (_, gone, words) => {
      const folder = copy(),
        before = readFileSync(path.join(folder, 'molar.db'));
      for (const name of gone) rmSync(path.join(folder, name));
      const { said, life } = await startOn(folder);
      await life.kill();
      expect(said).toMatch(/Molar wurde nicht gestartet/);
      expect(said).toMatch(words);
      expect(readFileSync(path.join(folder, 'molar.db')).equals(before)).toBe(true);
      for (const name of gone) expect(existsSync(path.join(folder, name))).toBe(false);
    },
  );

  it(
    'with a flipped byte at its beginning is refused as damaged',
    { timeout: 60_000 },
    async () => {
      const folder = copy(),
        file = path.join(folder, 'molar.db'),
        bytes = readFileSync(file);
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
      bytes[50]! ^= 1;
      writeFileSync(file, bytes);
      const { said, life } = await startOn(folder);
      await life.kill();
      expect(said).toMatch(/Die Datenbank ist beschädigt.*npm run restore/s);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    },
  );

  it(
    'with flipped bytes in its rows is damaged by name, and shows no other name',
    { timeout: 90_000 },
    async () => {
      const folder = copy(),
        file = path.join(folder, 'molar.db'),
        found = storedFile(folder),
        db = openFile(found);
      db.pragma('wal_checkpoint(TRUNCATE)');
      const page = db
        .prepare("select pageno from dbstat where name = 'patient' and pagetype = 'leaf' limit 1")
        .pluck()
        .get() as number;
      db.close();
      const bytes = readFileSync(file);
      bytes[(page - 1) * 16_384 + 9000]! ^= 1;
      writeFileSync(file, bytes);
      const life = new ServerLife({
        dist: path.join(ROOT, 'dist'),
        data: folder,
        port: await freePort(),
      });
      try {
        if (await life.up()) {
          await expect
            .poll(async () => (await life.get('/readyz')).text, { timeout: 30_000 })
            .toMatch(/damage/);
          expect(life.output).toMatch(/database\.damaged/);
        } else expect(life.output).toMatch(/beschädigt|malformed/);
      } finally {
        await life.kill();
      }
    },
  );

  it(
    'goes back to a plain file by a command, and is encrypted again by the next start',
    { timeout: 90_000 },
    async () => {
      const gone = await type(runRollback, ['--plain']);
      expect([gone.code, gone.said]).toEqual([0, expect.stringContaining('jetzt unverschlüsselt')]);
      expect(stateOfFile(path.join(data, 'molar.db'))).toBe('plain');
      // The search of this test finds the names where they are.
      expect(showing(data, names)).toEqual(['molar.db']);
      expect((await type(runRollback, ['--plain'])).said).toContain('keine verschlüsselte');
      await server.restart();
      expect(server.output()).toMatch(/database\.sealed/);
      expect(showing(data, names)).toEqual([]);
      const desk = await DeskCalls.open(server);
      expect(JSON.stringify(await desk.call(`/patient/search?q=${SURNAME}`))).toContain(SURNAME);
      await server.kill();
    },
  );

  it('has its key wrapped by a new root key while it serves', { timeout: 120_000 }, async () => {
    await server.restart();
    const before = readFileSync(path.join(data, KEY_FILES[0]), 'utf8');
    expect((await type(runKeysRotate, ['--root'])).code).toBe(3);
    const db = openFile(storedFile(data), { timeout: 10_000 });
    db.prepare(
      "update job set run_after = 0 where kind = 'rewrap-keys' and state = 'queued'",
    ).run();
    db.close();
    await expect
      .poll(() => readFileSync(path.join(data, KEY_FILES[1]), 'utf8') === before, {
        timeout: 60_000,
      })
      .toBe(false);
    await server.kill();
    await server.restart();
    expect((await DeskCalls.open(server)) instanceof DeskCalls).toBe(true);
  });
});
