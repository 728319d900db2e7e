// Tests of the common parts of forms and consent texts on staff's screens: creating from a copy,
// confirming an end, and the server's findings.

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallError } from '../../../shared/base/client.ts';
import { stage } from '../stage.fixture.tsx';
import { findingsIn } from './version-calls.ts';
import { EndDialog, NewFromDialog } from './versions.tsx';

it('creates one under its initial id, once it has a title; drafts cannot be copied', async () => {
  const made: object[] = [],
    start = { id: 'one', from: 'schmerz@1', title: '' };
  const choices = [
    { key: 'schmerz@1', title: 'Schmerzen', version: 1, state: 'active' as const },
    { key: 'neu@1', title: 'Noch im Entwurf', version: 1, state: 'draft' as const },
  ];
  await stage(
    <NewFromDialog
      start={start}
      choices={choices}
      words={{ title: 'Neues Formular', fromEmpty: 'leerem Formular' }}
      make={(input) => {
        made.push(input);
        return Promise.resolve();
      }}
      onClose={() => undefined}
    />,
    {},
  );
  expect(screen.queryByText(/Noch im Entwurf/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf anlegen' }));
  expect(screen.getByText('Bitte einen Titel eingeben.')).toBeTruthy();
  expect(made).toEqual([]);
  fireEvent.change(screen.getByLabelText('Titel'), { target: { value: ' Meines ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf anlegen' }));
  await waitFor(() => expect(made).toEqual([{ id: 'one', title: 'Meines', from: 'schmerz@1' }]), {
    timeout: 20_000,
  });
});

it('asks for confirmation before an end, in the words of the content', async () => {
  let count = 0;
  await stage(
    <EndDialog
      end="retire"
      retireWhat="Das Formular wird nicht mehr angeboten."
      isBusy={false}
      onConfirm={() => {
        count++;
      }}
      onClose={() => undefined}
    />,
    {},
  );
  expect(screen.getByText('Das Formular wird nicht mehr angeboten.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Außer Betrieb nehmen' }));
  expect(count).toBe(1);
});

it("parses the server's findings, and none from another error", () => {
  expect(
    findingsIn(
      new CallError(400, 'validation', '', { extra: { findings: [{ code: 'no_text' }] } }),
    ),
  ).toEqual([{ code: 'no_text' }]);
  expect(findingsIn(new Error('else'))).toEqual([]);
});
