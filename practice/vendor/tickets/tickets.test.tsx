// The form of a request: words that point to a patient stop it, and are replaced or confirmed.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { OpenTicket, TicketView } from '../../../shared/vendor/tickets.schema.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { HelpPage } from './HelpPage.tsx';
import { NewTicketPage } from './NewTicketPage.tsx';
import { TicketPage } from './TicketPage.tsx';
import anfragen from './texts.de.json';

const ticket: TicketView = {
  id: '01939c3e-0000-7000-8000-000000000001',
  helpdeskid: 'T-26-7K3QM',
  area: 'tablet',
  priority: 'p3',
  subject: 'Tablet 2 ohne Verbindung',
  state: 'new',
  openedAt: Date.UTC(2026, 10, 20, 9),
  openedBy: 'Ada Empfang',
  lastAt: Date.UTC(2026, 10, 20, 9),
  lastSide: 'practice',
  dueAt: Date.UTC(2026, 10, 20, 13),
  assignee: '',
  rating: null,
  ratingText: '',
  takesAnswers: true,
  isOwn: true,
  follows: null,
};
const show = (path: string) =>
  stage(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/hilfe" element={<HelpPage />} />
        <Route path="/hilfe/neu" element={<NewTicketPage />} />
        <Route path="/hilfe/:id" element={<TicketPage />} />
      </Routes>
    </MemoryRouter>,
    { anfragen },
  );
const isPost = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path === '/api/tickets';

test('replaces or confirms words of patients, then sends the rest with one id', async () => {
  const sent = fakeServer((one) => {
    if (!isPost(one)) return { body: { ticket, entries: [] } };
    const { text, confirmed } = one.body as OpenTicket;
    const found = [
      { word: 'Özkan', kind: 'name' },
      { word: 'Brief', kind: 'name' },
    ].filter(({ word }) => text.includes(word) && !confirmed.includes(word));
    return { body: { ticket: found.length > 0 ? null : ticket, found } };
  });
  await show('/hilfe/neu');
  await userEvent.type(screen.getByLabelText(anfragen.subject), ticket.subject);
  await userEvent.type(screen.getByLabelText(anfragen.text), 'Der Brief von Özkan fehlt');
  await userEvent.click(screen.getByRole('button', { name: anfragen.send }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nichts wurde gesendet');
  const [ozkan, brief] = screen.getAllByRole('listitem');
  await userEvent.click(
    [...ozkan!.querySelectorAll('button')].find(
      (button) => button.textContent === anfragen['found.remove'],
    )!,
  );
  await userEvent.click(
    [...brief!.querySelectorAll('button')].find(
      (button) => button.textContent === anfragen['found.keep'],
    )!,
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>(anfragen.text).value).toBe(
    'Der Brief von [entfernt] fehlt',
  );
  expect(screen.getByRole('status').textContent).toContain(anfragen['found.left']);
  await userEvent.click(screen.getByRole('button', { name: anfragen.send }));
  await screen.findByRole('heading', { name: ticket.subject, level: 1 });
  const bodies = sent.filter(isPost).map(({ body }) => body as OpenTicket);
  expect(bodies.map(({ text, confirmed }) => [text, confirmed])).toEqual([
    ['Der Brief von Özkan fehlt', []],
    ['Der Brief von [entfernt] fehlt', ['Brief']],
  ]);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
});

test('a file goes after its message, once the sender confirms that it shows no patient', async () => {
  const sent = fakeServer((one) =>
    isPost(one)
      ? { body: { ticket, found: [] } }
      : one.path.includes('/files/')
        ? { body: { id: 'f', mime: 'image/webp', size: 1 } }
        : { body: { ticket, entries: [] } },
  );
  await show('/hilfe/neu');
  await userEvent.type(screen.getByLabelText(anfragen.subject), ticket.subject);
  await userEvent.type(screen.getByLabelText(anfragen.text), 'Siehe Bild');
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(chooser, new File(['x'], 'Müller.png', { type: 'image/png' }));
  await userEvent.click(screen.getByRole('button', { name: anfragen.send }));
  expect(screen.getByText(anfragen['files.wordMissing'])).toBeTruthy();
  expect(sent.filter(isPost)).toEqual([]);
  await userEvent.click(screen.getByLabelText(anfragen['files.word']));
  await userEvent.click(screen.getByRole('button', { name: anfragen.send }));
  await screen.findByRole('heading', { name: ticket.subject, level: 1 });
  const posts = sent.filter(({ method }) => method === 'POST').map(({ path }) => path),
    { id } = sent.find(isPost)!.body as OpenTicket;
  expect(posts).toHaveLength(2);
  expect(posts[1]).toContain(`/api/tickets/${id}/entries/${id}/files/`);
  expect(JSON.stringify(posts)).not.toContain('Müller');
});

test('an empty form names what is missing and sends nothing', async () => {
  const sent = fakeServer(() => ({ body: { items: [] } }));
  await show('/hilfe/neu');
  await userEvent.click(screen.getByRole('button', { name: anfragen.send }));
  expect(screen.getAllByText(anfragen.missing)).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(anfragen.subject)));
  expect(sent.filter(isPost)).toEqual([]);
});

test('the list keeps open and done apart, and begins with a way to ask', async () => {
  const done = { ...ticket, id: 'b', subject: 'Frage zur Rechnung', state: 'closed' as const };
  fakeServer(() => ({ body: { items: [ticket, done] } }));
  await show('/hilfe');
  expect((await screen.findByRole('region', { name: 'Offen' })).textContent).toContain(
    ticket.subject,
  );
  expect(screen.getByRole('region', { name: 'Erledigt' }).textContent).toContain('Geschlossen');
  expect(screen.getByRole('link', { name: anfragen.new }).getAttribute('href')).toBe('/hilfe/neu');
});

test('a closed request takes no answer and shows why', async () => {
  fakeServer(() => ({
    body: { ticket: { ...ticket, state: 'closed', takesAnswers: false }, entries: [] },
  }));
  await show(`/hilfe/${ticket.id}`);
  await screen.findByText(anfragen.over);
  expect(screen.queryByLabelText(anfragen.answer)).toBeNull();
});
