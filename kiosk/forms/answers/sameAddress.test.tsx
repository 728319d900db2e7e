// Tests of the family address: offered where it differs, taken over as the person's own answers
// with a mark of origin; texts in both directions.

import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { takenFromIn } from '../../../shared/forms/answers/origin.ts';
import { responseOf } from '../../../shared/forms/questionnaire/response.ts';
import { type ResponseItem } from '../../../shared/forms/questionnaire/response-types.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import { SameAddress } from './SameAddress.tsx';
import { addressIn, addressLine, asksAnother, withAddress, withFrom } from './sameAddress.ts';
import de from '../texts.de.json';

const model = modelOf(
  JSON.parse(readFileSync('catalog/forms/patientendaten@1.json', 'utf8')) as Questionnaire,
);
const HOME = { street: 'Hauptstraße 5', plz: '50667', city: 'Köln' };
const mother = withAddress(model, newState(model), HOME);
const answersIn = (
  items: readonly ResponseItem[],
): { linkId: string; answer: NonNullable<ResponseItem['answer']>[number] }[] =>
  items.flatMap((one) => [
    ...(one.answer ?? []).map((answer) => ({ linkId: one.linkId, answer })),
    ...answersIn(one.item ?? []),
  ]);

describe('the address of a family', () => {
  it('is read from the address questions, and only when complete', () => {
    expect(addressIn(model, mother)).toEqual(HOME);
    expect(addressIn(model, newState(model))).toBeUndefined();
    expect(
      addressIn(model, withAddress(model, newState(model), { street: 'Weg 1' })),
    ).toBeUndefined();
    expect(addressLine({ ...HOME, country: 'Deutschland' })).toBe(
      'Hauptstraße 5, 50667 Köln, Deutschland',
    );
  });
  it('is offered to an empty form or one with another address, not to one that has it', () => {
    expect(asksAnother(model, newState(model), HOME)).toBe(true);
    expect(
      asksAnother(
        model,
        withAddress(model, newState(model), { ...HOME, street: 'Anderswo 2' }),
        HOME,
      ),
    ).toBe(true);
    expect(asksAnother(model, mother, HOME)).toBe(false);
    expect(asksAnother(model, newState(model), HOME, HOME)).toBe(false);
    expect(asksAnother(model, newState(model), HOME, { ...HOME, street: 'Anderswo 2' })).toBe(true);
    expect(
      asksAnother(
        modelOf({
          resourceType: 'Questionnaire',
          status: 'active',
          item: [{ linkId: 'a', type: 'string', text: 'A' }],
        }),
        newState(model),
        HOME,
      ),
    ).toBe(false);
  });
  it("becomes the child's answers, each marked with its source; a later change removes the mark", () => {
    const changed = withAddress(model, mother, { city: 'Bonn' }),
      from = { patid: 'm', name: 'Ayşe Yılmaz', address: HOME };
    const response = withFrom(
      model,
      responseOf(viewOf(model, changed), {
        id: 'x',
        status: 'completed',
        language: 'de',
        authored: '2026-11-20T09:00:00Z',
      }),
      from,
    );
    const told = Object.fromEntries(
      answersIn(response.item ?? []).map(({ linkId, answer }) => [
        linkId,
        [answer.valueString, takenFromIn(answer)],
      ]),
    );
    expect(told).toMatchObject({
      strasse: ['Hauptstraße 5', 'Ayşe Yılmaz'],
      plz: ['50667', 'Ayşe Yılmaz'],
      wohnort: ['Bonn', undefined],
    });
  });
});

describe('the question', () => {
  beforeAll(async () => {
    await i18next.use(initReactI18next).init({
      lng: 'de',
      resources: { de: { forms: de } },
      interpolation: { escapeValue: false },
    });
  });
  it('names both people and the address, and accepts either answer', () => {
    const onSame = vi.fn(),
      onOther = vi.fn();
    render(
      <SameAddress
        header={null}
        language="de"
        name="Lina Yılmaz"
        other="Ayşe Yılmaz"
        address={addressLine(HOME)}
        onSame={onSame}
        onOther={onOther}
      />,
    );
    expect(
      screen.getByRole('heading', {
        name: /Wohnt Lina Yılmaz unter derselben Adresse wie Ayşe Yılmaz/,
      }),
    ).toBeTruthy();
    expect(screen.getByText('Hauptstraße 5, 50667 Köln')).toBeTruthy();
    forgetPress();
    fireEvent.click(screen.getByRole('button', { name: 'Ja, gleiche Adresse' }));
    forgetPress();
    fireEvent.click(screen.getByRole('button', { name: 'Nein, andere Adresse' }));
    expect([onSame, onOther].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  });
});
