/**
 * Files of the practice software of which a part cannot be read, or that pause while they are
 * written: everything is taken or named, and nothing is deleted unread.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { gdt, JOERG, lying, makeFolders, setUp, type Folders } from './exchange.ts';
import { watchedOf } from './watched.ts';

describe('unread parts of files', () => {
  let t: TestApp,
    p: Practice,
    folders: Folders,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp('sqlite');
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `haus${++n}`);
    folders = makeFolders();
    await setUp(p, folders, { afterRead: 'delete' });
  });
  afterEach(() => {
    folders.drop();
  });
  const { put, look, transfer, board } = watchedOf(() => ({ t, p, folders }));
  /** Looks at the folder again after this many seconds. */
  const lookAfter = async (seconds: number): Promise<void> => {
    t.clock.now += seconds * 1000;
    await look();
  };
  const unread = async () =>
    (await transfer()).unread.map((one) => [one.fileName, one.error, one.detail]);
  const taken = async () =>
    (await transfer()).taken.map((one) => [one.fileName, one.error, one.detail]);
  const at = (name: string): string => path.join(folders.in, name);

  it('a torn line of a GDT file is named with its number, and the file is kept', async () => {
    const lines = Buffer.from(gdt('6301', JOERG)).toString('latin1').split('\r\n');
    lines.splice(5, 0, 'zerrissene Zeile');
    put('riss.gdt', Buffer.from(lines.join('\r\n'), 'latin1'));
    await look();
    await lookAfter(11);
    expect((await board()).arrivals.map((one) => one.patid)).toEqual(['4711']);
    expect(await unread()).toEqual([['riss.gdt', 'torn_line', '6']]);
    expect(readFileSync(at('fehler/riss.gdt'), 'latin1')).toContain('zerrissene Zeile');
    const seen = await transfer();
    await p.post('/doctosync/seen', p.users.reception, { id: seen.unread[0]?.id });
    expect(await unread()).toEqual([]);
  });

  it('wrong lengths are a note; nothing is kept back', async () => {
    const text = Buffer.from(gdt('6301', JOERG)).toString('latin1');
    put('laenge.gdt', Buffer.from(text.replace('0133000', '0993000'), 'latin1'));
    await look();
    expect([await taken(), await unread(), lying(folders.in)]).toEqual([
      [['laenge.gdt', 'format_off', '']],
      [],
      [],
    ]);
  });

  it('fields of a GDT record that are not read are named, and the person is taken', async () => {
    put(
      'mehr.gdt',
      gdt('6302', [
        ...JOERG,
        ['8402', 'ALLG00'],
        ['3108', '1'],
        ['6228', ' '],
        ['4711', 'x'],
        ['3108', '3'],
      ]),
    );
    await look();
    expect((await board()).arrivals.map((one) => one.patid)).toEqual(['4711']);
    expect([await taken(), await unread()]).toEqual([
      [['mehr.gdt', 'names_left', '3108 Versichertenart, 4711']],
      [],
    ]);
    const lines = Buffer.from(gdt('6301', [...JOERG, ['9999', 'y']])).toString('latin1');
    put('beides.gdt', Buffer.from(lines.replace('0133000', '0993000'), 'latin1'));
    await look();
    expect((await taken())[0]).toEqual(['beides.gdt', 'names_left', '9999']);
  });

  it('the kinds of examination that a GDT record asks for are named with it, each once', async () => {
    const ask = (name: string, kind: '6302' | '6301', ...codes: readonly string[]): void =>
      put(name, gdt(kind, [...JOERG, ...codes.map((one): [string, string] => ['8402', one])]));
    ask('eine.gdt', '6302', 'ALLG00');
    await look();
    ask('mehrere.gdt', '6302', 'EKG01', ' BDM_01 ', 'EKG01', ' ');
    await look();
    ask('keine.gdt', '6301');
    await look();
    expect((await transfer()).taken.map((one) => [one.fileName, one.what, one.asked])).toEqual([
      ['keine.gdt', '6301', ''],
      ['mehrere.gdt', '6302', 'EKG01, BDM_01'],
      ['eine.gdt', '6302', 'ALLG00'],
    ]);
  });

  it('a line of an exchange file that is no entry is named, and the person is taken', async () => {
    put(
      'pat.ini',
      Buffer.from(
        '[PATIENT]\r\nPATID=4712\r\nLASTNAME=Kaya\r\nFIRSTNAME=Ayse\r\nBIRTHDAY=20000229\r\nINSURANCENUMBER=A1\r\nSTREE\r\nCITY=Köln\r\nCITY=Bonn\r\n',
        'latin1',
      ),
    );
    await look();
    await lookAfter(2);
    expect((await board()).arrivals.map((one) => one.patid)).toEqual(['4712']);
    expect([await taken(), await unread()]).toEqual([
      [['pat.ini', 'names_left', 'INSURANCENUMBER']],
      [['pat.ini', 'torn_line', '7, 9']],
    ]);
    // The program asked for the person, who is there.
    expect(readFileSync(at('pat.ini'), 'latin1')).toContain('READY=1\r\nERRORLEVEL=0');
    expect(existsSync(at('fehler/pat.ini'))).toBe(true);
  });

  const HEAD = 'id;datum;uhrzeit;dauer;nachname;vorname;telefon\n';
  it('a table names its bad row, an open quotation mark, and the columns that are not read', async () => {
    const good = '1;25.11.2026;9:30;30;Groß;Anna;0\n';
    put('zeile.csv', Buffer.from(`${HEAD}${good}\n2;31.02.2026;9:30;30;;;\n`));
    put('mehr.csv', Buffer.from(`${HEAD}3;25.11.2026;9:30;30;Groß; Anna;0;verschoben\n`));
    put('offen.csv', Buffer.from(`${HEAD}${good}4;25.11.2026;9:30;30;"Groß;Anna;0\n`));
    put('gut.csv', Buffer.from(`${HEAD}${good}`));
    await look();
    await lookAfter(2);
    await lookAfter(11);
    expect((await unread()).sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['mehr.csv', 'bad_row', '2'],
      ['offen.csv', 'open_quote', '3'],
      ['zeile.csv', 'bad_row', '4'],
    ]);
    expect(await taken()).toEqual([['gut.csv', 'names_left', 'telefon']]);
    expect(lying(at('fehler')).sort()).toEqual(['mehr.csv', 'offen.csv', 'zeile.csv']);
  });

  describe('a writer that pauses', () => {
    const days = async (): Promise<string[]> =>
      (await transfer()).online.map((one) => `${one.lastName} ${one.time}`).sort();

    it('in the middle of a row of a table gets the time to go on', async () => {
      writeFileSync(at('liste.csv'), `${HEAD}1;25.11.2026;9:30;30;Gro`);
      await look();
      await lookAfter(3);
      await lookAfter(3);
      expect([await days(), (await transfer()).in.waiting]).toEqual([
        [],
        [{ name: 'liste.csv', why: 'growing' }],
      ]);
      appendFileSync(at('liste.csv'), 'ß;Anna;0\n2;25.11.2026;10:00;30;Kaya;Ay;0\n');
      await look();
      await lookAfter(2);
      expect(await days()).toEqual(['Groß 09:30', 'Kaya 10:00']);
    });

    it('between two rows is read to its end through the same open file', async () => {
      put('liste.csv', Buffer.from(`${HEAD}1;25.11.2026;9:30;30;Groß;Anna;0\n`));
      await look();
      await lookAfter(2);
      expect(await days()).toEqual(['Groß 09:30']);
      const claimed = at('.molar/in/liste.csv');
      await lookAfter(20);
      appendFileSync(claimed, '2;25.11.2026;10:00;30;Kaya;Ay;0\n');
      await look();
      expect(await days()).toEqual(['Groß 09:30', 'Kaya 10:00']);
      expect(existsSync(claimed)).toBe(true);
      await lookAfter(31);
      expect([existsSync(claimed), await unread()]).toEqual([false, []]);
    });

    it('and never ends its last row is taken with a note', async () => {
      writeFileSync(at('liste.csv'), `${HEAD}1;25.11.2026;9:30;30;Groß;Anna;0`);
      await look();
      await lookAfter(11);
      expect([await days(), await taken()]).toEqual([
        ['Groß 09:30'],
        [['liste.csv', 'no_end', '']],
      ]);
    });

    it('in an exchange file is taken once the person is complete', async () => {
      writeFileSync(at('pat.ini'), '[PATIENT]\r\nPATID=4712\r\nLASTNAME=Kaya\r\n');
      await look();
      await lookAfter(3);
      expect([(await board()).arrivals, await unread()]).toEqual([[], []]);
      appendFileSync(at('pat.ini'), 'FIRSTNAME=Ayse\r\nBIRTHDAY=20000229\r\n');
      await look();
      await lookAfter(2);
      expect((await board()).arrivals.map((one) => one.name)).toEqual(['Kaya, Ayse']);
    });

    it('and a new file of the same name are both read', async () => {
      put('liste.csv', Buffer.from(`${HEAD}1;25.11.2026;9:30;30;Groß;Anna;0\n`));
      await look();
      await lookAfter(2);
      appendFileSync(at('.molar/in/liste.csv'), '2;25.11.2026;10:00;30;Kaya;Ay;0\n');
      put('liste.csv', Buffer.from(`${HEAD}3;25.11.2026;11:00;30;Roth;Eva;0\n`));
      await look();
      await lookAfter(2);
      expect(await days()).toEqual(['Groß 09:30', 'Kaya 10:00', 'Roth 11:00']);
      await lookAfter(31);
      expect(lying(at('.molar/in'))).toEqual([]);
    });

    it('in a calendar gets the time to go on', async () => {
      const event = (id: string, hour: string): string =>
        `BEGIN:VEVENT\r\nUID:${id}\r\nDTSTAMP:20261101T090000Z\r\nDTSTART:20261125T${hour}0000Z\r\nDURATION:PT30M\r\nSUMMARY:Termin\r\nEND:VEVENT\r\n`;
      writeFileSync(at('k.ics'), `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event('a', '09')}`);
      await look();
      await lookAfter(3);
      expect((await transfer()).in.waiting).toEqual([{ name: 'k.ics', why: 'growing' }]);
      appendFileSync(at('k.ics'), `${event('b', '11')}END:VCALENDAR\r\n`);
      await look();
      expect((await transfer()).online).toHaveLength(2);
    });
  });
});
