/**
 * From the folder to the board: files of the practice software are imported once, completely, and
 * by the right practice; unreadable ones are set aside and reported.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPatients } from '../../server/desk/patient/add-records.ts';
import { proposeChanges } from '../../server/desk/patient/propose-changes.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { gdt, JOERG, lying, makeFolders, setUp, type Folders } from './exchange.ts';
import { watchedOf } from './watched.ts';

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
  const { put, look, transfer, board, record, patientRow, of, joined } = watchedOf(() => ({
    t,
    p,
    folders,
  }));

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
    // Windows-1252: ISO 8859-1 has no letters at the codes of Š and ž.
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
});
