/**
 * Tests of reading appointments from files: time zones, summer time, series, and tables of many
 * kinds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../shared/records/gdt-bytes.ts';
import { csvRows, readCsvTermine } from '../../server/records/transfer/read-csv.ts';
import { readIcal } from '../../server/records/transfer/read-ical.ts';
import { START } from '../support/in-process.ts';
import { bytes, event, calendar } from './calendar.ts';

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
  it('leaves out an unreadable event, names why, and reads its neighbours', () => {
    const whole = event(['DTSTART:20261125T090000Z'], 'a');
    const read = (broken: string) => {
      const found = readIcal(calendar([whole, broken]), START);
      return found.ok ? [found.termine.map((one) => one.uid), found.left] : found.why;
    };
    const without = (word: string): string =>
      event(['DTSTART:20261126T090000Z'], 'b')
        .split('\r\n')
        .filter((one) => !one.startsWith(word))
        .join('\r\n');
    const bad = [['a'], [{ why: 'bad_event', count: 1 }]];
    expect(read(without('UID'))).toEqual(bad);
    expect(read(without('DTSTART'))).toEqual(bad);
    expect(read(event(['DTSTART:gestern'], 'b'))).toEqual(bad);
    expect(read(event(['DTSTART:20261126T090000Z', 'ohne Doppelpunkt'], 'b'))).toEqual(bad);
    expect(read(event(['DTSTART:20261126T090000Z', 'RRULE:FREQ=OFTEN'], 'b'))).toEqual(bad);
    expect(read(event(['DTSTART:20261125T090000Z', 'RRULE:FREQ=MINUTELY'], 'b'))).toEqual([
      ['a'],
      [{ why: 'long_series', count: 1 }],
    ]);
    expect(
      read(without('UID').replace('DTSTART:20261126T090000Z', 'DTSTART;VALUE=DATE:20261224')),
    ).toEqual([['a'], []]);
  });
  it('refuses a file that breaks off', () => {
    const text = new TextDecoder().decode(calendar([event(['DTSTART:20261125T090000Z'], 'a')]));
    expect(readIcal(bytes(text.slice(0, text.indexOf('END:VCALENDAR'))), START)).toEqual({
      ok: false,
      why: 'not_ical',
    });
  });
  it('UNTIL as a day includes that day; UNTIL and EXDATE in UTC fit a zone without rules', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20261201T090000';
    const days = (...fields: string[]) => times([start, ...fields]).map((one) => one.slice(8, 10));
    expect(days('RRULE:FREQ=DAILY;UNTIL=20261203')).toEqual(['01', '02', '03']);
    expect(days('RRULE:FREQ=DAILY;UNTIL=20261203T080000Z')).toEqual(['01', '02', '03']);
    expect(days('RRULE:FREQ=DAILY;UNTIL=20261203T075959Z')).toEqual(['01', '02']);
    expect(days('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261202T080000Z')).toEqual(['01', '03']);
    expect(days('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261202')).toEqual(['01', '03']);
    expect(days('RDATE;VALUE=PERIOD:20261205T080000Z/PT30M')).toEqual(['01', '05']);
  });
  it('changes of one occurrence and all later ones move them, and cancel them', () => {
    const series = event(
      ['DTSTART;TZID=Europe/Berlin:20261201T090000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=4'],
      's',
    );
    const later = event(
      [
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261203T090000',
        'DTSTART;TZID=Europe/Berlin:20261203T103000',
        'DURATION:PT45M',
      ],
      's',
    );
    expect(
      termine(calendar([series, later])).map((one) => `${one.day} ${one.time} ${one.minutes}`),
    ).toEqual([
      '2026-12-01 09:00 30',
      '2026-12-02 09:00 30',
      '2026-12-03 10:30 45',
      '2026-12-04 10:30 45',
    ]);
    const cancelled = later.replace('DURATION:PT45M', 'STATUS:CANCELLED');
    expect(termine(calendar([series, cancelled])).map((one) => one.isCancelled)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it('answers of guests change nothing', () => {
    expect(termine(calendar([event(['DTSTART:20261125T090000Z'])], ['METHOD:REPLY']))).toEqual([]);
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
    ).toMatchObject({ ok: true, termine: [], left: [{ why: 'long_series', count: 1 }] });
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
    const row = (head: string, cells: string) => {
      const read = readCsvTermine(bytes(`${head}\n${cells}\n`));
      return read.ok ? read.termine[0] : read.why;
    };
    expect(row('ID\tDatum\tUhrzeit\tDauer (min)', '1\t25.11.2026\t9.00\t45')).toMatchObject({
      time: '09:00',
      minutes: 45,
    });
    expect(row('ID;Datum;Uhrzeit;Dauer', '1;25.11.2026;09:15:00;0:20')).toMatchObject({
      time: '09:15',
      minutes: 20,
    });
    for (const [status, isCancelled] of [
      ['Abgesagt durch Patient', true],
      ['vom Patienten abgesagt', true],
      ['storniert (Praxis)', true],
      ['nicht abgesagt', false],
      ['Absagebestätigung', false],
      ['bestätigt', false],
    ] as const)
      expect([status, row('ID;Datum;Uhrzeit;Status', `1;25.11.2026;9:00;${status}`)]).toMatchObject(
        [status, { isCancelled }],
      );
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
      expect([row, readCsvTermine(bytes(`${HEAD}\n${row}\n`))]).toEqual([
        row,
        { ok: false, why, line: 2 },
      ]);
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
        const read = csvRows(text);
        expect(read.ok && read.rows.slice(1).map((row) => row.cells)).toEqual(
          rows.filter((row) => row.some((one) => one.trim() !== '')).map((row) => [...row]),
        );
      }),
      { numRuns: 300 },
    );
  });
});
