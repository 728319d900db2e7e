// Tests of the import as an owner does it: interrupted uploads resume, columns and words are
// mapped, rejections are named, withdrawal is offered next to the result.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  PART_BYTES,
  type ImportState,
  type Looked,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { placesOf, type PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { withColumn, withWord } from './edit-mapping.ts';
import { ImportPage } from './TableImportPage.tsx';
import { arrived, fits, isWhole, sendFiles } from './send-files.ts';
import de from '../texts.de.json';
import { understood } from './understood.ts';

const OWN: PvsMapping = {
  id: 'eigene',
  name: 'Eigene',
  source: 'CSV',
  isProved: true,
  note: '',
  files: {},
};
const HEADER = ['Nr', 'Vorname', 'Familie', 'geburtsdatum', 'versicherung'];
type Run = NonNullable<ImportState['run']>;
const run = (more: Partial<Run>): Run => ({
  kind: 'check',
  isRunning: false,
  startedAt: 1,
  endedAt: 2,
  done: 1,
  of: 1,
  rows: 2,
  refused: 0,
  lines: [],
  words: [],
  result: { outcome: 'checked', batch: null, counts: {}, bad: [], zeros: 0 },
  ...more,
});
const state = (more: Partial<ImportState> = {}): ImportState => ({
  id: '0198c0de-0000-7000-8000-000000000001',
  at: 1,
  files: [{ no: 0, name: 'Kunden.csv', size: 10, modifiedAt: 5, there: [0] }],
  run: null,
  ...more,
});
let one: ImportState | null, next: (sent: Sent) => Partial<Run>, lastMapping: PvsMapping;
const looked = (mapping: PvsMapping): Looked => {
  const places = placesOf(mapping, 'patient', HEADER),
    missing = ['id', 'nachname'].filter((field) => (places[field] ?? -1) === -1);
  return {
    files: [
      {
        no: 0,
        trouble:
          missing.length > 0
            ? { name: 'Kunden.csv', why: 'missing_columns', fields: missing }
            : null,
        entity: 'patient',
        charset: 'windows-1252',
        separator: ';',
        header: HEADER,
        places,
        points: { meaning: 'group', sample: null },
        rows: [
          {
            cells: ['7', 'Jörg', 'Groß', '05.11.1978', 'GKV'],
            id: '7',
            values: [null, 'Jörg', 'Groß', '1978-11-05'],
            refused: null,
          },
        ],
      },
    ],
  };
};
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method, body }) => {
    if (path === '/collector/imports' && method === 'GET')
      return { body: { items: one ? [one] : [] } };
    if (path === '/collector/mappings')
      return { body: { items: [{ isOwn: false, mapping: OWN }] } };
    if (path.endsWith('/look')) {
      lastMapping = (body as { mapping: PvsMapping }).mapping;
      return { body: looked(lastMapping) };
    }
    if (path.endsWith('/run')) {
      one = { ...one!, run: run(next({ path, method, body })) };
      return { body: one };
    }
    if (method === 'DELETE') {
      one = null;
      return { status: 204 };
    }
    return path.includes('/batches/') || path.includes('/parts/')
      ? { status: 204 }
      : errorAnswer(404, 'not_found');
  });
  await stage(
    <MemoryRouter>
      <ImportPage />
    </MemoryRouter>,
    { daten: de },
  );
  return sent;
}
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
beforeEach(() => {
  one = state();
  next = () => ({});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a missing column is mapped; then the file is checked, imported and withdrawn', async () => {
  const sent = await open();
  expect(await screen.findByText('Es fehlen nötige Spalten: id, nachname')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Einlesen' }).disabled).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Spalte der Datei: Nachname'), '2');
  await userEvent.selectOptions(
    await screen.findByLabelText('Spalte der Datei: Nummer der Zeile'),
    '0',
  );
  expect(await screen.findByText('Verstanden')).toBeTruthy();
  expect(screen.getByText('05.11.1978')).toBeTruthy();
  expect(screen.getByLabelText('Zuordnung der Spalten')).toHaveProperty('value', 'ungespeichert');
  await press('Prüfen');
  expect(await screen.findByText('Alles in Ordnung: 2 Zeilen')).toBeTruthy();
  next = () => ({
    kind: 'import',
    result: { outcome: 'closed', batch: 7, counts: { patient: 2 }, bad: [], zeros: 3 },
  });
  await press('Einlesen');
  expect(await screen.findByText('Lieferung 7: 2 Zeilen eingelesen')).toBeTruthy();
  expect(
    screen.getByText('Fehlende Null vor der Postleitzahl ergänzt (Deutschland). Zeilen: 3'),
  ).toBeTruthy();
  await press('Rückgängig machen');
  expect(await screen.findByText('Zurückgenommen. Die Zeilen zählen nicht mehr.')).toBeTruthy();
  expect(sent.filter((call) => call.path.includes('/batches/')).map((call) => call.path)).toEqual([
    '/collector/batches/7/withdraw',
  ]);
});

