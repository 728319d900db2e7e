// Tests of the fee agreement page [§ 2 GOZ]: nothing incomplete is printed, equal content is one
// agreement, printed ones show where they are, pasted texts are checked.

import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Agreement } from '../../../shared/papers/agreement.schema.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { FeePage } from './FeePage.tsx';
import texts from './texts.de.json';

const ID = '0190a1b2-0000-7000-8000-000000000001',
  PERSON = {
    patid: '1001',
    name: 'Groß, Anna',
    firstName: 'Anna',
    lastName: 'Groß',
    geburtsdatum: '1941-03-04',
    city: '',
    herkunft: 'pvs' as const,
    sameName: false,
    telefon: null,
  };
const Search = ({ label, onPick }: { label: string; onPick: (one: FoundPatient) => void }) => (
  <button type="button" onClick={() => onPick(PERSON)}>
    {label}
  </button>
);
const agreement: Agreement = {
  agreementId: ID,
  patid: '1001',
  name: 'Groß, Anna',
  geburtsdatum: '1941-03-04',
  payer: 'Anna Groß',
  lines: [{ number: '2080', text: 'Füllung', factor: 4.5, cents: 14072 }],
  state: 'out',
  riskCents: 3127,
  at: Date.parse('2026-11-20T09:00:00Z'),
  byName: 'Frau Kaya',
  backAt: null,
  backByName: '',
  fileId: null,
  filedAt: null,
  voidedAt: null,
  voidedByName: '',
  voidNote: '',
};
let items: Agreement[], sent: Sent[];
beforeEach(async () => {
  items = [];
  vi.stubGlobal('open', () => null);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  signInAs('reception', {}, { praxis: { name: 'Zahnarztpraxis Nord' } });
  sent = fakeServer(({ method, path }) =>
    method === 'GET' && path === '/papers/agreements'
      ? { body: { items } }
      : method === 'GET'
        ? { body: {} }
        : { status: 204 },
  );
});
const show = async (): Promise<void> => {
  await stage(
    <MemoryRouter>
      <FeePage PatientSearch={Search} />
    </MemoryRouter>,
    { papier: texts },
  );
};
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});
const posted = () => sent.filter((one) => one.method === 'POST');

test('an agreement is saved once and printed for one person, and only when complete', async () => {
  await show();
  const go = screen.getByRole('button', { name: 'Drucken' });
  await userEvent.click(go);
  expect(screen.getByRole('alert').textContent).toBe(
    'Bitte wählen Sie die Person, die behandelt wird.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Patientin oder Patient' }));
  expect(screen.getByLabelText<HTMLInputElement>('Zahlungspflichtige Person').value).toBe(
    'Anna Groß',
  );
  await userEvent.type(screen.getByLabelText('Leistung', { selector: 'input' }), '2080');
  await userEvent.click(screen.getByRole('button', { name: 'Leistung hinzufügen' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Satz für 2080' }), '3,5');
  await userEvent.click(go);
  expect(posted()).toEqual([]);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Satz für 2080' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Satz für 2080' }), '4,5');
  await userEvent.click(go);
  await userEvent.click(go);
  const [one, two] = posted();
  expect(one).toMatchObject({
    path: '/papers/agreements',
    body: { patid: '1001', payer: 'Anna Groß', lines: [{ number: '2080', factor: 4.5 }] },
  });
  expect(two?.body).toEqual(one?.body);
  expect(
    sent.some(
      (other) => other.path === `/papers/agreements/${(one!.body as { id: string }).id}/print`,
    ),
  ).toBe(true);
});

test('printed ones show their place; actions: tick off, view the scan, void with a reason, copy', async () => {
  items = [
    agreement,
    {
      ...agreement,
      agreementId: ID.replace(/1$/, '2'),
      name: 'Klein, Ida',
      state: 'scanned',
      fileId: ID,
      filedAt: Date.parse('2026-11-20T10:00:00Z'),
    },
  ];
  await show();
  expect(await screen.findByText('Unterschrieben, eingelesen am 20.11.2026')).toBeTruthy();
  expect([
    screen.getByText('Papier nicht zurück'),
    screen.getByText('31,27 € in Gefahr (über dem 3,5-fachen Satz)'),
    screen.getAllByText('2080 4,5-fach: 140,72 €').length,
  ]).toEqual([expect.anything(), expect.anything(), 2]);
  await userEvent.click(
    screen.getByRole('button', { name: 'Papier liegt vor: Vereinbarung, Groß, Anna' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ja, es liegt vor' }));
  await userEvent.click(
    screen.getByRole('button', { name: 'Vereinbarung zurücknehmen: Klein, Ida' }),
  );
  await userEvent.click(await screen.findByRole('radio', { name: /Der Scan gehört nicht dazu/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Grund' }), 'falsches Blatt');
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Zurücknehmen' }),
  );
  await waitFor(() =>
    expect(posted().map((one) => [one.path, one.body])).toEqual([
      [`/papers/agreements/${ID}/back`, {}],
      [
        `/papers/agreements/${ID.replace(/1$/, '2')}/void`,
        { note: 'falsches Blatt', isScanOnly: true },
      ],
    ]),
  );
  await userEvent.click(
    screen.getByRole('button', { name: 'Als Vorlage: Vereinbarung, Groß, Anna' }),
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Satz für 2080' }).value).toBe(
    '4,5',
  );
});

test('a pasted text is checked for missing and forbidden parts, and is sent nowhere', async () => {
  await show();
  await userEvent.click(screen.getByRole('textbox', { name: 'Text der Vereinbarung' }));
  await userEvent.paste('Nr. 2080 Kompositfüllung 4,5-fach\nDie Forderung wird abgetreten.');
  expect(screen.getByText('der Betrag, der sich daraus ergibt')).toBeTruthy();
  expect(screen.getByText('Abtretung oder Abrechnungsstelle')).toBeTruthy();
  expect(posted()).toEqual([]);
});
