// Tests of the first encryption of a data folder: real processes killed at each step and in the middle
// of the copy, a full disk, a damaged file, and another process in the folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../../../scripts/sources.mjs';
import { contentOf } from '../../../../tests/support/every-table.ts';
import { sealDatabase, type KeyPlace } from '../../../compose/open-keys.ts';
import { createLog } from '../../http/log.ts';
import { storedFile } from '../../keys/rootkey/stored-file.ts';
import { openStore } from '../open-store.ts';
import { takeFolder } from '../folder-lock.ts';
import { copyWithKey, NoRoomForCopy } from './copy-file.ts';
import { openFile, stateOfFile } from './open-file.ts';
import { plainFiles, sealFile } from './seal-folder.ts';

const STEPS = ['seal.before', 'seal.folded', 'seal.copied', 'seal.renamed', 'seal.after'],
  ROWS = 20_000,
  NAME = 'Kanarienvogel';
const work = mkdtempSync(path.join(tmpdir(), 'molar-seal-')),
  start = path.join(work, 'start'),
  program = path.join(ROOT, 'dist', `seal-test-${process.pid}.mjs`),
  key = randomBytes(32);
let data: string, file: string, count: number;

/** A plain database as a version before leaves it: rows in file and log, and a copy. */
beforeAll(async () => {
  mkdirSync(path.join(start, 'before'), { recursive: true });
  const store = await openStore({ file: path.join(start, 'molar.db') });
  await store.close();
  const db = openFile({ file: path.join(start, 'molar.db') });
  db.exec(
    'create table person (name text not null, text text); create index by_name on person (name)',
  );
  db.exec('create trigger person_stays before delete on person begin select raise(abort, 1); end');
  db.pragma('user_version=7');
  const add = db.prepare('insert into person values (?, ?)');
  db.transaction(() => {
    for (let n = 0; n < ROWS; n++) add.run(`${NAME}-${n}`, 'x'.repeat(500));
  })();
  db.prepare('vacuum into ?').run(path.join(start, 'before/20261120T080000Z-0001_old.db'));
  db.pragma('wal_autocheckpoint=0');
  add.run('only in the log', '');
  // The log stays, as after a kill.
  cpSync(start, path.join(work, 'kept'), { recursive: true });
  db.close();
  rmSync(start, { recursive: true });
  cpSync(path.join(work, 'kept'), start, { recursive: true });
  await build({
    stdin: {
      contents: `import { sealFile } from './seal-folder.ts';
        const [file, key, step] = process.argv.slice(2);
        await sealFile(file, Buffer.from(key, 'hex'), {
          at: (name) => { if (name === step) process.kill(process.pid, 'SIGKILL'); else console.log(name); },
        });`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: program,
    logLevel: 'silent',
  });
}, 60_000);
afterAll(() => {
  rmSync(work, { recursive: true });
  rmSync(program, { force: true });
});
beforeEach(() => {
  data = path.join(work, `data-${(count ?? 0) + 1}`);
  count = (count ?? 0) + 1;
  cpSync(start, data, { recursive: true });
  file = path.join(data, 'molar.db');
});

/** Everything that a reader finds, whatever state the file is in. */
function whole(): { state: string; rows: number; log: number } {
  const state = stateOfFile(file),
    db = openFile(state === 'plain' ? { file } : { file, key });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('user_version', { simple: true })).toBe(7);
    expect(() => db.exec('delete from person')).toThrow();
    const rows = (where: string): number =>
      db.prepare(`select count(*) from person where ${where}`).pluck().get() as number;
    return { state, rows: rows('true'), log: rows("name = 'only in the log'") };
  } finally {
    db.close();
  }
}
const readable = (): string[] =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .filter((one) => readFileSync(one).includes(NAME));

async function run(step: string, killMs?: number): Promise<string | null> {
  const child = spawn(process.execPath, [program, file, key.toString('hex'), step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (killMs !== undefined) {
    // The copy has begun.
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), killMs);
  }
  child.stdout.resume();
  const [, signal] = (await once(child, 'exit')) as [number, string | null];
  return signal;
}

