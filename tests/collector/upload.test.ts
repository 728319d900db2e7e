/**
 * Tables uploaded by the browser: in resumable parts, previewed, checked, imported, stopped; broken
 * or oversized files change nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_MAPPING } from '../../catalog/pvs/mappings.ts';
import { allRows } from '../../server/analytics/collector/store.ts';
import { countingBatches } from '../../server/platform/db/pvs-rows.ts';
import {
  MOST_UPLOAD,
  PART_BYTES,
  type Looked,
} from '../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../shared/analytics/deliveries/pvs-mapping.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { uploadsOf } from './uploads.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());

const HEAD = 'id;geaendertAm;vorname;nachname;geburtsdatum;versicherung\r\n',
  GOOD = `${HEAD}1;5;Jörg;Müller;05.11.1978;GKV\r\n2;5;Ayşe;Öz;1990-02-01;PKV\r\n`;
const { call, part, current, begin, refresh, ended, run } = uploadsOf(() => ({ t, p }));

const folder = (): string => path.join(path.dirname(t.blobsFolder), 'uploads', p.cid);
const look = () => t.deps.workshop.look(p.cid, p.system);
const counting = async (): Promise<number> => (await countingBatches(look())).length;

describe('an import', () => {
  it('takes parts in any order and twice, encrypted while waiting, then deleted; people exist', async () => {
    const long = `${HEAD}${Array.from({ length: 6000 }, (_, i) => `x${i};1;${'Vorname'.repeat(100)};Vogelsang${i};1980-01-01;GKV\r\n`).join('')}`,
      bytes = Buffer.from(long);
    expect(bytes.length).toBeGreaterThan(PART_BYTES);
    const id = await begin({ 'patient.csv': long });
    expect((await part(id, 0, 1, bytes.subarray(PART_BYTES))).status).toBe(204);
    expect((await call(`/imports/${id}/look`, { mapping: OWN_MAPPING, files: [] })).code).toBe(
      'state_conflict',
    );
    expect((await current())?.files.map((file) => file.there)).toEqual([[1]]);
    expect((await part(id, 0, 0, bytes.subarray(0, PART_BYTES))).status).toBe(204);
    expect((await part(id, 0, 0, bytes.subarray(0, PART_BYTES))).status).toBe(204);
    for (const name of readdirSync(folder()))
      expect(readFileSync(path.join(folder(), name)).includes('Vogelsang'), name).toBe(false);
    expect(await run(id, 'import')).toMatchObject({
      rows: 6000,
      refused: 0,
      result: { outcome: 'closed', counts: { patient: 6000 } },
    });
    expect(existsSync(folder())).toBe(false);
    expect(await counting()).toBe(1);
    const again = await refresh({ 'patient.csv': long });
    expect((await run(again, 'import')).result).toMatchObject({ outcome: 'known', batch: 1 });
  });
  it('previews character set, separator, kind, dates and amounts first', async () => {
    const id = await refresh({
      'Patienten 2024.csv': Buffer.from(
        'PatNr;Name;Vorname;Geb.Datum;Versicherungsart\n7;Öz;Jörg;01.02.1990;gesetzlich\n8;Alt;Ina;31.02.1990;privat\n',
        'latin1',
      ),
      'zahlung.csv':
        'id,geaendertAm,rechnungId,datum,betrag,art\n1,1,R1,03.02.2026,"1.234,50",ZAHLUNG\n',
      'bild.csv': Buffer.from([0, 1, 2]),
    });
    const common = ((await call('/mappings')).json as { items: { mapping: PvsMapping }[] }).items
      .map((one) => one.mapping)
      .find((one) => one.id === 'gaengig')!;
    const looked = (await call(`/imports/${id}/look`, { mapping: common, files: [] }))
      .json as Looked;
    expect(
      looked.files.map(({ entity, charset, separator, trouble }) => [
        entity,
        charset,
        separator,
        trouble?.why,
      ]),
    ).toEqual([
      ['patient', 'windows-1252', ';', undefined],
      ['zahlung', 'utf-8', ',', undefined],
      [null, null, null, 'binary'],
    ]);
    expect(
      looked.files[0]!.rows.map((row) => [row.id, row.values[1], row.values[3], row.refused]),
    ).toEqual([
      ['7', 'Jörg', '1990-02-01', null],
      [null, undefined, undefined, { field: 'geburtsdatum', why: 'not_day' }],
    ]);
    expect(looked.files[1]!.rows[0]!.values).toContain(123_450);
    const exact: PvsMapping = {
      ...OWN_MAPPING,
      files: {
        patient: {
          isExact: true,
          columns: {
            id: ['PatNr'],
            vorname: ['Name'],
            nachname: ['Vorname'],
            geburtsdatum: ['Geb.Datum'],
          },
        },
      },
    };
    const bare = (
      (
        await call(`/imports/${id}/look`, {
          mapping: exact,
          files: [
            { no: 0, entity: 'patient' },
            { no: 1, entity: null },
            { no: 2, entity: null },
          ],
        })
      ).json as Looked
    ).files;
    expect(
      bare.map((file) => [file.places.vorname, file.places.versicherung, file.trouble]),
    ).toEqual([
      [1, -1, { name: 'Patienten 2024.csv', why: 'missing_columns', fields: ['versicherung'] }],
    ]);
  });
  it('refused lines stop the import and are returned with their cells; on request the others are imported', async () => {
    const before = await counting(),
      text = `${GOOD}3;5;Uwe;=1+1;31.02.1978;GKV\r\n4;5;Ina;Neu;05.11.1978;gesetzlich\r\n5;5;Eva;Neu;05.11.1978;gesetzlich\r\n1;5;Jörg;Anders;05.11.1978;GKV\r\n6;5;Kim;Jung;05.11.2031;GKV\r\n`,
      id = await refresh({ 'patient.csv': text });
    const checked = await run(id, 'check');
    expect(checked).toMatchObject({
      rows: 2,
      refused: 5,
      result: { outcome: 'refused', batch: null },
      words: [{ entity: 'patient', field: 'versicherung', word: 'gesetzlich', count: 2 }],
    });
    expect(checked.lines[0]).toEqual({
      file: 'patient.csv',
      line: 4,
      field: 'geburtsdatum',
      column: 'geburtsdatum',
      why: 'not_day',
    });
    expect(checked.lines.map(({ line, field, why }) => [line, field, why])).toEqual([
      [4, 'geburtsdatum', 'not_day'],
      [5, 'versicherung', 'not_word'],
      [6, 'versicherung', 'not_word'],
      [7, 'id', 'duplicate'],
      [8, 'geburtsdatum', 'future'],
    ]);
    expect(JSON.stringify(checked.lines)).not.toMatch(/Uwe|1978/);
    const rejects = await call(`/imports/${id}/refused`);
    expect(rejects.text).toContain('"3";"5";"Uwe";"\'=1+1";"=""31.02.1978"""');
    expect((await run(id, 'import')).result).toMatchObject({ outcome: 'refused', batch: null });
    expect(await counting()).toBe(before);
    const mapping: PvsMapping = {
      ...OWN_MAPPING,
      files: { patient: { words: { versicherung: { gesetzlich: 'GKV' } } } },
    };
    expect(await run(id, 'import', { mapping, goesOn: true })).toMatchObject({
      rows: 4,
      refused: 3,
      result: { outcome: 'closed', counts: { patient: 4 } },
    });
    expect(
      (await allRows(look(), 'patient'))
        .filter((row) => ['4', '5'].includes(row.id))
        .map((row) => row.versicherung),
    ).toEqual(['GKV', 'GKV']);
  });
  it('an import that is stopped half-way has no effect, and the files remain', async () => {
    const before = await counting(),
      id = await refresh({
        'patient.csv': `${HEAD}${Array.from({ length: 9000 }, (_, i) => `y${i};1;V;N;1980-01-01;GKV\r\n`).join('')}`,
      });
    expect(
      (
        await call(`/imports/${id}/run`, {
          mapping: OWN_MAPPING,
          files: [],
          kind: 'import',
          goesOn: false,
        })
      ).json,
    ).toMatchObject({ run: { isRunning: true } });
    expect(
      (
        await call(`/imports/${id}/run`, {
          mapping: OWN_MAPPING,
          files: [],
          kind: 'check',
          goesOn: false,
        })
      ).code,
    ).toBe('state_conflict');
    expect((await call(`/imports/${id}/stop`, {}, 'POST')).status).toBe(204);
    expect((await ended()).result?.outcome).toBe('stopped');
    expect(await counting()).toBe(before);
    expect(await run(id, 'check')).toMatchObject({
      rows: 9000,
      refused: 0,
      result: { outcome: 'checked' },
    });
    expect((await call(`/imports/${id}`, undefined, 'DELETE')).status).toBe(204);
    expect([await current(), existsSync(folder())]).toEqual([undefined, false]);
  });
});

describe('refused uploads change nothing', () => {
  it('refuses ten gigabytes before a byte is sent, an oversized part midway, and wrong bytes', async () => {
    const announce = (size: number): Promise<Answer> =>
      call('/imports', {
        id: crypto.randomUUID(),
        files: [{ name: 'leistung.csv', size, modifiedAt: 1 }],
      });
    expect([
      (await announce(10_000_000_000)).code,
      (await announce(MOST_UPLOAD + 1)).code,
      (await announce(-1)).code,
    ]).toEqual(['too_large', 'too_large', 'validation']);
    const id = await begin({ 'patient.csv': GOOD }),
      right = Buffer.from(GOOD);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const answer = await t.app.frame.app.fetch(
      new Request(
        `http://localhost/collector/imports/${id}/files/0/parts/0?sha256=${'a'.repeat(64)}`,
        {
          method: 'POST',
          body: endless,
          duplex: 'half',
          headers: {
            Host: 'localhost',
            'Content-Type': 'application/octet-stream',
            Authorization: `Bearer ${p.users.owner.token}`,
            Cookie: '__Host-XSRF-TOKEN=0123456789abcdef; XSRF-TOKEN=0123456789abcdef',
            'X-XSRF-TOKEN': '0123456789abcdef',
          },
        } as RequestInit,
      ),
    );
    expect([answer.status, sent < 20_000_000]).toEqual([413, true]);
    expect((await part(id, 0, 0, right.subarray(1))).code).toBe('validation');
    expect((await part(id, 0, 0, right, 'a'.repeat(64))).code).toBe('validation');
    expect([
      (await part(id, 0, 1, right)).status,
      (await part(id, 1, 0, right)).status,
      (await part(crypto.randomUUID(), 0, 0, right)).status,
    ]).toEqual([404, 404, 404]);
    expect((await current())?.files[0]?.there).toEqual([]);
  });
  it.each([
    ['UTF-16', 'patient.csv', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), 'utf16'],
    [
      'a quote that does not close',
      'patient.csv',
      `${GOOD}3;5;"Eva;Groß;05.11.1978;GKV\r\n`,
      'quotes',
    ],
    ['a spreadsheet', 'patient.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'binary'],
    ['columns that are missing', 'patient.csv', 'id;vorname\n1;Eva\n', 'missing_columns'],
    ['nothing known', 'liste.csv', 'a;b\n1;2\n', 'unknown'],
    ['an empty file', 'patient.csv', '', 'empty'],
  ])('%s', async (_name, file, bytes, why) => {
    const before = await counting(),
      id = await refresh({ [file]: bytes });
    expect((await run(id, 'import')).result).toMatchObject({
      outcome: 'refused',
      batch: null,
      bad: [{ name: file, why }],
    });
    expect(await counting()).toBe(before);
  });
  it('only an owner of this practice has access', async () => {
    const id = await refresh({ 'patient.csv': GOOD }),
      shapes = { mapping: OWN_MAPPING, files: [] };
    for (const as of [p.users.staff, p.users.reception])
      expect([
        (await call('/imports', undefined, 'GET', as)).status,
        (await call(`/imports/${id}/look`, shapes, 'POST', as)).status,
        (await call('/mappings', undefined, 'GET', as)).status,
      ]).toEqual([403, 403, 403]);
    const foreign = other.users.owner;
    expect([
      (await call(`/imports/${id}/look`, shapes, 'POST', foreign)).status,
      (
        await call(
          `/imports/${id}/run`,
          { ...shapes, kind: 'import', goesOn: true },
          'POST',
          foreign,
        )
      ).status,
      (await call(`/imports/${id}/refused`, undefined, 'GET', foreign)).status,
      (await call(`/imports/${id}`, undefined, 'DELETE', foreign)).status,
      (await part(id, 0, 0, Buffer.from(GOOD), undefined, foreign)).status,
    ]).toEqual([404, 404, 404, 404, 404]);
    expect((await call('/imports', undefined, 'GET', foreign)).json).toEqual({ items: [] });
    expect((await current())?.id).toBe(id);
  });
});

it('a practice has its own mappings; those shipped with Molar stay unchanged', async () => {
  const mapping: PvsMapping = {
    id: 'praxis-1',
    name: 'Unser Export',
    source: 'Altsystem',
    isProved: false,
    note: '',
    files: { patient: { isExact: true, columns: { id: ['Nr'] } } },
  };
  const names = async (as = p.users.owner): Promise<string[]> =>
    (
      (await call('/mappings', undefined, 'GET', as)).json as {
        items: { mapping: { name: string } }[];
      }
    ).items.map((one) => one.mapping.name);
  const shipped = await names();
  expect((await call('/mappings/praxis-1', mapping, 'PUT')).status).toBe(204);
  expect((await call('/mappings/praxis-1', { ...mapping, name: 'Export neu' }, 'PUT')).status).toBe(
    204,
  );
  expect([await names(), await names(other.users.owner)]).toEqual([
    ['Export neu', ...shipped],
    shipped,
  ]);
  expect([
    (await call('/mappings/eigene', { ...mapping, id: 'eigene' }, 'PUT')).code,
    (await call('/mappings/praxis-2', mapping, 'PUT')).code,
  ]).toEqual(['conflict', 'validation']);
  expect((await call('/mappings/praxis-1', undefined, 'DELETE')).status).toBe(204);
  expect(await names()).toEqual(shipped);
});
it('files not imported are deleted after a day', async () => {
  await refresh({ 'patient.csv': GOOD });
  expect(existsSync(folder())).toBe(true);
  await t.app.tidy();
  expect(existsSync(folder())).toBe(true);
  t.clock.now = Date.now() + 25 * 3_600_000;
  await t.app.tidy();
  expect(existsSync(folder())).toBe(false);
});
