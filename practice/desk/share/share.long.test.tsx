// Tests of shares as staff uses them: selecting contents, the three ways, the code next to them;
// renewing, unlocking and ending.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  NewShare,
  Share,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { SharesPage } from './SharesPage.tsx';
import { PartsProvider } from './parts.ts';
import texts from './texts.de.json';

const NOW = Date.now(),
  DAY = 86_400_000,
  ID = '0198c0de-0000-7000-8000-000000000001',
  FILE = '0198c0de-0000-7000-8000-000000000002';
const share: Share = {
  id: ID,
  patid: '1001',
  patientName: 'Groß, Anna',
  state: 'open',
  kind: 'disclose',
  language: 'de',
  items: [{ kind: 'document', title: 'Einwilligung Implantat', isDone: false, said: null }],
  secondStep: 'code',
  triesLeft: 5,
  isOnce: false,
  createdAt: NOW,
  expiresAt: NOW + DAY,
  openedAt: null,
  mailedAt: null,
  endedAt: null,
  wishedAt: null,
  stepReason: null,
  sentCode: null,
};
const link: ShareLink = {
  share,
  path: `/ssf/${'x'.repeat(22)}#${'k'.repeat(43)}.${'p'.repeat(22)}`,
  url: `https://praxis.example/ssf/${'x'.repeat(22)}#${'k'.repeat(43)}.${'p'.repeat(22)}`,
  code: 'ABCD-2345',
};
const document = {
  fileId: FILE,
  taskId: null,
  patid: '1001',
  patientName: 'Groß, Anna',
  geburtsdatum: '1941-03-04',
  title: 'Einwilligung Implantat',
  at: NOW,
  level: 'B-B',
  voidedAt: null,
  mime: 'application/pdf',
  sha256: 'a',
};
const PARTS = {
  PatientSearch: ({ label, onPick }: { label: string; onPick: (p: never) => void }) => (
    <button
      type="button"
      onClick={() =>
        onPick({
          patid: '1001',
          firstName: 'Anna',
          lastName: 'Groß',
          geburtsdatum: '1941-03-04',
        } as never)
      }
    >
      {label}
    </button>
  ),
};
let list: Share[] = [],
  made: ShareLink = link,
  papers: SharePapers = [],
  ways: ShareWays = { sms: null, mail: null, mayBeBare: false };
const server = (): Sent[] =>
  fakeServer(({ path, method }) => {
    if (path.startsWith('/papo/shares')) {
      if (method === 'GET') return { body: list };
      if (path.endsWith('/mail')) return errorAnswer(409, 'inactive_recipient');
      if (path.endsWith('/reset'))
        return {
          body: {
            path: `/resetPassword/${'x'.repeat(22)}/${'s'.repeat(43)}`,
            url: null,
            until: NOW + 1_800_000,
          },
        };
      if (path.endsWith('/unlock')) return { body: share };
      if (path.endsWith('/end')) return { status: 204 };
      return { body: made };
    }
    if (path.startsWith('/documents/list'))
      return {
        body: {
          items: [
            document,
            { ...document, fileId: ID, title: 'Widerrufene Einwilligung', voidedAt: NOW },
          ],
          cursor: null,
        },
      };
    if (path.startsWith('/papo/ways')) return { body: ways };
    if (path.startsWith('/papo/papers')) return { body: papers };
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
    if (path.startsWith('/patient/patients/'))
      return {
        body: {
          patid: '1001',
          firstName: 'Anna',
          lastName: 'Groß',
          geburtsdatum: '1941-03-04',
          email: 'anna@example.org',
        },
      };
    return { status: 204 };
  });
const show = (at = '/'): Promise<unknown> =>
  stage(
    <MemoryRouter initialEntries={[at]}>
      <PartsProvider value={PARTS}>
        <SharesPage />
      </PartsProvider>
    </MemoryRouter>,
    { freigaben: texts },
  );
const posted = (sent: Sent[]): Sent[] => sent.filter((s) => s.method === 'POST');

