/** Tests of a page with two hundred questions: number of renders, and letters stored at once. */
import { act, render, screen, within } from '@testing-library/react';
import { createElement, useMemo } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { useStoreBehind } from '../../ui/drawnBehind.ts';
import { forgetPress } from '../../ui/press.ts';
import { choose, form, group, jn, press, show, startTexts, type } from '../form.testing.tsx';
import type * as Head from '../ItemHead.tsx';
import { loadCompute, type Compute } from '../load-compute.ts';
import QuestionnaireRunner from '../QuestionnaireRunner.tsx';

const drawn = vi.hoisted(() => ({ items: [] as string[] }));
vi.mock('../ItemHead.tsx', async (original) => {
  const real = await original<typeof Head>();
  return {
    ...real,
    ItemHead: (props: Head.ItemHeadProps) => {
      drawn.items.push(props.node.linkId);
      return createElement(real.ItemHead, props);
    },
  };
});

beforeAll(startTexts);
beforeEach(() => {
  forgetPress();
  drawn.items = [];
});

describe('two hundred questions on one page', () => {
  /** Holds the answers as the apps do, and counts renders. */
  function showStored(
    questionnaire: ReturnType<typeof form>,
    compute?: Compute,
  ): {
    readonly draws: () => number;
    readonly answer: (key: string) => string | undefined;
    readonly put: (next: FormState) => void;
    readonly state: () => FormState;
  } {
    const model = modelOf(questionnaire),
      listeners = new Set<() => void>();
    let now = newState(model),
      draws = 0;
    const put = (next: FormState): void => {
      now = next;
      for (const one of listeners) one();
    };
    const subscribe = (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    };
    function Host() {
      const kept = useStoreBehind(subscribe, () => now);
      const result = useMemo(() => compute?.(model, kept), [kept]);
      draws++;
      return (
        <QuestionnaireRunner
          header={null}
          model={model}
          language="de"
          plain={false}
          startAt={0}
          isSaved={false}
          isPaused={false}
          state={result?.state ?? kept}
          {...(result && { computed: result.computed, rules: result.problems })}
          onState={put}
          onPage={() => undefined}
          onDone={() => undefined}
        />
      );
    }
    render(<Host />);
    return {
      draws: () => draws,
      answer: (key) => now.answers[key]?.[0]?.valueString,
      put,
      state: () => now,
    };
  }
  const field = (question: string): HTMLInputElement =>
    within(group(question)).getByRole('textbox');
  const many = form({
    linkId: 'g',
    type: 'group',
    text: 'Viele',
    item: Array.from({ length: 200 }, (_, n): QuestionnaireItem =>
      n % 2 === 0
        ? { linkId: `q${n}`, type: 'string', text: `Frage ${n}?` }
        : jn(`q${n}`, `Frage ${n}?`),
    ),
  });
  it('stores a letter at once in its own field; the page renders later, before any press', () => {
    const { draws, answer, put, state } = showStored(many);
    type('Frage 100?', 'I');
    const before = draws(),
      first = state();
    type('Frage 100?', 'Ib');
    type('Frage 100?', 'Ibu');
    expect([draws(), answer('q100'), field('Frage 100?').value]).toEqual([before, 'Ibu', 'Ibu']);
    choose('Frage 7?', 'Ja');
    expect([draws() > before, answer('q100'), field('Frage 100?').value]).toEqual([
      true,
      'Ibu',
      'Ibu',
    ]);
    // A change of the state by the app wins over typed text.
    act(() => put(first));
    expect(field('Frage 100?').value).toBe('I');
  });
  it('computes a form after the frame of a letter, and renders only the letter and its results', async () => {
    const compute = await loadCompute();
    const summed = form({
      ...many.item?.[0],
      linkId: 'g',
      type: 'group',
      item: [
        ...(many.item?.[0]?.item ?? []),
        {
          linkId: 'length',
          type: 'integer',
          text: 'Buchstaben',
          readOnly: true,
          extension: [
            {
              url: EXTENSION.calculatedExpression,
              valueExpression: {
                language: 'text/fhirpath',
                expression:
                  "%resource.descendants().where(linkId = 'q100').answer.value.toString().length()",
              },
            },
          ],
        },
      ],
    });
    const { draws, answer } = showStored(summed, compute);
    const shown = (): string | null => group('Buchstaben').textContent;
    type('Frage 100?', 'I');
    expect(shown()).toContain('1');
    drawn.items = [];
    const before = draws();
    type('Frage 100?', 'Ib');
    type('Frage 100?', 'Ibu');
    expect([draws(), answer('q100'), field('Frage 100?').value]).toEqual([before, 'Ibu', 'Ibu']);
    expect(drawn.items).toEqual([]);
    // The frame after the letters, without any press.
    await vi.waitFor(() => {
      expect(shown()).toContain('3');
    });
    expect(draws()).toBe(before + 1);
    expect([...new Set(drawn.items)].sort()).toEqual(['length', 'q100']);
    // A press in the frame itself meets the results of all letters.
    type('Frage 100?', 'Ibup');
    press('Weiter');
    press('Zurück');
    expect(shown()).toContain('4');
  });
  it('renders the page at once for a letter with dependents or one that may fix an error', () => {
    const { draws } = showStored(
      form({
        linkId: 'g',
        type: 'group',
        text: 'Seite',
        item: [
          { linkId: 'a', type: 'string', text: 'Was?', maxLength: 5 },
          {
            linkId: 'b',
            type: 'string',
            text: 'Womit?',
            enableWhen: [{ question: 'a', operator: '=', answerString: 'ab' }],
          },
        ],
      }),
    );
    type('Was?', 'a');
    expect(screen.queryByText('Womit?')).toBeNull();
    type('Was?', 'ab');
    expect(group('Womit?')).toBeTruthy();
    type('Was?', 'abcdef');
    press('Weiter');
    expect(field('Was?').getAttribute('aria-invalid')).toBe('true');
    const before = draws();
    type('Was?', 'abcde');
    expect([draws() > before, field('Was?').getAttribute('aria-invalid')]).toEqual([true, null]);
  });
  it('renders only its own item again after a keystroke or a tap', () => {
    show(many, { previous: { at: '2026-03-12', answersAt: () => [] } });
    expect(new Set(drawn.items).size).toBe(200);
    drawn.items = [];
    type('Frage 100?', 'x');
    expect([...new Set(drawn.items)]).toEqual(['q100']);
    expect(drawn.items.length).toBeLessThanOrEqual(2);
    drawn.items = [];
    choose('Frage 7?', 'Ja');
    expect([...new Set(drawn.items)]).toEqual(['q7']);
  });
  it('keeps both of two changes made before the next render', () => {
    const onState = vi.fn<(next: FormState) => void>(),
      model = modelOf(many);
    // A busy app: it received the change but has not rendered yet.
    render(
      <QuestionnaireRunner
        header={null}
        model={model}
        state={newState(model)}
        language="de"
        plain={false}
        startAt={0}
        isSaved={false}
        isPaused={false}
        onState={onState}
        onPage={vi.fn()}
        onDone={vi.fn()}
      />,
    );
    type('Frage 2?', 'zwei');
    type('Frage 4?', 'vier');
    expect(onState.mock.lastCall?.[0].answers).toEqual({
      q2: [{ valueString: 'zwei' }],
      q4: [{ valueString: 'vier' }],
    });
  });
  it('starts with nothing answered', () => {
    expect(newState(modelOf(many)).answers).toEqual({});
  });
});
