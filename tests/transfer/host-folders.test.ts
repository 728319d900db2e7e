/**
 * A practice may use only the folder assigned by the operator; a refusal reveals nothing of the
 * host and creates nothing.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_DOCTOSYNC } from '../../shared/records/transfer.ts';
import { exchangeBaseOf } from '../../server/records/transfer/exchange-folder.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { makeFolders, type Folders } from './exchange.ts';

const save = (p: Practice, settings: object, version = 0): Promise<Answer> =>
  p.call('/doctosync/settings', {
    as: p.users.owner,
    method: 'PUT',
    json: { version, settings: { ...NO_DOCTOSYNC, ...settings } },
  });
const fieldsOf = (answer: Answer): unknown =>
  (answer.json as { error: { fields?: unknown } }).error.fields;

let folders: Folders;
beforeAll(() => {
  folders = makeFolders();
});
afterAll(() => {
  folders.drop();
});

describe('without an assigned folder', () => {
  let t: TestApp;
  let first: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { exchangeBase: undefined });
    first = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('the only practice chooses its folders', async () => {
    expect((await save(first, { inFolder: folders.in })).status).toBe(200);
  });

  it('a second practice ends that for both, and nothing more is read', async () => {
    const second = await addPractice(t, 'sued');
    await t.app.watcher.reload();
    writeFileSync(path.join(folders.in, 'a.gdt'), 'x');
    await t.app.watcher.look();
    expect(readdirSync(folders.in)).toContain('a.gdt');
    const hostFolders = ['/etc', '/etc/shadow', '/root', '/gibt-es-nicht', folders.out];
    for (const which of ['inFolder', 'outFolder', 'scanFolder']) {
      for (const folder of hostFolders) {
        expect(fieldsOf(await save(second, { [which]: folder })), folder).toEqual({
          [which]: 'by_operator',
        });
      }
    }
    // A relative path is refused by its text, whether it exists or not.
    for (const folder of ['server', 'gibt-es-nicht', '../..'])
      expect(fieldsOf(await save(second, { inFolder: folder })), folder).toEqual({
        inFolder: 'not_absolute',
      });
    expect(readdirSync(folders.out)).toEqual([]);
    expect(fieldsOf(await save(first, { inFolder: folders.in }, 1))).toEqual({
      inFolder: 'by_operator',
    });
  });
});

describe('with an assigned folder', () => {
  let t: TestApp;
  let p: Practice;
  let other: Practice;
  const base = exchangeBaseOf(path.join(makeRoot(), 'exchange')) ?? (() => '/');
  beforeAll(async () => {
    t = await createTestApp('sqlite', { exchangeBase: base });
    p = await addPractice(t, 'west');
    other = await addPractice(t, 'ost');
    for (const one of [p, other]) mkdirSync(path.join(base(one.cid), 'in'), { recursive: true });
  });
  afterAll(async () => {
    await t.drop();
    rmSync(path.dirname(path.dirname(base('x'))), { recursive: true, force: true });
  });

  it("a practice uses its own folder, not another's or a symlink out of it", async () => {
    const leadsOut = path.join(base(p.cid), 'raus');
    symlinkSync(folders.out, leadsOut);
    mkdirSync(path.join(folders.out, 'unten'));
    const foreign = [
      path.join(base(other.cid), 'in'),
      folders.out,
      path.join(base(p.cid), '..'),
      path.join(leadsOut, 'unten'),
    ];
    for (const folder of foreign)
      expect(fieldsOf(await save(p, { inFolder: folder })), folder).toEqual({
        inFolder: 'by_operator',
      });
    expect((await save(p, { inFolder: path.join(base(p.cid), 'in') })).status).toBe(200);
  });

  it('refuses an outdated version before creating anything in a folder', async () => {
    const folder = path.join(base(other.cid), 'in');
    expect((await save(other, { inFolder: folder }, 999)).code).toBe('conflict');
    expect(existsSync(path.join(folder, '.molar'))).toBe(false);
  });
});

function makeRoot(): string {
  return makeFolders().root;
}