beforeEach(() => {
  list = [];
  made = link;
  papers = [];
  ways = { sms: null, mail: null, mayBeBare: false };
  signInAs('reception', { id: 'u1' }, { expiresAt: NOW + DAY });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a document is shared with a code; the three ways are side by side, the code apart from them', async () => {
  const sent = server();
  await show(`/?patid=1001&datei=${FILE}&neu=1`);
  const dialog = await screen.findByRole('dialog', { name: 'Nach Hause geben' });
  // Voided documents are not offered.
  expect(
    (
      await within(dialog).findByRole<HTMLInputElement>('checkbox', {
        name: /Einwilligung Implantat/,
      })
    ).checked,
  ).toBe(true);
  expect(within(dialog).queryByRole('checkbox', { name: /Widerrufene/ })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Link erstellen' }));
  for (const name of ['QR-Code zeigen', 'Drucken', 'E-Mail senden'])
    expect(await within(dialog).findByRole('heading', { name })).toBeTruthy();
  expect(within(dialog).getByText('ABCD-2345')).toBeTruthy();
  expect(posted(sent)[0]).toMatchObject({
    path: '/papo/shares',
    body: {
      patid: '1001',
      secondStep: 'code',
      language: 'de',
      items: [{ kind: 'document', fileId: FILE }],
    },
  });
  const printed: string[] = [];
  vi.stubGlobal('print', () => {
    printed.push(window.document.querySelector('.fg-print')?.textContent ?? '');
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Brief drucken' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Nur den Code drucken' }));
  // The letter contains both, the other sheet the code alone.
  expect(
    printed.map((one) => [one.includes('ABCD-2345'), one.includes('praxis.example/ssf/')]),
  ).toEqual([
    [true, true],
    [true, false],
  ]);
  await waitFor(() =>
    expect(within(dialog).getByLabelText<HTMLInputElement>('E-Mail-Adresse').value).toBe(
      'anna@example.org',
    ),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'E-Mail senden' }));
  // X1: the reason contains the address.
  expect((await within(dialog).findByRole('alert')).textContent).toContain('anna@example.org');
  expect(JSON.stringify(posted(sent).at(-1)?.body)).not.toContain('ABCD');
  await userEvent.click(
    within(dialog).getByRole('button', { name: 'Eigenen Zugangscode wählen lassen' }),
  );
  expect(
    await within(dialog).findByRole('img', { name: 'QR-Code zum Wählen eines Zugangscodes' }),
  ).toBeTruthy();
});

test('a form alone needs no code; an empty selection is reported, not sent', async () => {
  made = {
    ...link,
    code: null,
    share: {
      ...share,
      kind: 'write',
      secondStep: 'none',
      items: [{ kind: 'questionnaire', title: 'Schmerzen', isDone: false, said: null }],
    },
  };
  const sent = server();
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Nach Hause geben' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Name oder Geburtsdatum' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Link erstellen' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Bitte wählen Sie etwas aus.');
  expect(posted(sent)).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Fragebogen zum Ausfüllen' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Schmerzen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  await screen.findByRole('heading', { name: 'QR-Code zeigen' });
  expect(screen.queryByText('Zugangscode')).toBeNull();
  expect(posted(sent)[0]?.body).toMatchObject({
    secondStep: 'none',
    items: [{ kind: 'questionnaire', formId: 'schmerz' }],
  } satisfies Partial<NewShare>);
});

test('open items of a Mappe are preselected: every paper once, and its questionnaire', async () => {
  const other = FILE.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'));
  papers = [
    { taskId: FILE, title: 'Einwilligung Fotos', signer: { role: 'parent1', name: 'Anna Groß' } },
    { taskId: FILE, title: 'Einwilligung Fotos', signer: { role: 'parent2', name: 'Jonas Groß' } },
    { taskId: other, title: 'Datenschutz', signer: { role: 'patient', name: 'Anna Groß' } },
  ];
  const sent = server();
  await show(`/?patid=1001&papier=${FILE},${other}&bogen=schmerz&neu=1`);
  expect((await screen.findByText(/Der Fragebogen bleibt am Empfang offen/)).tagName).toBe('P');
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  await screen.findByRole('heading', { name: 'QR-Code zeigen' });
  expect(posted(sent)[0]?.body).toMatchObject({
    items: [
      { kind: 'sign', taskId: FILE, role: 'parent1' },
      { kind: 'sign', taskId: other, role: 'patient' },
      { kind: 'questionnaire', formId: 'schmerz' },
    ],
  });
});

test('a paper is signed at home by the person it names, with the code', async () => {
  papers = [
    { taskId: FILE, title: 'Einwilligung Fotos', signer: { role: 'parent2', name: 'Jonas Groß' } },
  ];
  const sent = server();
  await show('/?patid=1001&neu=1');
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Einwilligung Fotos · unterschreibt Jonas Groß' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  await screen.findByRole('heading', { name: 'QR-Code zeigen' });
  expect(posted(sent)[0]?.body).toMatchObject({
    secondStep: 'code',
    items: [{ kind: 'sign', taskId: FILE, role: 'parent2' }],
  } satisfies Partial<NewShare>);
});

