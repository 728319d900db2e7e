/**
 * Imported appointments: time zones, summer time, series, moves and cancellations, tables of many
 * kinds; a name alone never decides the patient.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer, UploadedTermine } from '../../shared/records/transfer.schema.ts';
import { encodeText } from '../../shared/records/gdt-bytes.ts';
import { csvRows, readCsvTermine } from '../../server/records/transfer/read-csv.ts';
import { readIcal } from '../../server/records/transfer/read-ical.ts';
import { createTestApp, START, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { lying, makeFolders, setUp } from './exchange.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const event = (fields: readonly string[], uid = 'u1'): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T080000Z', ...fields, 'END:VEVENT'].join('\r\n');
const calendar = (events: readonly string[], head: readonly string[] = []): Uint8Array =>
  bytes(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//test//DE',
      ...head,
      ...events,
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
const termine = (file: Uint8Array) => {
  const read = readIcal(file, START);
  if (!read.ok) throw new Error(read.why);
  return read.termine;
};
const times = (fields: readonly string[]) =>
  termine(calendar([event(fields)])).map((one) => `${one.day} ${one.time} ${one.minutes}`);

describe('iCalendar', () => {
  it('UTC, zone names, Windows names, no zone: all in Berlin time, across summer time too', () => {
    expect(times(['DTSTART:20261125T090000Z', 'DTEND:20261125T094500Z'])).toEqual([
      '2026-11-25 10:00 45',
    ]);
    expect(times(['DTSTART:20270701T090000Z', 'DURATION:PT30M'])).toEqual(['2027-07-01 11:00 30']);
    for (const zone of [';TZID=Europe/Berlin', ';TZID=W. Europe Standard Time', ''])
      expect([
        zone,
        times([`DTSTART${zone}:20270701T090000`, `DTEND${zone}:20270701T091500`]),
      ]).toEqual([zone, ['2027-07-01 09:00 15']]);
    expect(
      times([
        'DTSTART;TZID=America/New_York:20261125T040000',
        'DTEND;TZID=America/New_York:20261125T043000',
      ]),
    ).toEqual(['2026-11-25 10:00 30']);
    // The night of 28 March 2027 has no half past two; an appointment over the change keeps its
    // length in minutes.
    expect(times(['DTSTART:20270328T003000Z', 'DTEND:20270328T013000Z'])).toEqual([
      '2027-03-28 01:30 60',
    ]);
  });
  it('a time zone defined in the file', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Praxiszeit',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    expect(
      termine(
        calendar([event(['DTSTART;TZID=Praxiszeit:20261125T120000', 'DURATION:PT20M'])], zone),
      ).map((one) => `${one.day} ${one.time}`),
    ).toEqual(['2026-11-25 10:00']);
  });
  it('a weekly series keeps its local time across summer time, with exceptions and a moved date', () => {
    const series = event(
        [
          'DTSTART;TZID=Europe/Berlin:20270310T090000',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=5',
          'EXDATE;TZID=Europe/Berlin:20270324T090000',
        ],
        's',
      ),
      moved = event(
        [
          'RECURRENCE-ID;TZID=Europe/Berlin:20270331T090000',
          'DTSTART;TZID=Europe/Berlin:20270401T143000',
          'DURATION:PT1H',
        ],
        's',
      );
    expect(
      termine(calendar([series, moved]))
        .map((one) => `${one.day} ${one.time}`)
        .sort(),
    ).toEqual(['2027-03-10 09:00', '2027-03-17 09:00', '2027-04-01 14:30', '2027-04-07 09:00']);
  });
  it('reads patient names with umlauts, folded lines and escapes; all-day entries are skipped', () => {
    const [one] = termine(
      calendar([
        event([
          'DTSTART:20261125T090000Z',
          'SUMMARY:Yıldız-Müller\\, Özlem (Kontrolle)',
          'DESCRIPTION:geb. 05.11.1978\\nPat.-Nr.: 47',
          ' 11',
          'LOCATION:Zimmer 2',
        ]),
        event(['DTSTART;VALUE=DATE:20261225', 'SUMMARY:Weihnachten'], 'w'),
      ]),
    );
    expect(one).toMatchObject({
      lastName: 'Yıldız-Müller',
      firstName: 'Özlem',
      geburtsdatum: '1978-11-05',
      patid: '4711',
      zimmer: 'Zimmer 2',
    });
    expect(termine(calendar([event(['DTSTART;VALUE=DATE:20261225'])]))).toEqual([]);
  });
  it('refuses a calendar that it cannot read completely, with a reason', () => {
    const whole = event(['DTSTART:20261125T090000Z'], 'a');
    const why = (broken: string) => readIcal(calendar([whole, broken]), START);
    const without = (word: string): string =>
      event(['DTSTART:20261126T090000Z'], 'b')
        .split('\r\n')
        .filter((one) => !one.startsWith(word))
        .join('\r\n');
    expect([why(without('UID')), why(without('DTSTART'))]).toEqual([
      { ok: false, why: 'bad_event' },
      { ok: false, why: 'bad_event' },
    ]);
    expect(why(event(['DTSTART:20261125T090000Z', 'RRULE:FREQ=HOURLY'], 'b'))).toEqual({
      ok: false,
      why: 'long_series',
    });
    expect(
      termine(
        calendar([
          whole,
          without('UID').replace('DTSTART:20261126T090000Z', 'DTSTART;VALUE=DATE:20261224'),
        ]),
      ),
    ).toHaveLength(1);
  });
  it('expands a series that began long ago, and includes the start of a date list', () => {
    const daily = termine(calendar([event(['DTSTART:20050103T090000Z', 'RRULE:FREQ=DAILY'])]));
    expect([daily[0]?.day, daily.at(-1)?.day, daily.length]).toEqual([
      '2026-11-19',
      '2027-11-21',
      368,
    ]);
    const listed = ['DTSTART:20261201T090000Z', 'RDATE:20261210T090000Z,20261212T090000Z'];
    expect(times(listed).map((one) => one.slice(0, 10))).toEqual([
      '2026-12-01',
      '2026-12-10',
      '2026-12-12',
    ]);
    expect(times([...listed, 'EXDATE:20261201T090000Z']).map((one) => one.slice(0, 10))).toEqual([
      '2026-12-10',
      '2026-12-12',
    ]);
  });
  it('other input is rejected without an exception, and an endless series is bounded', () => {
    for (const text of [
      '',
      'x',
      'BEGIN:VCARD\r\nEND:VCARD\r\n',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n',
    ])
      expect([text, readIcal(bytes(text), START)]).toEqual([text, { ok: false, why: 'not_ical' }]);
    expect(
      readIcal(calendar([event(['DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'])]), START),
    ).toEqual({ ok: false, why: 'long_series' });
    const whole = Buffer.from(
      calendar([
        event(['DTSTART:20261125T090000Z', 'SUMMARY:Müller\\, Jörg', 'RRULE:FREQ=DAILY;COUNT=3']),
      ]),
    );
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 3 }),
        (cut, noise) => {
          const spoiled = Buffer.from(whole.subarray(0, cut));
          for (const [at, byte] of noise) if (at < spoiled.length) spoiled[at] = byte;
          readIcal(spoiled, START);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('tables', () => {
  const HEAD =
    'TerminId;PatNr;Nachname;Vorname;Geburtsdatum;Datum;Uhrzeit;Dauer;Art;Status;geändertAm';
  it('Windows-1252 and UTF-8, German and ISO days, quotes with separators and line ends', () => {
    const text = `${HEAD}\r\n1;4711;Müller;Jörg;05.11.1978;25.11.2026;9:30;45;"Kontrolle; ""PZR""\r\nlang";;\r\n2;;Öz;Ay;2000-02-29;2026-11-26;14:00;;;abgesagt;2026-11-20 10:00\r\n\r\n`;
    for (const file of [bytes(text), bytes(`\ufeff${text}`), encodeText(text, 'latin1')]) {
      expect(readCsvTermine(file)).toMatchObject({
        ok: true,
        termine: [
          {
            uid: '1',
            patid: '4711',
            lastName: 'Müller',
            geburtsdatum: '1978-11-05',
            day: '2026-11-25',
            time: '09:30',
            minutes: 45,
            art: 'Kontrolle; "PZR" lang',
            isCancelled: false,
          },
          {
            uid: '2',
            lastName: 'Öz',
            day: '2026-11-26',
            minutes: 30,
            isCancelled: true,
            stamp: Date.parse('2026-11-20T10:00:00Z'),
          },
        ],
      });
    }
    expect(readCsvTermine(bytes('id,datum,uhrzeit\n1,2026-11-25,10:00\n'))).toMatchObject({
      ok: true,
      termine: [{ uid: '1' }],
    });
  });
  it('one unreadable row: nothing is imported, with a reason', () => {
    for (const [row, why] of [
      ['1;;;;;31.02.2026;9:30;;;;', 'bad_row'],
      ['1;;;;;25.11.26;9:30;;;;', 'bad_row'],
      ['1;;;;;25.11.2026;25:30;;;;', 'bad_row'],
      [';;;;;25.11.2026;9:30;;;;', 'bad_row'],
      ['1;;;;1.1.78;25.11.2026;9:30;;;;', 'bad_row'],
    ] as const)
      expect([row, readCsvTermine(bytes(`${HEAD}\n${row}\n`))]).toEqual([row, { ok: false, why }]);
    expect([readCsvTermine(bytes('a;b\n1;2\n')), readCsvTermine(bytes('x'))]).toEqual([
      { ok: false, why: 'missing_column' },
      { ok: false, why: 'not_csv' },
    ]);
  });
  it('cells written by RFC 4180 are read back', () => {
    const cell = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = [['a', 'b', 'c'], ...rows]
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'))
          .join('\r\n');
        expect(csvRows(text)?.slice(1)).toEqual(
          rows.filter((row) => row.some((one) => one.trim() !== '')).map((row) => [...row]),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(STORES)('on the board (%s)', (kind) => {
  let t: TestApp,
    p: Practice,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp(kind);
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `termin${++n}`, [
      person('4711', 'Jörg', 'Müller', '1978-11-05'),
      person('8', 'Anna', 'Groß', '1941-03-04'),
      person('9', 'Anna', 'Groß', '1970-01-01'),
    ]);
  });
  const upload = async (body: Uint8Array, type = 'text/calendar'): Promise<UploadedTermine> => {
    const answer = await p.call('/doctosync/termine', {
      as: p.users.reception,
      method: 'POST',
      body,
      type,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as UploadedTermine;
  };
  const rows = async () =>
    (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.termin))
      .map((one) => `${one.patid} ${one.day} ${one.time} ${one.quelle ?? '-'}`)
      .sort();
  const said = (fields: readonly string[], more: readonly string[] = []) =>
    calendar([event(['SUMMARY:Müller\\, Jörg', 'DESCRIPTION:geb. 05.11.1978', ...fields])], more);
  const AT = 'DTSTART:20261120T130000Z',
    LATER = 'DTSTART:20261120T150000Z';

  it('imported, repeated, moved, cancelled; an older file changes nothing', async () => {
    expect(await upload(said([AT, 'SEQUENCE:0']))).toEqual({
      taken: 1,
      moved: 0,
      cancelled: 0,
      open: 0,
    });
    expect([await upload(said([AT, 'SEQUENCE:0'])), await rows()]).toEqual([
      { taken: 1, moved: 0, cancelled: 0, open: 0 },
      ['4711 2026-11-20 14:00 ONLINE'],
    ]);
    expect((await p.call('/tablet/board', { as: p.users.reception })).json).toMatchObject({
      expected: [{ patid: '4711', time: '14:00' }],
    });
    expect([await upload(said([LATER, 'SEQUENCE:1'])), await rows()]).toEqual([
      { taken: 0, moved: 1, cancelled: 0, open: 0 },
      ['4711 2026-11-20 16:00 ONLINE'],
    ]);
    expect([await upload(said([AT, 'SEQUENCE:0'])), await rows()]).toEqual([
      { taken: 1, moved: 0, cancelled: 0, open: 0 },
      ['4711 2026-11-20 16:00 ONLINE'],
    ]);
    expect([await upload(said([LATER, 'SEQUENCE:2'], ['METHOD:CANCEL'])), await rows()]).toEqual([
      { taken: 0, moved: 0, cancelled: 1, open: 0 },
      [],
    ]);
    await upload(said([LATER, 'SEQUENCE:1']));
    expect(await rows()).toEqual([]);
  });

  it('matches by number without conflict, or name and birth date; a name alone waits for staff', async () => {
    const of = (uid: string, fields: readonly string[]) => event([AT, ...fields], uid);
    expect(
      await upload(
        calendar([
          of('a', ['SUMMARY:Groß\\, Anna']),
          of('b', ['X-PATID:8']),
          of('c', ['X-PATID:8', 'DESCRIPTION:geb. 01.01.1970']),
          of('d', ['SUMMARY:Gross\\, Anna', 'DESCRIPTION:*01.01.1970']),
          of('e', ['SUMMARY:Neu\\, Nina']),
        ]),
      ),
    ).toEqual({ taken: 2, moved: 0, cancelled: 0, open: 3 });
    expect(await rows()).toEqual(['8 2026-11-20 14:00 ONLINE', '9 2026-11-20 14:00 ONLINE']);
    const { online } = (await p.call('/doctosync', { as: p.users.reception })).json as Transfer,
      a = online.find((one) => one.lastName === 'Groß'),
      e = online.find((one) => one.lastName === 'Neu');
    expect([a?.candidates.map((one) => one.patid).sort(), e?.candidates]).toEqual([['8', '9'], []]);
    const decide = (terminId: string | undefined, patid?: string) =>
      p.post('/doctosync/termine/assign', p.users.reception, {
        terminId,
        ...(patid !== undefined && { patid }),
      });
    expect([
      (await decide(a?.terminId, '9')).status,
      (await decide(a?.terminId, '9')).status,
      (await decide(a?.terminId, '8')).code,
      (await decide(e?.terminId)).status,
      (await decide(e?.terminId, '404')).code,
    ]).toEqual([204, 204, 'state_conflict', 204, 'not_found']);
    // An assignment by staff survives a move of the appointment; ignored ones stay ignored.
    await upload(
      calendar([
        event([LATER, 'SEQUENCE:1', 'SUMMARY:Groß\\, Anna'], 'a'),
        event([LATER, 'SEQUENCE:1', 'SUMMARY:Neu\\, Nina'], 'e'),
      ]),
    );
    expect((await rows()).filter((row) => row.includes('16:00'))).toEqual([
      '9 2026-11-20 16:00 ONLINE',
    ]);
  });

  it("a table in the watched folder is read repeatedly; the practice's own appointments stay", async () => {
    const folders = makeFolders(),
      { termin } = t.deps.store.t;
    await setUp(p, folders);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(termin, {
        terminId: 'eigen',
        patid: '8',
        day: '2026-11-20',
        time: '08:00',
        minutes: 15,
        zimmer: '',
        behandler: '',
        art: '',
      }),
    );
    for (let i = 0; i < 3; i++) {
      writeFileSync(
        path.join(folders.in, 'termine.csv'),
        'id;patid;datum;uhrzeit;status\neigen;8;20.11.2026;09:00;\nx;4711;20.11.2026;10:00;\ny;4711;21.11.2026;10:00;abgesagt\n',
      );
      await t.app.watcher.look();
      t.clock.now += 2000;
      await t.app.watcher.look();
      expect([lying(folders.in), await rows()]).toEqual([
        [],
        ['4711 2026-11-20 10:00 ONLINE', '8 2026-11-20 08:00 -', '8 2026-11-20 09:00 ONLINE'],
      ]);
    }
    expect(readdirSync(path.join(folders.in, '.molar', 'in'))).toEqual([]);
    expect(readFileSync(path.join(folders.in, '.molar', 'folder.json'), 'utf8')).toContain(p.cid);
    folders.drop();
  });
});
