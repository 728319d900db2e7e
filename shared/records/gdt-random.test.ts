/** Tests of GDT records with generated lines, lengths and bytes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asWritten, decodeBytes, encodeText, type Charset } from './gdt-bytes.ts';
import { dayOfGdt, gdtDay, wrapped } from './gdt-records.ts';
import { declaredLength, isWholeGdt, readGdt, writeGdt, type GdtRecord } from './gdt.ts';

describe('generated records', () => {
  const charset = fc.constantFrom<Charset>('7bit', 'cp437', 'latin1', 'latin9');
  const id = fc
    .integer({ min: 1000, max: 9999 })
    .map(String)
    .filter((one) => !['8000', '8100', '9206', '9218'].includes(one));
  const record = charset.chain((set) =>
    fc.record({
      set: fc.constant(set),
      satzart: fc.constantFrom('6301', '6302', '6310', '6311'),
      lines: fc.array(
        fc.record({
          id,
          value: fc
            .string({ unit: 'grapheme', maxLength: 70 })
            .map((text) => asWritten(text.replace(/\p{Cc}/gu, ' '), set)),
        }),
        { maxLength: 25 },
      ),
    }),
  );
  const withSet = (lines: GdtRecord['lines'], set: Charset) => [
    { id: '9206', value: { '7bit': '1', cp437: '2', latin1: '3', latin9: '' }[set] },
    ...(set === 'latin9' ? [{ id: '9218', value: '03.50' }] : []),
    ...lines,
  ];

  it('round trips in every character set, with the correct length', () => {
    fc.assert(
      fc.property(record, ({ set, satzart, lines }) => {
        const all = withSet(lines, set),
          bytes = writeGdt({ satzart, lines: all }, set),
          again = readGdt(bytes);
        expect(again).toMatchObject({ ok: true, records: [{ satzart, lines: all }] });
        expect([isWholeGdt(bytes), bytes.length]).toEqual([true, declaredLength(bytes)]);
      }),
      { numRuns: 1000 },
    );
  });
  it('replaces characters missing in the set by close ones, with a stable result', () => {
    expect(asWritten('Yılmaz Łukasz Øre Šimko „Ça–va“ €', 'latin1')).toBe(
      'Yilmaz Lukasz Øre Simko "Ça-va" EUR',
    );
    expect(asWritten('Юлия Щербина, Όλγα Παππά', '7bit')).toBe('Iuliia Shcherbina, Olga Pappa');
    expect(asWritten('فاطمة الزهراء', 'latin1')).toBe("fatma alzhra'");
    expect(asWritten('Größe ÄÖÜ Nguyễn 张', '7bit')).toBe(
      'Groesse AeOeUe Nguyen (nicht darstellbar)',
    );
    expect(asWritten('שרה כהן, გიორგი, Անահիտ, 김민수', '7bit')).toBe(
      'shrh khn, giorgi, Anahit, gimminsu',
    );
    // A name of other letters is named once, never a row of question marks.
    expect(asWritten('张 伟, आरव 😀 Wei', 'latin1')).toBe(
      '(nicht darstellbar), (nicht darstellbar) Wei',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), charset, (text, set) => {
        expect(asWritten(asWritten(text, set), set)).toBe(asWritten(text, set));
      }),
      { numRuns: 500 },
    );
  });
  it('wrong lengths, line ends and half files never throw and never yield a line that was not there', () => {
    const spoil = fc.record({
      lengths: fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 40 }),
      end: fc.constantFrom('\r\n', '\n', '\r'),
      cut: fc.option(fc.nat(2000)),
      noise: fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(record, spoil, ({ set, satzart, lines }, how) => {
        // Contents without digits: no content can look like the head of a line.
        const plain = lines.map((one) => ({ id: one.id, value: one.value.replace(/\d/g, 'x') })),
          all = withSet(plain, set),
          right = writeGdt({ satzart, lines: all }, set);
        const texts = decodeBytes(right, set).split('\r\n').slice(0, -1);
        const wrong = encodeText(
          texts
            .map(
              (line, i) =>
                `${String(how.lengths[i] ?? Number(line.slice(0, 3))).padStart(3, '0')}${line.slice(3)}${how.end}`,
            )
            .join(''),
          set,
        );
        const again = readGdt(wrong);
        expect(again).toMatchObject({ ok: true, records: [{ satzart, lines: all }] });
        const spoiled = wrong.slice(0, how.cut ?? wrong.length);
        for (const [at, byte] of how.noise) if (at < spoiled.length) spoiled[at] = byte;
        const torn = readGdt(spoiled);
        if (torn.ok && how.noise.length === 0)
          for (const [i, line] of (torn.records[0]?.lines ?? []).entries())
            expect(all[i]?.id === line.id && all[i].value.startsWith(line.value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
  it('a length that reaches over a line with a wrong one swallows nothing', () => {
    expect(
      readGdt(encodeText('02880006301\r\n0008100000036\r\n01092061\r\n', '7bit')),
    ).toMatchObject({
      ok: true,
      records: [{ satzart: '6301', lines: [{ id: '9206', value: '1' }] }],
    });
  });
  it('accepts arbitrary bytes without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        readGdt(bytes);
        isWholeGdt(bytes);
      }),
      { numRuns: 1000 },
    );
  });
  it('days round trip, and long findings break into lines of 60 without losing a word', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (at) => {
          const day = at.toISOString().slice(0, 10);
          expect(dayOfGdt(gdtDay(day))).toBe(day);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 400 }), (text) => {
        const lines = wrapped(text, 60);
        expect(lines.every((line) => line.length <= 60 && line !== '')).toBe(true);
        expect(lines.join('').replace(/ /g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