test('a paper for both parents is listed once for each; a link has one signer, the requested one', async () => {
  papers = [
    { taskId: FILE, title: 'Einwilligung Fotos', signer: { role: 'parent1', name: 'Ayşe Groß' } },
    { taskId: FILE, title: 'Einwilligung Fotos', signer: { role: 'parent2', name: 'Jonas Groß' } },
  ];
  const sent = server();
  await show(`/?patid=1001&papier=${FILE}+parent2&neu=1`);
  const [hers, his] = [
    await screen.findByRole<HTMLInputElement>('checkbox', { name: /unterschreibt Ayşe Groß/ }),
    screen.getByRole<HTMLInputElement>('checkbox', { name: /unterschreibt Jonas Groß/ }),
  ];
  expect([hers.checked, his.checked]).toEqual([false, true]);
  await userEvent.click(hers);
  expect([hers.checked, his.checked]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  await screen.findByRole('heading', { name: 'QR-Code zeigen' });
  expect(posted(sent)[0]?.body).toMatchObject({
    items: [{ kind: 'sign', taskId: FILE, role: 'parent1' }],
  } satisfies Partial<NewShare>);
});

test('a locked share is unlocked, an expired one gets a new link, an open one is ended once confirmed', async () => {
  list = [
    { ...share, state: 'locked', triesLeft: 0 },
    {
      ...share,
      id: FILE,
      patientName: 'Özkan, Emil',
      state: 'over',
      expiresAt: NOW - DAY,
      wishedAt: NOW,
      items: [
        ...share.items,
        { kind: 'sign', title: 'Einwilligung Fotos', isDone: false, said: 'question' },
      ],
    },
  ];
  const sent = server();
  await show();
  expect(await screen.findByText('Gesperrt nach fünf Versuchen')).toBeTruthy();
  expect(screen.getByText('Jemand bittet um einen neuen Link.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Freigabe für Groß, Anna entsperren' }));
  await waitFor(() =>
    expect(posted(sent).map((one) => one.path)).toEqual([`/papo/shares/${ID}/unlock`]),
  );
  expect(screen.queryByRole('button', { name: 'Freigabe für Özkan, Emil zeigen' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Neuer Link für Özkan, Emil' }));
  expect(await screen.findByText('ABCD-2345')).toBeTruthy();
  expect(posted(sent).at(-1)?.path).toBe(`/papo/shares/${FILE}/renew`);
  expect(
    await screen.findByText(
      'Im neuen Link fehlt, was gerade nicht unterschrieben oder gelesen werden kann: Einwilligung Fotos.',
    ),
  ).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Freigabe für Groß, Anna beenden' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, beenden' }));
  await waitFor(() => expect(posted(sent).at(-1)?.path).toBe(`/papo/shares/${ID}/end`));
});

test('the second step: by text message at once, by mail with a reason; none only if allowed', async () => {
  ways = { sms: '•••• 567', mail: 'a…@example.org', mayBeBare: false };
  const sent = server();
  await show(`/?patid=1001&datei=${FILE}&neu=1`);
  await userEvent.click(
    await screen.findByRole('radio', { name: 'Sechs Ziffern per SMS an •••• 567' }),
  );
  expect(screen.queryByRole('radio', { name: 'Keiner' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /per E-Mail an a…@example.org/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  expect(
    await screen.findByText('Bitte schreiben Sie den Grund auf (mindestens 10 Zeichen).'),
  ).toBeTruthy();
  expect(posted(sent)).toEqual([]);
  await userEvent.type(screen.getByLabelText('Grund'), 'Kein Handy, wohnt weit weg.');
  made = { ...link, share: { ...share, secondStep: 'mail' } };
  await userEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
  await screen.findByRole('heading', { name: 'QR-Code zeigen' });
  expect(posted(sent)[0]?.body).toMatchObject({
    secondStep: 'mail',
    stepReason: 'Kein Handy, wohnt weit weg.',
  } satisfies Partial<NewShare>);
  expect(screen.queryByRole('button', { name: 'Nur den Code drucken' })).toBeNull();
});

test('the delivery state of a code is shown in the list', async () => {
  list = [
    {
      ...share,
      items: [{ kind: 'sign', title: 'Einwilligung Fotos', isDone: false, said: 'question' }],
      sentCode: { at: NOW, outcome: 'refused' },
    },
    { ...share, id: FILE, sentCode: { at: NOW, outcome: 'sent' } },
  ];
  server();
  await show();
  expect(await screen.findByText(/Einwilligung Fotos \(hat Fragen\)/)).toBeTruthy();
  expect([
    (await screen.findAllByText('Code kam nicht an')).length,
    screen.getAllByText('Code gesendet').length,
  ]).toEqual([1, 1]);
});
