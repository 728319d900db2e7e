// Labels, steps and notes for many lines at once; letters and mails only to permitted recipients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  HkpDetail,
  Label,
  ListReport,
  RecallDetail,
  LetterTemplate,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { STORES } from '../../../tests/support/stores.ts';

import { startWorkLists, type WorkLists } from './work-lists.testing.ts';

describe.each(STORES)('lines of work lists (%s)', (kind) => {
  let t: WorkLists['t'];
  let p: WorkLists['p'];
  let day: WorkLists['day'];
  let get: WorkLists['get'];
  let post: WorkLists['post'];
  beforeAll(async () => {
    ({ t, p, day, get, post } = await startWorkLists(kind));
  });
  afterAll(() => t.drop());

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
      'h1',
      'h2',
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
      ['r2', 'faellig', false],
      ['r1', 'ueberfaellig', false],
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
