// The work lists over HTTP: valid delivered rows, sorting, labels and steps for many lines at once,
// letters and mails only to permitted recipients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  HkpDetail,
  Label,
  ListReport,
  ParDetail,
  RecallDetail,
  LetterTemplate,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { PvsEntity, PvsRecord } from '../../../shared/analytics/deliveries/pvs.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, person as record, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { pvsTable, truest } from '../../platform/db/pvs-rows.ts';
import type { Report } from '../../paper/pdf/report.ts';

const DAY = 86_400_000;

describe.each(STORES)('work lists (%s)', (kind) => {
  const papers: Report[] = [];
  let t: TestApp,
    p: Practice,
    batch = 0;
  const day = (days: number): string =>
    new Date(t.clock.now + days * DAY).toISOString().slice(0, 10);
  const at = (days: number): number => t.clock.now + days * DAY;
  /** One closed delivery. */
  async function deliver(
    rows: {
      [E in PvsEntity]?: ({ id: string; version?: number; deleted?: boolean } & Partial<
        PvsRecord<E>
      >)[];
    },
    state: 'open' | 'closed' | 'withdrawn' = 'closed',
  ): Promise<number> {
    batch += 1;
    const { store } = t.deps,
      number = batch;
    await store.write(async (tx) => {
      await tx.insert(store.t.pvsBatch).values({
        cid: p.cid,
        batch: number,
        run: `test ${number}`,
        state,
        source: 'Test',
        way: 'api',
        sha256: '',
        rows: 1,
        counts: {},
        refused: 0,
        openedAt: t.clock.now,
        closedAt: state === 'open' ? null : t.clock.now,
        withdrawnAt: null,
        by: '',
        withdrawnBy: null,
      });
      for (const [entity, list] of Object.entries(rows))
        for (const row of list)
          await tx.insert(pvsTable(store.t, entity as PvsEntity)).values({
            cid: p.cid,
            version: 1,
            hash: 1,
            batch: number,
            deleted: false,
            ...row,
          } as never);
    });
    return number;
  }
  const get = async <T>(path: string): Promise<T> =>
    (await t.call(`/api${path}`, { as: p.users.reception })).json as T;
  const post = (path: string, json: unknown, as = p.users.reception) =>
    t.call(`/api${path}`, { as, method: 'POST', json });
  const person = (id: string, nachname: string, more: object = {}) => ({
    id,
    vorname: 'Anna',
    nachname,
    geburtsdatum: '1960-01-01',
    versicherung: 'GKV' as const,
    strasse: 'Weg 1',
    plz: '10115',
    ort: 'Berlin',
    ...more,
  });

  beforeAll(async () => {
    const quick = quickRenderer();
    t = await createTestApp(kind, {
      renderer: {
        ...quick,
        renderReport: (report) => {
          papers.push(report);
          return quick.renderReport(report);
        },
      },
    });
    p = await addPractice(t, 'nord', [record('2', 'Emil', 'Öz', '1960-01-01')]);
    await deliver({
      behandler: [{ id: 'b1', name: 'Dr. Muster' }],
      patient: [
        person('1', 'Groß'),
        person('2', 'Öz', { email: 'oez@example.org' }),
        person('3', 'Klein', { strasse: null }),
        person('4', 'Alt', { zusammengefuehrtIn: '1' }),
      ],
      hkp: [
        {
          id: 'h1',
          patid: '1',
          art: 'ZE',
          status: 'GENEHMIGT',
          erstelltAm: day(-150),
          genehmigtAm: day(-140),
          gesamt: 200_000,
          eigenanteil: 90_050,
          behandler: 'b1',
        },
        {
          id: 'h2',
          patid: '2',
          art: 'ZE',
          status: 'BEI_PATIENT',
          erstelltAm: day(-40),
          besprochenAm: day(-30),
          gesamt: 50_000,
        },
        {
          id: 'h3',
          patid: '3',
          art: 'KVA',
          status: 'BEI_PATIENT',
          erstelltAm: day(-3),
          besprochenAm: day(-2),
          gesamt: 10_000,
        },
        {
          id: 'h4',
          patid: '4',
          art: 'ZE',
          status: 'GENEHMIGT',
          erstelltAm: day(-20),
          genehmigtAm: day(-10),
          gesamt: 30_000,
        },
        { id: 'h5', patid: '1', art: 'ZE', status: 'VERWORFEN', erstelltAm: day(-20), gesamt: 1 },
      ],
      hkpposition: [
        { id: 'hp1', hkpid: 'h1', system: 'BEMA', nr: '20a', zahn: '36', menge: 1, betrag: 17_529 },
      ],
      recall: [
        { id: 'r1', patid: '2', art: 'KONTROLLE', faelligAm: day(-100) },
        { id: 'r2', patid: '1', art: 'PZR', faelligAm: day(10) },
        { id: 'r3', patid: '3', art: 'PZR', faelligAm: day(-5) },
      ],
      termin: [
        { id: 't1', patid: '3', start: at(5), dauerMin: 30, status: 'GEPLANT' },
        { id: 't2', patid: '4', start: at(3), dauerMin: 30, status: 'ABGESAGT_PATIENT' },
      ],
    });
  });
  afterAll(() => t.drop());

  it('pages combine to the whole list, each with the total number of lines', async () => {
    const whole = await get<ListReport>('/hkp?alle=ja'),
      ids = (list: ListReport): unknown[] => list.zeilen.map((z) => z['hkpid']),
      pieces = [
        await get<ListReport>('/hkp?alle=ja&n=3'),
        await get<ListReport>('/hkp?alle=ja&n=3&ab=3'),
        await get<ListReport>('/hkp?alle=ja&n=3&ab=6'),
      ];
    expect([
      pieces.flatMap(ids),
      pieces.map((one) => ids(one).length),
      pieces.map((one) => one.kpis.find((k) => k.key === 'treffer')?.wert),
    ]).toEqual([ids(whole), [3, 1, 0], [4, 4, 4]]);
    expect((await t.call('/api/hkp?ab=-1', { as: p.users.reception })).code).toBe('validation');
  });

  it('prints the filtered list with names for ids and labels for states, and logs the access', async () => {
    const list = await get<ListReport>('/hkp?grund=laeuft_ab'),
      answer = await t.call('/api/arbeitsliste/hkp/pdf?grund=laeuft_ab', { as: p.users.reception }),
      paper = papers.at(-1)!;
    expect([answer.status, answer.text.slice(0, 5), list.zeilen.length]).toEqual([200, '%PDF-', 1]);
    expect([paper.title, paper.words, paper.columns.map((one) => one.name)]).toEqual([
      'Heil- und Kostenpläne: was ansteht',
      ['läuft ab'],
      list.spalten.map((one) => one.titel).slice(0, 9),
    ]);
    expect(paper.rows).toEqual([
      [
        'Groß, Anna',
        'läuft ab',
        expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
        'Zahnersatz',
        'genehmigt',
        '2.000,00\u00A0€',
        '900,50\u00A0€',
        expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
        'Dr. Muster',
      ],
    ]);
    // However few lines a screen shows, the printout contains all from the requested one on.
    const all = (await get<ListReport>('/hkp?alle=ja')).zeilen.map((z) => z['name']);
    expect([
      all.length,
      (await t.call('/api/arbeitsliste/hkp/pdf?alle=ja&n=1&ab=2', { as: p.users.reception }))
        .status,
      papers.at(-1)!.rows.map((row) => row[0]),
      papers.at(-1)!.facts[0]?.value,
    ]).toEqual([4, 200, all.slice(2), '3 bis 4 von 4']);
    expect([
      (await t.call('/api/arbeitsliste/hkp/pdf?alle=ja&n=1', { as: p.users.reception })).status,
      papers.at(-1)!.rows.map((row) => row[0]),
      papers.at(-1)!.facts[0]?.value,
    ]).toEqual([200, all, '4']);
    expect((await t.call('/api/arbeitsliste/recall/pdf', { as: p.users.reception })).status).toBe(
      200,
    );
    expect([papers.at(-1)!.title, papers.at(-1)!.facts[0]]).toEqual([
      'Recall: wer dran ist',
      { label: 'Zeilen', value: String((await get<ListReport>('/recall')).zeilen.length) },
    ]);
    expect(
      (await t.call('/api/arbeitsliste/hkp/pdf?grund=unsinn', { as: p.users.reception })).code,
    ).toBe('validation');
  });

  it('lists lines that need action, overdue first; the figures count what is open', async () => {
    const list = await get<ListReport>('/hkp');
    expect(list.zeilen.map((z) => [z.hkpid, z.name, z.grund])).toEqual([
      ['h2', 'Öz, Anna', 'beim_patienten'],
      ['h4', 'Groß, Anna', 'ohne_termin'],
      ['h1', 'Groß, Anna', 'laeuft_ab'],
    ]);
    expect(list.zeilen[2]).toMatchObject({
      gesamt: 2000,
      eigenanteil: 900.5,
      behandler: 'Dr. Muster',
    });
    expect(Object.fromEntries(list.kpis.map((k) => [k.key, k.wert]))).toMatchObject({
      hkpOffen: 4,
      hkpOffenWert: 2900,
      hkpFaellig: 3,
      hkpLaeuftAb: 1,
      hkpLaeuftAbWert: 2000,
      hkpOhneTermin: 2,
    });
    // An ending approval without an appointment is in both lists: the more urgent reason does not
    // hide the other one.
    const without = await get<ListReport>('/hkp?grund=ohne_termin');
    expect(without.zeilen.map((z) => [z.hkpid, z.grund, z.auch])).toEqual([
      ['h4', 'ohne_termin', ''],
      ['h1', 'laeuft_ab', 'ohne_termin'],
    ]);
    expect(without.kpis.find((k) => k.key === 'hkpOhneTerminWert')?.wert).toBe(
      without.zeilen.reduce((sum, z) => sum + Number(z.gesamt), 0),
    );
    expect((await get<ListReport>('/hkp?alle=ja')).zeilen.map((z) => z.hkpid)).toContain('h3');
    expect(
      (await get<ListReport>('/hkp?alle=ja&status=VERWORFEN')).zeilen.map((z) => z.hkpid),
    ).toEqual(['h5']);
    expect((await get<ListReport>('/hkp?grund=laeuft_ab,ohne_termin')).zeilen).toHaveLength(2);
    expect((await get<ListReport>('/hkp?q=oez')).zeilen.map((z) => z.hkpid)).toEqual(['h2']);
    const first = await get<ListReport>('/hkp?n=1');
    expect([first.zeilen.length, first.kpis.find((k) => k.key === 'treffer')?.wert]).toEqual([
      1, 3,
    ]);
    expect((await t.call('/api/hkp?grund=morgen', { as: p.users.reception })).code).toBe(
      'validation',
    );
  });

  it('a newer version wins in any order; open or withdrawn deliveries do not count', async () => {
    await deliver({
      hkp: [
        {
          id: 'h3',
          version: 3,
          patid: '3',
          art: 'KVA',
          status: 'BEI_PATIENT',
          erstelltAm: day(-40),
          besprochenAm: day(-30),
          gesamt: 70_000,
        },
      ],
    });
    await deliver({
      hkp: [
        {
          id: 'h3',
          version: 2,
          patid: '3',
          art: 'KVA',
          status: 'VERWORFEN',
          erstelltAm: day(-40),
          gesamt: 70_000,
        },
      ],
    });
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] }, 'open');
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] }, 'withdrawn');
    expect((await get<ListReport>('/hkp?q=klein')).zeilen).toMatchObject([
      { hkpid: 'h3', gesamt: 700 },
    ]);
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] });
    expect((await get<ListReport>('/hkp?q=klein&alle=ja')).zeilen).toEqual([]);
  });

  it('lists perio cases: the next session by completed ones, overdue first, with all list features', async () => {
    await deliver({
      parfall: [
        {
          id: 'p1',
          patid: '2',
          behandler: 'b1',
          grad: 'C',
          status: 'IN_ARBEIT',
          erstelltAm: day(-400),
          genehmigtAm: day(-380),
          aitVon: day(-350),
          aitBis: day(-340),
          bevAm: day(-240),
          uptVon: day(-230),
          uptBis: day(500),
          wert: 80_000,
          zaehneEinwurzelig: 10,
          zaehneMehrwurzelig: 8,
        },
        {
          id: 'p2',
          patid: '4',
          grad: 'B',
          status: 'IN_ARBEIT',
          erstelltAm: day(-90),
          genehmigtAm: day(-80),
          atgAm: day(-60),
          aitVon: day(-50),
        },
        {
          id: 'p3',
          patid: '3',
          grad: 'A',
          status: 'BEI_KASSE',
          erstelltAm: day(-9),
          gesendetAm: day(-8),
        },
        { id: 'p4', patid: '3', grad: 'A', status: 'ABGERECHNET', erstelltAm: day(-900) },
      ],
      leistung: [day(-230), day(-130), day(-130)].map((date, at) => ({
        id: `u${at}`,
        patid: '2',
        behandler: 'b1',
        datum: date,
        system: 'BEMA' as const,
        nr: at === 1 ? 'UPT a' : 'UPTa',
        menge: 1,
        honorar: 1,
        betrag: 1,
      })),
    });
    const list = await get<ListReport>('/par'),
      figures = (found: ListReport) => Object.fromEntries(found.kpis.map((k) => [k.key, k.wert]));
    // The appointment of p2 was cancelled; its second session is overdue for longer than the next
    // one of p1.
    expect(list.zeilen.map((z) => [z.parId, z.name, z.grund, z.upt, z.uptMost, z.station])).toEqual(
      [
        ['p1', 'Öz, Anna', 'upt_faellig', 2, 6, 'letzteUpt'],
        ['p2', 'Groß, Anna', 'ait_offen', 0, 4, 'aitVon'],
      ],
    );
    expect(figures(list)).toMatchObject({
      parFaellig: 2,
      parUpt: 1,
      parEndet: 0,
      parNichtBegonnen: 0,
      parOffen: 3,
      treffer: 2,
    });
    expect((await get<ListReport>('/par?alle=ja')).zeilen.map((z) => z.parId)).toEqual([
      'p1',
      'p2',
      'p3',
    ]);
    expect([
      (await get<ListReport>('/par?grund=ait_offen,upt_endet')).zeilen.length,
      (await get<ListReport>('/par?grad=C')).zeilen.length,
      (await t.call('/api/par?grund=ohne_termin', { as: p.users.reception })).code,
    ]).toEqual([1, 1, 'validation']);
    expect(
      (
        await post('/hkp/schritt', {
          kind: 'par',
          targets: ['p3'],
          text: 'Nachfragen',
          bis: day(-200),
          wer: null,
        })
      ).status,
    ).toBe(204);
    expect(
      (
        await post('/hkp/notiz', {
          id: t.deps.newId(),
          kind: 'par',
          target: 'p1',
          text: 'Ruft zurück',
        })
      ).status,
    ).toBe(204);
    expect((await get<ListReport>('/par')).zeilen.map((z) => z.parId)).toEqual(['p3', 'p1', 'p2']);
    expect(await get<ParDetail>('/par/p1')).toMatchObject({
      patid: '2',
      grad: 'C',
      upt: { anzahl: 2, hoechstens: 6, ende: day(500) },
      zaehne: { einwurzelig: 10, mehrwurzelig: 8 },
      wert: 80_000,
      notizen: [{ text: 'Ruft zurück' }],
    });
    expect([
      (await t.call('/api/par/p4', { as: p.users.reception })).code,
      (await t.call('/api/recall/gone', { as: p.users.reception })).code,
    ]).toEqual(['not_found', 'not_found']);
    const answer = await t.call('/api/arbeitsliste/par/pdf', { as: p.users.reception });
    expect([
      answer.status,
      papers.at(-1)!.title,
      papers.at(-1)!.rows.map((row) => row.slice(0, 2)),
    ]).toEqual([
      200,
      'PAR-Fälle: was ansteht',
      [
        ['Klein, Anna', ''],
        ['Öz, Anna', 'UPT fällig'],
        ['Groß, Anna', 'AIT steht aus'],
      ],
    ]);
    // A letter may mention a treatment in progress, a mail requires the patient's consent.
    const order = {
      id: t.deps.newId(),
      kind: 'par',
      targets: ['p1', 'p2', 'p4'],
      betreff: 'Termin',
      text: 'Bitte rufen Sie an.',
      senden: false,
    };
    expect((await post('/hkp/schreiben', { ...order, weg: 'brief' })).json).toEqual({
      geschrieben: 2,
      ausgelassen: [{ target: 'p4', warum: 'nicht_gefunden' }],
    });
    expect((await post('/hkp/schreiben', { ...order, weg: 'email' })).json).toMatchObject({
      geschrieben: 0,
    });
  });

  it('sets labels, next steps and notes on many lines and filters the list by them', async () => {
    const id = t.deps.newId();
    expect(
      (await post('/hkplabels', { id, name: 'Anrufen', color: 'teal', kind: 'hkp' })).status,
    ).toBe(204);
    expect(
      (
        await post('/hkplabels', {
          id: t.deps.newId(),
          name: 'anrufen',
          color: 'blue',
          kind: 'hkp',
        })
      ).code,
    ).toBe('conflict');
    expect(
      (await post('/hkplabels/assign', { kind: 'hkp', targets: ['h1', 'h2'], add: [id] })).status,
    ).toBe(204);
    expect(
      (await post('/hkplabels/assign', { kind: 'recall', targets: ['r1'], add: [id] })).code,
    ).toBe('not_found');
    expect((await get<ListReport>(`/hkp?label=${id}`)).zeilen.map((z) => z.hkpid)).toEqual([
      'h2',
      'h1',
    ]);
    expect(
      (
        await post('/hkp/schritt', {
          kind: 'hkp',
          targets: ['h1'],
          text: 'Termin anbieten',
          bis: day(-60),
          wer: p.users.reception.userId ?? 'x',
        })
      ).status,
    ).toBe(204);
    expect((await get<ListReport>('/hkp')).zeilen[0]).toMatchObject({
      hkpid: 'h1',
      schritt: 'Termin anbieten',
      bis: day(-60),
    });
    const note = { id: t.deps.newId(), kind: 'hkp', target: 'h1', text: 'War nicht da' };
    for (let i = 0; i < 2; i += 1) expect((await post('/hkp/notiz', note)).status).toBe(204);
    expect(
      (await post('/hkp/notiz', { ...note, id: t.deps.newId(), text: 'x'.repeat(251) })).code,
    ).toBe('validation');
    const detail = await get<HkpDetail>('/hkp/h1');
    expect(detail).toMatchObject({
      name: 'Groß, Anna',
      labels: [id],
      schritt: { text: 'Termin anbieten', istErledigt: false },
      faellig: { grund: 'laeuft_ab' },
      positionen: [{ nr: '20a', betrag: 17_529 }],
      betraege: { gesamt: 200_000 },
    });
    expect(detail.stationen.map((s) => s.was)).toEqual(['erstelltAm', 'genehmigtAm']);
    expect(detail.notizen.map((n) => n.text)).toEqual(['War nicht da']);
    expect((await t.call('/api/hkp/nicht-da', { as: p.users.reception })).code).toBe('not_found');
    await t.call(`/api/hkplabels/${id}`, { as: p.users.reception, method: 'DELETE' });
    expect((await get<{ items: Label[] }>('/hkplabels')).items).toEqual([]);
    const other = t.deps.newId();
    expect(
      (await post('/hkplabels', { id: other, name: 'ANRUFEN', color: 'blue', kind: 'hkp' })).status,
    ).toBe(204);
    expect((await post(`/hkplabels/${id}/zurueck`, undefined)).code).toBe('conflict');
    expect(
      (await t.call(`/api/hkplabels/${other}`, { as: p.users.reception, method: 'DELETE' })).status,
    ).toBe(204);
    expect([
      (await post(`/hkplabels/${id}/zurueck`, undefined)).status,
      (await post(`/hkplabels/${id}/zurueck`, undefined)).status,
      (await post('/hkplabels/nobody/zurueck', undefined)).code,
    ]).toEqual([204, 204, 'not_found']);
    expect(
      (await get<{ items: Label[] }>('/hkplabels')).items.map((one) => [one.id, one.anzahl]),
    ).toEqual([[id, 2]]);
  });

  it('letter templates are stored under a name, reworded and deleted', async () => {
    const id = t.deps.newId(),
      words = {
        kind: 'recall',
        name: 'Erinnerung',
        betreff: 'Termin',
        text: 'Es ist Zeit, {name}.',
      },
      put = (which: string, json: object) =>
        t.call(`/api/hkpvorlagen/${which}`, { as: p.users.reception, method: 'PUT', json }),
      all = async () => (await get<{ items: LetterTemplate[] }>('/hkpvorlagen')).items;
    for (let i = 0; i < 2; i += 1) expect((await put(id, words)).status).toBe(204);
    expect(await all()).toEqual([{ id, ...words }]);
    expect((await put(t.deps.newId(), { ...words, name: 'ERINNERUNG' })).code).toBe('conflict');
    expect((await put(id, { ...words, text: 'Neu.' })).status).toBe(204);
    expect((await all())[0]?.text).toBe('Neu.');
    expect((await put(id, { ...words, text: ' ' })).code).toBe('validation');
    expect(
      (await t.call(`/api/hkpvorlagen/${id}`, { as: p.users.reception, method: 'DELETE' })).status,
    ).toBe(204);
    expect(await all()).toEqual([]);
  });

  it('recalls skip booked patients; no contact without consent; plan letters need an address', async () => {
    const list = await get<ListReport>('/recall');
    expect(list.zeilen.map((z) => [z.recallId, z.grund, z.darf])).toEqual([
      ['r1', 'ueberfaellig', false],
      ['r2', 'faellig', false],
    ]);
    const order = {
      id: t.deps.newId(),
      kind: 'recall',
      targets: ['r1', 'gone'],
      weg: 'email',
      betreff: 'Termin',
      text: 'Es ist wieder Zeit.',
    };
    expect((await post('/hkp/schreiben', { ...order, senden: true })).json).toEqual({
      geschrieben: 0,
      ausgelassen: [
        { target: 'r1', warum: 'kein_einverstaendnis' },
        { target: 'gone', warum: 'nicht_gefunden' },
      ],
    });
    const letters = {
      id: t.deps.newId(),
      kind: 'hkp',
      targets: ['h1', 'h2'],
      weg: 'brief',
      betreff: 'Ihr Plan',
      text: 'Bitte rufen Sie an, {name}.\n\nIhr Plan gilt bis {datum}.',
    };
    for (let i = 0; i < 2; i += 1) expect((await post('/hkp/brief', letters)).status).toBe(200);
    expect(
      (await get<HkpDetail>('/hkp/h1')).notizen.filter((n) => n.text.includes('Ihr Plan')),
    ).toHaveLength(1);
    expect((await post('/hkp/brief', { ...letters, targets: ['gone'] })).code).toBe(
      'state_conflict',
    );
    await post('/hkp/notiz', {
      id: t.deps.newId(),
      kind: 'recall',
      target: 'r1',
      text: 'Im Urlaub',
    });
    expect(await get<RecallDetail>('/recall/r1')).toMatchObject({
      patid: '2',
      notizen: [{ text: 'Im Urlaub' }],
    });
    // It is in the documents of each patient with a record here, once, as a separate PDF.
    const look = t.deps.workshop.look(p.cid, p.system),
      filed = await look.db.find(look.t.document);
    expect(filed.map((row) => [row.title, row.mime, row.uploadKind, row.uploadedBy])).toEqual([
      ['Brief', 'application/pdf', 'letter', p.users.reception.userId],
    ]);
    const file = await p.call(`/documents/file/${filed[0]!.fileId}`, { as: p.users.owner });
    expect(file.status).toBe(200);
    // Two plans of one patient, one of them under a merged number: one letter.
    expect(
      (await post('/hkp/schreiben', { ...letters, targets: ['h1', 'h4'], senden: false })).json,
    ).toEqual({ geschrieben: 1, ausgelassen: [] });
  });
});

it('of equal versions the higher hash wins in any order', () => {
  const a = { id: '1', version: 2, hash: 5, batch: 1, deleted: false },
    b = { ...a, hash: 6, batch: 2 };
  expect([
    truest([a, b], new Set([1, 2])),
    truest([b, a], new Set([1, 2])),
    truest([a, b], new Set([1])),
  ]).toEqual([[b], [b], [a]]);
});
