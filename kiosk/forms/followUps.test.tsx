/** Tests of follow-ups and missing answers: where they stand, and that they are asked once. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import {
  choose,
  coded,
  form,
  group,
  heading,
  jn,
  press,
  show,
  startTexts,
  type,
  when,
} from './form.testing.tsx';

beforeAll(startTexts);
beforeEach(() => forgetPress());

const HEART = coded('infarkt', 'Herzinfarkt'),
  VALVE = coded('klappe', 'Herzklappe');
const heart = form(
  {
    linkId: 'seite',
    type: 'group',
    text: 'Herz',
    item: [
      {
        linkId: 'herz',
        type: 'choice',
        repeats: true,
        required: true,
        text: 'Was davon?',
        answerOption: [HEART, VALVE, coded('nichts', 'Nichts davon')],
      },
      {
        linkId: 'wann',
        type: 'string',
        text: 'Wann war der Infarkt?',
        enableWhen: [{ question: 'herz', operator: '=', answerCoding: HEART.valueCoding }],
      },
      {
        linkId: 'foto',
        type: 'attachment',
        text: 'Foto des Passes',
        enableWhen: [{ question: 'herz', operator: '=', answerCoding: VALVE.valueCoding }],
      },
    ],
  },
  jn('ende', 'Sonst noch etwas?'),
);

it('a follow-up is directly below the tile that opened it', () => {
  show(heart);
  choose('Was davon?', 'Herzinfarkt');
  const below = group('Wann war der Infarkt?').closest('.q-below');
  expect(below?.previousElementSibling?.textContent).toBe('Herzinfarkt');
  expect(below?.nextElementSibling?.textContent).toBe('Herzklappe');
});

it('a follow-up of „Ja“ comes after „Weiß ich nicht“, which would seem to answer it', () => {
  show(
    form(
      jn('krank', 'Sind Sie krank?', {
        item: [
          { linkId: 'was', type: 'string', text: 'Was haben Sie?', enableWhen: when('krank') },
        ],
      }),
      jn('ende', 'Sonst noch etwas?'),
    ),
  );
  choose('Sind Sie krank?', 'Ja');
  const below = group('Was haben Sie?').closest('.q-below');
  expect(below?.previousElementSibling?.textContent).toBe('Weiß ich nicht');
  expect(below?.nextElementSibling).toBeNull();
});

it('an optional question is marked; a required one and a follow-up do not', () => {
  const question = (linkId: string, more: object) => ({
    linkId,
    type: 'string' as const,
    text: linkId,
    ...more,
  });
  show(
    form({
      linkId: 'seite',
      type: 'group',
      text: 'Seite',
      item: [
        question('titel', {}),
        question('name', { required: true }),
        jn('krank', 'Sind Sie krank?', { required: true }),
        question('was', { enableWhen: when('krank') }),
      ],
    }),
  );
  choose('Sind Sie krank?', 'Ja');
  expect(
    screen
      .getAllByText('freiwillig')
      .map((one) => one.closest('.q-item')?.getAttribute('data-place')),
  ).toEqual(['titel']);
});

it('an open follow-up is asked once; a second press goes on, and the review lists it first', () => {
  show(heart);
  choose('Was davon?', 'Herzinfarkt');
  press('Weiter');
  expect(heading()).toBe('Herz');
  expect(
    within(group('Wann war der Infarkt?')).getByText(/^Diese Frage ist noch offen/),
  ).toBeTruthy();
  expect(document.activeElement).toBe(group('Wann war der Infarkt?'));
  press('Weiter');
  expect(heading()).toBe('Sonst noch etwas?');
  press('Weiter');
  expect(heading()).toBe('Stimmt alles?');
  const open = screen.getByText('Noch offen:').closest<HTMLElement>('.k-notice');
  expect(
    within(open ?? document.body)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Wann war der Infarkt?']);
  press('Wann war der Infarkt?');
  expect(heading()).toBe('Herz');
  expect(document.activeElement).toBe(group('Wann war der Infarkt?'));
});

const UNKNOWN_ANSWER = {
  valueCoding: {
    system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
    code: 'asked-unknown',
    display: 'Weiß ich nicht',
  },
};
const askedFor = (type: 'string' | 'date' | 'integer', required = false) =>
  form(
    {
      linkId: 'seite',
      type: 'group',
      text: 'Herz',
      item: [
        jn('herz', 'Hatten Sie einen Infarkt?'),
        { linkId: 'wann', type, required, text: 'Wann war er?', enableWhen: when('herz') },
      ],
    },
    jn('ende', 'Sonst noch etwas?'),
  );

it.each(['string', 'date', 'integer'] as const)(
  '„Weiß ich nicht“ answers an open follow-up of type %s and can be taken back',
  (kind) => {
    const { answers } = show(askedFor(kind));
    choose('Hatten Sie einen Infarkt?', 'Ja');
    press('Weiter');
    press('Weiß ich nicht');
    expect(answers('wann')).toEqual([UNKNOWN_ANSWER]);
    expect(screen.queryByText(/^Diese Frage ist noch offen/)).toBeNull();
    const chosen = within(group('Wann war er?')).getByRole('button', { name: 'Weiß ich nicht' });
    expect(chosen.getAttribute('aria-pressed')).toBe('true');
    press('Weiß ich nicht');
    expect(answers('wann')).toBeUndefined();
    press('Weiß ich nicht');
    press('Weiter');
    expect(heading()).toBe('Sonst noch etwas?');
    press('Weiter');
    expect(screen.queryByText('Noch offen:')).toBeNull();
    expect(screen.getByText('Weiß ich nicht')).toBeTruthy();
  },
);

it('half a date that was typed before does not block „Weiß ich nicht“, and a year replaces it', () => {
  const { answers } = show(askedFor('date'));
  choose('Hatten Sie einen Infarkt?', 'Ja');
  press('Weiter');
  const year = (): HTMLElement => within(group('Wann war er?')).getByLabelText('Jahr'),
    write = (value: string) => fireEvent.change(year(), { target: { value } });
  write('20');
  press('Weiß ich nicht');
  expect(year()).toHaveProperty('value', '');
  press('Weiter');
  expect(heading()).toBe('Sonst noch etwas?');
  press('Zurück');
  expect(answers('wann')).toEqual([UNKNOWN_ANSWER]);
  write('2019');
  expect(answers('wann')).toEqual([{ valueDate: '2019' }]);
  expect(screen.queryByRole('button', { name: 'Weiß ich nicht' })).toBeNull();
});

it('a required date is not answered with „Weiß ich nicht“', () => {
  show(askedFor('date', true));
  choose('Hatten Sie einen Infarkt?', 'Ja');
  press('Weiter');
  expect(within(group('Wann war er?')).queryByRole('button')).toBeNull();
});

it('a photo is never asked twice', () => {
  show(heart);
  choose('Was davon?', 'Herzklappe');
  press('Weiter');
  expect(heading()).toBe('Sonst noch etwas?');
});

it('several missing answers are listed; a line leads to its question and is ticked', () => {
  show(
    form({
      linkId: 'g',
      type: 'group',
      text: 'Seite',
      item: [
        jn('a', 'Erste?', { required: true }),
        jn('b', 'Zweite?'),
        jn('c', 'Dritte?', {
          required: true,
          item: [{ linkId: 'c1', type: 'string', text: 'Was?', enableWhen: when('c') }],
        }),
      ],
    }),
  );
  press('Weiter');
  const list = screen
    .getByText('Auf dieser Seite fehlt noch etwas:')
    .closest<HTMLElement>('section');
  expect(
    within(list ?? document.body)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Erste?', 'Dritte?']);
  press('Dritte?');
  expect(document.activeElement).toBe(group('Dritte?'));
  choose('Erste?', 'Nein');
  expect(within(list ?? document.body).getAllByRole('button')).toHaveLength(2);
});

const field = (linkId: string, name: string, text: string, regex: string) => ({
  linkId,
  type: 'string' as const,
  text,
  extension: [
    { url: 'urn:molar:fhir:patient-field', valueCode: name },
    { url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: regex },
  ],
});
it('telephone, e-mail and postcode say what is wrong and how to write it, and keep the entry', () => {
  const { answers } = show(
    form({
      linkId: 'g',
      type: 'group',
      text: 'Seite',
      item: [
        field('tel', 'mobile', 'Telefon', '[+]?[0-9][0-9 ()/.-]{4,28}'),
        field('mail', 'email', 'E-Mail', '[^@\\s]+@[^@\\s]+\\.[^@\\s.]{2,}'),
        field('plz', 'plz', 'Postleitzahl', '[0-9A-Za-z][0-9A-Za-z -]{2,9}'),
        field('land', 'country', 'Land', '.*'),
      ],
    }),
  );
  type('Telefon', 'keins');
  type('E-Mail', 'anna.example.org');
  type('Postleitzahl', '1058');
  press('Weiter');
  const wrong = (question: string): string =>
    group(question).querySelector('.k-error')?.textContent ?? '';
  expect(wrong('Telefon')).toContain('030 123456');
  expect(wrong('E-Mail')).toContain('name@beispiel.de');
  expect(wrong('Postleitzahl')).toContain('fünf Ziffern');
  expect([answers('tel'), answers('mail'), answers('plz')]).toEqual([
    [{ valueString: 'keins' }],
    [{ valueString: 'anna.example.org' }],
    [{ valueString: '1058' }],
  ]);
  type('Telefon', '030 123456');
  type('E-Mail', 'anna@example.org');
  type('Land', 'Österreich');
  expect(wrong('Postleitzahl')).toBe('');
  press('Weiter');
  expect(heading()).toBe('Stimmt alles?');
});
