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
import clash from '../../ui/saving/clash/texts.de.json';
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
  changedByName: null,
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
/** The rules on the server, as another user may have saved them since. */
let server: MappeRulesView;

async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method, body }) => {
    if (path === '/tablet/rules/try') return { body: tried };
    if (method === 'GET') return { body: server };
    const { version, rules = shipped } = body as { version: number; rules?: MappeRule[] };
    if (version !== server.version) return errorAnswer(409, 'conflict');
    server = { ...server, rules, version: version + 1 };
    return { body: { version: version + 1 } };
  });
  await stage(<RulesPage />, { regeln: texts, clash });
  await screen.findByRole('heading', { name: 'Heute würde vorgeschlagen' });
  return sent;
}
const saved = (sent: Sent[]): Sent[] => sent.filter((one) => one.method === 'PUT');
const press = (name: string | RegExp): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  server = view;
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

/** Ada saves while the page is open. */
const adaSaves = (...rules: MappeRule[]): void => {
    server = { ...view, rules, version: 4, changedAt: Date.now(), changedByName: 'Ada' };
  },
  [pain, photo] = shipped as [MappeRule, MappeRule],
  switchOf = (title: string): HTMLInputElement =>
    screen.getByRole('switch', { name: `${title}: Regel ein oder aus` });

test("another user's rules are joined where each changed others; undo takes back the own only", async () => {
  await open();
  await userEvent.click(switchOf('Fotos'));
  adaSaves({ ...pain, note: 'Adas Grund' }, photo);
  await press('Speichern');
  expect(await screen.findByText(/^Ada hat um \d\d:\d\d gespeichert\.$/)).toBeTruthy();
  expect(screen.getByText('Von Ada: Kurze Fragen')).toBeTruthy();
  await waitFor(() =>
    expect(server).toMatchObject({
      version: 5,
      rules: [
        { id: 'schmerz', note: 'Adas Grund' },
        { id: 'foto', isOn: true },
      ],
    }),
  );
  await press('Rückgängig');
  expect(switchOf('Fotos').checked).toBe(false);
  expect(screen.getByText('Adas Grund')).toBeTruthy();
  await press('Speichern');
  await waitFor(() => expect(server.version).toBe(6));
});

test('where both changed one rule, both are shown, and the chosen one is saved', async () => {
  await open();
  await press('Kurze Fragen: Regel entfernen');
  adaSaves({ ...pain, note: 'Adas Grund' }, { ...photo, note: 'Adas Fotos' });
  await press('Speichern');
  const place = within(await screen.findByRole('group', { name: 'Kurze Fragen' }));
  expect(screen.getByRole('button', { name: 'Speichern' }).hasAttribute('disabled')).toBe(true);
  expect(place.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
    'Meines(entfernt)',
    'Anderes, von AdaKurze Fragen: an\nbei jedem Besuch\nab 15 Jahren · Termin mit „Schmerz“\nAdas Grund',
  ]);
  // A removed rule leaves nothing to copy.
  expect(screen.queryByRole('button', { name: clash.copy })).toBeNull();
  await userEvent.click(place.getAllByRole('radio')[1]!);
  await press(clash.take);
  expect(switchOf('Kurze Fragen').checked).toBe(true);
  expect(server.version).toBe(4);
});

test('the own rule stays as a further one that is off where the other user removed it', async () => {
  await open();
  await userEvent.click(switchOf('Fotos'));
  adaSaves({ ...pain, note: 'Adas Grund' });
  await press('Speichern');
  expect(await screen.findByRole('group', { name: 'Fotos' })).toBeTruthy();
  await press(clash.copy);
  expect(await screen.findByText(texts.both)).toBeTruthy();
  await waitFor(() =>
    expect(server).toMatchObject({
      version: 5,
      rules: [{ note: 'Adas Grund' }, { item: 'foto', isOn: false }],
    }),
  );
  expect(switchOf('Fotos').checked).toBe(false);
});

test('a reset that meets another state changes nothing, and shows that state', async () => {
  const sent = await open();
  adaSaves({ ...pain, note: 'Adas Grund' });
  await press('Fotos: nach oben');
  await press('Auslieferungsstand herstellen');
  await press('Herstellen');
  expect(await screen.findByText('Adas Grund')).toBeTruthy();
  expect(saved(sent)).toEqual([]);
  await press('Auslieferungsstand herstellen');
  await press('Herstellen');
  await waitFor(() => expect(server).toMatchObject({ version: 5, rules: shipped }));
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
