// Tests of the tray as staff uses it: empty, failing, used by keyboard, confirmation of a doubtful
// record, discarded with a reason; and the link dialog.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  HomeLink,
  Unmatched,
  UnmatchedEntry,
} from '../../../../shared/forms/task/home.schema.ts';
import { signInAs } from '../../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { LinksPage } from './LinksPage.tsx';
import { PartsProvider } from './parts.ts';
import texts from './texts.de.json';
import { TrayPage } from './TrayPage.tsx';

const NOW = Date.now(),
  DAY = 86_400_000,
  ID = '0198c0de-0000-7000-8000-000000000001';
const entry: UnmatchedEntry = {
  id: ID,
  origin: 'home',
  firstName: 'Ana',
  lastName: 'Groß',
  geburtsdatum: '1941-03-04',
  form: 'schmerz@1',
  title: 'Schmerzen',
  language: 'de',
  answeredAt: NOW,
  receivedAt: NOW - 20 * DAY,
  problems: 0,
  isStopped: false,
  state: 'open',
  tabletName: null,
  label: 'Website',
  invited: null,
  decided: null,
};
const whole: Unmatched = {
  ...entry,
  questionnaire: null,
  response: { resourceType: 'QuestionnaireResponse', status: 'completed' },
  problemList: [],
  isReversible: false,
  candidates: [
    {
      patid: '1001',
      name: 'Groß, Anna',
      geburtsdatum: '1941-03-04',
      city: 'Berlin',
      herkunft: 'pvs',
      match: 'birth_similar',
    },
    {
      patid: '1003',
      name: 'Klein, Otto',
      geburtsdatum: '1941-03-04',
      city: '',
      herkunft: 'pvs',
      match: 'birth',
    },
  ],
};
const link: HomeLink = {
  id: ID,
  kind: 'invitation',
  state: 'open',
  formId: 'schmerz',
  title: { de: 'Schmerzen' },
  language: 'de',
  label: '',
  patid: '1001',
  patientName: 'Groß, Anna',
  createdAt: NOW,
  expiresAt: NOW + DAY,
  usedAt: null,
  endedAt: null,
  mailedAt: null,
  answers: 0,
  path: `/go/${'x'.repeat(32)}`,
  url: `https://praxis.example/go/${'x'.repeat(32)}`,
};
const PARTS = {
  AnswersOf: () => <p>alle Antworten</p>,
  PatientSearch: ({ label, onPick }: { label: string; onPick: (p: never) => void }) => (
    <button
      type="button"
      onClick={() =>
        onPick({
          patid: '1002',
          name: 'Özkan, Emil',
          firstName: 'Emil',
          lastName: 'Özkan',
          geburtsdatum: '1990-07-11',
          city: 'Berlin',
          herkunft: 'pvs',
          sameName: false,
          telefon: null,
        } as never)
      }
    >
      {label}
    </button>
  ),
};
let one = whole,
  open: UnmatchedEntry[] = [],
  isDown = false;
const server = (): Sent[] =>
  fakeServer(({ path, method, body }) => {
    if (isDown) return errorAnswer(503, 'unavailable');
    if (path === '/anamnese/unmatched') return { body: { open, count: open.length, decided: [] } };
    if (path === `/anamnese/unmatched/${ID}`) return { body: one };
    if (path.endsWith('/assign'))
      return (body as { confirmed?: boolean }).confirmed === true
        ? { body: { patid: '1001', answersId: ID } }
        : errorAnswer(409, 'confirm_needed', { extra: { doubts: ['name_differs'] } });
    if (path === '/anamnese/questionnaires')
      return {
        body: [
          {
            key: 'schmerz@1',
            id: 'schmerz',
            title: { de: 'Schmerzen' },
            languages: ['de', 'en'],
            minutes: 3,
          },
        ],
      };
    if (path.startsWith('/anamnese/home-links'))
      return method === 'GET'
        ? { body: [] }
        : path.endsWith('/mail')
          ? errorAnswer(409, 'inactive_recipient')
          : { body: link };
    return { status: 204 };
  });
const show = (page: 'tray' | 'links', at = '/'): Promise<unknown> =>
  stage(
    <MemoryRouter initialEntries={[at]}>
      <PartsProvider value={PARTS}>{page === 'tray' ? <TrayPage /> : <LinksPage />}</PartsProvider>
    </MemoryRouter>,
    { zuordnen: texts },
  );
const posted = (sent: Sent[]): Sent[] => sent.filter((s) => s.method === 'POST');

beforeEach(() => {
  one = whole;
  open = [entry];
  isDown = false;
  signInAs('reception', { id: 'u1' }, { expiresAt: NOW + DAY });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an empty tray is stated calmly, an unreachable server is reported and retried', async () => {
  open = [];
  isDown = true;
  server();
  await show('tray');
  expect((await screen.findByRole('alert')).textContent).toContain('nicht bereit');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /noch einmal|erneut/i }));
  expect(await screen.findByText('Nichts wartet auf Zuordnung.')).toBeTruthy();
});

