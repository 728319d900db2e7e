/** Numbers of tables that can be read in two ways, and the lines that refused rows are named by. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRows } from '../../server/analytics/collector/store.ts';
import type { Store } from '../../server/platform/db/store.ts';
import type { Workshop } from '../../server/platform/work.ts';
import { openTestStore } from '../support/stores.ts';
import { tablesOf, workshopOver } from './take-tables.ts';

let store: Store, drop: () => Promise<void>, workshop: Workshop;
beforeAll(async () => {
  ({ store, drop } = await openTestStore('sqlite'));
  workshop = workshopOver(store);
});
afterAll(() => drop());
const { look, file, take } = tablesOf(() => ({ workshop }));

describe('numbers and lines of parsed tables', () => {
  it('a lone point before three digits is judged by the whole file', async () => {
    const ASK = 'id;geaendertAm;rechnungId;datum;betrag;art\n',
      rows = (...amounts: string[]): string =>
        amounts.map((betrag, at) => `${at};1;R${at};03.02.2026;${betrag};ZAHLUNG\n`).join('');
    expect(
      await take('lone', [file('zahlung.csv', ASK + rows('1.234', '12,30', '1.234.567'))]),
    ).toMatchObject({ outcome: 'closed', rows: 3 });
    expect((await allRows(look('lone'), 'zahlung')).map((row) => row.betrag)).toEqual([
      123400, 1230, 123456700,
    ]);
    // The decimal point stands in the last line, far behind the number in question.
    const unclear = file('zahlung.csv', ASK + rows('1.234', ...Array(99).fill('7'), '12.34'), 40);
    const asked = await take('unclear', [unclear], { goesOn: true });
    expect([asked.rows, asked.refused]).toEqual([100, 1]);
    expect(asked.lines).toMatchObject([{ line: 2, field: 'betrag', why: 'unclear_number' }]);
    // A currency or a blank next to the number, or decimals of another column, change nothing.
    for (const [name, lone, ...others] of [
      ['euro', '1.234 €', '12.34 €'],
      ['code', '1.234EUR', '7', '12.3 EUR'],
      ['blank', ' 1.234 ', '12.34'],
    ] as const)
      for (const encode of ['utf8', 'windows-1252']) {
        const text = ASK + rows(lone, ...others),
          bytes =
            encode === 'utf8'
              ? Buffer.from(text)
              : Buffer.from(text.replaceAll('€', '\x80'), 'latin1'),
          both = await take(`${name} ${encode}`, [file('zahlung.csv', bytes, 5)], { goesOn: true });
        expect([name, both.lines.map(({ line, why }) => [line, why])]).toEqual([
          name,
          [[2, 'unclear_number']],
        ]);
      }
    const columns = await take('columns', [
      file(
        'leistung.csv',
        'id;geaendertAm;patid;behandler;datum;system;nr;menge;faktor;honorar;betrag;status\n' +
          '1;1;7;b1;03.02.2026;GOZ;2080;1;2.3;7;1.234;ERBRACHT\n',
      ),
    ]);
    expect(columns.lines).toMatchObject([{ line: 2, field: 'betrag', why: 'unclear_number' }]);
  });
  it('a refused row is named by its first line, also after texts of several lines', async () => {
    const notes = [
      '1;1;7;2026-01-02;"Zeile eins\nZeile zwei"',
      '',
      '2;1;7;2026-13-02;"Zeile eins\n\nZeile drei"',
      '3;1;7;2026-13-03;kurz',
    ].join('\n');
    expect(
      (
        await take('first-lines', [
          file('tagesnotiz.csv', `id;geaendertAm;patid;datum;text\n${notes}\n`),
        ])
      ).lines.map(({ line, why }) => [line, why]),
    ).toEqual([
      [5, 'not_day'],
      [8, 'not_day'],
    ]);
  });
});