test('rejected lines are named, an unknown word is mapped once, and the earlier check is void', async () => {
  one = state({ files: [{ no: 0, name: 'patient.csv', size: 10, modifiedAt: 5, there: [0] }] });
  HEADER.splice(0, 3, 'id', 'vorname', 'nachname');
  next = () => ({
    refused: 2,
    result: { outcome: 'refused', batch: null, counts: {}, bad: [], zeros: 0 },
    lines: [
      { file: 'patient.csv', line: 4, field: 'versicherung', column: 'Kasse', why: 'not_word' },
    ],
    words: [{ entity: 'patient', field: 'versicherung', word: 'BG', count: 2 }],
  });
  const sent = await open();
  await screen.findByText('Verstanden');
  await press('Prüfen');
  expect(await screen.findByText('In Ordnung: 2 Zeilen. Abgelehnt: 2')).toBeTruthy();
  expect(
    within(screen.getByRole('table', { name: 'Abgelehnte Zeilen' })).getByText(
      'Kasse: keines der vorgesehenen Wörter',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ohne die abgelehnten einlesen' })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Bedeutung von BG'), 'SONST');
  expect(
    await screen.findByText('Das war vor der letzten Änderung. Bitte prüfen Sie noch einmal.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ohne die abgelehnten einlesen' })).toBeNull();
  await waitFor(() =>
    expect(lastMapping.files.patient?.words).toEqual({ versicherung: { BG: 'SONST' } }),
  );
  await press('Prüfen');
  await waitFor(() =>
    expect(sent.filter((call) => call.path.endsWith('/run')).at(-1)?.body).toMatchObject({
      mapping: { files: { patient: { words: { versicherung: { BG: 'SONST' } } } } },
    }),
  );
});

test('a started import asks for the same files; those resume, others restart', async () => {
  one = state({ files: [{ no: 0, name: 'leistung.csv', size: 10, modifiedAt: 5, there: [] }] });
  const sent = await open();
  expect(
    await screen.findByText(/^Angefangen: 0 kB von 0 kB sind da \(1 Dateien: leistung\.csv\)/),
  ).toBeTruthy();
  const same = new File(['id;patid;12'.slice(0, 10)], 'leistung.csv', { lastModified: 5 });
  await userEvent.upload(screen.getByLabelText('Dateien wählen', { selector: 'input' }), same);
  await waitFor(() =>
    expect(sent.map((call) => call.path.split('?')[0])).toContain(
      `/collector/imports/${state().id}/files/0/parts/0`,
    ),
  );
  expect(sent.some((call) => call.path === '/collector/imports' && call.method === 'POST')).toBe(
    false,
  );
});
test('a folder without tables, and one that is too large, are rejected before anything is sent', async () => {
  one = null;
  const sent = await open(),
    input = await screen.findByLabelText('Ordner wählen', { selector: 'input' }),
    user = userEvent.setup({ applyAccept: false });
  await user.upload(input, new File(['x'], 'bild.png'));
  expect((await screen.findByRole('alert')).textContent).toContain('keine CSV-Datei');
  const large = new File(['x'], 'leistung.csv');
  Object.defineProperty(large, 'size', { value: 10_000_000_000 });
  await user.upload(input, large);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(
      'Das ist zu groß: 10 GB, höchstens 2,1 GB',
    ),
  );
  expect(sent.filter((call) => call.method === 'POST')).toEqual([]);
});

