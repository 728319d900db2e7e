/**
 * Tests of GDT: the confirmed examples byte for byte, malformed output of practice software, and
 * files of several records.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes, encodeText } from './gdt-bytes.ts';
import { answerRecord, personOf } from './gdt-records.ts';
import {
  declaredLength,
  isUnfinishedGdt,
  isWholeGdt,
  readGdt,
  valueOf,
  writeGdt,
  type GdtRecord,
} from './gdt.ts';

const TODAY = '2026-11-20';
const latin = (text: string): Uint8Array => encodeText(text, 'latin1');
/** Lines of the confirmed example 6301 (241 bytes, ISO 8859-1). */
const EXAMPLE = [
  '01380006301',
  '014810000241',
  '0178315METRICS1',
  '0178316DSWIN001',
  '01092063',
  '014921802.10',
  '01330004711',
  '0153101Müller',
  '0133102Jörg',
  '017310305111978',
  '0123104Dr.',
  '0193105A123456789',
  '021310610115 Berlin',
  '0263107Invalidenstraße 7',
  '01031081',
  '01031101',
];
const example = (end = '\r\n'): Uint8Array => latin(EXAMPLE.map((line) => line + end).join(''));
const ANSWER = [
  '01380006310',
  '014810000383',
  '0178315DSWIN001',
  '0178316METRICS1',
  '01092063',
  '014921802.10',
  '01330004711',
  '0153101Müller',
  '0133102Jörg',
  '017310305111978',
  '0158402ALLG00',
  '017620020112025',
  '0156201143005',
  '0516220Anamnesebogen vollständig, keine Allergien',
  '0486227Unterschrift am Tablet 20.11.2025 14:30',
  '0156302000001',
  '0126303PDF',
  '0226304Anamnesebogen',
  '0456305C:\\PVS\\IMPORT\\4711_ANAM_20251120.PDF',
]
  .map((line) => `${line}\r\n`)
  .join('');

const read = (bytes: Uint8Array): GdtRecord => {
  const one = readGdt(bytes);
  if (!one.ok) throw new Error(one.why);
  const [record] = one.records;
  if (!record || one.records.length > 1) throw new Error('not one record');
  return record;
};
const JOERG = {
  patid: '4711',
  said: {
    title: 'Dr.',
    lastName: 'Müller',
    firstName: 'Jörg',
    geburtsdatum: '1978-11-05',
    gender: 'male',
    street: 'Invalidenstraße 7',
    plz: '10115',
    city: 'Berlin',
  },
  born: '',
  doubts: {},
};

