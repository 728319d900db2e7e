// Tests of the folded parts of the editor by keyboard: an added field has the focus, a removed one
// leaves it in the list, and a part that is being written in does not fold.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import {
  patientVariable,
  TEST_RECORD,
} from '../../../../../shared/forms/answers/patient-variable.ts';
import type { Fault } from '../../../../../shared/forms/questionnaire/expressions/scope.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { stage } from '../../../../ui/stage.fixture.tsx';
import texts from '../texts.de.json';
import { FormVariables } from './FormVariables.tsx';
import { TestPatient } from './TestPatient.tsx';

const EMPTY: Questionnaire = { resourceType: 'Questionnaire', status: 'draft' };

function Variables() {
  const [form, setForm] = useState(EMPTY);
  return <FormVariables form={form} isReadOnly={false} onChange={setForm} />;
}
const fold = (): HTMLDetailsElement | null => document.querySelector('details');

test('an added variable has the focus; after the last one is removed the list stays open', async () => {
  await stage(<Variables />, { formulare: texts });
  expect(fold()?.open).toBe(false);
  await userEvent.click(screen.getByText(texts['variables.form'], { selector: 'summary' }));
  const add = screen.getByRole('button', { name: texts['variable.add'] });
  add.focus();
  await userEvent.keyboard('{Enter}');
  const nameOf = (n: number): string => texts['variable.name'].replace('{{n}}', String(n));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: nameOf(1) }));
  await userEvent.keyboard('summe');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: nameOf(1) }).value).toBe('summe');
  add.focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: nameOf(2) }));
  for (let left = 2; left > 0; left--) {
    screen
      .getByRole('button', { name: texts['variable.remove'].replace('{{n}}', String(left)) })
      .focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: texts['variable.add'] }),
    );
  }
  expect(fold()?.open).toBe(true);
});

test('the test patient unfolds for a missing value, and stays while it is mended', async () => {
  const missing: readonly Fault[] = [
    { kind: 'calculatedExpression', reason: 'failed', linkId: 'summe', expression: 'x' },
  ];
  function Patient() {
    const [faults, setFaults] = useState<readonly Fault[]>([]);
    return (
      <>
        <button type="button" onClick={() => setFaults(missing)}>
          fehlt
        </button>
        <TestPatient
          patient={patientVariable('Kim', '')}
          missing={faults}
          nameOf={(linkId) => `Frage ${linkId}`}
          onChange={() => setFaults([])}
        />
      </>
    );
  }
  await stage(<Patient />, { formulare: texts });
  expect(fold()?.open).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'fehlt' }));
  expect(fold()?.open).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('Nicht berechnet: 1 Frage summe');
  await userEvent.type(screen.getByRole('textbox', { name: texts['preview.patientName'] }), 'x');
  expect(screen.queryByRole('status')).toBeNull();
  expect(fold()?.open).toBe(true);
});
test('the test patient has contacts and an address, under another name too', async () => {
  let patient = TEST_RECORD;
  await stage(
    <TestPatient
      patient={patient}
      missing={[]}
      nameOf={(linkId) => linkId}
      onChange={(next) => {
        patient = next;
      }}
    />,
    { formulare: texts },
  );
  await userEvent.type(screen.getByLabelText(texts['preview.patientName']), 'x');
  expect(patient.name).toEqual([{ text: 'Erika Musterx' }]);
  expect(patient.telecom).toHaveLength(3);
  expect(screen.getByText(/030 23125001 .* Rosenweg 1, 10115 Berlin/)).toBeTruthy();
});
