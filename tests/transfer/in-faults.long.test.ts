/** Tests of files that grow, are torn, foreign or in the way, and of crashes while they are imported. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import { NO_DOCTOSYNC } from '../../shared/records/transfer.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { gdt, JOERG, lying, makeFolders, setUp, type Folders } from './exchange.ts';
import { watchedOf } from './watched.ts';

describe.each(STORES)('faults of files from the practice software (%s)', (kind) => {
  let t: TestApp,
    p: Practice,
    other: Practice,
    folders: Folders,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp(kind);
    other = await addPractice(t, 'fremd');
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `haus${++n}`);
    folders = makeFolders();
    await setUp(p, folders);
  });
  afterEach(() => {
    folders.drop();
  });
  const { put, look, transfer, board, of, joined } = watchedOf(() => ({ t, p, folders }));

  it('sets an exchange file with two people aside', async () => {
    const one = (patid: string): string =>
      `[PATIENT]\r\nPATID=${patid}\r\nLASTNAME=Kaya\r\nFIRSTNAME=Ay\r\nBIRTHDAY=20000229\r\n`;
    put('zwei.ini', Buffer.from(one('1') + one('2')));
    await look();
    t.clock.now += 2000;
    await look();
    expect((await transfer()).unread.map((each) => each.error)).toEqual(['mixed']);
    expect((await board()).arrivals).toEqual([]);
  });

  it('rereads a file that grew while being read', async () => {
    const { createWatcher } = await import('../../server/records/transfer/watch.ts');
    const { createHandOver } = await import('../../server/compose/records-transfer.links.ts');
    const { links } = createHandOver(t.deps, () => {
      throw new Error('no forms here');
    });
    const claimed = path.join(folders.in, '.molar', 'in', 'wächst.gdt');
    let isWritten = false;
    const point = (name: string): void => {
      if (name !== 'noted' || isWritten) return;
      isWritten = true;
      appendFileSync(claimed, of('1035', 'Muxtermann'));
    };
    const { store, workshop, log, exchangeBase: base } = t.deps;
    const deps = { store, workshop, links, log, base, now: () => t.clock.now };
    const watcher = createWatcher({ ...deps, point });
    put('wächst.gdt', of('1034', 'Mustermann'));
    await watcher.reload();
    await watcher.look();
    await watcher.look();
    await watcher.stop();
    expect((await board()).arrivals.map((one) => one.patid).sort()).toEqual(['1034', '1035']);
    expect(lying(path.dirname(claimed))).toEqual([]);
  });

  it('imports a file moved back from the failed folder once the cause is fixed', async () => {
    await setUp(p, folders, { ownId: 'ANDERS' });
    put(
      'zurück.gdt',
      joined(
        gdt(
          '6301',
          JOERG.filter(([id]) => id !== '8315'),
        ),
        of('1034', 'Mustermann'),
      ),
    );
    await look();
    await setUp(p, folders);
    renameSync(path.join(folders.in, 'fehler', 'zurück.gdt'), path.join(folders.in, 'zurück.gdt'));
    await look();
    const { taken, unread } = await transfer();
    expect([taken.map((one) => one.patid).sort(), unread]).toEqual([['1034', '4711'], []]);
  });

  it('half a file waits for the rest; one that stays torn is set aside, without its name in the log', async () => {
    const whole = Buffer.from(gdt('6301', JOERG)),
      file = path.join(folders.in, 'halb.gdt');
    writeFileSync(file, whole.subarray(0, 100));
    await look();
    t.clock.now += 3000;
    await look();
    expect((await transfer()).in.waiting).toEqual([{ name: 'halb.gdt', why: 'growing' }]);
    appendFileSync(file, whole.subarray(100));
    await look();
    expect([(await board()).arrivals.length, (await transfer()).in.waiting]).toEqual([1, []]);
    writeFileSync(path.join(folders.in, 'Vogelsang.gdt'), whole.subarray(0, 150));
    await look();
    t.clock.now += 11_000;
    await look();
    const { unread, counts } = await transfer();
    expect([
      unread.map((one) => [one.fileName, one.error]),
      counts.unread,
      lying(path.join(folders.in, 'fehler')),
    ]).toEqual([[['Vogelsang.gdt', 'cut_off']], 1, ['Vogelsang.gdt']]);
    expect(t.lines.join('')).not.toMatch(/Vogelsang|Müller/);
    const seen = await p.post('/doctosync/seen', p.users.reception, { id: unread[0]?.id });
    expect([seen.status, (await transfer()).counts.unread]).toEqual([204, 0]);
    // The log contains the alarm, and the user who settled it.
    const rows = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit)).filter(
      (row) => row.type.startsWith('import.'),
    );
    expect(rows.map((row) => row.type).sort()).toEqual(['import.failed', 'import.seen']);
  });

  it('foreign or invalid files are set aside, each with its own reason', async () => {
    const without = (id: string) => JOERG.filter(([field]) => field !== id);
    const files: [string, Uint8Array, string][] = [
      ['leer.gdt', new Uint8Array(), 'empty'],
      ['bild.gdt', Buffer.from('%PDF-1.7\n'), 'not_gdt'],
      ['ohne-nummer.gdt', gdt('6301', without('3000')), 'no_number'],
      // One name is enough, in either field.
      [
        'ohne-name.gdt',
        gdt(
          '6301',
          without('3101').filter(([field]) => field !== '3102'),
        ),
        'no_name',
      ],
      ['tag.gdt', gdt('6301', [...without('3103'), ['3103', '31021978']]), 'bad_birth'],
      ['pfad.gdt', gdt('6301', [...without('3000'), ['3000', '../../1']]), 'bad_number'],
      ['satz.gdt', gdt('6399', JOERG), 'unknown_kind'],
      ['gross.gdt', Buffer.alloc(1_000_001, 0x30), 'too_large'],
      ['x.ini', Buffer.from('[PATIENT]\r\nLASTNAME=x\r\n'), 'not_vdds'],
      ['x.ics', Buffer.from('nichts'), 'not_ical'],
      ['x.csv', Buffer.from('nur eine spalte\n'), 'not_csv'],
    ];
    for (const [name, bytes] of files) put(name, bytes);
    await look();
    t.clock.now += 11_000;
    await look();
    expect(
      Object.fromEntries((await transfer()).unread.map((one) => [one.fileName, one.error])),
    ).toEqual(Object.fromEntries(files.map(([name, , why]) => [name, why])));
    // The program that wrote the exchange file is notified of the failure in the file.
    expect([
      lying(folders.in),
      lying(path.join(folders.in, 'fehler')).length,
      (await board()).arrivals,
    ]).toEqual([['fehler', 'x.ini'], files.length, []]);
    expect(readFileSync(path.join(folders.in, 'x.ini'), 'latin1')).toContain(
      'READY=1\r\nERRORLEVEL=1',
    );
  });

  it('imports from a shared folder only files for us or unaddressed, never our own', async () => {
    const to = (id: string, from: string) =>
      gdt(
        '6301',
        JOERG.map(
          ([field, value]) =>
            [field, field === '8315' ? id : field === '8316' ? from : value] as const,
        ),
      );
    put('roe.gdt', to('XRAY', 'DSWIN001'));
    put('eigen.gdt', to('MOLAR', 'molar'));
    put('notiz.txt', Buffer.from('x'));
    put('desktop.ini', Buffer.from('[.ShellClassInfo]\r\nIconIndex=0\r\n'));
    await look();
    t.clock.now += 2000;
    await look();
    expect([(await board()).arrivals, lying(folders.in)]).toEqual([
      [],
      ['desktop.ini', 'eigen.gdt', 'notiz.txt', 'roe.gdt'],
    ]);
    expect((await transfer()).in.waiting).toEqual([
      { name: 'desktop.ini', why: 'other' },
      { name: 'eigen.gdt', why: 'foreign' },
      { name: 'notiz.txt', why: 'other' },
      { name: 'roe.gdt', why: 'foreign' },
    ]);
    symlinkSync('/etc/hostname', path.join(folders.in, 'link.gdt'));
    mkdirSync(path.join(folders.in, 'ordner.gdt'));
    await look();
    expect([
      existsSync(path.join(folders.in, 'link.gdt')),
      (await transfer()).counts.unread,
    ]).toEqual([true, 0]);
  });

  it('killed anywhere between import and removal: read again, logged once, nothing lost', async () => {
    const { createWatcher } = await import('../../server/records/transfer/watch.ts'),
      { createHandOver } = await import('../../server/compose/records-transfer.links.ts');
    const { links } = createHandOver(t.deps, () => {
      throw new Error('no forms here');
    });
    let left = 0;
    const killed = Object.assign(new Error('killed'), { name: 'Killed' });
    for (let i = 0; i < 12; i++)
      put(
        `${String(i).padStart(2, '0')}.gdt`,
        gdt(
          '6301',
          JOERG.map(([id, value]) => [id, id === '3000' ? `9${i}` : value] as const),
        ),
      );
    for (
      let life = 0;
      life < 60 &&
      lying(folders.in).length + readdirSync(path.join(folders.in, '.molar', 'in')).length > 0;
      life++
    ) {
      left = 1 + ((life * 7) % 9);
      const watcher = createWatcher({
        store: t.deps.store,
        workshop: t.deps.workshop,
        links,
        log: t.deps.log,
        now: () => t.clock.now,
        base: t.deps.exchangeBase,
        point: () => {
          if (--left === 0) throw killed;
        },
      });
      await watcher.reload();
      await watcher.look();
    }
    expect((await transfer()).taken.map((one) => one.fileName).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => `${String(i).padStart(2, '0')}.gdt`),
    );
    expect((await board()).arrivals).toHaveLength(12);
  });

  it('an unmounted drive is not mistaken for an empty folder; remounted, it continues', async () => {
    renameSync(folders.in, `${folders.in}-weg`);
    mkdirSync(folders.in);
    put('a.gdt', gdt('6301', JOERG));
    await look();
    const state = (await p.call('/doctosync/state', { as: p.users.reception })).json;
    expect([state, lying(folders.in), (await board()).arrivals]).toEqual([
      { isWatching: true, failed: 0, unread: 0, isAway: true },
      ['a.gdt'],
      [],
    ]);
    rmSync(folders.in, { recursive: true });
    renameSync(`${folders.in}-weg`, folders.in);
    put('a.gdt', gdt('6301', JOERG));
    await look();
    expect((await board()).arrivals).toHaveLength(1);
  });

  it('folders are tested before saving, and belong to one practice', async () => {
    const save = async (of: Practice, settings: object, version = 0) =>
      await of.call('/doctosync/settings', {
        as: of.users.owner,
        method: 'PUT',
        json: { version, settings: { ...NO_DOCTOSYNC, ...settings } },
      });
    const problem = async (folder: string) =>
      (
        (await save(other, { inFolder: folder })).json as {
          error: { fields: { inFolder: string } };
        }
      ).error.fields.inFolder;
    symlinkSync(folders.out, path.join(folders.root, 'verweis'));
    writeFileSync(path.join(folders.root, 'datei'), 'x');
    mkdirSync(path.join(folders.root, 'frei'));
    const inside = path.join(t.blobsFolder, 'x');
    mkdirSync(inside, { recursive: true });
    expect(
      await Promise.all(
        [
          'von-pvs',
          path.join(folders.root, 'nicht-da'),
          path.join(folders.root, 'datei'),
          path.join(folders.root, 'verweis'),
          inside,
          '/',
          folders.in,
          path.join(folders.in, '.molar'),
        ].map(problem),
      ),
    ).toEqual([
      'not_absolute',
      'not_found',
      'not_folder',
      'is_link',
      'inside_data',
      'by_operator',
      'shared',
      'shared',
    ]);
    expect(await problem(folders.root)).toBe('shared');
    const free = path.join(folders.root, 'frei'),
      both = await Promise.all([save(other, { inFolder: free }), save(p, { inFolder: free }, 1)]);
    expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 400]);
    // The second process stays locked out after the first one ends, too: the marker names the
    // owner.
    const own = both[0]?.status === 200 ? free : path.join(folders.root, 'eigen');
    if (own !== free) {
      expect((await save(p, {}, 2)).status).toBe(200);
      expect(await problem(free)).toBe('shared');
      mkdirSync(own);
      expect((await save(other, { inFolder: own })).status).toBe(200);
    }
    expect((await save(other, { inFolder: own })).code).toBe('conflict');
    expect(
      (await save(other, { outFolder: own, targets: { gdt: true, pdf: true, fhir: false } }, 1))
        .json,
    ).toMatchObject({ error: { fields: { targets: 'gdt_or_pdf' } } });
    expect((await save(other, {}, 1)).status).toBe(200);
    const asStaff = (await other.call('/doctosync', { as: other.users.staff })).json as Transfer;
    expect([asStaff.settings, JSON.stringify(asStaff).includes('frei')]).toEqual([null, false]);
  });
});