test('received parts are not sent again; a broken connection is retried, a rejection is not', async () => {
  const file = new File([new Uint8Array(PART_BYTES + 3)], 'a.csv', { lastModified: 1 }),
    half = state({
      files: [{ no: 0, name: 'a.csv', size: PART_BYTES + 3, modifiedAt: 1, there: [0] }],
    });
  let fails = 2,
    waits = 0;
  const sent = fakeServer(() => (fails-- > 0 ? errorAnswer(503, 'unavailable') : { status: 204 })),
    told: number[] = [],
    wait = (): Promise<void> => {
      waits++;
      return Promise.resolve();
    };
  expect([
    arrived(half),
    isWhole(half),
    fits(half, [file]),
    fits(half, [new File(['x'], 'a.csv', { lastModified: 1 })]),
  ]).toEqual([PART_BYTES, false, true, false]);
  await sendFiles(half, [file], new AbortController().signal, (bytes) => told.push(bytes), wait);
  expect([sent.length, waits, told]).toEqual([3, 2, [PART_BYTES + 3]]);
  expect(new Set(sent.map((call) => call.path.split('?')[0]))).toEqual(
    new Set([`/collector/imports/${half.id}/files/0/parts/1`]),
  );
  fakeServer(() => errorAnswer(409, 'state_conflict'));
  await expect(
    sendFiles(half, [file], new AbortController().signal, () => undefined, wait),
  ).rejects.toMatchObject({ code: 'state_conflict' });
  expect(waits).toBe(2);
});

test('a column serves one field, a field keeps its columns in other files, a word can be reverted', () => {
  const file = (header: string[]): Looked['files'][number] => ({
      ...looked(OWN).files[0]!,
      header,
      places: placesOf(OWN, 'patient', header),
    }),
    first = file(['id', 'vorname', 'Rufname']),
    second = file(['id', 'vorname']);
  const changed = withColumn(OWN, [first, second], first, 'vorname', 'Rufname');
  expect(changed.files.patient).toEqual({
    isExact: true,
    columns: { id: ['id'], vorname: ['Rufname'] },
  });
  expect(
    withColumn(
      changed,
      [first],
      { ...first, places: placesOf(changed, 'patient', first.header) },
      'nachname',
      'Rufname',
    ).files.patient?.columns?.nachname,
  ).toEqual(['Rufname']);
  expect(withColumn(OWN, [first], first, 'vorname', null).files.patient?.columns).toEqual({
    id: ['id'],
  });
  const worded = withWord(OWN, 'patient', 'versicherung', 'BG', 'SONST');
  expect([
    worded.files.patient?.words,
    withWord(worded, 'patient', 'versicherung', 'BG', null).files.patient?.words,
  ]).toEqual([{ versicherung: { BG: 'SONST' } }, { versicherung: {} }]);
});
test('values are shown as interpreted', () => {
  const say = (
    value: string | number | null,
    type: Parameters<typeof understood>[1]['type'],
  ): string => understood(value, { type }, 'de').replaceAll('\u00a0', ' ');
  expect([
    say('2026-02-03', 'day'),
    say(123_450, 'cents'),
    say(230, 'factor'),
    say(545, 'clock'),
    say(Date.parse('2026-07-01T08:00:00Z'), 'instant'),
    say(1, 'bool'),
    say(0, 'bool'),
    say(null, 'text'),
    say(12_000, 'int'),
    say('=1+1', 'text'),
  ]).toEqual([
    '03.02.2026',
    '1.234,50 €',
    '2,3',
    '09:05',
    '01.07.2026, 10:00',
    '✓',
    '–',
    '',
    '12000',
    '=1+1',
  ]);
});