describe('the confirmed examples', () => {
  it('6301 is read completely, without a flaw', () => {
    expect(example()).toHaveLength(241);
    const one = readGdt(example());
    expect(one).toMatchObject({
      ok: true,
      flaws: [],
      records: [{ satzart: '6301', charset: 'latin1' }],
    });
    expect(isWholeGdt(example())).toBe(true);
    expect(personOf(read(example()), TODAY)).toEqual({ ok: true, person: JOERG });
  });
  it('6310 is written byte for byte', () => {
    const record = answerRecord({
      pvsId: 'DSWIN001',
      ownId: 'METRICS1',
      charset: 3,
      testId: 'ALLG00',
      patient: { patid: '4711', lastName: 'Müller', firstName: 'Jörg', geburtsdatum: '1978-11-05' },
      day: '2025-11-20',
      time: '14:30:05',
      findings: ['Anamnesebogen vollständig, keine Allergien'],
      comment: 'Unterschrift am Tablet 20.11.2025 14:30',
      commentMost: 60,
      file: {
        archiveId: '000001',
        content: 'Anamnesebogen',
        path: 'C:\\PVS\\IMPORT\\4711_ANAM_20251120.PDF',
      },
    });
    expect(decodeBytes(writeGdt(record, 'latin1'), 'latin1')).toBe(ANSWER);
  });
  it('a long comment takes several lines at its words, and is read back whole', () => {
    const comment =
      'Einwilligung: Fotos für die Behandlung, unterschrieben am 20.11.2026, 09:41 Uhr von Anneliese Krähenbühl-Öztürk';
    const { lines } = answerRecord({
      pvsId: 'DSWIN001',
      ownId: 'METRICS1',
      charset: 3,
      testId: 'ALLG00',
      patient: { patid: '4711', lastName: 'Müller', firstName: 'Jörg', geburtsdatum: '1978-11-05' },
      day: '2025-11-20',
      time: '14:30:05',
      findings: [],
      comment,
      commentMost: 40,
      file: null,
    });
    const again = readGdt(writeGdt({ satzart: '6310', lines }, 'latin1'));
    const values = (again.ok ? again.records[0]?.lines : undefined)?.flatMap((one) =>
      one.id === '6227' ? [one.value] : [],
    );
    expect(values?.map((one) => one.length)).toEqual([39, 39, 31]);
    expect(values?.join(' ')).toBe(comment);
  });
  it('the only name of a person is in the field of the family name', () => {
    const lines = answerRecord({
      pvsId: '',
      ownId: 'METRICS1',
      charset: 3,
      testId: 'ALLG00',
      patient: { patid: '1', lastName: 'Suharto', firstName: '', geburtsdatum: '1970-01-02' },
      day: '2025-11-20',
      time: '14:30:05',
      findings: [],
      comment: '',
      commentMost: 60,
      file: null,
    }).lines;
    expect(lines.filter(({ id }) => id === '3101' || id === '3102')).toEqual([
      { id: '3101', value: 'Suharto' },
    ]);
  });
  it('the length counts bytes of the target set: ü is one in CP437 and ISO 8859-1', () => {
    for (const charset of ['latin1', 'cp437'] as const) {
      const bytes = writeGdt(
          {
            satzart: '6301',
            lines: [
              { id: '9206', value: charset === 'latin1' ? '3' : '2' },
              { id: '3101', value: 'Müller' },
            ],
          },
          charset,
        ),
        text = decodeBytes(bytes, charset);
      expect([
        text.includes('0153101Müller'),
        declaredLength(bytes),
        bytes.includes(charset === 'cp437' ? 0x81 : 0xfc),
      ]).toEqual([true, bytes.length, true]);
      expect(valueOf(read(bytes), '3101')).toBe('Müller');
    }
  });
});

