/**
 * Tests of a re-visit's form on the tablet: the submission equals the list of known answers, also
 * after a reload.
 */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  extensionOfUnconfirmed,
  takenBackIn,
  unconfirmedSince,
} from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { germanText } from '../../shared/forms/answers/revisit.ts';
import type { DraftPayload } from '../../shared/papers/signature.ts';
import { showWholePages } from '../forms/form.testing.tsx';
import { forgetPress } from '../ui/press.ts';
import type { OpenTask } from './effects/answers.ts';
import type { FormScreensProps } from './screens/FormScreens.tsx';
import { startTexts } from './i18n.ts';

const FORM = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '2',
  language: 'de',
  item: [
    {
      linkId: 'g',
      type: 'group',
      text: 'Seite',
      item: [
        { linkId: 'joint', type: 'string', text: 'Gelenk?' },
        { linkId: 'doctor', type: 'string', text: 'Hausarzt?' },
        { linkId: 'smoke', type: 'string', text: 'Rauchen?' },
        { linkId: 'new', type: 'string', text: 'Neu?' },
      ],
    },
  ],
};
const said = (linkId: string, valueString: string) => ({ linkId, answer: [{ valueString }] });
const PREVIOUS = {
  id: 'p',
  day: '2026-03-12',
  response: {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    authored: '2026-03-12T09:00:00Z',
    item: [
      { linkId: 'g', item: [said('joint', 'Hüfte'), said('doctor', 'Dr. A'), said('smoke', 'ja')] },
    ],
  },
};

let FormScreens: ComponentType<FormScreensProps>;
beforeAll(async () => {
  await startTexts('de');
  // The form adds its own texts on load.
  FormScreens = (await import('./screens/FormScreens.tsx')).default;
});
beforeEach(() => {
  forgetPress();
  showWholePages();
});
afterEach(() => vi.unstubAllGlobals());

/** A tablet with this draft, as far as the form uses it. */
function open(draft: Partial<DraftPayload>, previous: unknown = PREVIOUS) {
  const handed: QuestionnaireResponse[] = [];
  let task = {
      body: {
        mappeId: 'm',
        form: JSON.stringify(FORM),
        patient: { patid: '1', name: 'Anna', geburtsdatum: '1958-03-12' },
      },
      data: { form: { key: 'f@2' }, signers: [], previous },
      draft: { ...draft },
      opId: 'op',
      isSaved: true,
    } as unknown as OpenTask,
    redraw = (): void => undefined;
  const actor = {
    getSnapshot: () => ({ context: { page: 1 } }),
    send: () => undefined,
    subscribe: () => ({ unsubscribe: () => undefined }),
  };
  const parts = {
    clock: { now: () => Date.UTC(2026, 10, 20, 9) },
    device: { get: () => ({ tabletId: 't1' }) },
    answers: {
      get: () => task,
      change: (part: Partial<DraftPayload>) => {
        task = { ...task, draft: { ...task.draft, ...part } };
        redraw();
      },
      respond: (response: QuestionnaireResponse) => {
        handed.push(response);
      },
    },
  };
  function Host() {
    const [, again] = useState(0);
    redraw = () => again((n) => n + 1);
    const props = {
      header: null,
      language: 'de',
      tablet: { actor, parts },
      snapshot: {
        context: {
          page: 1,
          done: [],
          queue: [],
          mappeId: null,
          comfort: { language: 'de', isPlain: false },
        },
        matches: () => false,
      },
      answers: task,
    };
    return <FormScreens {...(props as unknown as FormScreensProps)} />;
  }
  render(<Host />);
  return { handed, draft: () => task.draft };
}
const press = (name: string, within_?: HTMLElement): void => {
  forgetPress();
  act(() => {
    fireEvent.click((within_ ? within(within_) : screen).getByRole('button', { name }));
  });
};
const question = (name: string): HTMLElement =>
  screen.getAllByRole('group', { name }).find((one) => one.hasAttribute('data-place')) ??
  document.body;
const told = (response: QuestionnaireResponse | undefined): string[] =>
  occurrencesOf(response).map((one) => {
    const [answer = {}] = one.answers,
      since = unconfirmedSince(answer);
    return `${one.linkId}: ${germanText(bareValue(answer))}${since === undefined ? '' : ` since ${since}`}`;
  });

const lines = (): string[] =>
  screen
    .getAllByRole('listitem')
    .map((one) => [...one.querySelectorAll('p')].map((part) => part.textContent).join(' | '));
const change = (title: string): void => press(`${title} ändern`);

it('submits the list as confirmed, and a cleared line as withdrawn, also after a restart', () => {
  const first = open({});
  expect(lines()).toEqual(['Gelenk? | Hüfte', 'Hausarzt? | Dr. A', 'Rauchen? | ja']);
  change('Rauchen?');
  act(() => {
    fireEvent.change(within(question('Rauchen?')).getByRole('textbox'), {
      target: { value: '' },
    });
  });
  press('Zurück zur Übersicht');
  expect(first.draft().form?.opened).toEqual(['smoke']);
  // Killed and reopened: a cleared answer stays cleared.
  cleanup();
  const again = open(first.draft());
  expect(lines()).toEqual([
    'Gelenk? | Hüfte',
    'Hausarzt? | Dr. A',
    'Rauchen? | Nicht beantwortet | Heute geändert',
  ]);
  press('Stimmt alles');
  expect(again.draft().form?.confirmed).toEqual(['joint', 'doctor']);
  expect(told(again.handed[0])).toEqual(['joint: Hüfte', 'doctor: Dr. A']);
  expect(
    again.handed[0] && takenBackIn(again.handed[0]).map((one) => [one.linkId, one.was]),
  ).toEqual([['smoke', { valueString: 'ja' }]]);
});

it('shows at the third visit since when an answer was not confirmed, and confirms it', () => {
  const carried = {
    ...PREVIOUS,
    day: '2026-11-20',
    response: {
      ...PREVIOUS.response,
      authored: '2026-11-20T09:00:00Z',
      item: [
        {
          linkId: 'g',
          item: [
            {
              linkId: 'joint',
              answer: [{ valueString: 'Hüfte', extension: [extensionOfUnconfirmed('2026-03-12')] }],
            },
            said('doctor', 'Dr. A'),
          ],
        },
      ],
    },
  };
  const third = open({}, carried);
  expect(lines()).toEqual([
    'Gelenk? | Hüfte | Nicht bestätigt seit 12.03.2026',
    'Hausarzt? | Dr. A',
  ]);
  press('Stimmt alles');
  expect(told(third.handed[0])).toEqual(['joint: Hüfte', 'doctor: Dr. A']);
});
