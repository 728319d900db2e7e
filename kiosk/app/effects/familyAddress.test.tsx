// Tests of a family's address as delivered with a form: offered to a member with another one, never
// to its author, never outside a family.

import { renderHook } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { withAddress } from '../../forms/answers/sameAddress.ts';
import type { OpenTask } from './answers.ts';
import { useFamilyAddress } from './familyAddress.ts';
import type { Tablet } from '../tablet.ts';

const model = modelOf(
    JSON.parse(readFileSync('catalog/forms/patientendaten@1.json', 'utf8')) as Questionnaire,
  ),
  empty = newState(model);
const address = {
  patid: 'm',
  name: 'Ayşe Yılmaz',
  address: { street: 'Hauptstraße 5', plz: '50667', city: 'Köln' },
};
const nobody = {
  subscribe: () => ({ unsubscribe: () => undefined }),
} as unknown as Tablet['actor'];
const open = (patid: string, family: object | undefined, form = {}): OpenTask =>
  ({
    body: {
      mappeId: 'x',
      patient: { patid, name: 'Lina', geburtsdatum: '2018-05-01' },
      ...(family && { family }),
    },
    data: {},
    draft: { form },
  }) as unknown as OpenTask;
const offered = (task: OpenTask, state = empty) =>
  renderHook(() => useFamilyAddress(nobody, task, model, state)).result.current.offer;

it("is offered from the server's data after a restart and on another tablet, until answered", () => {
  const family = { at: 2, count: 2, days: [], address };
  expect([
    offered(open('a', family)),
    offered(open('a', family), withAddress(model, empty, address.address)),
    offered(open('m', family)),
    offered(open('a', family, { address: 'other' })),
    offered(open('a', undefined)),
  ]).toEqual([address, undefined, undefined, undefined, undefined]);
});