test('abandoned answers are marked in the list, and the dialog explains the cause and the next step', async () => {
  open = [{ ...entry, origin: 'tablet', tabletName: 'Tablet 2', isStopped: true, problems: 4 }];
  one = {
    ...one,
    ...open[0],
    response: {
      resourceType: 'QuestionnaireResponse',
      status: 'stopped',
      extension: [{ url: 'urn:molar:fhir:stopped-why', valueString: 'battery' }],
    },
  };
  server();
  await show('tray');
  expect(await screen.findByText(texts.stopped)).toBeTruthy();
  // Unreached questions are missing, not to be checked.
  expect(screen.queryByText(/zu prüfen/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Fragebogen von Ana Groß zuordnen' }));
  const dialog = await screen.findByRole('dialog');
  expect([
    await within(dialog).findByText(texts['match.stopped']),
    within(dialog).getByText(texts['match.why.battery']),
    within(dialog).getByText(texts['match.stoppedDo']),
  ]).toHaveLength(3);
});

test('keyboard: warns of long waits, never preselects a similar record, asks on other names (V2), undo', async () => {
  const sent = server(),
    user = userEvent.setup();
  await show('tray');
  expect(await screen.findByText('Ein Fragebogen liegt hier länger als 14 Tage.')).toBeTruthy();
  screen.getByRole('button', { name: 'Fragebogen von Ana Groß zuordnen' }).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog'),
    first = await within(dialog).findByRole('radio', { name: /Groß, Anna/ });
  expect(first.getAttribute('aria-checked')).toBe('false');
  expect(within(dialog).getByText('Geburtsdatum gleich, Name ähnlich')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Zuordnen' }).hasAttribute('disabled')).toBe(
    true,
  );
  first.focus();
  await user.keyboard(' ');
  await user.click(within(dialog).getByRole('button', { name: 'Groß, Anna zuordnen' }));
  const asked = await within(dialog).findByRole('button', { name: 'Trotzdem Groß, Anna zuordnen' });
  expect(document.activeElement).toBe(asked);
  expect(within(dialog).getByRole('alert').textContent).toContain(
    'geschrieben wurde „Groß, Ana“, in der Akte steht „Groß, Anna“',
  );
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(posted(sent).map((s) => s.body)).toEqual([
      { patid: '1001' },
      { patid: '1001', confirmed: true },
    ]);
  });
  await user.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() => {
    expect(posted(sent).at(-1)?.path).toBe(`/anamnese/unmatched/${ID}/reopen`);
  });
});

test('search results join the list with their match; discarding needs a short reason (V1)', async () => {
  const sent = server(),
    user = userEvent.setup();
  await show('tray');
  await user.click(await screen.findByRole('button', { name: 'Fragebogen von Ana Groß zuordnen' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Andere Akte suchen' }));
  expect(
    within(dialog)
      .getByRole('radio', { name: /Özkan, Emil.*Name und Geburtsdatum anders/ })
      .getAttribute('aria-checked'),
  ).toBe('true');
  await user.click(within(dialog).getByRole('button', { name: 'Beiseitelegen' }));
  await user.click(within(dialog).getByRole('button', { name: 'Beiseitelegen' }));
  expect(within(dialog).getByText('Bitte nennen Sie einen Grund.')).toBeTruthy();
  const reason = within(dialog).getByLabelText('Grund');
  await user.click(reason);
  await user.paste('x'.repeat(251));
  await user.click(within(dialog).getByRole('button', { name: 'Beiseitelegen' }));
  expect(
    within(dialog).getByText('Kommentar darf nicht länger als 250 Zeichen sein.'),
  ).toBeTruthy();
  expect(posted(sent)).toEqual([]);
  await user.clear(reason);
  await user.type(reason, 'doppelt');
  await user.click(within(dialog).getByRole('button', { name: 'Beiseitelegen' }));
  await waitFor(() => {
    expect(posted(sent).map((s) => s.body)).toEqual([{ reason: 'doppelt' }]);
  });
});

test("[X1] a patient's link is shown to copy and as a code; a blocked address is reported by its text", async () => {
  const sent = server(),
    user = userEvent.setup();
  await show('links', '/?neu=1');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Link erstellen' }));
  expect(within(dialog).getByRole('alert').textContent).toContain(
    'Bitte wählen Sie, für wen der Link ist.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Patient suchen' }));
  await user.click(within(dialog).getByRole('button', { name: 'Link erstellen' }));
  expect((await within(dialog).findByLabelText<HTMLInputElement>('Link')).value).toBe(link.url);
  expect(posted(sent)[0]?.body).toMatchObject({
    kind: 'invitation',
    formId: 'schmerz',
    patid: '1002',
    days: 14,
    language: 'de',
  });
  expect(within(dialog).getByRole('img', { name: 'QR-Code zum Fragebogen' })).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Per E-Mail senden an'), 'anna@example.org');
  await user.click(within(dialog).getByRole('button', { name: 'Senden' }));
  expect(await within(dialog).findByText(/anna@example\.org wurde gesperrt/)).toBeTruthy();
});
