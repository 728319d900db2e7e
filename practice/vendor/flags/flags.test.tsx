// The vendor's switches, and what a practice sees of a feature that is off.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type {
  FlagList,
  FlagRuleView,
  FlagVerdicts,
} from '../../../shared/vendor/flags/flags.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { call } from '../../api.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { keepDraft, draftOf, forgetDraft } from '../feedback/draft.ts';
import { FeedbackPage } from '../feedback/FeedbackPage.tsx';
import rueckmeldung from '../feedback/texts.de.json';
import { HelpPage } from '../tickets/HelpPage.tsx';
import anfragen from '../tickets/texts.de.json';
import { FlagGate } from './FlagGate.tsx';
import { FlagsPage } from './FlagsPage.tsx';
import schalter from './texts.de.json';

const RULE: FlagRuleView = {
  id: 'r1',
  environment: null,
  tenant: 'c1',
  practiceName: 'Praxis Nord',
  isOn: false,
  share: 100,
  until: '2026-12-31',
  reason: 'Anfrage T-26-00417',
  name: 'Vera Hersteller',
  at: Date.UTC(2026, 10, 20, 9),
  state: 'active',
  ended: null,
};
const listOf = (...rules: FlagRuleView[]): FlagList => ({
  environment: 'prod',
  items: [
    { key: 'shop', rules },
    { key: 'feedback_picture', rules: [] },
    { key: 'comparison', rules: [] },
  ],
  unreadable: 0,
});
const VERDICTS: FlagVerdicts = {
  tenant: 'c1',
  practiceName: 'Praxis Nord',
  items: [
    { key: 'shop', isOn: false, by: 'practice', ruleId: 'r1' },
    { key: 'feedback_picture', isOn: true, by: 'default', ruleId: null },
    { key: 'comparison', isOn: true, by: 'share', ruleId: 'r2' },
  ],
};
const CLIENTS = {
  items: [{ cid: 'c1', name: 'Praxis Nord', r4chost: 'h', createdAt: 0, people: 1, seal: 'ok' }],
  cursor: null,
};
const open = async (
  role: 'administrator' | 'support',
  list: FlagList,
  answer: (sent: Sent) => { status?: number; body?: unknown } = () => ({ status: 204 }),
): Promise<Sent[]> => {
  signInAs(role);
  const sent = fakeServer((one) =>
    one.path.startsWith('/support/clients')
      ? { body: CLIENTS }
      : one.path.startsWith('/admin/flags/practices/')
        ? { body: VERDICTS }
        : one.path === '/admin/flags'
          ? { body: list }
          : answer(one),
  );
  await stage(
    <MemoryRouter>
      <FlagsPage />
    </MemoryRouter>,
    { schalter },
  );
  return sent;
};
afterEach(() => {
  forgetDraft();
  clearSession();
});

test('each switch names its default, its end and its rules; support only reads', async () => {
  await open(
    'support',
    listOf(
      RULE,
      { ...RULE, id: 'r2', tenant: null, share: 30, environment: 'demo', isOn: true },
      {
        ...RULE,
        id: 'r3',
        state: 'ended',
        ended: { at: RULE.at, name: 'Max Muster', reason: 'Fehler ist behoben' },
      },
    ),
  );
  const shop = await screen.findByRole('region', { name: 'Stifte bestellen' });
  expect(shop.textContent).toContain('Standard: an');
  expect(shop.textContent).toContain('Schalter besteht bis 31.12.2027');
  expect(shop.textContent).toContain('Aus für Praxis Nord, bis 31.12.2026');
  expect(shop.textContent).toContain('An für 30 % der Praxen in der Umgebung Vorführung (demo)');
  expect(shop.textContent).toContain('Eine frühere Regel');
  expect(shop.textContent).toContain('Beendet: Fehler ist behoben · Max Muster');
  const picture = screen.getByRole('region', { name: 'Bild in der Rückmeldung' });
  expect(picture.textContent).toContain(schalter.none);
  expect(screen.queryByRole('button', { name: /hinzufügen|beenden/i })).toBeNull();
});

test('an administrator adds a rule for a practice; without a reason or an end there is none', async () => {
  const sent = await open('administrator', listOf());
  await userEvent.click(
    await screen.findByRole('button', { name: 'Regel hinzufügen: Stifte bestellen' }),
  );
  const dialog = await screen.findByRole('dialog'),
    add = within(dialog).getByRole<HTMLButtonElement>('button', { name: schalter.add });
  await userEvent.click(within(dialog).getByRole('combobox', { name: schalter.practice }));
  await userEvent.click(await screen.findByRole('option', { name: 'Praxis Nord' }));
  expect(add.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(schalter.reason), 'Anfrage T-26-00417');
  expect(add.disabled).toBe(false);
  const year = within(dialog).getByLabelText(/Jahr/);
  await userEvent.clear(year);
  expect(add.disabled).toBe(true);
  await userEvent.type(year, '2099');
  expect(add.disabled).toBe(true);
  expect(dialog.textContent).toContain('Wählen Sie einen Tag von heute bis 31.12.2027.');
  await userEvent.clear(year);
  await userEvent.type(year, '2027');
  await userEvent.click(add);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/admin/flags/rules',
    body: {
      key: 'shop',
      tenant: 'c1',
      environment: null,
      isOn: false,
      share: 100,
      reason: 'Anfrage T-26-00417',
    },
  });
});

