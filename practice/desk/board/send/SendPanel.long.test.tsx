// Tests of the send panel as staff uses it: jumps to missing input, one Mappe however often Enter
// is pressed, the warning, undo.

import { notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PersonProposal } from '../../../../shared/desk/mappe-rules.schema.ts';
import type { FamilyMember, Patient } from '../../../../shared/desk/patient.schema.ts';
import { signInAs } from '../../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { NOW, tablet } from '../board.fixture.ts';
import { SendPanel, type WalkIn } from './SendPanel.tsx';
import type { Template } from './send-rules.ts';
import texts from '../texts.de.json';
import { NO_DATA } from '../../../../shared/desk/person.fixture.ts';

const patient: Patient = {
  ...NO_DATA,
  patid: 'p1',
  firstName: 'Peter',
  lastName: 'Schmidt',
  geburtsdatum: '1958-03-12',
  street: 'Hauptstraße 5',
  plz: '50667',
  city: 'Köln',
  herkunft: 'pvs',
  sameNames: [{ patid: 'p2', name: 'Schmidt, Peter', geburtsdatum: '1983-11-02' }],
};
const templates: Template[] = [
  {
    id: 'extraktion',
    version: 1,
    kind: 'consent',
    title: { de: 'Zahnentfernung' },
    formRequirement: { form: 'none', reason: { de: '' }, source: '' },
    talk: true,
    fields: [{ id: 'zahn', label: { de: 'Zahn' }, required: true }],
    signerRoles: ['patient', 'parent1'],
    languages: ['de', 'en'],
    isOwn: false,
  },
  {
    id: 'mehrkosten',
    version: 1,
    kind: 'plan',
    title: { de: 'Mehrkosten' },
    formRequirement: {
      form: 'schriftform',
      reason: { de: 'Nur auf Papier.' },
      source: '§ 126 BGB',
    },
    talk: false,
    fields: [],
    signerRoles: ['patient'],
    languages: ['de'],
    isOwn: false,
  },
  {
    id: 'anamnese',
    version: 2,
    kind: 'questionnaire',
    title: { de: 'Fragen zur Gesundheit' },
    formRequirement: { form: 'none', reason: { de: '' }, source: '' },
    talk: false,
    fields: [],
    signerRoles: [],
    languages: ['de', 'tr'],
    isOwn: false,
  },
];
const free = [
  tablet({ tabletId: 'full', name: 'Tablet 2', mappeId: null, battery: 0.9 }),
  tablet({ tabletId: 'low', name: 'Tablet 3', mappeId: null, battery: 0.2 }),
];
let fails = false;
/** Of a name that the practice software cannot write. */
let lossy: Pick<Patient, 'handedAs'> = {};
/** People of the same household. */
let near: FamilyMember[] = [];
const child: Patient = {
  ...patient,
  patid: 'p3',
  firstName: 'Lina',
  lastName: 'Yılmaz',
  geburtsdatum: '2018-05-01',
  sameNames: [],
};
let proposal: PersonProposal | undefined;

async function open(
  walkIn: WalkIn | null = null,
): Promise<{ sent: Sent[]; onClose: ReturnType<typeof vi.fn> }> {
  const sent = fakeServer(({ path, method }) => {
    if (path.endsWith('/family')) return { body: near };
    if (path === '/patient/patients/p3') return { body: child };
    if (path.startsWith('/patient/patients/')) return { body: { ...patient, ...lossy } };
    if (path === '/tablet/templates') return { body: templates };
    if (path.startsWith('/tablet/rules/proposal'))
      return proposal ? { body: proposal } : errorAnswer(500, 'internal');
    if (path === '/tablet/mappen' && method === 'POST')
      return fails
        ? errorAnswer(409, 'state_conflict')
        : { body: { mappeId: 'm', undoUntil: Date.now() + 10_000 } };
    return { status: 204 };
  });
  const onClose = vi.fn();
  await stage(
    <MemoryRouter>
      <SendPanel
        isOpen
        patid="p1"
        walkIn={walkIn}
        free={free}
        offset={0}
        onClose={onClose}
        onMerged={() => undefined}
      />
    </MemoryRouter>,
    { empfang: texts },
  );
  await screen.findByText('Zahnentfernung');
  return { sent, onClose };
}
const posted = (sent: Sent[]): Sent[] => sent.filter((one) => one.path === '/tablet/mappen');

