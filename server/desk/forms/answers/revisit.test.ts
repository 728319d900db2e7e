// Tests of a re-visit's task on both databases: what sex or age rule out is sent with it, and the
// text of an older version is offered as lines of the list that replaced it.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { YES } from '../../../../shared/forms/questionnaire/model.ts';
import { occurrencesOf } from '../../../../shared/forms/questionnaire/pairs.ts';
import type { Store } from '../../../platform/db/store.ts';
import { updatePatient } from '../../patient/store.ts';
import {
  answersTo,
  formDataOf,
  openWorld,
  sendForm,
  START,
  type Device,
  type World,
} from '../../sync/testing.ts';

describe.each(STORES)('the task of a re-visit on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  it('names why a question is ruled out, by sex and by age', async () => {
    const ruledOut = async (change: Parameters<typeof updatePatient>[2]) => {
      await world.write((w) => updatePatient(w, '1', change));
      return formDataOf(await sendForm(world, await world.tablet(), 'anamnese-erwachsene@4'))
        .ruledOut;
    };
    expect(await ruledOut({ geburtsdatum: '1958-03-12' })).toEqual({ pregnancy: 'alter' });
    expect(await ruledOut({ geburtsdatum: '1990-03-12', gender: 'male' })).toEqual({
      pregnancy: 'maennlich',
    });
    expect(await ruledOut({ gender: 'divers' })).toBeUndefined();
  });

  it('offers the medicines of an older version line by line', async () => {
    const first = await sendForm(world, tablet, 'anamnese-erwachsene@2');
    const { verdicts } = await tablet.push(
      await tablet.op(
        'task.answers',
        first,
        answersTo(
          first,
          {
            resourceType: 'QuestionnaireResponse',
            status: 'completed',
            authored: '2026-11-20T09:00:00Z',
            item: [
              {
                linkId: 'seite.medikamente',
                item: [
                  { linkId: 'medikamente', answer: [{ valueCoding: YES }] },
                  {
                    linkId: 'medikamente.welche',
                    answer: [{ valueString: 'Ramipril 5 mg\nMetformin' }],
                  },
                ],
              },
            ],
          },
          { at: START },
        ),
      ),
    );
    expect(verdicts).toMatchObject([{ s: 'applied' }]);
    const again = formDataOf(await sendForm(world, tablet, 'anamnese-erwachsene@4')).previous;
    expect(
      occurrencesOf(again?.response)
        .filter((one) => one.linkId === 'medikamente.name')
        .flatMap((one) => one.answers.map((answer) => answer.valueString)),
    ).toEqual(['Ramipril 5 mg', 'Metformin']);
  });
});
