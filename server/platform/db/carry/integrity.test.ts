/** Tests that damage in the database file is detected, without false alarms. */
import { mkdtempSync, openSync, closeSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkIntegrity, watchIntegrity } from './integrity.ts';
import { openStore } from '../open-store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-integrity-'));
  file = path.join(folder, 'molar.db');
  await (await openStore({ file })).close();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function damage(): void {
  const handle = openSync(file, 'r+');
  const page = Buffer.alloc(4096, 0xff);
  for (let at = 4096; at + 4096 < statSync(file).size; at += 8192)
    writeSync(handle, page, 0, 4096, at);
  closeSync(handle);
}

it('finds nothing in a sound file', async () => {
  expect(await checkIntegrity({ file })).toBeUndefined();
});

it('[sec F07] finds overwritten pages and reports them once', async () => {
  damage();
  const found: string[] = [];
  const watch = watchIntegrity({ file }, (code) => {
    found.push(code);
  });
  await vi.waitFor(() => {
    expect(watch.isSound()).toBe(false);
  });
  watch.stop();
  expect(found).toHaveLength(1);
});

it('does not report a missing file as damaged', async () => {
  expect(await checkIntegrity({ file: path.join(folder, 'none.db') })).toBeUndefined();
});
