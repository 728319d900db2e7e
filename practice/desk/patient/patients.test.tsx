// Tests of the patients page: search by keys, people opened last.

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { PatientsPage } from './PatientsPage.tsx';
import { noteRecent } from './recent.ts';
import texts from './texts.de.json';

const found = (patid: string, name: string) => ({
  patid,
  name,
  lastName: name,
  firstName: '',
  geburtsdatum: '1958-03-12',
  city: 'Berlin',
  herkunft: 'pvs',
  sameName: patid === '2',
  telefon: patid === '1' ? '0171 3920' : null,
  ...(patid === '1' && { nextVisit: { day: '2031-05-02', time: '09:15' } }),
});
const PEOPLE = [found('1', 'Groß, Jörg'), found('2', 'Groß, Anna')];
let sent: Sent[];
beforeEach(() => {
  sent = fakeServer(({ path }) => ({
    body: PEOPLE.filter(({ name }) =>
      name.toLowerCase().includes(new URL(path, 'http://x').searchParams.get('q') ?? '-'),
    ),
  }));
  signInAs('reception', { id: 'u1' }, { expiresAt: Date.now() + 1e6 });
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});
function Asked() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}
const show = () =>
  stage(
    <MemoryRouter initialEntries={['/patienten']}>
      <Routes>
        <Route path="/patienten" element={<PatientsPage />} />
        <Route path="/patient/:patid" element={<p>Akte</p>} />
        <Route path="/empfang" element={<Asked />} />
      </Routes>
    </MemoryRouter>,
    { patient: texts },
  );

test('the field is focused, and Enter opens the only person found', async () => {
  await show();
  await userEvent.keyboard('anna{Enter}');
  await screen.findByText('Akte');
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
});
test('of several people Enter moves to the first, arrow keys to the next', async () => {
  await show();
  await userEvent.keyboard('groß{Enter}');
  await screen.findByText('gleicher Name');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Jörg'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Anna');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
test('a hit shows number, telephone and next appointment; Ctrl+Enter sends a folder', async () => {
  await show();
  await userEvent.keyboard('groß{Enter}');
  const [jörg, anna] = await screen.findAllByRole('link', { name: /Groß/ });
  for (const word of ['12.03.1958', 'Nr. 1', '0171 3920', 'Termin 02.05.2031, 09:15'])
    expect(jörg?.textContent).toContain(word);
  expect(anna?.textContent).toContain('kein Termin');
  await vi.waitFor(() => expect(document.activeElement).toBe(jörg));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findByRole('status')).textContent).toBe('{"send":"1"}');
});
test('a search without a result leads to a new person', async () => {
  await show();
  await userEvent.keyboard('xyz');
  const add = await screen.findByRole('link', { name: texts['find.none.add'] });
  expect(screen.queryByRole('link', { name: texts['find.none.import'] })).toBeNull();
  await userEvent.click(add);
  expect((await screen.findByRole('status')).textContent).toBe('{"add":true}');
});
test('a search without a result leads an owner to the import, too', async () => {
  signInAs('owner', { id: 'u1' }, { expiresAt: Date.now() + 1e6 });
  await show();
  await userEvent.keyboard('xyz');
  const read = await screen.findByRole('link', { name: texts['find.none.import'] });
  expect(read.getAttribute('href')).toBe('/daten/einlesen');
});
test('an Enter after the answer moves to the first person too, and opens none', async () => {
  await show();
  await userEvent.keyboard('groß');
  await screen.findByText('gleicher Name');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toContain('Jörg');
  expect(screen.queryByText('Akte')).toBeNull();
});
test('one letter asks for a second one and sends no request', async () => {
  await show();
  await userEvent.keyboard('g');
  await screen.findByText('Bitte mindestens zwei Zeichen eingeben.');
  expect(sent).toEqual([]);
});
test('the people opened last are listed once each, and are gone after the session', async () => {
  await show();
  act(() => {
    for (const patid of ['1', '2', '1']) noteRecent(found(patid, `Person ${patid}`));
  });
  const names = (): (string | null)[] =>
    screen.queryAllByRole('link', { name: /Person \d/ }).map(({ textContent }) => textContent);
  expect(names()).toHaveLength(2);
  expect(names()[0]).toContain('Person 1');
  act(() => clearSession());
  expect(names()).toEqual([]);
  await screen.findByText(texts['find.recent.none']);
});
