/**
 * Delivery API with its own token: refused deliveries change nothing; people and appointments reach
 * records and board, and manual changes stay.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../support/practice.ts';

let t: TestApp, p: Practice, other: Practice, program: Bearer;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
  await stepUp(t, p.users.owner);
  const made = await t.call('/auth/token', {
    as: p.users.owner,
    method: 'POST',
    json: { id: crypto.randomUUID(), kind: 'collector', name: 'Abholer', days: null },
  });
  program = { token: (made.json as { token: string }).token };
});
afterAll(() => t.drop());

const post = (path: string, json?: unknown, as = program): Promise<Answer> =>
  t.call(`/collector${path}`, { as, method: 'POST', ...(json !== undefined && { json }) });
const sha = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
const send = (
  batch: number,
  part: number,
  entity: string,
  rows: readonly (object | string)[],
  more: { sha256?: string; packed?: boolean } = {},
): Promise<Answer> => {
  const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  return t.call(
    `/collector/batches/${batch}/parts/${part}?entity=${entity}&sha256=${more.sha256 ?? sha(text)}`,
    {
      as: program,
      method: 'POST',
      body: more.packed ? gzipSync(text) : text,
      type: more.packed ? 'application/gzip' : 'application/x-ndjson',
    },
  );
};
const patient = (id: string, version: number, more: object = {}): object => ({
  id,
  geaendertAm: version,
  vorname: 'Jörg',
  nachname: 'Müller',
  geburtsdatum: '1978-11-05',
  versicherung: 'GKV',
  ort: 'Berlin',
  mobil: '0170 1',
  ...more,
});
const open = async (run: string): Promise<number> =>
  ((await post('/batches', { run, source: 'Probe' })).json as { batch: number }).batch;
const deliver = async (run: string, parts: Record<string, object[]>): Promise<number> => {
  const batch = await open(run),
    all = Object.entries(parts);
  for (const [at, [entity, rows]] of all.entries())
    expect((await send(batch, at + 1, entity, rows)).status, entity).toBe(200);
  expect((await post(`/batches/${batch}/close`, { parts: all.length })).status).toBe(200);
  await t.runJobs();
  return batch;
};
const record = async (patid: string) =>
  (
    await t.deps.store.read
      .select()
      .from(t.deps.store.t.patient)
      .where(eq(t.deps.store.t.patient.patid, patid))
  )[0];
const board = async () =>
  (
    await t.deps.store.read
      .select()
      .from(t.deps.store.t.termin)
      .where(eq(t.deps.store.t.termin.cid, p.cid))
  ).map(({ terminId, day, time, zimmer, art, patid }) => ({
    terminId,
    day,
    time,
    zimmer,
    art,
    patid,
  }));

describe('two practices', () => {
  it('the first delivery of each reaches its records', async () => {
    for (const [name, patid] of [
      ['west', '7001'],
      ['ost', '7002'],
    ] as const) {
      const praxis = await addPractice(t, name);
      const { owner } = praxis.users;
      const opened = await post('/batches', { run: 'first', source: 'Probe' }, owner);
      const { batch } = opened.json as { batch: number };
      expect(batch).toBe(1);
      const line = JSON.stringify(patient(patid, 1));
      const path = `/collector/batches/1/parts/1?entity=patient&sha256=${sha(line)}`;
      const part = { as: owner, method: 'POST', body: line, type: 'application/x-ndjson' };
      expect((await t.call(path, part)).status).toBe(200);
      expect((await post('/batches/1/close', { parts: 1 }, owner)).status).toBe(200);
      await t.runJobs();
      expect(await record(patid)).toMatchObject({ cid: praxis.cid, lastName: 'Müller' });
    }
  });
});

describe('refused deliveries', () => {
  it('only the collector and the owner of the same practice have access', async () => {
    const batch = await open('zaun');
    expect((await post('/batches', { run: 'fremd', source: 'x' }, p.users.staff)).status).toBe(403);
    expect((await post('/batches', { run: 'fremd', source: 'x' }, p.users.reception)).status).toBe(
      403,
    );
    expect((await post(`/batches/${batch}/close`, { parts: 0 }, other.users.owner)).status).toBe(
      404,
    );
    expect((await post(`/batches/${batch}/withdraw`)).status, 'the program can only add').toBe(403);
    expect((await t.call(`${p.base}/patient/search?q=a`, { as: program })).status).toBe(403);
  });
  it('lines are named by number and field, never by value, and the part is discarded', async () => {
    const batch = await open('fehler');
    const answer = await send(batch, 1, 'patient', [
      patient('1', 1),
      '{"id":',
      patient('2', 1, { geburtsdatum: '31.02.1980' }),
      patient('3', 1, { geburtsdatum: '2031-01-01' }),
      patient('4', 1, { blutgruppe: 'A' }),
      patient('5', 1, { nachname: '' }),
      { ...patient('6', 1), geaendertAm: undefined },
      patient('1', 1, { nachname: 'Geheim' }),
      '[]',
    ]);
    expect(answer.code).toBe('validation');
    expect((answer.json as { error: { fields: object } }).error.fields).toEqual({
      'line 2': 'not_json',
      'line 3': 'geburtsdatum: not_day',
      'line 4': 'geburtsdatum: future',
      'line 5': 'row: unknown_field',
      'line 6': 'nachname: missing',
      'line 7': 'geaendertAm: no_version',
      'line 8': 'id: duplicate',
      'line 9': 'not_a_row',
    });
    expect(answer.text).not.toMatch(/Geheim|Müller|blutgruppe|1980/);
    expect((await t.call(`/collector/batches/${batch}`, { as: program })).json).toMatchObject({
      parts: [],
    });
  });
  it('refuses wrong hashes, invalid UTF-8, broken or exploding archives, and too many bytes', async () => {
    const batch = await open('bytes'),
      call = (body: Uint8Array, type: string, sum = sha(body)): Promise<Answer> =>
        t.call(`/collector/batches/${batch}/parts/1?entity=patient&sha256=${sum}`, {
          as: program,
          method: 'POST',
          body,
          type,
        });
    expect((await send(batch, 1, 'patient', [patient('1', 1)], { sha256: sha('x') })).code).toBe(
      'validation',
    );
    expect(
      (await call(Buffer.from(JSON.stringify(patient('1', 1)), 'latin1'), 'application/x-ndjson'))
        .code,
    ).toBe('bad_request');
    expect((await call(gzipSync('x').subarray(0, 12), 'application/gzip')).code).toBe(
      'unreadable_file',
    );
    expect((await call(gzipSync(Buffer.alloc(40_000_000)), 'application/gzip')).code).toBe(
      'too_large',
    );
    expect(
      (
        await t.call(`/collector/batches/${batch}/parts/1?entity=patient&sha256=${sha('')}`, {
          as: program,
          method: 'POST',
          body: 'x',
          type: 'application/x-ndjson',
          headers: { 'Content-Length': '10000000000' },
        })
      ).code,
    ).toBe('too_large');
    expect((await call(Buffer.from('a;b'), 'text/csv')).code).toBe('unsupported_media');
    expect((await send(batch, 1, 'zahn', [])).code).toBe('validation');
    expect((await send(99, 1, 'patient', [])).status).toBe(404);
  });
});

describe('accepted deliveries', () => {
  it('parts arrive packed or not, twice and in any order; then people and appointments exist', async () => {
    const batch = await open('voll'),
      day = '2026-11-20';
    expect(
      (
        await send(batch, 2, 'termin', [
          {
            id: 'T1',
            geaendertAm: 1,
            patid: '77',
            zimmer: 'Z1',
            start: `${day}T14:30`,
            dauerMin: 30,
          },
          {
            id: 'T2',
            geaendertAm: 1,
            patid: '77',
            start: `${day}T16:00`,
            dauerMin: 30,
            status: 'ABGESAGT_PATIENT',
          },
          { id: 'T3', geaendertAm: 1, patid: '77', start: '2028-01-03T09:00', dauerMin: 15 },
        ])
      ).json,
    ).toEqual({ part: 2, rows: 3, isRepeat: false });
    expect((await send(batch, 1, 'patient', [patient('77', 5)], { packed: true })).json).toEqual({
      part: 1,
      rows: 1,
      isRepeat: false,
    });
    expect((await send(batch, 1, 'patient', [patient('77', 5)])).json).toEqual({
      part: 1,
      rows: 1,
      isRepeat: true,
    });
    expect((await send(batch, 1, 'patient', [patient('78', 5)])).code).toBe('conflict');
    expect(
      (await send(batch, 3, 'zimmer', [{ id: 'Z1', geaendertAm: 1, name: 'Zimmer Nord' }])).status,
    ).toBe(200);
    expect((await post(`/batches/${batch}/close`, { parts: 4 })).code).toBe('state_conflict');
    await t.runJobs();
    expect(await record('77')).toBeUndefined();
    expect((await post(`/batches/${batch}/close`, { parts: 3 })).json).toMatchObject({
      state: 'closed',
      rows: 5,
      counts: { patient: 1, termin: 3, zimmer: 1 },
    });
    await t.runJobs();
    expect(await record('77')).toMatchObject({
      firstName: 'Jörg',
      lastName: 'Müller',
      city: 'Berlin',
      mobile: '0170 1',
      herkunft: 'pvs',
    });
    expect(await board()).toEqual([
      { terminId: 'pvs-T1', day, time: '14:30', zimmer: 'Zimmer Nord', art: '', patid: '77' },
    ]);
  });
  it('new values are written, local changes stay and conflicting new values are proposed', async () => {
    await t.deps.store.write(async (tx) => {
      await tx
        .update(t.deps.store.t.patient)
        .set({ mobile: '0171 9' })
        .where(eq(t.deps.store.t.patient.patid, '77'));
    });
    await deliver('neu-1', {
      patient: [patient('77', 6, { ort: 'Potsdam', email: 'j@example.org' })],
    });
    expect(await record('77')).toMatchObject({
      city: 'Potsdam',
      email: 'j@example.org',
      mobile: '0171 9',
    });
    const changes = async () =>
      (await t.call(`${p.base}/patient/patients/77/changes`, { as: p.users.reception })).json as {
        open: { field: string; after: string }[];
      };
    expect((await changes()).open).toEqual([]);
    await deliver('neu-2', {
      patient: [patient('77', 7, { ort: 'Potsdam', email: 'j@example.org', mobil: '0172 5' })],
    });
    expect(await record('77')).toMatchObject({ mobile: '0171 9' });
    expect((await changes()).open).toMatchObject([{ field: 'mobile', after: '0172 5' }]);
  });
  it('a moved appointment moves, a cancelled one disappears, a withdrawal restores the earlier state', async () => {
    const moved = await deliver('verschoben', {
      termin: [
        {
          id: 'T1',
          geaendertAm: 2,
          patid: '77',
          zimmer: 'Z1',
          start: '20.11.2026 15:15',
          dauerMin: 30,
        },
      ],
    });
    expect((await board()).map((one) => one.time)).toEqual(['15:15']);
    expect((await post(`/batches/${moved}/withdraw`, undefined, p.users.owner)).status).toBe(204);
    await t.runJobs();
    expect((await board()).map((one) => one.time)).toEqual(['14:30']);
    expect((await post(`/batches/${moved}/restore`, undefined, p.users.owner)).status).toBe(204);
    await t.runJobs();
    expect((await board()).map((one) => one.time)).toEqual(['15:15']);
    await deliver('abgesagt', { termin: [{ id: 'T1', geaendertAm: 3, geloescht: true }] });
    expect(await board()).toEqual([]);
  });
  it('merged records are one, also in reports, and split after a withdrawal; manual merges stay', async () => {
    const as = p.users.owner,
      shown = async (patid: string): Promise<unknown> => {
        const { zeilen } = (
          await t.call(`/api/patient/${patid}?von=2026-01-01&bis=2026-12-31`, { as })
        ).json as { zeilen: { patid: string; umsatz24: number }[] };
        return [zeilen[0]?.patid, zeilen[0]?.umsatz24];
      };
    const service = (id: string, patid: string, betrag: string): Record<string, unknown> => ({
      id,
      geaendertAm: 1,
      patid,
      behandler: 'B1',
      datum: '2026-11-02',
      system: 'BEMA',
      nr: '01',
      menge: 1,
      honorar: betrag,
      betrag,
    });
    const into = async (patid: string): Promise<unknown> => (await record(patid))?.mergedInto;
    await deliver('getrennt', {
      behandler: [{ id: 'B1', geaendertAm: 1, name: 'Dr. Weber' }],
      patient: [patient('81', 1), patient('82', 1), patient('83', 1)],
      leistung: [service('L81', '81', '10,00'), service('L82', '82', '5,00')],
    });
    expect([await shown('81'), await shown('82')]).toEqual([
      ['81', 10],
      ['82', 5],
    ]);
    const merged = await deliver('vereint', {
      patient: [
        patient('81', 2, { zusammengefuehrtIn: '82' }),
        patient('82', 2, { zusammengefuehrtIn: '83' }),
      ],
    });
    expect([
      await shown('81'),
      await shown('83'),
      await into('81'),
      await into('82'),
      await into('83'),
    ]).toEqual([['83', 15], ['83', 15], '82', '83', null]);
    const again = await deliver('vereint-2', {
      patient: [
        patient('81', 3, { zusammengefuehrtIn: '82' }),
        patient('83', 3, { zusammengefuehrtIn: '81' }),
      ],
    });
    // A circular merge leads nowhere.
    expect([await into('81'), await into('82'), await into('83')]).toEqual(['82', '83', null]);
    for (const batch of [again, merged]) {
      expect((await post(`/batches/${batch}/withdraw`, undefined, as)).status).toBe(204);
      await t.runJobs();
    }
    expect([await into('81'), await into('82'), await shown('81'), await shown('82')]).toEqual([
      null,
      null,
      ['81', 10],
      ['82', 5],
    ]);
    await t.deps.store.write(async (tx) => {
      await tx
        .update(t.deps.store.t.patient)
        .set({ mergedInto: '77' })
        .where(eq(t.deps.store.t.patient.patid, '81'));
    });
    expect((await post(`/batches/${merged}/restore`, undefined, as)).status).toBe(204);
    await t.runJobs();
    expect([await into('81'), await into('82')]).toEqual(['77', '83']);
  });
  it('lists deliveries and describes the accepted formats', async () => {
    const list = (await t.call('/collector/batches?limit=2', { as: p.users.owner })).json as {
      items: { batch: number }[];
    };
    expect(list.items).toHaveLength(2);
    expect(list.items[0]!.batch).toBeGreaterThan(list.items[1]!.batch);
    expect((await t.call('/collector/batches?limit=0', { as: p.users.owner })).status).toBe(400);
    expect((await t.call('/collector/batches', { as: other.users.owner })).json).toEqual({
      items: [],
    });
    const { items } = (await t.call('/collector/entities', { as: program })).json as {
      items: { entity: string; fields: { name: string; isRequired: boolean }[] }[];
    };
    expect(
      items
        .find((one) => one.entity === 'zahlung')!
        .fields.find((one) => one.name === 'rechnungId')!.isRequired,
    ).toBe(true);
  });
});
