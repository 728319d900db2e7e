// Tests of parked submissions as staff uses them: listed with the reason, opened with photos, taken
// over or marked as dealt with after confirmation.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { ParkedPage } from './ParkedPage.tsx';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';
import keys from '../../ui/lists/keys/texts.de.json';

const NOW = Date.now(),
  ID = '0198c0de-0000-7000-8000-000000000001',
  OTHER = '0198c0de-0000-7000-8000-000000000002';
const large: ParkedItem = {
  id: ID,
  tabletId: 't',
  tabletName: 'Tablet 1',
  taskId: 'x',
  kind: 'task.answers',
  code: 'too_large',
  receivedAt: NOW,
  bytes: 5_200_000,
  canApply: true,
  patient: { patid: '1001', name: 'Groß, Ana', geburtsdatum: '1941-03-04' },
};
const torn: ParkedItem = {
  ...large,
  id: OTHER,
  tabletName: '',
  kind: 'task.dance',
  code: 'damaged',
  bytes: 900,
  canApply: false,
  patient: null,
};
const content = JSON.stringify({
  response: {
    item: [
      {
        linkId: 'p',
        text: 'Packung',
        answer: [{ valueAttachment: { contentType: 'image/jpeg', data: '/9j/' } }],
      },
    ],
  },
});
const found = {
  patid: '2002',
  name: 'Weber, Anna',
  firstName: 'Anna',
  lastName: 'Weber',
  geburtsdatum: '1958-03-12',
  city: '',
};
const Search = ({ label, onPick }: { label: string; onPick: (one: never) => void }) => (
  <button onClick={() => onPick(found as never)}>{label}</button>
);
let items: ParkedItem[] = [],
  isFitting = true;
const server = (): Sent[] =>
  fakeServer(({ path, method }) => {
    if (path === '/tablet/parked') return { body: { items } };
    if (path.endsWith('/open'))
      return {
        body: {
          id: ID,
          kind: 'task.answers',
          code: 'too_large',
          receivedAt: NOW,
          content: path.includes(OTHER) ? null : content,
          answers: path.includes(OTHER)
            ? null
            : {
                title: 'Schmerzfragebogen',
                language: 'de',
                answeredAt: NOW,
                isSigned: true,
                person: { firstName: 'Ana', lastName: 'Groß', geburtsdatum: '1941-03-04' },
              },
        },
      };
    if (path.endsWith('/assign') && !isFitting) {
      isFitting = true;
      return errorAnswer(409, 'confirm_needed', {
        extra: { doubts: ['name_differs', 'birth_differs'] },
      });
    }
    if (method === 'POST') {
      items = items.filter((one) => !path.includes(one.id));
      return { status: 204 };
    }
    return { status: 204 };
  });
const show = (): Promise<unknown> =>
  stage(
    <MemoryRouter>
      <ParkedPage PatientSearch={Search} />
    </MemoryRouter>,
    { zurueckgelegt: texts, tasten: keys },
  );
const posted = (sent: Sent[]): string[] =>
  sent.filter((s) => s.method === 'POST').map((s) => s.path);
const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest('li');
  if (!row) throw new Error('no row');
  return row;
};

