// Copies a database into a new file with another key, or without one: the first encryption, a restore
// of an older backup, and the way back to a version that cannot decrypt.

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { attachFile, openFile, type SqliteFile } from './open-file.ts';

/** The disk has no room for a second file. */
export class NoRoomForCopy extends Error {
  readonly code = 'ENOSPC';
  readonly needed: number;
  readonly free: number;
  constructor(needed: number, free: number) {
    super('no room for the copy');
    this.needed = needed;
    this.free = free;
  }
}
/** The copy differs from its original. */
class CopyDiffers extends Error {}

/** Called with the bytes that are done, and all. */
type Progress = (done: number, of: number) => void;

export interface CopyOptions {
  progress?: Progress | undefined;
  /** Free bytes of a folder's disk; by default asks the system. */
  freeOf?: (folder: string) => number;
}

/** A part more than the file: its pages hold a little less. */
const SPARE = 1.1;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Part {
  type: string;
  name: string;
  sql: string;
}
const ORDER = ['table', 'index', 'view', 'trigger'];

/** Returns the size of a file with its WAL. */
const sizeOf = (file: string): number =>
  ['', '-wal'].reduce(
    (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Returns the free bytes of a folder's disk. */
function freeIn(folder: string): number {
  const disk = statfsSync(folder);
  return disk.bavail * disk.bsize;
}
/** @throws NoRoomForCopy */
function requireRoom(from: string, to: string, freeOf: typeof freeIn): void {
  const needed = Math.ceil(sizeOf(from) * SPARE),
    free = freeOf(path.dirname(to));
  if (free < needed) throw new NoRoomForCopy(needed, free);
}

const countIn = (db: Database.Database, schema: string, table: string): number =>
  (db.prepare(`select count(*) as n from ${schema}.${quote(table)}`).get() as { n: number }).n;

/**
 * Copies table by table. Indexes are made before their rows: SQLite then copies their pages, too, and
 * does not sort.
 */
function copyRows(db: Database.Database, total: number, progress: Progress): void {
  const parts = db
      .prepare(
        `select type, name, sql from old.sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'`,
      )
      .all() as Part[],
    of = (type: string): Part[] => parts.filter((one) => one.type === type);
  if (parts.some((one) => !ORDER.includes(one.type))) throw new Error('unknown part of a database');
  const pageSize = db.pragma('page_size', { simple: true }) as number,
    written = (): number => (db.pragma('page_count', { simple: true }) as number) * pageSize;
  for (const { sql } of [...of('table'), ...of('index')]) db.exec(sql);
  for (const { name } of of('table')) {
    db.exec(`insert into main.${quote(name)} select * from old.${quote(name)}`);
    progress(Math.min(written(), total), total);
  }
  for (const { sql } of [...of('view'), ...of('trigger')]) db.exec(sql);
  for (const pragma of ['user_version', 'application_id'])
    db.pragma(`${pragma}=${String(db.pragma(`old.${pragma}`, { simple: true }))}`);
  for (const { name } of of('table'))
    if (countIn(db, 'main', name) !== countIn(db, 'old', name)) throw new CopyDiffers(name);
}

function writeCopy(from: SqliteFile, to: SqliteFile, progress: Progress): void {
  const db = openFile(to);
  try {
    chmodSync(to.file, 0o600);
    // A file that is removed after an error needs no journal.
    for (const pragma of [
      'page_size=16384',
      'journal_mode=OFF',
      'synchronous=OFF',
      'foreign_keys=OFF',
    ])
      db.pragma(pragma);
    attachFile(db, from, 'old');
    db.exec('begin');
    copyRows(db, sizeOf(from.file), progress);
    db.exec('commit');
  } finally {
    db.close();
  }
}

/** Reads the new file as a start would. @throws CopyDiffers */
function verifyCopy(to: SqliteFile): void {
  const db = openFile(to, { readonly: true });
  try {
    const verdict: unknown = db.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new CopyDiffers(String(verdict));
  } finally {
    db.close();
  }
}

/**
 * Copies a database into a new file, verified and synced when it returns. The original is only read.
 * @param to must not exist
 * @throws NoRoomForCopy before anything is written; the new file is removed after any other error
 */
export function copyWithKey(
  from: SqliteFile,
  to: SqliteFile,
  { progress = () => undefined, freeOf = freeIn }: CopyOptions = {},
): void {
  if (existsSync(to.file)) throw new Error(`${to.file} is there already`);
  requireRoom(from.file, to.file, freeOf);
  try {
    writeCopy(from, to, progress);
    verifyCopy(to);
    const fd = openSync(to.file, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    rmSync(to.file, { force: true });
    throw error;
  }
}