describe('malformed files of practice software', () => {
  it('reads the same person with LF alone, CR alone, empty lines between, a final ^Z', () => {
    const want = { ok: true, person: JOERG };
    for (const bytes of [
      example('\n'),
      example('\r'),
      example('\r\n\r\n'),
      latin(decodeBytes(example(), 'latin1') + '\u001a'),
    ])
      expect(personOf(read(bytes), TODAY)).toEqual(want);
    expect(readGdt(example('\n'))).toMatchObject({
      flaws: expect.arrayContaining(['line_end']) as unknown,
    });
  });
  it('repairs wrong line lengths (UTF-8 characters, always 999, always 000) at the line end', () => {
    for (const wrong of [
      (l: string) => String(Number(l.slice(0, 3)) + 1).padStart(3, '0'),
      () => '999',
      () => '009',
      () => '011',
    ]) {
      const bytes = latin(EXAMPLE.map((line) => `${wrong(line)}${line.slice(3)}\r\n`).join(''));
      expect([wrong('015'), personOf(read(bytes), TODAY)]).toEqual([
        wrong('015'),
        { ok: true, person: JOERG },
      ]);
    }
  });
  it('without 9206 the bytes decide; 7 bit with umlauts is not trusted', () => {
    const lines = EXAMPLE.filter((line) => !line.startsWith('0109206'));
    for (const charset of ['latin1', 'cp437'] as const)
      expect(
        valueOf(read(encodeText(lines.map((l) => `${l}\r\n`).join(''), charset)), '3101'),
      ).toBe('Müller');
    const seven = EXAMPLE.map((line) => (line === '01092063' ? '01092061' : line));
    expect(valueOf(read(encodeText(seven.map((l) => `${l}\r\n`).join(''), 'cp437')), '3107')).toBe(
      'Invalidenstraße 7',
    );
  });
  it('3.x: reads persons within objects, sex as a letter, ISO 8859-15', () => {
    const line = (id: string, value: string): string =>
      `${String(value.length + 9).padStart(3, '0')}${id}${value}\r\n`;
    const text =
      line('8000', '6302') +
      line('9218', '03.50') +
      line('8145', 'Patient') +
      line('8002', 'Obj_0045') +
      line('3000', '77') +
      line('8147', 'Person') +
      line('8002', 'Obj_0047') +
      line('3100', 'von') +
      line('3101', 'Şimşek'.replace('Ş', 'S').replace('ş', 'š')) +
      line('3102', 'Zoë') +
      line('3103', '29022000') +
      line('3110', 'W') +
      line('8003', 'Obj_0047') +
      line('8003', 'Obj_0045') +
      line('8001', '6302');
    expect(personOf(read(encodeText(text, 'latin9')), TODAY)).toEqual({
      ok: true,
      person: {
        patid: '77',
        said: {
          firstName: 'Zoë',
          lastName: 'von Simšek',
          geburtsdatum: '2000-02-29',
          gender: 'female',
        },
        born: '',
        doubts: {},
      },
    });
  });
  it.each([
    ['00051978', '1978-05'],
    ['00001978', '1978'],
    ['00000000', ''],
  ])('takes a person whose birth date %s is known in part', (written, born) => {
    const text = EXAMPLE.map((line) =>
      line.slice(3, 7) === '3103' ? `0173103${written}` : line,
    ).join('\r\n');
    const { geburtsdatum: _, ...said } = JOERG.said;
    expect(personOf(read(latin(`${text}\r\n`)), TODAY)).toMatchObject({
      ok: true,
      person: { patid: JOERG.patid, said, born },
    });
  });

  it('returns the reason why a record has no person', () => {
    const of = (change: (line: string) => string | undefined) =>
      personOf(
        read(
          latin(
            EXAMPLE.flatMap((line) => change(line) ?? [])
              .map((l) => `${l}\r\n`)
              .join(''),
          ),
        ),
        TODAY,
      );
    expect(of((l) => (l.slice(3, 7) === '3000' ? undefined : l))).toEqual({
      ok: false,
      why: 'no_number',
    });
    expect(of((l) => (l.slice(3, 7) === '3000' ? '0123000../' : l))).toEqual({
      ok: false,
      why: 'bad_number',
    });
    expect(of((l) => (l.slice(3, 7) === '3101' ? '0103101?' : l))).toEqual({
      ok: false,
      why: 'no_name',
    });
    expect(of((l) => (l.slice(3, 7) === '3103' ? '017310331022000' : l))).toEqual({
      ok: false,
      why: 'bad_birth',
    });
    expect(of((l) => (l.slice(3, 7) === '3103' ? '017310301012027' : l))).toEqual({
      ok: false,
      why: 'bad_birth',
    });
  });
  it('rejects a file that is no record, and one cut off within a line', () => {
    for (const [text, why] of [
      ['', 'empty'],
      ['\r\n \r\n', 'empty'],
      ['%PDF-1.7', 'not_gdt'],
      ['0133000471\r\n', 'not_gdt'],
      ['013800063AB\r\n', 'not_gdt'],
    ] as const)
      expect([text, readGdt(latin(text))]).toEqual([text, { ok: false, why }]);
    expect(readGdt(new Uint8Array(1_000_001).fill(0x30))).toEqual({ ok: false, why: 'too_large' });
    expect(readGdt(example().subarray(0, 150))).toEqual({ ok: false, why: 'cut_off' });
    expect(isWholeGdt(example().subarray(0, 240))).toBe(false);
  });
});

