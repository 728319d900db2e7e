// The vendor's list of guided starts: who stands still, the person to call, and a note with a reason.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { onboardingOf } from '../../../shared/vendor/onboarding.ts';
import type { OnboardingItem } from '../../../shared/vendor/onboarding.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { OnboardingPage } from './OnboardingPage.tsx';
import einrichtung from './texts.de.json';

const BEGUN = Date.UTC(2026, 10, 16, 9),
  start = (name: string, phone: string): OnboardingItem => ({
    cid: name,
    name: `Praxis ${name}`,
    createdAt: BEGUN,
    owner: 'Anna Nord',
    phone,
    mail: '',
    calledAt: null,
    ...onboardingOf(
      {
        createdAt: BEGUN,
        steps: { terms: BEGUN, praxis: true, target: null, tablet: null, paper: null },
        skips: { target: { name: 'Vera', why: 'Betreiber sichert', at: BEGUN } },
        codeAt: BEGUN,
      },
      Date.UTC(2026, 10, 20),
    ),
  });
const open = async (items: OnboardingItem[], status = 200): Promise<Sent[]> => {
  const sent = fakeServer(({ path, method }) =>
    method === 'POST'
      ? { status: 204 }
      : path.startsWith('/admin/onboarding?')
        ? status === 200
          ? { body: { items, stuck: items.length, running: 0, done: 0, medianMs: null } }
          : errorAnswer(status, 'internal')
        : { body: { items: [] } },
  );
  await stage(
    <MemoryRouter>
      <OnboardingPage />
    </MemoryRouter>,
    { einrichtung },
  );
  return sent;
};
beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

test('a row names state, next step and time; opened by key it shows owner, number and steps', async () => {
  await open([start('Nord', '030 1'), start('Süd', '')]);
  const head = await screen.findByRole('button', { name: /Praxis Nord/ });
  expect(head.textContent).toContain('3 von 5');
  expect(head.textContent).toContain('Steht still');
  expect(head.textContent).toContain('Als Nächstes: Erstes Tablet');
  expect(head.textContent).toContain('noch nicht angerufen');
  expect(head.textContent).toContain('gezeigt und nicht benutzt');
  head.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('link', { name: '030 1' }).getAttribute('href')).toBe('tel:0301');
  expect(screen.getByText('Vera: Betreiber sichert')).toBeTruthy();
  const steps = within(screen.getByText(einrichtung.steps).parentElement!).getAllByRole('listitem');
  expect(steps.find((one) => one.getAttribute('aria-current') === 'step')?.textContent).toContain(
    'Erstes Tablet',
  );
});

test('a step is skipped with a reason, never without', async () => {
  const sent = await open([start('Nord', '030 1')]);
  await userEvent.click(await screen.findByRole('button', { name: /Praxis Nord/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Erstes Tablet überspringen' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: einrichtung['note.save'] }));
  expect(within(dialog).getByText(einrichtung['note.missing'])).toBeTruthy();
  await userEvent.type(within(dialog).getByRole('textbox'), 'Nur Papier');
  await userEvent.click(within(dialog).getByRole('button', { name: einrichtung['note.save'] }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  const { path, body } = sent.find(({ method }) => method === 'POST')!;
  expect([path, body]).toEqual([
    '/admin/onboarding/Nord/notes',
    expect.objectContaining({ kind: 'skip', step: 'tablet', text: 'Nur Papier' }),
  ]);
});

test('no practice, and a failure, say so', async () => {
  await open([]);
  expect(await screen.findByText(einrichtung['none.open'])).toBeTruthy();
  await open([], 500);
  expect(await screen.findByRole('alert')).toBeTruthy();
});
