// Tests of the work list: keyboard-only use, refusing with reason and comment [V1], undo, proposals
// decided by others first, failed decisions that return, and the list of warnings.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import auswertung from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { LABEL, labels, proposalList, daySheet, proposalOf } from './proposal.fixture.ts';
import { ProposalsPage } from './ProposalsPage.tsx';

type Answer = { status?: number; body?: unknown };
beforeEach(() => signInAs('owner', { behandler: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});
const DECIDED = { status: 200, body: { state: 'VORGEMERKT', rev: 1, von: 'A B', am: 1 } };
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');

async function open(
  items: Proposal[],
  {
    post = () => DECIDED,
    kind = 'vorschlaege',
    more = {},
  }: {
    post?: (sent: Sent) => Answer;
    kind?: 'vorschlaege' | 'hinweise';
    more?: Parameters<typeof proposalList>[1];
  } = {},
): Promise<{ sent: Sent[]; user: UserEvent }> {
  const sent = fakeServer((one) => {
    if (one.method !== 'GET') return post(one);
    if (one.path.startsWith('/api/abrechnungslabels')) return { body: labels };
    if (one.path.startsWith('/api/abrechnung/tag/'))
      return { body: daySheet(one.path.split('/')[4] ?? '') };
    if (one.path === '/auth/usersinfo')
      return { body: [{ id: 'u2', firstName: 'Fatma', lastName: 'Kaya' }] };
    if (one.path.startsWith('/api/staticdata/behandler'))
      return { body: { stand: 1, items: [{ id: 'B1', titel: 'Dr.', name: 'Müller-Yıldız' }] } };
    return { body: proposalList(items, more) };
  });
  await stage(
    <BrowserRouter>
      <ProposalsPage kind={kind} />
    </BrowserRouter>,
    { abrechnung: texts, auswertung },
  );
  return { sent, user: userEvent.setup() };
}
const posted = (sent: Sent[], path: string): unknown[] =>
  sent.filter((one) => one.method === 'POST' && one.path === path).map((one) => one.body);
const target = (n: number, more: object = {}) => ({
  patid: `P${n}`,
  tag: '2026-11-19',
  regel: 'D01',
  zahn: '',
  rev: 0,
  ...more,
});
/** Options of the proposal list only; filters have options too. */
const options = (): HTMLElement[] => within(screen.getByRole('listbox')).getAllByRole('option');
const chosen = (): string =>
  plain(
    within(screen.getByRole('listbox'))
      .getByRole('option', { selected: true })
      .closest('[role=group]')
      ?.getAttribute('aria-label') ?? '',
  );

test('keyboard only: accepts, steps, refuses with a reason and undoes; the focus moves to the next one', async () => {
  const { sent, user } = await open([1, 2, 3, 4].map((n) => proposalOf(n)));
  await screen.findByRole('listbox');
  expect(options()).toHaveLength(4);
  expect(screen.getByText(/^4 offen · 61,44/)).toBeTruthy();
  // Nothing has the focus yet: Enter applies to the selected proposal.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(posted(sent, '/api/vorschlagvormerken')).toEqual([target(1)]));
  expect(chosen()).toMatch(/Groß, Anna 2$/);
  expect(document.activeElement?.getAttribute('role')).toBe('option');
  expect(
    screen.getByText('Vorgemerkt: PSI nicht erhoben, Groß, Anna 1', { selector: '[role=status]' }),
  ).toBeTruthy();
  await user.keyboard('jkj');
  expect(chosen()).toMatch(/Anna 3$/);
  await user.keyboard('a2{Enter}');
  await waitFor(() =>
    expect(posted(sent, '/api/vorschlagablehnen')).toEqual([
      target(3, { grund: 'nicht_dokumentiert', comment: '' }),
    ]),
  );
  expect(chosen()).toMatch(/Anna 4$/);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toMatch(/Anna 2$/);
  expect(screen.getByText(/^2 offen · 30,72/)).toBeTruthy();
  await user.keyboard('u');
  await waitFor(() =>
    expect(posted(sent, '/api/vorschlagzuruecknehmen')).toEqual([target(3, { rev: 1 })]),
  );
  await waitFor(() => expect(chosen()).toMatch(/Anna 3$/));
  await user.keyboard('u');
  await waitFor(() =>
    expect(posted(sent, '/api/vorschlagzuruecknehmen')[1]).toEqual(target(1, { rev: 1 })),
  );
  await waitFor(() => expect(options()).toHaveLength(4));
});

test('[V1] a comment of 251 characters is rejected and kept; one of 250 is sent, an emoji counts once', async () => {
  const { sent, user } = await open([proposalOf(1), proposalOf(2)]);
  await screen.findByRole('listbox');
  await user.keyboard('a');
  const form = await screen.findByRole('form', {
    name: 'PSI nicht erhoben, Groß, Anna 1 ablehnen',
  });
  expect(
    within(form)
      .getAllByRole('button')
      .slice(0, 5)
      .map((one) => one.textContent?.slice(1)),
  ).toEqual([
    'nicht erbracht',
    'nicht dokumentiert',
    'schon enthalten',
    'nicht gewollt',
    'anderer Grund',
  ]);
  expect(within(form).queryByRole('textbox')).toBeNull();
  await user.keyboard('5');
  const field = within(form).getByRole('textbox', { name: /Kommentar/ });
  expect(document.activeElement).toBe(field);
  await user.click(field);
  await user.paste('x'.repeat(251));
  expect(within(form).getByText('Kommentar darf nicht länger als 250 Zeichen sein.')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(posted(sent, '/api/vorschlagablehnen')).toEqual([]);
  await user.clear(field);
  await user.paste(`${'x'.repeat(249)}🦷`);
  expect(within(form).getByText('250 von 250 Zeichen · ↵ lehnt ab')).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(posted(sent, '/api/vorschlagablehnen')).toEqual([
      target(1, { grund: 'anderer_grund', comment: `${'x'.repeat(249)}🦷` }),
    ]),
  );
  expect(chosen()).toMatch(/Anna 2$/);
});

test('Escape cancels refusing without changes; without a reason nothing is refused', async () => {
  const { sent, user } = await open([proposalOf(1)]);
  await screen.findByRole('listbox');
  await user.keyboard('a');
  await user.click(
    within(await screen.findByRole('form')).getByRole('button', { name: 'Ablehnen' }),
  );
  expect(screen.getByText('Bitte wählen Sie zuerst einen Grund.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement?.getAttribute('role')).toBe('option');
  expect(posted(sent, '/api/vorschlagablehnen')).toEqual([]);
});

test('a decision that could not be saved returns to the list with the reason', async () => {
  const { user } = await open([proposalOf(1), proposalOf(2)], {
    post: () => errorAnswer(503, 'unavailable'),
  });
  await screen.findByRole('listbox');
  await user.keyboard('{Enter}');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(chosen()).toMatch(/Anna 1$/);
  expect(screen.queryByRole('button', { name: /Zurücknehmen/ })).toBeNull();
});

test('a proposal decided by another user shows who and when, and the next one is selected', async () => {
  const { user } = await open([proposalOf(1), proposalOf(2)], {
    post: () =>
      errorAnswer(409, 'vorschlag_decided', {
        extra: { state: 'ABGELEHNT', rev: 3, by: 'u2', at: Date.parse('2026-11-20T09:05:00Z') },
      }),
  });
  await screen.findByRole('listbox');
  await user.keyboard('{Enter}');
  const line = await screen.findByText(/^Von Fatma Kaya abgelehnt, 20\.11\.2026/);
  expect(line.closest('[role=option]')?.getAttribute('aria-disabled')).toBe('true');
  expect([chosen(), options().length, screen.queryByRole('alert')]).toEqual([
    expect.stringMatching(/Anna 2$/),
    2,
    null,
  ]);
  expect(
    screen.getByText(/^PSI nicht erhoben, Groß, Anna 1: Von Fatma Kaya abgelehnt/, {
      selector: '[role=status]',
    }),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Zurücknehmen/ })).toBeNull();
});

test('labels are renamed, deleted and restored by keyboard, and groups get several automatically', async () => {
  const { sent, user } = await open([proposalOf(1)], {
    post: ({ method }) => ({ status: 204, body: method }),
  });
  await user.click(await screen.findByRole('button', { name: 'Labels' }));
  const dialog = await screen.findByRole('dialog'),
    name = within(dialog).getByRole('textbox', { name: 'Name von Rückfrage' });
  name.focus();
  await user.keyboard('{End} 2{Escape}');
  expect((name as HTMLInputElement).value).toBe('Rückfrage');
  await user.keyboard('{End} 2{Enter}');
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { name: 'Rückfrage 2' },
    ]),
  );
  expect(await within(dialog).findByText('„Rückfrage“ heißt jetzt „Rückfrage 2“.')).toBeTruthy();
  within(dialog).getByRole('button', { name: 'Rückfrage löschen' }).focus();
  await user.keyboard('{Enter}');
  const back = await within(dialog).findByText(/^„Rückfrage“ gelöscht/);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Zurücknehmen/));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(posted(sent, `/api/abrechnungslabels/${LABEL}/zurueck`)).toHaveLength(1),
  );
  await waitFor(() => expect(back.isConnected).toBe(false));
  await user.click(within(dialog).getByText('Labels von selbst vergeben'));
  await user.click(within(dialog).getByRole('button', { name: 'Rückfrage' }));
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { labelConfig: { [proposalOf(1).gruppe]: [LABEL] } },
    ]),
  );
});