describe('killed', () => {
  it.each(STEPS)('at %s, the file is whole, and the next start ends the work', async (step) => {
    expect(await run(step)).toBe('SIGKILL');
    const isDone = step === 'seal.renamed' || step === 'seal.after';
    expect(whole()).toEqual({ state: isDone ? 'sealed' : 'plain', rows: ROWS + 1, log: 1 });
    if (!isDone) await sealFile(file, key);
    expect(whole()).toEqual({ state: 'sealed', rows: ROWS + 1, log: 1 });
    rmSync(path.join(data, 'before'), { recursive: true });
    expect([readable(), readdirSync(data).filter((one) => one.startsWith('molar.db'))]).toEqual([
      [],
      ['molar.db'],
    ]);
  });

  it('in the middle of the copy, nothing is lost', async () => {
    let kills = 0;
    for (const ms of [0, 5, 15, 30, 60, 120]) {
      if ((await run('', ms)) === 'SIGKILL') kills++;
      expect(whole()).toMatchObject({ rows: ROWS + 1, log: 1 });
      if (stateOfFile(file) === 'sealed') break;
    }
    expect(kills).toBeGreaterThan(0);
    if (stateOfFile(file) === 'plain') await sealFile(file, key);
    expect(whole()).toEqual({ state: 'sealed', rows: ROWS + 1, log: 1 });
  });
});

describe('a start', () => {
  const place = (): KeyPlace => ({ data, rootKeyFile: path.join(data, 'root.key') }),
    log = createLog({ level: 'silent' });
  const seal = async (): Promise<string> => {
    let said = '';
    await sealDatabase(place(), log, (lines) => {
      said = lines.join();
      throw new Error('refused');
    }).catch((error: unknown) => {
      if (said === '') throw error;
    });
    return said;
  };

  it('encrypts the database and its copies, with every row, and opens them with the root key', async () => {
    const before = contentOf(data);
    expect(readable().length).toBeGreaterThan(1);
    expect(await seal()).toBe('');
    expect([readable(), plainFiles(data)]).toEqual([[], []]);
    const found = storedFile(data);
    expect(found.key).toBeDefined();
    expect(contentOf(data)).toEqual(before);
    const old = openFile({
      ...found,
      file: path.join(data, 'before/20261120T080000Z-0001_old.db'),
    });
    expect(old.prepare('select count(*) from person').pluck().get()).toBe(ROWS);
    old.close();
    expect(await seal()).toBe('');
  });

  it('is refused while another process uses the folder, with the way to go on', async () => {
    const release = takeFolder(data, 'shared');
    expect(await seal()).toMatch(/Beenden Sie alle Server der Fassung davor/);
    release();
    expect(whole()).toMatchObject({ state: 'plain' });
  });

  it('of a damaged database is refused, and leaves it as it was', async () => {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 100_000);
    writeFileSync(file, bytes);
    expect(await seal()).toMatch(/beschädigt.*npm run restore/);
    expect([stateOfFile(file), existsSync(`${file}.sealing`)]).toEqual(['plain', false]);
  });

  it('of a folder whose root key was lost is refused: no other key is made', async () => {
    const db = openFile({ file });
    db.exec(
      "insert into praxis (cid, name, settings, version, created_at) values ('c', 'n', '{}', 1, 1)",
    );
    db.close();
    await expect(seal()).rejects.toThrow(/root key .* is missing/);
    expect([stateOfFile(file), existsSync(path.join(data, 'root.key'))]).toEqual(['plain', false]);
  });
});

it('a full disk is refused by name before anything is written', () => {
  const to = { file: path.join(data, 'new.db'), key };
  expect(() => {
    copyWithKey({ file }, to, { freeOf: () => 1_000_000 });
  }).toThrow(NoRoomForCopy);
  expect(existsSync(to.file)).toBe(false);
  // Never over another file.
  writeFileSync(to.file, 'another');
  expect(() => {
    copyWithKey({ file }, to);
  }).toThrow('is there already');
  expect(readFileSync(to.file, 'utf8')).toBe('another');
});
