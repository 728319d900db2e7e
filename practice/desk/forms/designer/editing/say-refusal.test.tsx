// Tests of a refused publication: it names the reason of the server, with a way on.

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '../../../../../shared/base/client.ts';
import { stage } from '../../../../ui/stage.fixture.tsx';
import ui from '../../../../ui/texts.de.json';
import texts from '../texts.de.json';
import { useDesignerTexts } from '../designer-texts.ts';
import { sayRefusal } from './say-refusal.ts';

function Refused({ error }: { error: unknown }) {
  const t = useDesignerTexts();
  return (
    <button type="button" onClick={() => sayRefusal(t, error)}>
      go
    </button>
  );
}

test('a check that was stopped is named, with what to do', async () => {
  const error = new CallError(400, 'validation', '', {
    extra: { findings: [{ level: 'error', code: 'check_too_long' }] },
  });
  await stage(<Refused error={error} />, { designer: texts, ui });
  screen.getByRole('button', { name: 'go' }).click();
  const said = await screen.findByText(/^Nicht veröffentlicht: /);
  expect(said.textContent).toContain('Teilen Sie ihn');
});