test('the sheet shows reason, counterargument, documentation, source, day, marked note and history', async () => {
  await open([proposalOf(1)]);
  const sheet = await screen.findByRole('region', { name: 'Gewählter Vorschlag' });
  expect(plain(sheet.textContent)).toContain('BEMA 04 · 12 Pkt · 15,36 €');
  for (const text of [
    'an dem Tag: BEMA 01',
    'zuletzt BEMA 04 am 04.09.2024',
    'Code je Sextant',
    'BEMA 04, Fassung 01.01.2026',
    'Nicht während einer PAR-Behandlung.',
    'Sicherheit hoch',
    'verfällt mit Abgabe KCH Q4 2026',
  ])
    expect(plain(sheet.textContent)).toContain(text);
  expect((await within(sheet).findByText('Zahnstein')).tagName).toBe('MARK');
  expect(within(sheet).getByText('Zweiflächige Füllung')).toBeTruthy();
  expect(within(sheet).getByText('Verlauf der 24 Monate davor (2 Tage)')).toBeTruthy();
});

test('digit keys toggle labels, saved immediately together with the last seen version', async () => {
  const { sent, user } = await open([proposalOf(1)], {
    post: () => ({ body: { labels: [LABEL] } }),
  });
  await screen.findByRole('listbox');
  await user.keyboard('l');
  const box = await screen.findByRole('checkbox', { name: 'Rückfrage' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard('1');
  await waitFor(() =>
    expect(posted(sent, '/api/abrechnungslabels/assign')).toEqual([
      {
        patid: 'P1',
        tag: '2026-11-19',
        regel: 'D01',
        zahn: '',
        selectedLabels: [LABEL],
        vorher: [],
      },
    ]),
  );
});

test('? lists the shortcuts, and the focus returns to its last place', async () => {
  const { user } = await open([proposalOf(1), proposalOf(2)]);
  await screen.findByRole('listbox');
  await user.keyboard('j?');
  expect(await screen.findByRole('dialog', { name: 'Tasten' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
  const button = screen.getByRole('button', { name: 'Labels' });
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Labels' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('several proposals of one rule are decided only after each was selected', async () => {
  const { sent, user } = await open([proposalOf(1), proposalOf(2)], {
    post: () => ({
      body: {
        entschieden: [
          {
            patid: 'P2',
            tag: '2026-11-19',
            zahn: '',
            state: 'VORGEMERKT',
            rev: 1,
            von: 'A',
            am: 1,
          },
        ],
        ausgelassen: [],
      },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Alle dieser Regel …' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    (await within(dialog).findByRole('button', { name: 'Vormerken' })).hasAttribute('disabled'),
  ).toBe(true);
  await user.click(within(dialog).getByRole('checkbox', { name: /Anna 2/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Vormerken' }));
  await waitFor(() =>
    expect(posted(sent, '/api/abrechnung/gemeinsam')).toEqual([
      {
        tat: 'vormerken',
        regel: 'D01',
        ziele: [{ patid: 'P2', tag: '2026-11-19', zahn: '', rev: 0 }],
      },
    ]),
  );
  expect(await screen.findByText('1 vorgemerkt')).toBeTruthy();
});

test('filters are kept in the address and sent with the request', async () => {
  window.history.replaceState(
    null,
    '',
    '/abrechnung?zeit=frei&von=2026-01-01&bis=2026-03-31&behandler=B1&regel=F01&art=POTENZIAL',
  );
  const { sent } = await open([proposalOf(1)]);
  await screen.findByRole('listbox');
  expect(sent.find(({ path }) => path.startsWith('/api/abrechnungsvorschlaege'))?.path).toBe(
    '/api/abrechnungsvorschlaege?von=2026-01-01&bis=2026-03-31&behandler=B1&regel=F01&art=POTENZIAL',
  );
  expect(screen.getByRole('button', { name: 'Filter nur F01 wegnehmen' })).toBeTruthy();
});

test("the link of a patient's page shows this patient's proposals only, until the chip is removed", async () => {
  window.history.replaceState(null, '', '/abrechnung?patid=90001');
  const { sent, user } = await open([proposalOf(1)]);
  await screen.findByRole('listbox');
  expect(sent.some(({ path }) => path.includes('patid=90001'))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Filter nur Patient Nr. 90001 wegnehmen' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('warnings are never noted for entry, only marked as all right', async () => {
  const { sent, user } = await open(
    [proposalOf(1, { regel: 'LB002', art: 'PRUEFUNG', nr: 'Ä1' })],
    {
      kind: 'hinweise',
    },
  );
  await screen.findByRole('listbox');
  expect(sent.some(({ path }) => path.includes('art=PRUEFUNG'))).toBe(true);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Vormerken' })).toBeNull();
  expect(posted(sent, '/api/vorschlagvormerken')).toEqual([]);
  expect(screen.getByRole('button', { name: /^Ist in Ordnung/ })).toBeTruthy();
});

test('the page shows missing data, an empty list and a running evaluation', async () => {
  await open([], { more: { stand: null } });
  expect(await screen.findByText(/noch keine Daten der Praxissoftware/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Wie sie hereinkommen' }).getAttribute('href')).toBe(
    '/daten',
  );
});
test('a running evaluation shows its progress', async () => {
  await open([], { more: { fortschritt: { laeuft: true, anteil: 0.4, fertigAm: null } } });
  expect(await screen.findByText('Die Regeln werden gerade neu ausgewertet.')).toBeTruthy();
  expect(plain(screen.getByText(/40\s?%/).textContent)).toBe('40 %');
});
