/** A part that arrives after it was first shown keeps its field while the person types. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { laterPart } from './later-part.tsx';

const Own = ({ label }: { readonly label: string }) => <input aria-label={label} />;

test('the field stays the same once its part has arrived', async () => {
  const { Part } = laterPart<{ readonly label: string }>(() => Promise.resolve(Own));
  const page = render(<Part label="vorher" />);
  const field = await screen.findByLabelText<HTMLInputElement>('vorher');
  field.value = 'Penicillin';
  page.rerender(<Part label="nachher" />);
  expect(screen.getByLabelText('nachher')).toBe(field);
});