beforeEach(() => {
  items = [large, torn];
  signInAs('reception', { id: 'u1' }, { expiresAt: NOW + 86_400_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('[sync P12] shows person, content, reason, source and size; only complete ones can be taken over', async () => {
  server();
  await show();
  const one = await rowOf('Groß, Ana'),
    other = await rowOf('Person nicht bekannt');
  expect(one.textContent).toContain('*04.03.1941 · FragebogenZu groß, meist durch viele Fotos.');
  expect(one.textContent).toContain('5,2 MB');
  expect(other.textContent).toContain(
    'Meldung des TabletsAuf dem Tablet oder unterwegs beschädigt.Abgemeldetes Tablet',
  );
  expect([
    within(one).queryByRole('button', { name: 'Übernehmen' }) !== null,
    within(other).queryByRole('button', { name: 'Übernehmen' }),
  ]).toEqual([true, null]);
  expect(await shownKeys(keys.title)).toMatchObject({ dead: [] });
});

test('[sync P12] an opened one shows answers, photos and a logging notice; an unreadable one shows the next step', async () => {
  const sent = server();
  await show();
  await userEvent.click(within(await rowOf('Groß, Ana')).getByRole('button', { name: /öffnen$/ }));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByAltText('Foto zu: Packung')).getAttribute('src')).toBe(
    'data:image/jpeg;base64,/9j/',
  );
  expect(within(dialog).getByText(/steht im Protokoll/)).toBeTruthy();
  expect(
    within(dialog)
      .getAllByRole('button', { name: /speichern/ })
      .map((one) => one.textContent),
  ).toEqual(['Lesbar speichern (HTML)', 'Alle Daten speichern (JSON)']);
  expect(posted(sent)).toEqual([`/tablet/parked/${ID}/open`]);
  await userEvent.click(within(dialog).getByRole('button', { name: /schließen/i }));
  await userEvent.click(
    within(await rowOf('Person nicht bekannt')).getByRole('button', { name: /öffnen$/ }),
  );
  expect(await screen.findByText(/Der Inhalt lässt sich nicht lesen/)).toBeTruthy();
});

test('[sync P12] taking over and marking ask first; both are sent once, and the list follows', async () => {
  const sent = server();
  await show();
  await userEvent.click(
    within(await rowOf('Groß, Ana')).getByRole('button', { name: 'Übernehmen' }),
  );
  const [, yes] = await screen.findAllByRole('button', { name: 'Übernehmen' });
  expect(posted(sent)).toEqual([]);
  await userEvent.click(yes!);
  await waitFor(() => expect(screen.queryByText('Groß, Ana')).toBeNull());
  await userEvent.click(
    within(await rowOf('Person nicht bekannt')).getByRole('button', { name: 'Erledigt' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ist erledigt' }));
  expect(await screen.findByText('Nichts liegt zurück.')).toBeTruthy();
  expect(posted(sent)).toEqual([`/tablet/parked/${ID}/apply`, `/tablet/parked/${OTHER}/settle`]);
});

test('[V2] [V3] answers are assigned to a person after a look at what goes where; another person is asked twice', async () => {
  const sent = server();
  isFitting = false;
  await show();
  await userEvent.click(within(await rowOf('Groß, Ana')).getByRole('button', { name: /öffnen$/ }));
  const dialog = await screen.findByRole('dialog'),
    part = await within(dialog).findByRole('region', { name: 'Einer Person zuordnen' });
  expect(part.textContent).toContain('Schmerzfragebogen, ausgefüllt');
  expect(part.textContent).toContain('Bestimmt für Groß, Ana, *04.03.1941');
  await userEvent.click(within(part).getByRole('button', { name: 'Person suchen' }));
  expect(part.textContent).toContain('Akte: Weber, Anna, *12.03.1958, Nummer 2002');
  expect(part.textContent).toContain('gekennzeichnet als von Hand zugeordnet');
  expect(part.textContent).toContain('Die Unterschrift unter den Antworten wird nicht mit');
  await userEvent.click(within(part).getByRole('button', { name: 'Weber, Anna zuordnen' }));
  expect((await within(part).findByRole('alert')).textContent).toBe(
    'Der Name weicht ab: Die Antworten waren für „Groß, Ana“, in der Akte steht „Weber, Anna“.' +
      'Das Geburtsdatum weicht ab: Die Antworten waren für 04.03.1941, in der Akte steht 12.03.1958.',
  );
  await userEvent.click(
    within(part).getByRole('button', { name: 'Trotzdem Weber, Anna zuordnen' }),
  );
  await waitFor(() => expect(screen.queryByText('Groß, Ana')).toBeNull());
  expect(sent.filter((one) => one.path.endsWith('/assign')).map((one) => one.body)).toEqual([
    { patid: '2002' },
    { patid: '2002', confirmed: true },
  ]);
});

test('a submission without readable answers offers no person', async () => {
  server();
  await show();
  await userEvent.click(
    within(await rowOf('Person nicht bekannt')).getByRole('button', { name: /öffnen$/ }),
  );
  await screen.findByText(/Der Inhalt lässt sich nicht lesen/);
  expect(screen.queryByRole('button', { name: 'Person suchen' })).toBeNull();
});

test('F finds a submission, and several are marked as done together after a question', async () => {
  const sent = server();
  await show();
  await rowOf('Groß, Ana');
  await userEvent.keyboard('fqq');
  expect(await screen.findByText(texts['search.none'])).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox', { name: texts.search }));
  await rowOf('Groß, Ana');
  const [first] = document.querySelectorAll<HTMLElement>('[data-row]');
  first?.focus();
  await userEvent.keyboard('xj{Shift>}X{/Shift}');
  const bar = await screen.findByRole('region', { name: 'Auswahl' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Erledigt' }));
  expect(posted(sent)).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Ist erledigt' }));
  await waitFor(() =>
    expect(posted(sent)).toEqual([ID, OTHER].map((id) => `/tablet/parked/${id}/settle`)),
  );
});