describe('a file without 8100 that pauses while it is written', () => {
  const bytes = latin(
    EXAMPLE.filter((line) => !line.includes('8100'))
      .map((line) => `${line}\r\n`)
      .join(''),
  );
  const text = decodeBytes(bytes, 'latin1');
  it('is cut off wherever a line or its head breaks off, never a shorter name', () => {
    for (const cut of ['0153101Mü', '0153101', '01531', '0', '0133102Jör']) {
      const at = text.indexOf(cut === '0' ? '0133102' : cut) + cut.length;
      const part = bytes.subarray(0, at);
      expect([cut, readGdt(part), isUnfinishedGdt(part)]).toEqual([
        cut,
        { ok: false, why: 'cut_off' },
        true,
      ]);
    }
  });
  it('is read when only the line end of its last line is missing', () => {
    const part = bytes.subarray(0, bytes.length - 2);
    expect([readGdt(part).ok, isUnfinishedGdt(part), isUnfinishedGdt(bytes)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('is unfinished in version 3.x until the end of its record', () => {
    const three = text.replace('014921802.10', '014921803.01');
    expect(isUnfinishedGdt(latin(three))).toBe(true);
    expect(isUnfinishedGdt(latin(`${three}01380016301\r\n`))).toBe(false);
  });
});

describe('a file of several records', () => {
  const record = (patid: string, last: string, more: readonly string[] = []): string => {
    const line = (id: string, value: string): string =>
      `${String(value.length + 9).padStart(3, '0')}${id}${value}\r\n`;
    const body =
      line('8316', 'PVS1') +
      line('9218', '02.10') +
      line('3000', patid) +
      line('3101', last) +
      line('3102', 'Franz') +
      line('3103', '01101945') +
      more.join('');
    const length = String(13 + 14 + body.length).padStart(5, '0');
    return line('8000', '6301') + line('8100', length) + body;
  };
  const recordsIn = (text: string): readonly GdtRecord[] => {
    const one = readGdt(latin(text));
    if (!one.ok) throw new Error(one.why);
    return one.records;
  };

  it('reads each record, and no field of one counts for another', () => {
    const street = '0143107Weg 1\r\n';
    const text = record('1034', 'Mustermann', [street]) + record('1035', 'Muxtermann');
    const people = recordsIn(text).map((one) => personOf(one, TODAY));
    expect(people).toMatchObject([
      { ok: true, person: { patid: '1034', said: { lastName: 'Mustermann' } } },
      { ok: true, person: { patid: '1035', said: { lastName: 'Muxtermann' } } },
    ]);
    expect(recordsIn(text).map((one) => valueOf(one, '3107'))).toEqual(['Weg 1', '']);
    expect([declaredLength(latin(text)), isWholeGdt(latin(text))]).toEqual([text.length, true]);
    expect(readGdt(latin(text))).toMatchObject({ flaws: ['no_charset'] });
  });
  it('is complete only when the last record is there', () => {
    const first = record('1034', 'Mustermann');
    const whole = latin(first + record('1035', 'Muxtermann'));
    for (const end of [first.length + 5, first.length + 40, whole.length - 1]) {
      expect([end, isWholeGdt(whole.subarray(0, end))]).toEqual([end, false]);
    }
    expect(readGdt(whole.subarray(0, whole.length - 9))).toEqual({ ok: false, why: 'cut_off' });
  });
  it('accepts a first record that states the length of the whole file', () => {
    const text = record('1034', 'Mustermann') + record('1035', 'Muxtermann');
    const stated = text.replace(
      /^(.*\r\n0148100)\d{5}/,
      `$1${String(text.length).padStart(5, '0')}`,
    );
    expect(isWholeGdt(latin(stated))).toBe(true);
    expect(recordsIn(stated)).toHaveLength(2);
  });
  it('rejects a record that another one ran into', () => {
    const second = record('1035', 'Muxtermann').split('\r\n').slice(2).join('\r\n');
    const [mixed] = recordsIn(record('1034', 'Mustermann') + second);
    expect(mixed && personOf(mixed, TODAY)).toEqual({ ok: false, why: 'mixed' });
  });
  it('reads as many records as were written', () => {
    const people = fc.array(fc.stringMatching(/^[A-Z][a-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(people, (names) => {
        const text = names.map((name, i) => record(String(i + 1), name)).join('');
        expect(recordsIn(text).map((one) => valueOf(one, '3101'))).toEqual(names);
      }),
    );
  });
});
