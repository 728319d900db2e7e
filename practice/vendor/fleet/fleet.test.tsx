// The fleet's page: reasons in words, facts by key, the server's backup, and an honest empty list.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import type { Fleet } from '../../../shared/vendor/fleet.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { FleetPage } from './FleetPage.tsx';
import flotte from './texts.de.json';

const NOW = Date.UTC(2026, 10, 20, 9),
  FLEET: Fleet = {
    items: [
      {
        cid: 'nord',
        name: 'Praxis Nord',
        light: 'bad',
        since: NOW - HOUR_MS,
        reasons: ['jobsFailed', 'tabletBehind'],
        facts: {
          signAt: NOW,
          people: 7,
          tablets: { count: 3, connected: 2, silent: 0, behind: 1, unsent: 0, unsentSince: null },
          versions: [{ version: '1.2.0+a', count: 3 }],
          jobs: { due: 0, since: null },
          errors: [{ kind: 'renew-seal', code: 'tsa_away', count: 4, at: NOW }],
          mailsFailed: 0,
          parked: { count: 0, since: null },
          deliveryAt: null,
        },
        updateWindow: { days: [1, 2, 3], from: '20:00', to: '06:00' },
      },
    ],
    cursor: null,
    lights: { bad: 1, warn: 0, ok: 2 },
    checkedAt: NOW,
    server: {
      version: '1.3.0+b',
      hasTarget: true,
      backupAt: NOW - HOUR_MS,
      drillAt: null,
      lastBackupFailed: false,
      update: { from: NOW, to: NOW + 8 * HOUR_MS, isNow: false, against: 2 },
    },
  };
const open = async (fleet: Fleet | null): Promise<Sent[]> => {
  const sent = fakeServer(({ path }) =>
    fleet === null
      ? errorAnswer(500, 'internal')
      : path === '/support/trust'
        ? { body: { items: [] } }
        : path.startsWith('/support/fleet')
          ? { body: fleet }
          : {
              body: {
                items: [{ at: NOW, light: 'ok', reasons: [] }],
                terms: { agb: { version: 1, at: NOW, name: 'Ada Lund' }, avv: null },
              },
            },
  );
  await stage(
    <MemoryRouter>
      <FleetPage />
    </MemoryRouter>,
    { flotte },
  );
  return sent;
};
beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

test('a row says what is wrong in words; its facts open by key', async () => {
  await open(FLEET);
  const head = await screen.findByRole('button', { name: /Praxis Nord/ });
  for (const word of [
    flotte['light.bad'],
    flotte['reason.jobsFailed'],
    flotte['reason.tabletBehind'],
  ])
    expect(head.textContent).toContain(word);
  head.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('renew-seal · tsa_away')).toBeTruthy();
  expect(screen.getByText('3, davon 2 verbunden')).toBeTruthy();
  expect(await screen.findByText(flotte['history.ok'])).toBeTruthy();
  expect(screen.getByText(/^Fassung 1, Ada Lund/)).toBeTruthy();
  expect(screen.getByText(flotte['terms.none'])).toBeTruthy();
  expect(screen.getByText('Mo–Mi 20:00–06:00')).toBeTruthy();
});

test.each([
  [{ isNow: true, against: 0 }, /^jetzt, bis /],
  [{ isNow: false, against: 2 }, / bis .+ · passt nicht für: 2 von 3 Praxen$/],
])('hours for an update are named: %o', async (change, words) => {
  const update = { ...FLEET.server.update!, ...change };
  await open({ ...FLEET, server: { ...FLEET.server, update } });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('the search asks the server once the typing rests', async () => {
  const sent = await open(FLEET);
  await userEvent.type(await screen.findByRole('searchbox'), 'Süd & Ost');
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain('/support/fleet?view=needs&q=S%C3%BCd+%26+Ost'),
  );
});

test.each([
  [{ hasTarget: false }, flotte['server.noTarget']],
  [{ lastBackupFailed: true }, flotte['server.failed']],
  [{ backupAt: NOW - 25 * HOUR_MS }, flotte['server.old']],
])('a backup that is not in order is named: %o', async (change, words) => {
  await open({ ...FLEET, server: { ...FLEET.server, ...change } });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('the next page is read from the place after the last row, and no practice is shown twice', async () => {
  const nord = FLEET.items[0]!,
    pages = [
      { ...FLEET, cursor: 'next' },
      { ...FLEET, items: [nord, { ...nord, cid: 'sued', name: 'Praxis Süd' }] },
    ];
  const sent = fakeServer(({ path }) => ({
    body: path === '/support/trust' ? { items: [] } : pages[path.includes('cursor=next') ? 1 : 0],
  }));
  await stage(
    <MemoryRouter>
      <FleetPage />
    </MemoryRouter>,
    { flotte },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Mehr zeigen' }));
  await screen.findByRole('button', { name: /Praxis Süd/ });
  expect(screen.getAllByRole('button', { name: /Praxis Nord/ })).toHaveLength(1);
  expect(sent.some(({ path }) => path.endsWith('&cursor=next'))).toBe(true);
});

test('no practice in need, and a failure, say so', async () => {
  await open({ ...FLEET, items: [] });
  expect(await screen.findByText(flotte['none.needs'])).toBeTruthy();
  await open(null);
  expect(await screen.findByRole('alert')).toBeTruthy();
});
