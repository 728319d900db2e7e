// Tests of the patient search with typing faster than the server: Enter never selects a person of
// an outdated answer.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FoundPatient } from '../../../../shared/desk/patient.schema.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import { PatientSearch } from './PatientSearch.tsx';
import { PrivacyProvider } from '../privacy.tsx';
import texts from '../texts.de.json';

const person = (patid: string, name: string): FoundPatient => ({
  patid,
  name,
  lastName: name.split(', ')[0] ?? '',
  firstName: name.split(', ')[1] ?? '',
  geburtsdatum: '1958-03-12',
  city: 'Köln',
  sameName: false,
  telefon: null,
  herkunft: 'pvs',
});
const KNOWN: Record<string, FoundPatient[]> = {
  Maier: [person('p1', 'Maier, Anna')],
  Mül: [person('p2', 'Müller, Bernd')],
  Müllers: [person('p3', 'Müllers, Carla')],
  Sch: [person('p4', 'Schmidt, Dora'), person('p5', 'Schmitz, Emil')],
};
const onPick = vi.fn<(patient: FoundPatient) => void>();
/** Answers are held back until the test releases them. */
let hold: Promise<void> | undefined,
  release = (): void => undefined;
const holdAnswers = (): void => {
  hold = new Promise((resolve) => {
    release = () => {
      hold = undefined;
      resolve();
    };
  });
};

beforeEach(async () => {
  onPick.mockReset();
  hold = undefined;
  signInAs('reception', {}, { expiresAt: Date.now() + 1e6 });
  fakeServer(async ({ path }) => {
    const q = new URL(path, 'http://x').searchParams.get('q') ?? '';
    await hold;
    return { body: KNOWN[q] ?? [] };
  });
  await stage(
    <PrivacyProvider>
      <PatientSearch label="Patient suchen" onPick={onPick} />
    </PrivacyProvider>,
    { empfang: texts },
  );
});
afterEach(() => void vi.unstubAllGlobals());
const field = (): HTMLElement => screen.getByRole('searchbox');

test('Enter before the answer selects its only person', async () => {
  holdAnswers();
  await userEvent.type(field(), 'Maier{Enter}');
  expect(onPick).not.toHaveBeenCalled();
  release();
  await waitFor(() => expect(onPick).toHaveBeenCalledWith(KNOWN['Maier']?.[0]));
});

test('Enter on a longer name does not select a row of the shorter one, though it is still shown', async () => {
  await userEvent.type(field(), 'Mül');
  await screen.findByRole('option', { name: /Müller, Bernd/ });
  holdAnswers();
  await userEvent.type(field(), 'lers{Enter}');
  expect(onPick).not.toHaveBeenCalled();
  release();
  await waitFor(() => expect(onPick).toHaveBeenCalledTimes(1));
  expect(onPick).toHaveBeenCalledWith(KNOWN['Müllers']?.[0]);
});

test('further typing cancels the Enter', async () => {
  holdAnswers();
  await userEvent.type(field(), 'Maier{Enter}{Backspace}');
  release();
  await screen.findByText('Niemand gefunden.', { exact: false }).catch(() => undefined);
  expect(onPick).not.toHaveBeenCalled();
});

test('of several the first is highlighted, and the next Enter selects it', async () => {
  await userEvent.type(field(), 'Sch');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getAllByRole('option')[0]?.getAttribute('data-combobox-selected')).toBe('true'),
  );
  expect(onPick).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith(KNOWN['Sch']?.[0]);
});
