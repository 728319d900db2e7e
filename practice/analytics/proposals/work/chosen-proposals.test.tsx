// Tests of several chosen proposals: keys, one decision with one undo, labels, and the address of an
// opened proposal.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import kit from '../../../report-kit/texts.de.json';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { daySheet, LABEL, labels, proposalList, proposalOf } from '../proposal.fixture.ts';
import { ProposalsPage } from '../ProposalsPage.tsx';
import texts from '../texts.de.json';

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  signInAs('owner', { behandler: true });
});
afterEach(() => vi.unstubAllGlobals());

interface Order {
  readonly tat: string;
  readonly regel: string;
  readonly ziele: readonly { patid: string; tag: string; zahn: string }[];
}
async function open(items: readonly Proposal[]): Promise<Sent[]> {
  const sent = fakeServer(({ method, path, body }) => {
    if (method === 'POST') {
      if (path === '/api/abrechnungslabels/assign') return { body: { labels: [LABEL] } };
      const { ziele } = body as Order;
      return {
        body: {
          entschieden: ziele.map(({ patid, tag, zahn }) => ({
            patid,
            tag,
            zahn,
            state: 'VORGEMERKT',
            rev: 1,
            von: 'A',
            am: 1,
          })),
          ausgelassen: [],
        },
      };
    }
    if (path.startsWith('/api/abrechnungslabels')) return { body: labels };
    if (path.startsWith('/api/abrechnung/tag/')) return { body: daySheet('P1') };
    if (path.startsWith('/api/staticdata/')) return { body: { stand: 1, items: [] } };
    if (path === '/auth/usersinfo') return { body: [] };
    return { body: proposalList([...items]) };
  });
  await stage(
    <BrowserRouter>
      <ProposalsPage kind="vorschlaege" />
    </BrowserRouter>,
    { abrechnung: texts, auswertung: kit },
  );
  await screen.findByRole('listbox');
  return sent;
}
const orders = (sent: readonly Sent[]): Order[] =>
  sent
    .filter(({ method, path }) => method === 'POST' && path === '/api/abrechnung/gemeinsam')
    .map(({ body }) => body as Order);
const ticked = (): boolean[] =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((one) => one.getAttribute('aria-checked') === 'true');

test('X and Shift+X choose; one press decides them, one request per rule, and U takes all back', async () => {
  const sent = await open([1, 2, 3, 4].map((n) => proposalOf(n, n === 3 ? { regel: 'F01' } : {})));
  await userEvent.keyboard('xjj');
  await userEvent.keyboard('{Shift>}X{/Shift}');
  expect(ticked()).toEqual([true, true, true, false]);
  const bar = screen.getByRole('region', { name: 'Auswahl' });
  expect(within(bar).getByText('3 gewählt')).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: 'Vormerken' }));
  await waitFor(() =>
    expect(
      orders(sent).map(({ tat, regel, ziele }) => [tat, regel, ...ziele.map((one) => one.patid)]),
    ).toEqual([
      ['vormerken', 'D01', 'P1', 'P2'],
      ['vormerken', 'F01', 'P3'],
    ]),
  );
  await screen.findByText('3 vorgemerkt');
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
  await userEvent.keyboard('u');
  await waitFor(() =>
    expect(
      orders(sent)
        .slice(2)
        .map(({ tat, ziele }) => [tat, ziele.length]),
    ).toEqual([
      ['zuruecknehmen', 2],
      ['zuruecknehmen', 1],
    ]),
  );
});

test('chosen proposals are rejected with one reason, and labelled together', async () => {
  const sent = await open([proposalOf(1), proposalOf(2)]);
  await userEvent.keyboard('xjxl');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Rückfrage' }));
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === '/api/abrechnungslabels/assign')).toHaveLength(2),
  );
  await userEvent.keyboard('{Escape}');
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Auswahl' })).getByRole('button', {
      name: 'Ablehnen',
    }),
  );
  await userEvent.keyboard('2{Enter}');
  await waitFor(() =>
    expect(orders(sent)).toEqual([
      expect.objectContaining({ tat: 'ablehnen', grund: 'nicht_dokumentiert' }),
    ]),
  );
});

test('Space opens a proposal under its own address, J takes it along, and Back closes it', async () => {
  await open([proposalOf(1), proposalOf(2)]);
  const work = document.querySelector('.ab-work');
  await userEvent.keyboard('j ');
  await waitFor(() => expect(window.location.search).toContain('zeile=P2'));
  expect(work?.getAttribute('data-open')).toBe('true');
  await userEvent.keyboard('k');
  await waitFor(() => expect(window.location.search).toContain('zeile=P1'));
  window.history.back();
  await waitFor(() => expect(work?.getAttribute('data-open')).toBe('false'));
});

test('E offers the whole list as a file', async () => {
  await open([proposalOf(1)]);
  await userEvent.keyboard('e');
  expect(await screen.findByRole('menuitem', { name: kit['take.csv'] })).toBeTruthy();
});
