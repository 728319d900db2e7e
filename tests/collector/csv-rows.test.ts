/**
 * Tests of rows that are read from tables: equal to messages, Berlin times, words of other
 * programs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_MAPPING, PVS_MAPPINGS } from '../../catalog/pvs/mappings.ts';
import { allRows } from '../../server/analytics/collector/store.ts';
import type { Workshop } from '../../server/platform/work.ts';
import type { Store } from '../../server/platform/db/store.ts';
import {
  compileCheck,
  compileSpelled,
  isRefusal,
} from '../../shared/analytics/deliveries/pvs-check.ts';
import { PVS_FIELDS } from '../../shared/analytics/deliveries/pvs.ts';
import { spelledOf } from '../../server/analytics/collector/spell-row.ts';
import {
  guessEntity,
  placesOf,
  unusedColumns,
} from '../../shared/analytics/deliveries/pvs-mapping.ts';
import { pvsMappingSchema } from '../../shared/analytics/deliveries/pvs-mapping.schema.ts';
import { instantIn } from '../../shared/analytics/deliveries/pvs-values.ts';
import { openTestStore } from '../support/stores.ts';
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

describe('rows of parsed tables', () => {
  it('counts the postal codes whose zero came back, once for each new row', async () => {
    const head = 'id;geaendertAm;Nachname;Geburtsdatum;Versicherung;PLZ;Land\r\n',
      line = (id: number, plz: string, land: string): string =>
        `${id};5;Groß;05.11.1978;GKV;${plz};${land}\r\n`,
      text = [
        line(1, '1067', 'DE'),
        line(1, '1067', 'DE'),
        line(2, '4109', ''),
        line(3, '1010', 'AT'),
        line(4, '9120', 'Deutschland'),
      ].join('');
    expect((await take('postal', [file('patient.csv', head + text)])).zeros).toBe(2);
  });
  it('a table row equals the row of a message exactly, also after cache eviction of its cells', () => {
    let seed = 7;
    const r = (): number => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647) / 2147483647,
      pool = [
        '',
        '',
        '',
        ' ',
        '1',
        '0',
        'ja',
        'x',
        '12,50',
        '1.234,50',
        '2026-01-31',
        '31.02.2026',
        '05.11.1978',
        '2031-01-01',
        '2026-07-01T10:00',
        '10:30',
        'GKV',
        ' bema ',
        'BEMA',
        'ERBRACHT',
        'GEPLANT',
        'ZAHLUNG',
        'Öz "die" \\\\ Zweite',
        '\u0007a\u0085\ud800b\n😀',
        'y'.repeat(200),
      ];
    let taken = 0,
      refused = 0;
    for (const entity of ['patient', 'termin', 'leistung', 'zahlung', 'arbeitszeit'] as const) {
      const options = { lastDay: '2026-11-21', fallback: null },
        check = compileCheck(entity, options),
        spell = compileSpelled(entity, options, () => undefined),
        fields = PVS_FIELDS[entity];
      const good = fields.map(
        ({ type, words }) =>
          ({
            text: 'Jörg',
            code: '01',
            ref: 'P1',
            day: '03.02.2026',
            instant: '2026-02-03 10:00',
            clock: '09:15',
            int: '2',
            cents: '1.234,50',
            factor: '2,3',
            bool: 'ja',
            word: words[0] ?? '',
          })[type],
      );
      for (let n = 0; n < 1500; n++) {
        const cells = good.map((cell) =>
            r() < 0.06 ? pool[Math.floor(r() * pool.length)]! : cell,
          ),
          [id, version, deleted] = [
            r() < 0.05 ? '' : `R"${n}`,
            r() < 0.05 ? 'morgen' : '2026-02-03',
            r() < 0.1 ? 'ja' : '',
          ],
          one = check(id, version, deleted, cells),
          other = spell(id, version, deleted, cells);
        if (isRefusal(one)) {
          expect(other).toEqual(one);
          refused++;
        } else {
          expect(other).toEqual(spelledOf(one));
          expect(JSON.parse(`[${spelledOf(one).text}]`)).toEqual(one.values);
          taken++;
        }
      }
    }
    expect([taken > 2000, refused > 1000]).toEqual([true, true]);
    const many = compileSpelled('teams', { lastDay: '2026-11-21', fallback: 1 }, () => undefined);
    for (let n = 0; n < 45_000; n++) {
      const row = many(`${n}`, undefined, '', [`T${n % 21_000}`]);
      if (isRefusal(row) || row.text !== `"T${n % 21_000}"`)
        throw new Error(`row ${n}: ${JSON.stringify(row)}`);
    }
  });
  it("local times are Berlin's, in summer, in winter and when the clocks change", () => {
    const iso = (text: string): string => new Date(instantIn(text) ?? NaN).toISOString();
    expect(
      [
        '2026-07-01T10:00',
        '01.12.2026 10:00',
        '2026-10-25T02:30',
        '2026-10-25T03:30',
        '2026-03-29T03:00',
        '1985-07-01 10:00:30',
        '2026-07-01T10:00:00Z',
        '2026-07-01T10:00+05:30',
      ].map(iso),
    ).toEqual([
      '2026-07-01T08:00:00.000Z',
      '2026-12-01T09:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '1985-07-01T08:00:30.000Z',
      '2026-07-01T10:00:00.000Z',
      '2026-07-01T04:30:00.000Z',
    ]);
    // Written as most programs do, and with one redundant quotation mark: both read the same, or
    // neither.
    const DIGITS = [
      '00',
      '01',
      '02',
      '09',
      '10',
      '12',
      '13',
      '23',
      '24',
      '28',
      '29',
      '30',
      '31',
      '59',
      '60',
      '9:',
      ' 1',
      'x1',
    ];
    let read = 0,
      drawn = 1;
    const pick = (...words: readonly string[]): string => {
      drawn = Math.imul(drawn, 48271) >>> 0;
      return words[drawn % words.length]!;
    };
    for (let n = 0; n < 20_000; n++) {
      const day = `${pick('19', '20', '20', '22', '18')}${pick('00', '24', '26', '99')}-${pick(...DIGITS)}-${pick(...DIGITS)}`,
        clock = `${pick(...DIGITS)}:${pick(...DIGITS)}:${pick(...DIGITS)}`,
        mark = n % 2 === 0 ? 'T' : ' ',
        plain = instantIn(`${day}${mark}${clock}Z`);
      expect([day, clock, plain]).toEqual([day, clock, instantIn(`${day}${mark}${clock}.0Z`)]);
      if (plain !== undefined) {
        read++;
        expect(new Date(plain).toISOString()).toBe(`${day}T${clock}.000Z`);
      }
    }
    expect(read).toBeGreaterThan(500);
    expect(['2026-02-30T10:00', '25:00', '2026-01-01T24:01', 'morgen'].map(instantIn)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('columns and words of another program; shipped mappings keep their form', async () => {
    for (const mapping of PVS_MAPPINGS)
      expect(pvsMappingSchema.safeParse(mapping).success, mapping.id).toBe(true);
    expect(
      await take(
        'charly',
        [
          file(
            'Patienten.csv',
            'PatNr;Name;Vorname;Geb.Datum;Versicherungsart\n7;Öz;Ayşe;01.02.1990;gesetzlich\n',
          ),
        ],
        { mapping: 'gaengig' },
      ),
    ).toMatchObject({ outcome: 'closed', counts: { patient: 1 } });
    const [row] = await allRows(look('charly'), 'patient');
    expect(row).toMatchObject({ id: '7', nachname: 'Öz', versicherung: 'GKV' });
    expect(row!.version).toBeGreaterThan(Date.parse('2026-11-20T08:00:00Z'));
    expect(
      guessEntity(OWN_MAPPING, 'export1.csv', ['id', 'rechnungId', 'datum', 'betrag', 'art']),
    ).toBe('zahlung');
    expect(guessEntity(OWN_MAPPING, 'export1.csv', ['foo', 'bar'])).toBeUndefined();
  });
  it('names each column that is not imported: unknown, double, or a misspelt field', () => {
    const header = ['id', 'datum', 'betrag', 'Betrag', 'rechnungIdd', 'lieblingsfarbe'];
    expect(unusedColumns('leistung', header, placesOf(OWN_MAPPING, 'leistung', header))).toEqual([
      { column: 'Betrag', meant: null, isDouble: true },
      { column: 'rechnungIdd', meant: 'rechnungId', isDouble: false },
      { column: 'lieblingsfarbe', meant: null, isDouble: false },
    ]);
  });
  it('the same files are one delivery; a planned service may be in the future', async () => {
    const files = [file('patient.csv', `${HEAD}${GOOD}`)],
      first = await take('twice', files),
      again = await take('twice', files);
    expect([first.outcome, again.outcome, again.batch]).toEqual(['closed', 'known', first.batch]);
    const check = compileCheck('leistung', { lastDay: '2026-11-21', fallback: null }),
      cells = (day: string, status: string): unknown[] => [
        '7',
        'B',
        null,
        null,
        null,
        null,
        day,
        'BEMA',
        '01',
        null,
        null,
        1,
        null,
        null,
        null,
        1,
        null,
        null,
        null,
        1,
        null,
        null,
        status,
      ];
    expect(check('1', 1, null, cells('2027-01-01', 'GEPLANT'))).toMatchObject({ id: '1' });
    expect(check('1', 1, null, cells('2027-01-01', 'ERBRACHT'))).toEqual({
      field: 'datum',
      why: 'future',
    });
  });
});