beforeEach(() => {
  fails = false;
  lossy = {};
  proposal = undefined;
  localStorage.clear();
  signInAs('reception', {}, { expiresAt: NOW });
});
afterEach(() => {
  // A toast of one test would appear next to that of the next.
  notifications.clean();
  vi.unstubAllGlobals();
});

test('shows birth date, address and the other person of the same name', async () => {
  await open();
  expect(screen.getByText(/12\.03\.1958/).textContent).toContain('Hauptstraße 5, 50667 Köln');
  expect(
    screen.getByText('Achtung, gleicher Name: auch Schmidt, Peter, geboren 02.11.1983.'),
  ).toBeTruthy();
});

test('staff read what the practice software gets of a name before anything is sent', async () => {
  lossy = { handedAs: 'Kumar, (nicht darstellbar)' };
  await open();
  expect(screen.getByText(/In ihrer Datei steht „Kumar, \(nicht darstellbar\)“/)).toBeTruthy();
});

test('„Senden“ is never disabled: it names missing input and focuses it', async () => {
  const { sent } = await open();
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: /Senden/ });
  expect(button.hasAttribute('disabled')).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: 'Zahnentfernung' }));
  await user.click(button);
  expect(document.activeElement?.id).toBe('send-extraktion@1-zahn');
  expect(posted(sent)).toEqual([]);
});

test('preselects the free tablet with most charge, but not the identification', async () => {
  await open();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Tablet 2/ }).checked).toBe(true);
  for (const name of ['Gesundheitskarte', 'Ausweis', 'bekannt'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(false);
});

test('every language can be chosen; a paper without it is named, with what the tablet does', async () => {
  await open();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mehrkosten' }));
  fireEvent.change(screen.getByLabelText('Sprache'), { target: { value: 'ar' } });
  expect(screen.getByText('Nicht auf Arabisch vorhanden:')).toBeTruthy();
  expect(screen.getByText(/^Mehrkosten: mitgeliefert, es gibt ihn auf Deutsch/)).toBeTruthy();
  expect(screen.getByText(/fragt das Tablet in der Sprache der Person/)).toBeTruthy();
});

test('a paper that must be signed by hand is marked, with its source', async () => {
  await open();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mehrkosten' }));
  expect(screen.getByText('Unterschrift auf Papier')).toBeTruthy();
  expect(screen.getByText(/Nur auf Papier\./).textContent).toContain('§ 126 BGB');
});

const due = (hasTermin: boolean): PersonProposal => ({
  patid: 'p1',
  hasTermin,
  isFirst: false,
  language: 'tr',
  items: [
    { item: 'anamnese@2', isFull: true, rule: 'a', reasons: [{ code: 'sinceFull', months: 26 }] },
    { item: 'gone@1', isFull: false, rule: 'b', reasons: [{ code: 'never' }] },
  ],
});

test('for an appointment the panel is prefilled by the rules, gives the reason, and one radio is left', async () => {
  proposal = due(true);
  const { sent } = await open(),
    user = userEvent.setup();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Fragen zur Gesundheit' });
  expect([box.checked, screen.getAllByRole('checkbox')[0]]).toEqual([true, box]);
  expect(screen.getByText('Vorgeschlagen: zuletzt vollständig vor 26 Monaten')).toBeTruthy();
  expect(document.activeElement?.closest('#send-identifiedBy')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'bekannt' }));
  await user.click(screen.getByRole('button', { name: /Senden/ }));
  await waitFor(() =>
    expect(posted(sent)[0]?.body).toMatchObject({
      items: [{ template: 'anamnese@2', isFull: true }],
      language: 'tr',
      signers: [],
    }),
  );
});

test('everything proposed can be changed: removed, and asked with the previous answers after all', async () => {
  proposal = due(true);
  const { sent } = await open(),
    user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: /^Ganz neu fragen/ }));
  await user.click(screen.getByRole('radio', { name: 'bekannt' }));
  await user.click(screen.getByRole('button', { name: /Senden/ }));
  await waitFor(() =>
    expect(posted(sent)[0]?.body).toMatchObject({ items: [{ template: 'anamnese@2' }] }),
  );
  expect(JSON.stringify(posted(sent)[0]?.body)).not.toContain('isFull');
});

