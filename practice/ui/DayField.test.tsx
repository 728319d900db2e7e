/** A day of a form: half of one is no day, and the field states it once it is left. */

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayField } from './DayField.tsx';
import { stage } from './stage.fixture.tsx';
import texts from './texts.de.json';

function Form() {
  const [day, setDay] = useState('');
  return (
    <>
      <DayField label="Bis wann" value={day} onChange={setDay} />
      <output>{day}</output>
      <button type="button">Weiter</button>
    </>
  );
}

it('a day that is left half typed is not stored, and the field states this', async () => {
  await stage(<Form />, {});
  const [date, month, year] = screen.getAllByRole('textbox');
  await userEvent.type(date!, '12');
  await userEvent.type(month!, '3');
  expect(screen.queryByText(texts.halfDay)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(screen.getByText(texts.halfDay)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.type(year!, '2027');
  expect(screen.queryByText(texts.halfDay)).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('2027-03-12');
});
