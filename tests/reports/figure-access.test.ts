/** Access to figures: owners, practice-wide grants, practitioners. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { Answer, Bearer, TestApp } from '../support/in-process.ts';
import { stepUp, type Practice } from '../support/practice.ts';
import { callsTo } from './calls.ts';
import { MARCH, startMarch } from './march.ts';

let t: TestApp, p: Practice;
beforeAll(async () => {
  ({ t, p } = await startMarch());
});
afterAll(() => t.drop());

const { send } = callsTo(() => ({ t, p }));

describe('access to figures', () => {
  const grant = async (change: object): Promise<void> => {
    await stepUp(t, p.users.owner);
    const answer = await t.call('/auth/user', {
      as: p.users.owner,
      method: 'POST',
      json: { action: 'change', id: p.users.staff.userId, ...change },
    });
    expect(answer.status, answer.text).toBe(200);
  };
  const ask = (path: string, as: Bearer = p.users.staff): Promise<Answer> =>
    t.call(`/api/${path}`, { as });
  const codes = async (...paths: string[]): Promise<(string | number)[]> =>
    Promise.all(
      paths.map(async (path) => {
        const { status, code } = await ask(path);
        return status === 200 ? 200 : (code ?? status);
      }),
    );
  const PATHS = [
    `umsatz/zeitreihe?${MARCH}`,
    `umsatz/behandler?${MARCH}`,
    `umsatz/zeitreihe?${MARCH}&behandler=b2`,
    'steuerbuero',
    'berichtmails',
    'profiles?report=umsatz/zeitreihe',
    `berichtpdf?${MARCH}&pfad=umsatz/behandler`,
  ];

  it('only owners read figures without a grant', async () => {
    expect(await codes(...PATHS)).toEqual(PATHS.map(() => 'forbidden'));
  });

  it('a practice-wide grant shows no practitioner in reports, filters, rows or texts', async () => {
    await grant({ reportGrant: 'praxis' });
    expect(await codes(...PATHS)).toEqual([
      200,
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
      200,
      'forbidden',
    ]);
    expect(
      ((await t.call('/auth/user', { as: p.users.staff })).json as { figures: string }).figures,
    ).toBe('praxis');
    const changes = (await ask(`dashboard/aenderungen?${MARCH}`)).json as PracticeReport,
      quality = (await ask(`terminqualitaet?${MARCH}`)).json as PracticeReport,
      rows = await ask(`zeilen/umsatz?${MARCH}`),
      all = await ask(`zeilen/umsatz?${MARCH}`, p.users.owner);
    expect([
      [...changes.zeilen, ...quality.zeilen].filter((z) => z['art'] === 'BEHANDLER'),
      /Weber|Özkan/.test(JSON.stringify([changes, quality])),
      changes.zeilen.length > 0,
    ]).toEqual([[], false, true]);
    expect([rows.status, rows.text.includes('Weber'), all.text.includes('Weber')]).toEqual([
      200,
      false,
      true,
    ]);
    expect(
      (
        await send(
          'PUT',
          '/ziele',
          { kennzahl: 'umsatz', behandler: '', gueltigAb: '2026-03-01', wert: 1 },
          p.users.staff,
        )
      ).code,
    ).toBe('forbidden');
  });

  it('a practitioner reads only their own figures, with a full grant all', async () => {
    await grant({ reportGrant: null, behandlerId: 'b2' });
    expect(await codes(...PATHS, `benchmark?${MARCH}`)).toEqual([
      200,
      200,
      200,
      'forbidden',
      'forbidden',
      200,
      200,
      'forbidden',
    ]);
    const own = (await ask(`umsatz/zeitreihe?${MARCH}`)).json as PracticeReport,
      table = (await ask(`umsatz/behandler?${MARCH}`)).json as PracticeReport;
    expect([
      own.kpis[0]?.wert,
      own.meta.filter.behandler,
      table.zeilen.map((z) => z['behandler']),
    ]).toEqual([50, ['b2'], ['Dr. Özkan']]);
    expect(await codes(`umsatz/zeitreihe?${MARCH}&behandler=b1`)).toEqual(['forbidden']);
    await grant({ reportGrant: 'alle' });
    expect(await codes(...PATHS)).toEqual([200, 200, 200, 'forbidden', 'forbidden', 200, 200]);
    await grant({ reportGrant: null, behandlerId: null });
    expect(await codes(PATHS[0]!)).toEqual(['forbidden']);
    const { audit } = t.deps.store.t,
      rows = (await t.deps.store.read.select().from(audit)).filter(
        (one) => one.cid === p.cid && one.type === 'auth.user.changed',
      );
    expect(rows.map((one) => [one.data['reportGrant'], one.data['behandlerId']])).toEqual([
      ['praxis', undefined],
      [null, 'b2'],
      ['alle', undefined],
      [null, null],
    ]);
  });

  it('the page of a patient shows revenue to readers of figures only, to a practitioner their own', async () => {
    const owners = await ask(`zeilen/umsatz?${MARCH}`, p.users.owner),
      row = (owners.json as PracticeReport).zeilen.find((one) => typeof one['patid'] === 'string'),
      revenue = async (as?: Bearer): Promise<unknown> => {
        const answer = await ask(`patient/${String(row?.['patid'])}?${MARCH}`, as),
          { spalten, zeilen } = answer.json as PracticeReport;
        return [zeilen[0]?.['umsatz24'], spalten.find(({ key }) => key === 'umsatz24')?.titel];
      };
    const [whole] = (await revenue(p.users.owner)) as [number];
    expect(whole).toBeGreaterThan(0);
    expect(await revenue()).toEqual([undefined, undefined]);
    await grant({ reportGrant: 'praxis' });
    expect(await revenue()).toEqual([whole, 'Umsatz in 24 Monaten']);
    await grant({ reportGrant: null, behandlerId: 'b1' });
    const [first, title] = (await revenue()) as [number, string];
    await grant({ behandlerId: 'b2' });
    const [second] = (await revenue()) as [number];
    expect(title).toBe('Eigener Umsatz in 24 Monaten');
    expect([first <= whole, second <= whole, first !== whole || second !== whole]).toEqual([
      true,
      true,
      true,
    ]);
    await grant({ behandlerId: null });
  });
});