test('without an appointment nothing is selected; one press takes the suggestion', async () => {
  proposal = due(false);
  await open();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Fragen zur Gesundheit' });
  expect(box.checked).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Vorschlag übernehmen' }));
  expect(box.checked).toBe(true);
});

test('a walk-in has the papers of the rules ticked, and nothing is sent before the person is identified', async () => {
  proposal = due(false);
  const { sent } = await open({ patid: 'p1', identifiedBy: null });
  expect(
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Fragen zur Gesundheit' }).checked,
  ).toBe(true);
  expect(posted(sent)).toEqual([]);
});

test('a walk-in who was identified when put in gets the Mappe at once; another person does not', async () => {
  proposal = due(false);
  const { sent, onClose } = await open({ patid: 'p1', identifiedBy: 'ausweis' });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(posted(sent)).toHaveLength(1);
  expect(posted(sent)[0]?.body).toMatchObject({ patids: ['p1'], identifiedBy: 'ausweis' });
  cleanup();
  const other = await open({ patid: 'p9', identifiedBy: 'ausweis' });
  expect(posted(other.sent)).toEqual([]);
  expect(other.onClose).not.toHaveBeenCalled();
});

async function fill(): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: 'Zahnentfernung' }));
  await user.type(screen.getByLabelText('Zahn'), '36');
  await user.click(screen.getByRole('radio', { name: 'Ausweis' }));
}

test('Enter sends once, closes the panel and offers ten seconds of undo', async () => {
  const { sent, onClose } = await open();
  await fill();
  await userEvent.type(screen.getByLabelText('Zahn'), '{Enter}{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(posted(sent)).toHaveLength(1);
  expect(posted(sent)[0]?.body).toMatchObject({
    patids: ['p1'],
    items: [{ template: 'extraktion@1', fields: { zahn: '36' } }],
    tabletId: 'full',
    identifiedBy: 'ausweis',
    signers: [{ role: 'patient', name: 'Peter Schmidt' }],
  });
  await userEvent.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() => expect(sent.some((one) => one.path === '/tablet/mappen/m/undo')).toBe(true));
});

test('after a rejection the input is still there, and the retry carries the same id', async () => {
  const { sent } = await open();
  await fill();
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: /Senden/ }));
  expect(await screen.findByText('Das ist in diesem Zustand nicht möglich.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Zahn').value).toBe('36');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: /Senden/ }));
  await waitFor(() => expect(posted(sent)).toHaveLength(2));
  const [first, second] = posted(sent).map((one) => (one.body as { id: string }).id);
  expect(second).toBe(first);
});

test('a child of the household is added by one press: own papers, the adult next to it, one Mappe', async () => {
  near = [{ patid: 'p3', name: 'Yılmaz, Lina', geburtsdatum: '2018-05-01', why: 'address' }];
  const { sent, onClose } = await open(),
    user = userEvent.setup();
  await user.click(
    await screen.findByRole('button', { name: /Yılmaz, Lina \*01\.05\.2018 · gleiche Adresse/ }),
  );
  const own = await screen.findByRole('region', { name: /Lina Yılmaz/ });
  await user.click(within(own).getByRole('checkbox', { name: 'Zahnentfernung' }));
  await user.type(within(own).getByLabelText('Zahn'), '85');
  expect(within(own).getByLabelText<HTMLInputElement>('Name').value).toBe('Peter Schmidt');
  await user.type(within(own).getByLabelText('Eigenschaft'), 'Großvater');
  await user.selectOptions(within(own).getByLabelText('Wer ist mit dem Kind hier?'), 'companion');
  expect(within(own).getByText(/nicht unterschreiben/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Ausweis' }));
  await user.click(screen.getByRole('button', { name: /Senden/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(posted(sent)[0]?.body).toMatchObject({
    patids: ['p1', 'p3'],
    items: [{ template: 'extraktion@1', fields: { zahn: '85' }, patid: 'p3' }],
    signers: [{ role: 'companion', name: 'Peter Schmidt', capacity: 'Großvater', patid: 'p3' }],
  });
});
