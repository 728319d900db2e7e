// Tests of the rules page as a form designer uses it: on and off, order, a rule by form, preview on
// today, saved against a version, reset.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MappeRulesView, TriedRules } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import {
  isAsShipped,
  isSame,
  moved,
  newRule,
  problemsOf,
  removed,
  stored,
  tidyWhen,
  toggled,
} from './edit-rules.ts';
import { RulesPage } from './RulesPage.tsx';
import texts from './texts.de.json';

const rule = (id: string, item: string, part: Partial<MappeRule> = {}): MappeRule => ({
  id,
  isOn: true,
  item,
  repeat: { kind: 'each' },
  isFull: false,
  when: {},
  note: '',
  ...part,
});
const shipped = [
  rule('schmerz', 'schmerz', { when: { ageFrom: 15, words: ['Schmerz'] } }),
  rule('foto', 'foto', { isOn: false, repeat: { kind: 'version' } }),
];
const view: MappeRulesView = {
  rules: shipped,
  shipped,
  version: 3,
  changedAt: null,
  arten: ['Kontrolle'],
  behandler: ['Dr. Weber'],
  items: [
    { id: 'schmerz', version: 1, kind: 'questionnaire', title: { de: 'Kurze Fragen' } },
    { id: 'foto', version: 1, kind: 'consent', title: { de: 'Fotos' } },
  ],
};
const tried: TriedRules = [
  {
    patid: '1',
    name: 'Weber, Hans',
    time: '09:45',
    art: 'Schmerzen',
    isFirst: true,
    items: [
      {
        item: 'schmerz@1',
        isFull: false,
        rule: 'schmerz',
        reasons: [{ code: 'art', art: 'Schmerzen' }, { code: 'never' }],
      },
    ],
  },
  { patid: '2', name: 'Klein, Ida', time: '10:00', art: '', isFirst: false, items: [] },
];
let isBehind = false;

async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) => {
    if (path === '/tablet/rules/try') return { body: tried };
    if (method !== 'GET' && isBehind) return errorAnswer(409, 'conflict');
    return { body: method === 'GET' ? view : { version: 4 } };
  });
  await stage(<RulesPage />, { regeln: texts });
  await screen.findByRole('heading', { name: 'Heute würde vorgeschlagen' });
  return sent;
}
const saved = (sent: Sent[]): Sent[] => sent.filter((one) => one.method === 'PUT');
const press = (name: string | RegExp): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  isBehind = false;
  signInAs('owner');
});
afterEach(() => void vi.unstubAllGlobals());

test('each rule is a sentence with its reason, and the page previews its effect today', async () => {
  await open();
  const [first] = within(screen.getByRole('region', { name: 'Regeln' })).getAllByRole('listitem');
  expect(first?.textContent).toBe(
    'Kurze Fragenbei jedem Besuch · ab 15 Jahren · Termin mit „Schmerz“Kurzform für Schmerzen: das, was vor jedem Eingriff bekannt sein muss.',
  );
  const today = await within(
    screen.getByRole('region', { name: 'Heute würde vorgeschlagen' }),
  ).findAllByRole('listitem');
  expect(today.map((one) => one.textContent)).toEqual([
    '09:45 Weber, Hans Schmerzen · neuKurze Fragen Termin: Schmerzen · liegt noch nicht vor',
    'Kurze Fragen Termin: Schmerzen · liegt noch nicht vor',
    '10:00 Klein, Ida nichts',
  ]);
});

