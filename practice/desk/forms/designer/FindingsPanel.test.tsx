// Tests of the findings: each leads to its field, and a list of answers is put in from a file.

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { signInAs } from '../../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import texts from './texts.de.json';

const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'draft',
  item: [{ linkId: 'a', type: 'choice', text: 'Welche?', answerValueSet: 'http://example.org/vs' }],
};
const server: FormFinding = {
  level: 'error',
  code: 'needs_terminology_server',
  linkId: 'a',
  detail: 'http://example.org/vs',
};

async function show(findings: readonly FormFinding[], canFetchLists = false) {
  const onJump = vi.fn(),
    onChange = vi.fn();
  await stage(
    <FindingsPanel
      form={form}
      findings={findings}
      onJump={onJump}
      canFetchLists={canFetchLists}
      onChange={onChange}
    />,
    {
      formulare: texts,
    },
  );
  return { onJump, onChange };
}

test('a finding about a formula of the form leads to its variables', async () => {
  const { onJump } = await show([{ level: 'error', code: 'expression_failed', detail: '))((' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Werte des ganzen Fragebogens' }));
  expect(onJump).toHaveBeenCalledWith('');
});

test('a part that is not executed is named with its effect', async () => {
  await show([
    {
      level: 'warning',
      code: 'extension_changes',
      linkId: 'a',
      detail: 'urn:x',
      effect: 'signature',
    },
  ]);
  expect(screen.getByText(/Die verlangte Unterschrift wird nicht eingeholt/)).toBeTruthy();
});

test.each([
  ['a list', JSON.stringify({ resourceType: 'ValueSet', compose: { include: [] } }), 1],
  ['no JSON', '{', 0],
  ['another resource', '{"resourceType":"Patient"}', 0],
])('a file with %s', async (_what, content, changes) => {
  const { onChange } = await show([server]);
  const file = new File([content], 'liste.json', { type: 'application/json' });
  fireEvent.change(screen.getByLabelText('Liste aus Datei einsetzen', { selector: 'input' }), {
    target: { files: [file] },
  });
  if (changes > 0)
    await waitFor(() =>
      expect(onChange).toHaveBeenCalledWith(
        expect.objectContaining({
          contained: [expect.objectContaining({ url: 'http://example.org/vs' })],
        }),
      ),
    );
  else {
    await waitFor(() => expect(document.body.textContent).toContain('keine Antwortliste'));
    expect(onChange).not.toHaveBeenCalled();
  }
});

const FETCH = 'Vom Terminologieserver holen';
test('a list is fetched where the installation has a terminology server', async () => {
  await show([server]);
  expect(screen.queryByRole('button', { name: FETCH })).toBeNull();
});

test('a fetched list stands in the form; a server that does not answer is named', async () => {
  signInAs('owner');
  let isThere = false;
  const sent = fakeServer(() =>
    isThere
      ? {
          body: {
            valueSet: {
              resourceType: 'ValueSet',
              expansion: { contains: [{ system: 'urn:s', code: 'r', display: 'Rot' }] },
            },
          },
        }
      : errorAnswer(503, 'unavailable'),
  );
  const { onChange } = await show([server], true);
  fireEvent.click(screen.getByRole('button', { name: FETCH }));
  await waitFor(() => expect(document.body.textContent).toContain('antwortet nicht; diese'));
  expect(onChange).not.toHaveBeenCalled();
  isThere = true;
  fireEvent.click(screen.getByRole('button', { name: FETCH }));
  await waitFor(() =>
    expect(onChange).toHaveBeenCalledWith(
      expect.objectContaining({
        contained: [expect.objectContaining({ url: 'http://example.org/vs' })],
      }),
    ),
  );
  expect(sent.at(-1)?.path).toContain('/value-set?canonical=http%3A%2F%2Fexample.org%2Fvs');
});
