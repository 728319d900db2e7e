/**
 * Stored items around reports: views, notes, frozen figures, reports by mail; with ownership
 * and permissions.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendDueReports } from '../../server/analytics/reports/routes/mail-routes.ts';
import { differencesOf } from '../../server/analytics/reports/routes/tax-adviser-routes.ts';
import type {
  ReportMails,
  ReportNote,
  Profile,
  TaxReport,
} from '../../shared/analytics/reports/saved-reports.schema.ts';
import type { MailOrder } from '../../shared/accounts/mail.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { callsTo } from './calls.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';
import { recordPapers } from './recorded-papers.ts';

const { renderer, papers } = recordPapers();
let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer });
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());

const owner = (): Bearer => p.users.owner;
const { send, read } = callsTo(() => ({ t, p }));
const payment = (id: string, betrag: number, datum: string, version = 1): DeliveredRow =>
  row('zahlung', id, { rechnungId: 'r1', datum, betrag, art: 'ZAHLUNG' }, version);

describe('stored items around reports', () => {
  it('a view is saved once per id, is private until shared, and one per report is its default', async () => {
    const [one, two] = [t.deps.newId(), t.deps.newId()],
      view = {
        id: one,
        name: 'Prophylaxe',
        report: 'umsatz/zeitreihe',
        filter: { zeit: 'monat', bereich: 'PZR' },
        istGeteilt: false,
        istVorgabe: true,
      };
    expect((await send('PUT', '/profiles', view)).status).toBe(204);
    expect((await send('PUT', '/profiles', { ...view, name: 'PZR' })).status).toBe(204);
    expect(
      (await send('PUT', '/profiles', { ...view, id: two, name: 'Alle', istVorgabe: true })).status,
    ).toBe(204);
    const all = (await read<{ items: Profile[] }>('/profiles?report=umsatz/zeitreihe')).items;
    expect(
      all.map(({ name, istVorgabe, filter, istMein, von }) => [
        name,
        istVorgabe,
        filter,
        istMein,
        von,
      ]),
    ).toEqual([
      ['PZR', false, view.filter, true, 'Özlem Yıldız-owner'],
      ['Alle', true, view.filter, true, 'Özlem Yıldız-owner'],
    ]);
    expect((await read<{ items: Profile[] }>('/profiles?report=umsatz/zimmer')).items).toEqual([]);
    expect(
      (await read<{ items: Profile[] }>('/profiles?report=umsatz/zeitreihe', other.users.owner))
        .items,
    ).toEqual([]);
    expect((await send('PUT', '/profiles', { ...view, report: 'umsatz/zimmer' })).code).toBe(
      'not_found',
    );
    // An id of another practice is unknown.
    expect((await send('DELETE', `/profiles/${one}`, undefined, other.users.owner)).status).toBe(
      204,
    );
    expect(
      (await read<{ items: Profile[] }>('/profiles?report=umsatz/zeitreihe')).items,
    ).toHaveLength(2);
    for (const id of [one, two, one])
      expect((await send('DELETE', `/profiles/${id}`)).status).toBe(204);
    expect((await read<{ items: Profile[] }>('/profiles?report=umsatz/zeitreihe')).items).toEqual(
      [],
    );
    expect((await send('PUT', '/profiles', view, p.users.reception)).code).toBe('forbidden');
  });

  it('a note belongs to its period, has author and time, and V1 is enforced', async () => {
    const id = t.deps.newId(),
      note = { id, report: 'umsatz/zeitreihe', zeit: '2026-03', text: 'Zwei Wochen Umbau' };
    expect((await send('POST', '/notizen', note)).status).toBe(204);
    expect((await send('POST', '/notizen', { ...note, text: 'anders' })).status).toBe(204);
    expect((await read<{ items: ReportNote[] }>('/notizen?report=umsatz/zeitreihe')).items).toEqual(
      [
        {
          id,
          zeit: '2026-03',
          text: 'Zwei Wochen Umbau',
          von: 'Özlem Yıldız-owner',
          am: t.clock.now,
          istMein: true,
        },
      ],
    );
    for (const bad of [
      { zeit: '2026-13' },
      { zeit: 'März' },
      { text: 'x'.repeat(251) },
      { text: '  ' },
    ])
      expect((await send('POST', '/notizen', { ...note, id: t.deps.newId(), ...bad })).code).toBe(
        'validation',
      );
    expect(
      (await send('POST', '/notizen', { ...note, id: t.deps.newId(), text: '🦷'.repeat(250) }))
        .status,
    ).toBe(204);
    expect((await send('DELETE', `/notizen/${id}`)).status).toBe(204);
    expect(
      (await read<{ items: ReportNote[] }>('/notizen?report=umsatz/zeitreihe')).items,
    ).toHaveLength(1);
  });

  it('figures frozen for the tax adviser never change; later deliveries are shown cell by cell', async () => {
    await deliverRows(t, p.cid, [
      row('rechnung', 'r1', {
        patid: 'x',
        datum: '2026-01-05',
        betrag: 30_000,
        art: 'PRIVAT',
        status: 'OFFEN',
      }),
      payment('z1', 10_000, '2026-01-20'),
      payment('z2', 5_000, '2026-02-10'),
    ]);
    const id = t.deps.newId(),
      path = `/steuerbuero/${id}`;
    expect(
      (await send('POST', '/steuerbuero', { id, von: '2026-01-01', bis: '2026-03-31' })).status,
    ).toBe(204);
    const first = await read<TaxReport>(path);
    expect(
      first.zeilen.map((z) => [z['periode'], z['privat'], z['gesamt'], z['ohneLeistung']]),
    ).toEqual([
      ['2026-01', 100, 100, 100],
      ['2026-02', 50, 50, 50],
      ['2026-03', 0, 0, 0],
    ]);
    expect([first.istUnversehrt, first.seither, first.sha256.length]).toEqual([true, [], 64]);
    await deliverRows(t, p.cid, [
      payment('z2', 6_000, '2026-02-10', 2),
      payment('z3', 1_050, '2026-03-02'),
    ]);
    const second = await read<TaxReport>(path);
    expect([second.sha256, second.zeilen]).toEqual([first.sha256, first.zeilen]);
    expect(second.seither.filter((one) => one.spalte === 'privat')).toEqual([
      { periode: '2026-02', spalte: 'privat', damals: 50, heute: 60 },
      { periode: '2026-03', spalte: 'privat', damals: 0, heute: 10.5 },
    ]);
    // The same id again freezes nothing new; another period under it is an error.
    expect(
      (await send('POST', '/steuerbuero', { id, von: '2026-01-01', bis: '2026-03-31' })).status,
    ).toBe(204);
    expect(
      (await send('POST', '/steuerbuero', { id, von: '2026-01-01', bis: '2026-04-30' })).code,
    ).toBe('conflict');
    expect((await read<TaxReport>(path)).zeilen).toEqual(first.zeilen);
    expect((await t.call(`/api${path}`, { as: other.users.owner })).code).toBe('not_found');
    const paper = await t.call(`/api${path}/pdf`, { as: owner() });
    expect([
      paper.status,
      papers.at(-1)?.words.some((line) => line.includes(first.sha256)),
      papers.at(-1)?.rows[0]?.[1],
    ]).toEqual([200, true, '100,00\u00A0€']);
    // Changed stored bytes are detected.
    const { store } = t.deps,
      { reportSnapshot } = store.t;
    await store.write(async (db) => {
      await db
        .update(reportSnapshot)
        .set({
          rows: Buffer.from(
            JSON.stringify({
              meta: { stand: null, filter: { von: '2026-01-01', bis: '2026-03-31' } },
              spalten: [],
              zeilen: [],
            }),
          ),
        })
        .where(eq(reportSnapshot.id, id));
    });
    expect((await read<TaxReport>(path)).istUnversehrt).toBe(false);
  });
  it('differences: a period that only one side has, and none below a cent', () => {
    const spalten = [
      { key: 'periode', titel: '', typ: 'periode' as const },
      { key: 'privat', titel: '', typ: 'eur' as const },
    ];
    expect(
      differencesOf(
        {
          spalten,
          zeilen: [
            { periode: '2026-01', privat: 1 },
            { periode: '2026-02', privat: 2.001 },
          ],
        },
        {
          spalten,
          zeilen: [
            { periode: '2026-02', privat: 2.002 },
            { periode: '2026-03', privat: 3 },
          ],
        },
      ),
    ).toEqual([
      { periode: '2026-01', spalte: 'privat', damals: 1, heute: null },
      { periode: '2026-03', spalte: 'privat', damals: null, heute: 3 },
    ]);
  });

  it('[T6] a report by mail is sent once when due, to permitted users, without figures', async () => {
    const id = t.deps.newId(),
      ownerId = p.users.owner.userId,
      mail = {
        id,
        report: 'umsatz/zeitreihe',
        filter: { zeit: 'vormonat', bereich: 'PZR,ZE' },
        titel: 'Umsatz',
        rhythmus: 'woche',
        tag: 1,
        zeit: '07:00',
        empfaenger: [ownerId],
      };
    expect(
      (await send('PUT', '/berichtmails', { ...mail, empfaenger: [p.users.reception.userId] }))
        .code,
    ).toBe('validation');
    expect(
      (await send('PUT', '/berichtmails', { ...mail, empfaenger: [other.users.owner.userId] }))
        .code,
    ).toBe('validation');
    expect((await send('PUT', '/berichtmails', { ...mail, tag: 9 })).code).toBe('validation');
    expect((await send('PUT', '/berichtmails', mail)).status).toBe(204);
    const orders: MailOrder[] = [],
      links = {
        reader: () =>
          Promise.resolve([
            { id: ownerId, name: 'Ö', email: 'owner@nord.test', language: 'de' as const },
          ]),
        people: () => Promise.resolve(new Map()),
        hatMailserver: true,
        states: () => Promise.resolve(new Map()),
        mail: (_w: unknown, order: MailOrder) => {
          orders.push(order);
          return Promise.resolve();
        },
      };
    await sendDueReports(t.deps.workshop, links, p.cid);
    expect(orders).toEqual([]);
    const { naechstes } = (await read<ReportMails>('/berichtmails')).items[0]!;
    t.clock.now = naechstes;
    await sendDueReports(t.deps.workshop, links, p.cid);
    await sendDueReports(t.deps.workshop, links, p.cid);
    expect(orders).toEqual([
      {
        key: `report:${id}:${naechstes}:${ownerId}`,
        to: 'owner@nord.test',
        template: 'report',
        language: 'de',
        data: {
          title: 'Umsatz',
          link: '/practice/berichte/umsatz/zeitreihe?zeit=vormonat&bereich=PZR%2CZE',
        },
      },
    ]);
    // Through the server itself: without a mail server it stays in the outbox, and the list shows
    // that.
    t.clock.now += 7 * 86_400_000;
    await t.app.sweep();
    const after = await read<ReportMails>('/berichtmails', await again());
    expect(after.items[0]).toMatchObject({
      ansicht: null,
      zuletzt: naechstes + 7 * 86_400_000,
      empfaenger: [{ id: ownerId, stand: 'wartet' }],
    });
    expect((await send('DELETE', `/berichtmails/${id}`, undefined, await again())).status).toBe(
      204,
    );
    expect((await read<ReportMails>('/berichtmails', await again())).items).toEqual([]);
  });
  it('a mail of a view links to the view as it is when it is sent, and to its last state once the view is gone', async () => {
    const ownerId = p.users.owner.userId,
      as = await again(),
      view = {
        id: randomUUID(),
        name: 'Nach Honorar',
        report: 'umsatz/ursachen/positionen',
        filter: { zeit: 'monat', sort: '-jetzt', ohne: 'preis,mix' },
        istGeteilt: true,
        istVorgabe: false,
      },
      mail = {
        id: randomUUID(),
        report: view.report,
        filter: { zeit: 'jahr' },
        ansicht: view.id,
        titel: 'Ursachen',
        rhythmus: 'woche',
        tag: 1,
        zeit: '07:00',
        empfaenger: [ownerId],
      };
    expect((await send('PUT', '/profiles', view, as)).status).toBe(204);
    expect(
      (await send('PUT', '/berichtmails', { ...mail, report: 'umsatz/zimmer' }, as)).code,
    ).toBe('validation');
    expect((await send('PUT', '/berichtmails', mail, as)).status).toBe(204);
    const one = async () => (await read<ReportMails>('/berichtmails', as)).items[0]!;
    expect(await one()).toMatchObject({
      filter: view.filter,
      ansicht: { id: view.id, name: 'Nach Honorar' },
    });
    await send('PUT', '/profiles', { ...view, filter: { zeit: 'quartal' } }, as);
    const sent: unknown[] = [],
      links = {
        reader: () =>
          Promise.resolve([
            { id: ownerId, name: 'Ö', email: 'owner@nord.test', language: 'de' as const },
          ]),
        people: () => Promise.resolve(new Map()),
        hatMailserver: true,
        states: () => Promise.resolve(new Map()),
        mail: (_w: unknown, order: MailOrder) => {
          sent.push((order.data as { link: string }).link);
          return Promise.resolve();
        },
      };
    const gone = { ...view, id: randomUUID() };
    await send('PUT', '/profiles', gone, as);
    const lost = { ...mail, id: randomUUID(), ansicht: gone.id };
    await send('PUT', '/berichtmails', lost, as);
    await send('DELETE', `/profiles/${gone.id}`, undefined, as);
    const { items } = await read<ReportMails>('/berichtmails', as);
    expect(items.find(({ id }) => id === lost.id)).toMatchObject({
      filter: view.filter,
      ansicht: null,
    });
    t.clock.now = (await one()).naechstes;
    await sendDueReports(t.deps.workshop, links, p.cid);
    const page = '/practice/berichte/umsatz/ursachen/positionen';
    expect(sent).toHaveLength(2);
    expect(new Set(sent)).toEqual(
      new Set([`${page}?zeit=monat&sort=-jetzt&ohne=preis%2Cmix`, `${page}?zeit=quartal`]),
    );
  });
});

/** Weeks have passed: the owner signs in again. */
async function again(): Promise<Bearer> {
  const { login } = await import('../support/practice.ts');
  return login(t, p.users.owner.email);
}
