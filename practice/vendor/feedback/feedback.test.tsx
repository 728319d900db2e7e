// Feedback: the layout holds no word of the page, the draft outlives the way to it, and a patient's
// name stops the sending.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedbackList } from '../../../shared/vendor/feedback.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import anfragen from '../tickets/texts.de.json';
import { draftOf, forgetDraft, keepDraft } from './draft.ts';
import { FeedbackPage } from './FeedbackPage.tsx';
import { VendorFeedbackPage } from './VendorFeedbackPage.tsx';
import rueckmeldung from './texts.de.json';

const open = async (
  answer: (sent: Sent) => { status?: number; body?: unknown },
): Promise<Sent[]> => {
  const sent = fakeServer((one) => (one.method === 'GET' ? { body: { items: [] } } : answer(one)));
  await stage(
    <MemoryRouter initialEntries={['/hilfe/rueckmeldung']}>
      <Routes>
        <Route path="/hilfe/rueckmeldung" element={<FeedbackPage />} />
        <Route
          path="/"
          element={
            <main>
              <h1>Groß, Anna</h1>
              <input defaultValue="Eliquis" aria-label="Medikament" />
            </main>
          }
        />
      </Routes>
    </MemoryRouter>,
    { rueckmeldung, anfragen },
  );
  return sent;
};
const posts = (sent: Sent[]): Sent[] => sent.filter(({ method }) => method === 'POST');
beforeEach(() => {
  signInAs('reception');
  window.history.replaceState(null, '', '/practice/patient/1001');
  // The test's document has no layout: every element is seen at the same place.
  Element.prototype.checkVisibility = () => true;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(8, 8, 90, 20));
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetDraft();
  clearSession();
});

test('the picture of a page is shown first, and what is sent holds no word of it', async () => {
  const sent = await open(() => ({ body: { isStored: true, found: [] } }));
  await userEvent.click(await screen.findByRole('radio', { name: rueckmeldung['rating.fair'] }));
  await userEvent.type(screen.getByRole('textbox'), 'Zu klein');
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.take }));
  await screen.findByText('Groß, Anna');
  const bar = screen.getByRole('region', { name: rueckmeldung.bar });
  await userEvent.click(within(bar).getByRole('button', { name: rueckmeldung['bar.take'] }));
  // Back with the text written before.
  expect(await screen.findByRole('img', { name: rueckmeldung.pictureAlt })).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Zu klein');
  expect(screen.getByText(/der Seite \/patient, ohne Wörter/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: rueckmeldung.bar })).toBeNull();
  expect(posts(sent)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.send }));
  await waitFor(() => expect(posts(sent)).toHaveLength(1));
  const body = posts(sent)[0]?.body as { page: string; picture: { boxes: unknown[] } };
  expect(body.page).toBe('/patient');
  expect(body.picture.boxes.length).toBeGreaterThan(1);
  const words = JSON.stringify(body.picture);
  for (const word of ['Groß', 'Anna', 'Eliquis', '1001', 'Medikament'])
    expect(words).not.toContain(word);
  expect(words.replace(/"(?:width|height|boxes)"/g, '')).toMatch(/^[\d[\]{},:]*$/);
});

test('without a picture one comes back as one left; nothing is sent without a rating', async () => {
  const sent = await open(() => ({ body: { isStored: true, found: [] } }));
  await userEvent.type(await screen.findByRole('textbox'), 'Hallo');
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.take }));
  await userEvent.click(await screen.findByRole('button', { name: rueckmeldung['bar.cancel'] }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Hallo');
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.send }));
  expect(screen.getByText(rueckmeldung.missing)).toBeTruthy();
  expect(posts(sent)).toEqual([]);
});

test('a name of a patient is taken out before anything is stored', async () => {
  let n = 0;
  const sent = await open(() => ({
    body:
      n++ === 0
        ? { isStored: false, found: [{ word: 'Özkan', kind: 'name' }] }
        : { isStored: true, found: [] },
  }));
  await userEvent.click(await screen.findByRole('radio', { name: rueckmeldung['rating.poor'] }));
  await userEvent.type(screen.getByRole('textbox'), 'Bei Özkan geht nichts');
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.send }));
  await userEvent.click(await screen.findByRole('button', { name: anfragen['found.remove'] }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).not.toContain('Özkan');
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.send }));
  await waitFor(() => expect(posts(sent)).toHaveLength(2));
  // Sent: the form is empty again.
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(''));
});

test('another user does not see the draft', async () => {
  await open(() => ({ status: 204 }));
  await userEvent.type(await screen.findByRole('textbox'), 'Geheim');
  clearSession();
  signInAs('owner', { id: 'other' });
  document.body.innerHTML = '';
  await open(() => ({ status: 204 }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
});

const LIST: FeedbackList = {
  items: [
    {
      id: '01939c3e-0000-7000-8000-000000000001',
      at: 1,
      rating: 'poor',
      text: '',
      page: '/patient',
      picture: { width: 100, height: 50, boxes: [[0, 0, 10, 10, 3]] },
      seenAt: null,
      cid: 'nord',
      praxisName: 'Praxis Nord',
      name: 'Anna Nord',
      role: 'owner',
      version: '1+a',
    },
  ],
  count: 1,
  ratings: { good: 3, fair: 0, poor: 1 },
};
test('the vendor reads who sent what, sees the picture, and marks it as read', async () => {
  const sent = fakeServer(({ method }) => (method === 'GET' ? { body: LIST } : { status: 204 }));
  await stage(
    <MemoryRouter>
      <VendorFeedbackPage />
    </MemoryRouter>,
    { rueckmeldung },
  );
  const row = await screen.findByRole('listitem');
  for (const word of [
    'Praxis Nord',
    'Anna Nord (Inhaber:in)',
    '/patient',
    rueckmeldung['vendor.noText'],
  ])
    expect(row.textContent).toContain(word);
  await userEvent.click(within(row).getByText(rueckmeldung['vendor.picture']));
  expect(row.querySelector('rect')?.dataset.role).toBe('button');
  await userEvent.click(
    within(row).getByRole('button', { name: 'Gelesen: Rückmeldung von Anna Nord' }),
  );
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: `/support/feedback/nord/${LIST.items[0]?.id}/seen`,
      body: { isSeen: true },
    }),
  );
});

test('no feedback, and a failure, say so', async () => {
  for (const [answer, words] of [
    [{ body: { ...LIST, items: [], count: 0 } }, rueckmeldung['vendor.none.new']],
    [errorAnswer(500, 'internal'), ''],
  ] as const) {
    fakeServer(() => answer);
    const { unmount } = await stage(
      <MemoryRouter>
        <VendorFeedbackPage />
      </MemoryRouter>,
      { rueckmeldung },
    );
    if (words === '') expect(await screen.findByRole('alert')).toBeTruthy();
    else expect(await screen.findByText(words)).toBeTruthy();
    unmount();
  }
});

test('a draft survives a reload of its user, and neither another user nor a sign-out', async () => {
  const draft = { id: 'd', rating: 'fair', text: 'Zu klein', page: '/', picture: null } as const;
  keepDraft('u1', draft);
  // After a reload only the storage of the tab is left.
  vi.resetModules();
  const again = await import('./draft.ts');
  expect(again.draftOf('u1')).toEqual(draft);
  expect(again.draftOf('u2')).toMatchObject({ rating: null, text: '' });
  clearSession();
  expect(draftOf('u1')).toMatchObject({ rating: null, text: '' });
});
