// Tests of the task of a form with formulas: it carries what they read of the record, nothing else.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { compose } from '../../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../../tests/support/practice.ts';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { FormData } from '../../../../shared/forms/task/form-task.ts';
import { readerOf } from '../../../platform/work.ts';
import { EN, form, formsOf } from '../library/forms.testing.ts';

let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
});
afterAll(() => t.drop());

/** Sends a form with one formula, and returns the data of its task. */
async function sent(expression: string): Promise<FormData> {
  const { at, make } = formsOf(() => ({ t, p })),
    { key } = await make(
      form([
        {
          linkId: 'a',
          type: 'string',
          text: 'Ort',
          _text: EN('City'),
          extension: [
            {
              url: EXTENSION.initialExpression,
              valueExpression: { language: 'text/fhirpath', expression },
            },
          ],
        },
      ]),
    );
  expect((await at(p, `/${key}/publish?rev=1`, 'POST')).status).toBe(200);
  const answer = await compose(p, { templates: [key] });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const look = t.deps.workshop.look(p.cid, p.system),
    rows = await readerOf(look).find(look.t.task),
    data = rows.map((row) => JSON.parse(row.data) as FormData);
  const found = data.find((one) => one.form.key === key);
  if (!found) throw new Error('no task');
  return found;
}

it('a formula about the city brings the city, and no other part of the address', async () => {
  const data = await sent('%patient.address.first().city');
  expect(data.patientRead).toEqual({ address: [{ city: 'Berlin' }] });
  expect(JSON.stringify(data)).not.toContain('10115');
  expect(JSON.stringify(data)).not.toContain('Weg 1');
});

it('a formula that reads nothing of the record brings nothing', async () => {
  expect((await sent('%patient.birthDate.toString()')).patientRead).toBeUndefined();
});
