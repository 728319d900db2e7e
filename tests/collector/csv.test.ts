/**
 * Tables of the practice software: character sets, separators, German dates and amounts, foreign
 * columns; a broken table imports nothing.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveTurns } from '../../server/analytics/collector/csv/leave-turns.ts';
import { readInThread } from '../../server/analytics/collector/csv/reader.ts';
import { bytesOf } from '../../server/analytics/collector/csv/source.ts';
import { eachRow, separatorOf } from '../../server/analytics/collector/csv/text-of.ts';
import { forgetRefused } from '../../server/analytics/collector/refused-lines.ts';
import { REFUSED_DAYS } from '../../shared/analytics/deliveries/collector.schema.ts';
import { allRows, refusedOf } from '../../server/analytics/collector/store.ts';
import { countingBatches, pvsTable } from '../../server/platform/db/pvs-rows.ts';
import { rejectsOf } from '../../server/analytics/collector/csv/reject-words.ts';
import { csvOf as csvCells } from '../../server/platform/audit/export-audit.ts';
import type { Workshop } from '../../server/platform/work.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { compileCheck } from '../../shared/analytics/deliveries/pvs-check.ts';
import { openTestStore } from '../support/stores.ts';
import { tablesWorker } from '../support/setup/workers.ts';
import { tablesOf, workshopOver } from './take-tables.ts';

let store: Store, drop: () => Promise<void>, workshop: Workshop;
beforeAll(async () => {
  ({ store, drop } = await openTestStore('sqlite'));
  workshop = workshopOver(store);
});
afterAll(() => drop());
const { look, file, take } = tablesOf(() => ({ workshop }));

const HEAD = 'id;geaendertAm;Vorname;Nachname;Geburtsdatum;Versicherung;Beihilfe\r\n',
  GOOD = '1;5;Jörg;Müller;05.11.1978;GKV;nein\r\n';

it('another process gets the file lock several times a second', async () => {
  const slept: number[] = [];
  let at = 0;
  const between = leaveTurns(
    () => at,
    (ms) => {
      slept.push(at);
      at += ms;
      return Promise.resolve();
    },
  );
  for (let piece = 0; piece < 12; piece++) {
    at += 30;
    await between();
  }
  expect(slept).toEqual([90, 206, 322, 438].filter((one) => one < 12 * 30 + 4 * 26));
  expect(slept.every((one, n) => one - (slept[n - 1] ?? 0) <= 128)).toBe(true);
});

describe('parsed tables', () => {
  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('%s, split anywhere', async (name, encode) => {
    expect(await take(name, [file('patient.csv', encode(`${HEAD}${GOOD}`), 5)])).toMatchObject({
      outcome: 'closed',
      rows: 1,
      refused: 0,
    });
    expect(
      (await allRows(look(name), 'patient')).map((row) => [
        row.id,
        row.version,
        row.vorname,
        row.nachname,
        row.geburtsdatum,
        row.beihilfe,
      ]),
    ).toEqual([['1', 5, 'Jörg', 'Müller', '1978-11-05', false]]);
  });
  it('separators, quotes with line ends, German and other amounts', async () => {
    expect([
      separatorOf('a;b;"c,d,e,f"'),
      separatorOf('a\tb\tc'),
      separatorOf('a,b,"x;y;z"'),
    ]).toEqual([';', '\t', ',']);
    const rows = ['1.234,50', '1234,5', '1.234', '-12,00', '"1,234.50"', '12 €']
      .map(
        (betrag, at) =>
          `${at},1,R${at},"03.02.2026",${betrag.includes(',') && !betrag.startsWith('"') ? `"${betrag}"` : betrag},ZAHLUNG\n`,
      )
      .join('');
    expect(
      await take('amounts', [
        file('zahlung.csv', `id,geaendertAm,rechnungId,datum,betrag,art\n${rows}`),
      ]),
    ).toMatchObject({ outcome: 'closed', rows: 6 });
    expect((await allRows(look('amounts'), 'zahlung')).map((row) => row.betrag)).toEqual([
      123450, 123450, 123400, -1200, 123450, 1200,
    ]);
    await take('notes', [
      file(
        'tagesnotiz.csv',
        'id;geaendertAm;patid;datum;text\n1;1;7;2026-01-02;"Zeile eins\nZeile ""zwei""; 😀"\n',
      ),
    ]);
    expect((await allRows(look('notes'), 'tagesnotiz'))[0]?.text).toBe(
      'Zeile eins\nZeile "zwei"; 😀',
    );
  });
  it('reads text back that a file of Molar wrote for a spreadsheet', async () => {
    const ids = ['0010', '2024-01', '=1', "O'Neil"],
      text = csvCells([
        ['id', 'geaendertAm', 'Vorname', 'Nachname', 'Geburtsdatum', 'Versicherung', 'Beihilfe'],
        ...ids.map((id) => [id, '5', '-', id, '05.11.1978', 'GKV', 'nein']),
      ]);
    expect(text).toContain('"=""0010"""');
    expect(await take('again', [file('patient.csv', text)])).toMatchObject({ refused: 0 });
    const read = await allRows(look('again'), 'patient');
    expect(read.map((row) => row.id).sort()).toEqual([...ids].sort());
    expect(read.every((row) => row.nachname === row.id && row.vorname === '-')).toBe(true);
  });
  it('a check counts the rows that refer to nothing in the files or in earlier deliveries', async () => {
    const practitioner = file('behandler.csv', 'id;geaendertAm;name\nMR1;1;Eins\nMR3;1;Drei\n');
    await take('orphans', [practitioner]);
    const notes = file(
        'tagesnotiz.csv',
        'id;geaendertAm;geloescht;patid;datum;text;behandler\n' +
          ['1;1;0;1;2026-01-02;a;MR1', '2;1;0;9;2026-01-02;b;NIEMAND', '3;1;0;9;2026-01-02;c;']
            .map((line) => `${line}\n`)
            .join(''),
      ),
      checked = await take('orphans', [file('patient.csv', `${HEAD}${GOOD}`), notes], {
        isDry: true,
      });
    expect(checked.orphans).toEqual([
      { entity: 'tagesnotiz', field: 'patid', rows: 2, sample: '9' },
      { entity: 'tagesnotiz', field: 'behandler', rows: 1, sample: 'NIEMAND' },
    ]);
    expect(
      (await take('orphans', [notes], { isDry: true, reader: readInThread(await tablesWorker()) }))
        .orphans,
    ).toMatchObject([{ rows: 3 }, { rows: 1 }]);
  });
  it('refused lines stay with the delivery until their time is over', async () => {
    const table = file('patient.csv', `${HEAD}${GOOD}2;5;Eva;Groß;31.02.1978;GKV;nein\r\n`),
      { batch } = await take('kept', [table], { goesOn: true });
    expect(await refusedOf(look('kept'), batch!)).toMatchObject([
      { n: 1, file: 'patient.csv', line: 3, field: 'geburtsdatum', why: 'not_day' },
    ]);
    expect(await refusedOf(look('kept'), batch! + 1)).toEqual([]);
    expect(await refusedOf(look('others'), batch!)).toEqual([]);
    const at = (days: number): Promise<number> =>
      workshop.write('kept', { kind: 'system', cid: 'kept' }, (w) =>
        forgetRefused({ ...w, now: w.now + days * 86_400_000 }),
      );
    expect([await at(REFUSED_DAYS - 1), await at(REFUSED_DAYS + 1)]).toEqual([0, 1]);
  });
  it('lines before the header are skipped, and name the separator', async () => {
    for (const [name, first] of [
      ['excel', 'sep=,\r\n'],
      ['datev', '"EXTF",700,21,"Buchungsstapel",12,20260105,,"RE"\r\n'],
    ] as const)
      expect(
        await take(name, [file('patient.csv', first + (HEAD + GOOD).replaceAll(';', ','))]),
      ).toMatchObject({ outcome: 'closed', rows: 1, refused: 0 });
  });
  it('rows of empty cells, as a spreadsheet leaves them, are no rows', async () => {
    for (const [name, blank] of [
      ['last', `${HEAD}${GOOD};;;;;;\r\n;;;;;;\r\n`],
      ['between', `${HEAD};;;;;;\r\n${GOOD}`],
      ['short', `${HEAD}${GOOD} ; ;\r\n`],
    ] as const)
      expect(await take(`blank ${name}`, [file('patient.csv', blank, 9)])).toMatchObject({
        outcome: 'closed',
        rows: 1,
        refused: 0,
      });
  });
  it('a table without quotes reads like one with quotes, with any line ends, split anywhere', async () => {
    const read = async (
      text: string,
      hasQuotes: boolean,
      piece: number,
    ): Promise<[string[], number][]> => {
      const rows: [string[], number][] = [];
      for await (const _ of eachRow(
        bytesOf({ kind: 'memory', bytes: Buffer.from(text), piece }),
        { charset: 'utf-8', hasQuotes },
        ';',
        (row, line) => {
          rows.push([row, line]);
        },
      ))
        continue;
      return rows;
    };
    const plain = '\ufeffid;Name;ö\n1;Jörg 😀; x \n\n2;;\n3;a\n;;';
    for (const end of ['\n', '\r\n', '\r'])
      for (const piece of [1, 7, 1000]) {
        const text = plain.replaceAll('\n', end),
          rows = await read(text, false, piece);
        expect(
          rows.map(([row]) => row),
          `${JSON.stringify(end)} ${piece}`,
        ).toEqual([
          ['id', 'Name', 'ö'],
          ['1', 'Jörg 😀', ' x '],
          ['2', '', ''],
          ['3', 'a'],
          ['', '', ''],
        ]);
        expect(rows.map(([, line]) => line)).toEqual([1, 2, 4, 5, 6]);
        expect(await read(text, true, piece)).toEqual(rows);
      }
    await expect(read(`a;b\n${'x'.repeat(200_002)}`, false, 65_536)).rejects.toMatchObject({
      why: 'too_long_row',
      line: 2,
    });
  });
  it('an amount is the same with every parser', () => {
    const check = compileCheck('zahlung', { lastDay: '2030-01-01', fallback: 1 }),
      read = (betrag: string): unknown => {
        const row = check('1', 1, null, ['R', '2026-01-01', betrag, 'ZAHLUNG']);
        return 'why' in row ? row.why : row.values[2];
      };
    expect(
      [
        '0',
        '-0',
        '-0,00',
        '7',
        '7,5',
        '7.5',
        '7,50',
        '-12,05',
        '007',
        '999999999999',
        '9999999999,99',
        '1234567890123',
        '7,',
        ',5',
        '-',
        '',
        '1,234',
        '1.234',
        '1.2.3',
        ' 7,50 ',
        '7,50 €',
        '+7',
        '--7',
      ].map(read),
    ).toEqual([
      0,
      0,
      0,
      700,
      750,
      750,
      750,
      -1205,
      700,
      'out_of_range',
      999999999999,
      'not_number',
      'not_number',
      'not_number',
      'not_number',
      'missing',
      'not_number',
      123400,
      'not_number',
      750,
      750,
      'not_number',
      'not_number',
    ]);
  });
});

describe('refused tables import nothing', () => {
  const nothing = async (cid: string): Promise<void> => {
    expect(await countingBatches(look(cid))).toEqual([]);
  };
  it.each([
    ['utf16', Buffer.from(`\ufeff${HEAD}`, 'utf16le'), 'utf16'],
    ['binary', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), 'binary'],
    ['empty', Buffer.alloc(0), 'empty'],
    ['one column', Buffer.from('nur eine Spalte\n1\n'), 'no_header'],
    ['columns', Buffer.from('id;Vorname\n1;Eva\n'), 'missing_columns'],
  ])('%s', async (name, bytes, why) => {
    expect((await take(name, [file('patient.csv', bytes)])).bad).toMatchObject([
      { name: 'patient.csv', why },
    ]);
    await nothing(name);
  });
  it('lines of two character sets are refused, with the first that is no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(HEAD + GOOD),
      Buffer.from('2;5;Eva;Groß;05.11.1978;GKV;nein\r\n', 'latin1'),
    ]);
    expect((await take('mixed', [file('patient.csv', bytes)])).bad).toEqual([
      { name: 'patient.csv', why: 'mixed_charset', line: 3 },
    ]);
    await nothing('mixed');
    // A closing quote after a capital umlaut would be one letter of Syriac in UTF-8.
    const old = Buffer.from(`${HEAD}2;5;Eva;„MENÜ“;05.11.1978;GKV;nein\r\n${GOOD}`, 'utf8')
      .toString('utf8')
      .replaceAll('„', '\x84')
      .replaceAll('“', '\x93');
    expect(await take('old', [file('patient.csv', Buffer.from(old, 'latin1'))])).toMatchObject({
      outcome: 'closed',
      rows: 2,
    });
  });
  it('an unclosed quote is named with its file, whatever was read before', async () => {
    const broken = await take('quotes', [
      file('patient.csv', `${HEAD}${GOOD}2;5;"Eva;Groß;05.11.1978;GKV;nein\r\n${GOOD}`),
    ]);
    expect(broken).toMatchObject({
      outcome: 'refused',
      batch: null,
      bad: [{ name: 'patient.csv', why: 'quotes', line: 3 }],
    });
    // Further quotes follow: the line that opened the first one is named.
    const more = `${HEAD}${GOOD}2;5;"Eva;Groß;05.11.1978;GKV;nein\r\n3;5;"Uwe";Alt;05.11.1978;GKV;nein\r\n`;
    expect((await take('quotes', [file('patient.csv', more)])).bad).toEqual([
      { name: 'patient.csv', why: 'quotes', line: 3 },
    ]);
    expect(
      await look('quotes').db.count(pvsTable(store.t, 'patient'), sql`true`),
    ).toBeLessThanOrEqual(1);
    await nothing('quotes');
  });
  it('a worker reads many files like the main thread, past a broken one, and beyond its read-ahead', async () => {
    const reader = readInThread(await tablesWorker()),
      many = Array.from(
        { length: 17_000 },
        (_, at) =>
          `${at};1;R${at % 7};2026-01-02;${at % 50},00;${at === 16_500 ? 'X' : 'ZAHLUNG'}\n`,
      ).join('');
    const files = [
      file('zahlung.csv', `id;geaendertAm;rechnungId;datum;betrag;art\n${many}`, 65_536),
      file('tagesnotiz.csv', 'id;geaendertAm;patid;datum;text\n1;1;7;2026-01-02;"offen\n', 20),
      file('patient.csv', `${HEAD}${GOOD}`),
    ];
    const [here, there] = [
      await take('here', files, { isDry: true }),
      await take('there', files, { isDry: true, reader }),
    ];
    expect(there).toMatchObject({
      outcome: 'refused',
      refused: 1,
      bad: [{ name: 'tagesnotiz.csv', why: 'quotes' }],
      rows: 17_000,
      counts: { zahlung: 16_999, patient: 1 },
    });
    expect(there).toEqual(here);
    const good = files.filter((one) => one.name !== 'tagesnotiz.csv');
    expect(
      [
        await take('here', good, { goesOn: true }),
        await take('there', good, { goesOn: true, reader }),
      ].map((one) => [one.outcome, one.rows]),
    ).toEqual([
      ['closed', 17_000],
      ['closed', 17_000],
    ]);
    expect(
      (await allRows(look('there'), 'zahlung')).map((row) => ({ ...row, cid: 'here' })),
    ).toEqual(await allRows(look('here'), 'zahlung'));
  });
  it('refused lines stop the import with line and reason, and are skipped only on request', async () => {
    const text = `${HEAD}${GOOD}2;5;Eva;;05.11.1978;GKV;nein\r\n3;5;Uwe;Alt;31.02.1978;GKV;nein\r\n4;5;Ina;Neu;05.11.2031;GKV;nein\r\n1;5;Jörg;Anders;05.11.1978;GKV;nein\r\n${GOOD}5;5;zu kurz\r\n=1+1;x;A;B;05.11.1978;GKV;nein\r\n`;
    const stopped = await take('lines', [file('patient.csv', text)]);
    expect(stopped).toMatchObject({ outcome: 'refused', rows: 1, refused: 6 });
    expect(stopped.lines.map(({ line, field, why }) => [line, field, why])).toEqual([
      [3, 'nachname', 'missing'],
      [4, 'geburtsdatum', 'not_day'],
      [5, 'geburtsdatum', 'future'],
      [6, 'id', 'duplicate'],
      [8, '', 'columns'],
      [9, 'geaendertAm', 'not_instant'],
    ]);
    await nothing('lines');
    expect(
      await take('lines', [file('patient.csv', text)], { isDry: true, goesOn: true }),
    ).toMatchObject({ outcome: 'checked', rows: 1, refused: 6 });
    await nothing('lines');
    expect(await take('lines', [file('patient.csv', text)], { goesOn: true })).toMatchObject({
      outcome: 'closed',
      rows: 1,
      refused: 6,
    });
    const whole = rejectsOf(stopped.lines, stopped.refused);
    expect(whole).not.toMatch(/(^|,)=1/m);
    expect(whole).toMatch(/^\ufeff"Datei";/);
    expect(rejectsOf(stopped.lines.slice(0, 2), 6)).toMatch(
      /^\ufeff"Hier stehen 2 von 6 abgelehnten Zeilen; mehr sind nicht aufbewahrt\."\r\n"Datei";/,
    );
  });
});