test('a change is previewed at once, saved only by a press, against the version that was read', async () => {
  const sent = await open();
  expect(screen.getByRole('button', { name: 'Speichern' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('switch', { name: 'Fotos: Regel ein oder aus' }));
  await press('Fotos: nach oben');
  expect(saved(sent)).toEqual([]);
  await waitFor(() =>
    expect(
      (
        sent.filter((one) => one.path === '/tablet/rules/try').at(-1)?.body as
          | { rules: MappeRule[] }
          | undefined
      )?.rules.map((one) => [one.id, one.isOn]),
    ).toEqual([
      ['foto', true],
      ['schmerz', true],
    ]),
  );
  await press('Speichern');
  await waitFor(() =>
    expect(saved(sent)[0]?.body).toMatchObject({
      version: 3,
      rules: [{ id: 'foto', isOn: true }, { id: 'schmerz' }],
    }),
  );
});

test('after a conflict a message appears, the input stays, and the user may reload', async () => {
  isBehind = true;
  await open();
  await press('Fotos: Regel entfernen');
  await press('Speichern');
  expect(
    await screen.findByRole('button', { name: 'Neu laden und eigene Änderung verwerfen' }),
  ).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'Fotos: Regel ein oder aus' })).toBeNull();
  await press('Neu laden und eigene Änderung verwerfen');
  expect(await screen.findByRole('switch', { name: 'Fotos: Regel ein oder aus' })).toBeTruthy();
});

test('a rule is created by form; missing input and reversed ages are named', async () => {
  const sent = await open(),
    user = userEvent.setup();
  await press('Neue Regel');
  const form = await screen.findByRole('dialog', { name: 'Neue Regel' });
  await user.click(within(form).getByRole('button', { name: 'Übernehmen' }));
  expect(within(form).getByText('Bitte wählen Sie eine Unterlage.')).toBeTruthy();
  await user.selectOptions(within(form).getByLabelText('Unterlage'), 'schmerz');
  await user.type(within(form).getByLabelText('Alter ab (Jahre)'), '70');
  await user.type(within(form).getByLabelText('Alter bis (Jahre)'), '60');
  await user.click(within(form).getByRole('button', { name: 'Übernehmen' }));
  expect(within(form).getByText('„Ab“ liegt über „bis“.')).toBeTruthy();
  await user.clear(within(form).getByLabelText('Alter bis (Jahre)'));
  await user.type(
    within(form).getByRole('combobox', { name: /^Im Termin steht ein Wort/ }),
    'Beratung{Enter}',
  );
  await user.click(within(form).getByRole('checkbox', { name: 'Ganz neu fragen' }));
  await user.click(within(form).getByRole('button', { name: 'Übernehmen' }));
  expect(
    await screen.findByText(/vollständig alle 12 Monate · ab 70 Jahren · Termin mit „Beratung“/),
  ).toBeTruthy();
  await press('Speichern');
  await waitFor(() =>
    expect((saved(sent)[0]?.body as { rules: MappeRule[] } | undefined)?.rules[2]).toMatchObject({
      item: 'schmerz',
      isOn: true,
      isFull: true,
      repeat: { kind: 'months', months: 12 },
      when: { ageFrom: 70, words: ['Beratung'] },
    }),
  );
});

test('a reset asks for confirmation first', async () => {
  const sent = await open();
  await press('Fotos: Regel entfernen');
  await press('Auslieferungsstand herstellen');
  await press('Herstellen');
  await waitFor(() =>
    expect(sent.find((one) => one.path === '/tablet/rules/reset')?.body).toEqual({ version: 3 }),
  );
});

test('changes to a list return a new list, and detect when it is back to the original', () => {
  const [a, b] = shipped as [MappeRule, MappeRule],
    both = [a, b];
  expect([moved(both, 'schmerz', -1), moved(both, 'foto', 1)]).toEqual([both, both]);
  expect(moved(both, 'schmerz', 1).map((one) => one.id)).toEqual(['foto', 'schmerz']);
  expect(isSame(toggled(toggled(both, 'foto', true), 'foto', false), both)).toBe(true);
  expect(isSame(removed(both, 'foto'), both)).toBe(false);
  expect(isAsShipped({ ...b, isOn: true }, shipped)).toBe(true);
  expect(isAsShipped({ ...b, note: 'anders' }, shipped)).toBe(false);
  expect(stored(both, { ...a, note: 'neu' }).map((one) => one.note)).toEqual(['neu', '']);
  expect(tidyWhen({ words: [], ageFrom: 0, visit: undefined })).toEqual({ ageFrom: 0 });
  expect(problemsOf({ ...newRule('x', ''), repeat: { kind: 'months', months: 0 } })).toEqual([
    'item',
    'months',
  ]);
});
