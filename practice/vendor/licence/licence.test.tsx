// The licence on the owner's page, and the vendor's list with its form.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { IssuedList, LicenceView } from '../../../shared/vendor/licence.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { LicenceCard } from './LicenceCard.tsx';
import { LicencesPage } from './LicencesPage.tsx';
import vertraege from '../contract/texts.de.json';
import lizenz from './texts.de.json';

const VALID: LicenceView = {
  state: 'grace',
  licence: {
    serialnumber: 'MLR-7F2K9Q3M',
    plan: 'praxis',
    modules: ['designer'],
    seats: { used: 4, limit: 15 },
    tablets: { used: 2, limit: 5 },
    validUntil: Date.UTC(2026, 11, 1),
    renewBy: Date.UTC(2026, 10, 20),
  },
};
const ISSUED: IssuedList = {
  publicKey: 'k'.repeat(43),
  items: [
    {
      tenant: 'nord',
      praxisName: 'Praxis Nord',
      serialnumber: 'MLR-7F2K9Q3M',
      plan: 'praxis',
      seats: 15,
      tablets: 5,
      validUntil: Date.UTC(2027, 10, 20),
      issuedAt: Date.UTC(2026, 10, 20),
      seq: 1,
      state: 'active',
    },
  ],
};

test('an owner sees the terms, and a wrong file changes nothing and says how to go on', async () => {
  fakeServer(({ method, path }) =>
    path !== '/api/licence'
      ? errorAnswer(404, 'not_found')
      : method === 'POST'
        ? errorAnswer(400, 'validation')
        : { body: VALID },
  );
  await stage(<LicenceCard />, { lizenz });
  const card = await screen.findByRole('region', { name: lizenz.title });
  for (const text of ['MLR-7F2K9Q3M', '4 von 15', '2 von 5', lizenz['state.grace']])
    expect(card.textContent).toContain(text);
  await userEvent.upload(
    card.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['{}'], 'lizenz.json', { type: 'application/json' }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(lizenz.wrongFile);
});

test('a server that asks for no licence shows none', async () => {
  fakeServer(() => ({ body: { state: 'off', licence: null } }));
  await stage(<LicenceCard />, { lizenz });
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('the list of the vendor names practice, terms and state; without its key nothing is issued', async () => {
  fakeServer(({ path }) =>
    path === '/admin/licences'
      ? { body: { ...ISSUED, publicKey: null } }
      : errorAnswer(404, 'not_found'),
  );
  await stage(
    <MemoryRouter>
      <LicencesPage />
    </MemoryRouter>,
    { lizenz },
  );
  expect((await screen.findByRole('listitem')).textContent).toContain('Praxis Nord');
  expect(screen.getByRole('listitem').textContent).toContain('15 Nutzer, 5 Tablets');
  expect(screen.getByText(lizenz.noKey)).toBeTruthy();
  expect(screen.queryByRole('button', { name: lizenz.issue })).toBeNull();
});

test('a licence needs a reason, and one that no contract pays waits for a second administrator', async () => {
  const sent = fakeServer(({ method, path }) => {
    if (path.startsWith('/support/clients?'))
      return {
        body: {
          cursor: null,
          items: [
            { cid: 'nord', name: 'Praxis Nord', r4chost: '', createdAt: 0, people: 1, seal: 'ok' },
          ],
        },
      };
    if (path === '/admin/requests') return { body: { items: [] } };
    if (path !== '/admin/licences') return errorAnswer(404, 'not_found');
    return { body: method === 'POST' ? { file: null } : ISSUED };
  });
  signInAs('administrator');
  await stage(
    <MemoryRouter>
      <LicencesPage />
    </MemoryRouter>,
    { lizenz, vertraege },
  );
  await userEvent.click(await screen.findByRole('combobox', { name: lizenz.practice }));
  await userEvent.click(await screen.findByRole('option', { name: 'Praxis Nord' }));
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: lizenz.issue });
  expect(submit.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(lizenz.reason), 'Testpraxis der Kammer');
  await userEvent.click(submit);
  expect(await screen.findByText(lizenz.asked)).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    tenant: 'nord',
    reason: 'Testpraxis der Kammer',
  });
});
