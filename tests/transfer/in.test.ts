/**
 * From the folder to the board: files of the practice software are imported once, completely, and
 * by the right practice; unreadable ones are set aside and reported.
 */
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
import type { Board } from '../../shared/exchange/board.ts';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import { NO_DOCTOSYNC } from '../../shared/records/transfer.ts';
import { addPatients } from '../../server/desk/patient/add-records.ts';
import { proposeChanges } from '../../server/desk/patient/propose-changes.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { gdt, JOERG, lying, makeFolders, setUp, type Folders } from './exchange.ts';

describe.each(STORES)('files from the practice software (%s)', (kind) => {
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

  const put = (name: string, bytes: Uint8Array): void => {
    const file = path.join(folders.in, name);
    writeFileSync(`${file}.x`, bytes);
    renameSync(`${file}.x`, file);
  };
  const look = () => t.app.watcher.look();
  const transfer = async (of = p): Promise<Transfer> =>
    (await of.call('/doctosync', { as: of.users.owner })).json as Transfer;
  const board = async (of = p): Promise<Board> =>
    (await of.call('/tablet/board', { as: of.users.reception })).json as Board;
  const record = async (patid: string) =>
    (await p.call(`/patient/patients/${patid}`, { as: p.users.staff })).json as Record<
      string,
      string
    >;
  const patientRow = (patid: string) =>
    t.deps.workshop
      .look(p.cid, p.system)
      .db.find(t.deps.store.t.patient)
      .then((rows) => rows.find((row) => row.patid === patid));

  it('6301 creates the record and puts the person on the board; the file is removed', async () => {
    put('MOLADSWI.GDT', gdt('6301', JOERG));
    await look();
    expect((await board()).arrivals).toMatchObject([
      { patid: '4711', name: 'Müller, Jörg', geburtsdatum: '1978-11-05' },
    ]);
    expect(await patientRow('4711')).toMatchObject({
      title: 'Dr.',
      street: 'Invalidenstraße 7',
      plz: '10115',
      city: 'Berlin',
      gender: 'male',
      herkunft: 'gdt',
    });
    expect([lying(folders.in), (await board(other)).arrivals]).toEqual([[], []]);
    expect((await transfer()).taken).toMatchObject([
      { kind: 'gdt', what: '6301', patid: '4711', name: 'Müller, Jörg', outcome: 'taken' },
    ]);
  });

  it('a folder with change events is read within a second without polling', async () => {
    t.app.watcher.start();
    try {
      await expect.poll(async () => (await transfer()).in.lookedAt).not.toBeNull();
      // The fastest of a few: other programs may delay one, never all of them.
      const took: number[] = [];
      while (took.length < 5 && !took.some((ms) => ms < 1000)) {
        const at = performance.now(),
          patid = String(4711 + took.length);
        put(
          `DSWI.00${took.length + 1}`,
          gdt('6302', [...JOERG.filter(([id]) => id !== '3000'), ['3000', patid]]),
        );
        await expect
          .poll(async () => (await board()).arrivals.some((one) => one.patid === patid), {
            interval: 25,
          })
          .toBe(true);
        took.push(performance.now() - at);
      }
      expect(Math.min(...took)).toBeLessThan(1000);
    } finally {
      await t.app.watcher.stop();
    }
  });

  const of = (patid: string, last: string): Uint8Array =>
    gdt(
      '6301',
      JOERG.map(
        ([id, value]) => [id, id === '3000' ? patid : id === '3101' ? last : value] as const,
      ),
    );
  const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

  it('imports every record of a file', async () => {
    put('zwei.gdt', joined(of('1034', 'Mustermann'), of('1035', 'Muxtermann')));
    await look();
    expect((await board()).arrivals.map((one) => one.patid).sort()).toEqual(['1034', '1035']);
    expect((await transfer()).taken.map((one) => one.patid).sort()).toEqual(['1034', '1035']);
    expect([(await patientRow('1035'))?.lastName, lying(folders.in)]).toEqual(['Muxtermann', []]);
  });

  it('names the record that could not be imported, and keeps the file', async () => {
    const bad = gdt(
      '6301',
      JOERG.map(([id, value]) => [id, id === '3103' ? '31021978' : value] as const),
    );
    put('drei.gdt', joined(of('1034', 'Mustermann'), bad, of('1036', 'Muttermann')));
    await look();
    const { taken, unread } = await transfer();
    expect(taken.map((one) => one.patid).sort()).toEqual(['1034', '1036']);
    expect(unread).toMatchObject([{ fileName: 'drei.gdt', error: 'bad_birth', count: 2 }]);
    expect([lying(folders.in), lying(path.join(folders.in, 'fehler'))]).toEqual([
      ['fehler'],
      ['drei.gdt'],
    ]);
    expect(await patientRow('4711')).toBeUndefined();
  });

  it('imports only our records from a file for several programs', async () => {
    const theirs = gdt(
      '6301',
      JOERG.map(([id, value]) => [id, id === '8315' ? 'XRAY' : value] as const),
    );
    put('beide.gdt', joined(of('1034', 'Mustermann'), theirs));
    await look();
    const { unread } = await transfer();
    expect([
      (await board()).arrivals.map((one) => one.patid),
      unread.map((one) => [one.error, one.count]),
    ]).toEqual([['1034'], [['other_receiver', 2]]]);
  });

  it('asks instead of overwriting a record when its number comes with another person', async () => {
    const changed = (more: Record<string, string>): Uint8Array =>
      gdt(
        '6301',
        JOERG.map(([id, value]) => [id, more[id] ?? value] as const),
      );
    put('a.gdt', changed({}));
    await look();
    put('b.gdt', changed({ 3101: 'Fremdmann', 3102: 'Fritz', 3103: '01011950' }));
    await look();
    expect(await patientRow('4711')).toMatchObject({
      lastName: 'Müller',
      firstName: 'Jörg',
      geburtsdatum: '1978-11-05',
    });
    expect((await transfer()).unread.map((one) => [one.fileName, one.error])).toEqual([
      ['b.gdt', 'other_person'],
    ]);
    expect(lying(path.join(folders.in, 'fehler'))).toEqual(['b.gdt']);
    expect((await p.call('/patient/changes', { as: p.users.staff })).json).toMatchObject([
      { patid: '4711' },
    ]);
  });

  it('accepts a changed name alone, as after a wedding', async () => {
    put('a.gdt', gdt('6301', JOERG));
    await look();
    put(
      'b.gdt',
      gdt(
        '6301',
        JOERG.map(([id, value]) => [id, id === '3101' ? 'Meier' : value] as const),
      ),
    );
    await look();
    expect((await patientRow('4711'))?.lastName).toBe('Meier');
  });

  it('reads UTF-8, even if the file names another character set or none', async () => {
    const record = (charset: string | undefined): Uint8Array => {
      const fields: (readonly [string, string])[] = JOERG.filter(
        ([id]) => id !== '9206' || charset !== undefined,
      ).map(([id, value]) => [id, id === '9206' ? (charset ?? '') : value]);
      return Buffer.from(Buffer.from(gdt('6301', fields)).toString('latin1'), 'utf8');
    };
    for (const charset of ['3', '2', undefined]) {
      put('utf8.gdt', record(charset));
      await look();
      t.clock.now += 11_000;
      await look();
      expect(await patientRow('4711'), charset ?? 'none').toMatchObject({
        lastName: 'Müller',
        firstName: 'Jörg',
        street: 'Invalidenstraße 7',
      });
    }
  });

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

  it('its data override the record, patient proposals stay open, missing fields delete nothing', async () => {
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await addPatients(w, 'hand', [
        {
          ...person('4711', 'Jorg', 'Mueller', '1978-11-05'),
          mobile: '0170 1',
          email: 'j@example.org',
        },
      ]);
      await proposeChanges(w, {
        answersId: 'a1',
        patid: '4711',
        answeredAt: t.clock.now,
        recordedBy: null,
        said: { street: 'Neuer Weg 3' },
        confirmed: [],
      });
    });
    put('a.gdt', gdt('6301', [...JOERG, ['3618', '0171 2']]));
    await look();
    expect(await patientRow('4711')).toMatchObject({
      firstName: 'Jörg',
      lastName: 'Müller',
      street: 'Invalidenstraße 7',
      mobile: '0171 2',
      email: 'j@example.org',
      herkunft: 'gdt',
    });
    expect((await p.call('/patient/changes', { as: p.users.staff })).json).toMatchObject([
      { patid: '4711', name: 'Müller, Jörg' },
    ]);
    expect(await record('4711')).toMatchObject({ firstName: 'Jörg' });
  });

  it('LF only, CP437, wrong or missing lengths: imported once the file stops growing', async () => {
    put(
      'lf.gdt',
      gdt(
        '6301',
        JOERG.map(
          ([id, value]) => [id, id === '9206' ? '2' : id === '3000' ? '1' : value] as const,
        ),
        'cp437',
        '\n',
      ),
    );
    put(
      'ohne.gdt',
      Buffer.from(
        Buffer.from(gdt('6301', JOERG))
          .toString('latin1')
          .replace(/^014810.*\r\n/m, '')
          .replace('0133000', '0993000'),
        'latin1',
      ),
    );
    await look();
    expect([
      (await transfer()).in.waiting.map((one) => one.why),
      (await board()).arrivals.length,
    ]).toEqual([['growing'], 1]);
    t.clock.now += 1600;
    await look();
    expect((await board()).arrivals.map((one) => one.patid).sort()).toEqual(['1', '4711']);
    expect((await patientRow('1'))?.lastName).toBe('Müller');
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
    // Noted as an alarm, and as settled by whom.
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
      ['ohne-name.gdt', gdt('6301', without('3101')), 'no_name'],
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
    t.clock.now += 2000;
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

  it('6311 asks the workstations to open the papers, 6303 leaves the record unchanged', async () => {
    const heard: unknown[] = [],
      publish = t.deps.bus.publish.bind(t.deps.bus);
    t.deps.bus.publish = (cid, event) => {
      if (event.to === 'staff' && event.event.kind === 'opened') heard.push([cid, event.event]);
      publish(cid, event);
    };
    put('zeigen.gdt', gdt('6311', JOERG));
    put('zurueck.gdt', gdt('6303', JOERG));
    await look();
    t.deps.bus.publish = publish;
    expect([heard, (await board()).arrivals]).toEqual([
      [[p.cid, { kind: 'opened', patid: '4711' }]],
      [],
    ]);
  });

  it('the exchange file of VDDS-media is imported, and answered in place', async () => {
    // Windows-1252: Š and ž lie where ISO 8859-1 has no letters.
    put(
      'patdat.ini',
      Buffer.from(
        '[PATIENT]\r\nPVS=CDP_Z1\r\nPATID=4712\r\nLASTNAME=\u008aime\u009e\r\nFIRSTNAME=Ayse\r\nBIRTHDAY=20000229\r\nREADY=0\r\nERRORLEVEL=0\r\n',
        'latin1',
      ),
    );
    await look();
    t.clock.now += 2000;
    await look();
    expect([
      (await board()).arrivals.map((one) => one.name),
      readFileSync(path.join(folders.in, 'patdat.ini'), 'latin1'),
    ]).toEqual([
      ['Šimež, Ayse'],
      expect.stringMatching(/LASTNAME=\u008aime\u009e\r\n[\s\S]*READY=1\r\nERRORLEVEL=0/),
    ]);
    t.clock.now += 2000;
    await look();
    expect((await transfer()).taken).toHaveLength(1);
  });

  it('moves files to „erledigt“ if the owner wants that, without marking anyone as arrived', async () => {
    await setUp(p, folders, { afterRead: 'move', notesArrival: false });
    for (const name of ['a.gdt', 'b.gdt']) put(name, gdt('6301', JOERG));
    await look();
    put('a.gdt', gdt('6301', JOERG));
    await look();
    expect([
      lying(path.join(folders.in, 'erledigt')),
      (await board()).arrivals,
      (await patientRow('4711'))?.lastName,
    ]).toEqual([['2-a.gdt', 'a.gdt', 'b.gdt'], [], 'Müller']);
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
    // The second process stays locked out, also when the first one leaves: the marker names the
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