test('a refused rule keeps the dialog with its reason, and ending a rule asks why', async () => {
  const sent = await open('administrator', listOf(RULE), ({ path }) =>
    path.endsWith('/end') ? { status: 204 } : errorAnswer(409, 'state_conflict'),
  );
  await userEvent.click(
    await screen.findByRole('button', { name: 'Regel hinzufügen: Stifte bestellen' }),
  );
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: schalter['who.all'] }));
  await userEvent.type(within(dialog).getByLabelText(schalter.reason), 'Anfrage T-26-00417');
  await userEvent.click(within(dialog).getByRole('button', { name: schalter.add }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: schalter.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Regel beenden: Aus für Praxis Nord' }));
  const ending = await screen.findByRole('dialog');
  await userEvent.type(within(ending).getByLabelText(schalter.reason), 'Fehler ist behoben');
  await userEvent.click(within(ending).getByRole('button', { name: schalter.end }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ path }) => path === '/admin/flags/rules/r1/end')?.body).toEqual({
    reason: 'Fehler ist behoben',
  });
});

test('what counts for a practice is shown with its reason', async () => {
  await open('support', listOf(RULE));
  await userEvent.click(await screen.findByRole('combobox', { name: schalter.practice }));
  await userEvent.click(await screen.findByRole('option', { name: 'Praxis Nord' }));
  const table = await screen.findByRole('table', { name: 'Praxis Nord' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Stifte bestellenAusRegel für diese Praxis',
    'Bild in der RückmeldungAnStandard, keine Regel',
    'Vergleich mit anderen PraxenAnRegel für einen Anteil, zu dem sie gehört',
  ]);
});

test('an open page says that it is switched off, and comes back when it is on again', async () => {
  signInAs('reception');
  let isOff = true;
  fakeServer(({ path }) =>
    path === '/api/flags'
      ? { body: { off: isOff ? ['shop'] : [] } }
      : errorAnswer(404, 'switched_off'),
  );
  await stage(
    <MemoryRouter initialEntries={['/hilfe/stifte']}>
      <FlagGate>
        <p>Artikel</p>
      </FlagGate>
    </MemoryRouter>,
    { schalter },
  );
  expect(screen.getByText('Artikel')).toBeTruthy();
  await expect(call('/api/shop')).rejects.toThrow('switched_off');
  expect(await screen.findByText(schalter.gate)).toBeTruthy();
  expect(screen.queryByText('Artikel')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stifte bestellen');
  isOff = false;
  await userEvent.click(screen.getByRole('button', { name: schalter['gate.again'] }));
  expect(await screen.findByText('Artikel')).toBeTruthy();
});

test('the help page offers pens only while they are on', async () => {
  fakeServer(() => ({ body: { items: [] } }));
  signInAs('staff');
  const help = (
    <MemoryRouter>
      <HelpPage />
    </MemoryRouter>
  );
  const { unmount } = await stage(help, { anfragen });
  expect(await screen.findByRole('link', { name: anfragen.pens })).toBeTruthy();
  unmount();
  signInAs('staff', {}, { off: ['shop'] });
  await stage(help, { anfragen });
  expect(await screen.findByRole('link', { name: anfragen.new })).toBeTruthy();
  expect(screen.queryByRole('link', { name: anfragen.pens })).toBeNull();
});

test('feedback without pictures sends none, not even one that was taken before', async () => {
  signInAs('staff', {}, { off: ['feedback_picture'] });
  keepDraft('u', {
    ...draftOf('u'),
    rating: 'good',
    picture: { width: 1, height: 1, boxes: [] },
    page: '/patienten',
  });
  const sent = fakeServer(({ method }) => ({
    body: method === 'GET' ? { items: [] } : { isStored: true, found: [] },
  }));
  await stage(
    <MemoryRouter>
      <Routes>
        <Route path="*" element={<FeedbackPage />} />
      </Routes>
    </MemoryRouter>,
    { rueckmeldung, anfragen },
  );
  expect(await screen.findByText(rueckmeldung.pictureOff)).toBeTruthy();
  expect(screen.queryByRole('button', { name: rueckmeldung.take })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: rueckmeldung.send }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    picture: null,
    page: '/',
  });
});
