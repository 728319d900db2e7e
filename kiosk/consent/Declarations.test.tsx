// Tests of the declarations: unset at the start, exact text, one at a time, and a refusal that is a
// valid result.
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentDeclaration } from '../../shared/desk/document.ts';
import type { DeclarationAnswer } from '../../shared/papers/signature.ts';
import { forgetPress } from '../ui/press.ts';
import { answerOf, areSettled, startOf, withAnswer } from './answers.ts';
import { DeclineQuestion } from './DeclineQuestion.tsx';
import { Declarations } from './Declarations.tsx';
import de from './texts.de.json';

const declarations: DocumentDeclaration[] = [
  {
    id: 'mund',
    text: { de: 'Ich willige in Fotos ein.', en: 'I consent to photos.' },
    required: true,
  },
  {
    id: 'labor',
    text: { de: 'Zusätzlich an das Labor.', en: 'Also to the laboratory.' },
    required: false,
  },
];

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { consent: de } } });
});
beforeEach(() => forgetPress());

function show(language = 'de', start: DeclarationAnswer[] = [], isBilling = false) {
  const calls = { onDone: vi.fn(), onDecide: vi.fn(), onBack: vi.fn() };
  const onAnswers = vi.fn();
  function Host() {
    const [answers, setAnswers] = useState(start);
    const answer = (id: string, value: boolean) => {
      const next = withAnswer(answers, id, value, 1);
      setAnswers(next);
      onAnswers(next);
    };
    return (
      <Declarations
        header={null}
        declarations={declarations}
        language={language}
        isBilling={isBilling}
        answers={answers}
        isSaved={false}
        onAnswer={answer}
        {...calls}
      />
    );
  }
  render(<Host />);
  return { ...calls, answers: () => onAnswers.mock.lastCall?.[0] };
}
const press = (name: RegExp) => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('Declarations', () => {
  it('presets nothing and offers yes and no as equals, without a primary button', () => {
    show();
    const yes = screen.getByRole('button', { name: /^Ja/ });
    expect(yes.className).toBe(screen.getByRole('button', { name: /^Nein/ }).className);
    expect(screen.queryByText('Ihre Antwort bisher')).toBeNull();
    expect(document.querySelector('.k-button--primary')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
  });

  it('asks one after the other and completes after the last', () => {
    const calls = show();
    expect(screen.getByText('Ich willige in Fotos ein.')).toBeTruthy();
    press(/^Ja/);
    expect(screen.getByText('Zusätzlich an das Labor.')).toBeTruthy();
    expect(calls.onDone).not.toHaveBeenCalled();
    press(/^Nein/);
    expect(calls.onDone).toHaveBeenCalledOnce();
    expect(calls.answers()).toEqual([
      { id: 'mund', value: true, at: 1 },
      { id: 'labor', value: false, at: 1 },
    ]);
  });

  it('blocks a refused required declaration, and offers questions and refusal', () => {
    const calls = show();
    press(/^Nein/);
    expect(screen.getByText('Ohne dieses „Ja“ können Sie hier nicht unterschreiben.')).toBeTruthy();
    press(/^Ich habe Fragen/);
    press(/^Ich möchte nicht einwilligen/);
    expect(calls.onDecide.mock.calls).toEqual([['question'], ['declined']]);
    press(/^Noch einmal wählen/);
    press(/^Ja/);
    expect(screen.getByText('Zusätzlich an das Labor.')).toBeTruthy();
    expect(calls.onDone).not.toHaveBeenCalled();
  });

  it('shows the binding German text with a foreign one', () => {
    show('en');
    expect(screen.getByText('I consent to photos.').lang).toBe('en');
    expect(screen.getByText('Ich willige in Fotos ein.').lang).toBe('de');
  });

  it('resumes at the first open declaration after a reload, and at the first one to change an answer', () => {
    const first = withAnswer([], 'mund', true, 1);
    expect(startOf(declarations, first)).toBe(1);
    expect(startOf(declarations, withAnswer(first, 'labor', false, 2))).toBe(0);
  });
});

describe('answers', () => {
  it('never treat a missing answer as a no', () => {
    expect(answerOf([], 'mund')).toBeNull();
    expect(areSettled(declarations, [])).toBe(false);
  });

  it('are complete only with yes to every required declaration', () => {
    const no = withAnswer(withAnswer([], 'mund', false, 1), 'labor', true, 1);
    expect(areSettled(declarations, no)).toBe(false);
    expect(areSettled(declarations, withAnswer(no, 'mund', true, 2))).toBe(true);
  });

  it('offer direct payment as the alternative to billing through a company, not as a refusal', () => {
    const calls = show('de', [], true);
    press(/^Nein/);
    expect(screen.queryByRole('button', { name: /nicht einwilligen/ })).toBeNull();
    press(/^Ich bezahle direkt an die Praxis/);
    expect(calls.onDecide.mock.calls).toEqual([['declined']]);
  });
});

describe('DeclineQuestion', () => {
  it.each([
    [false, 'Sie möchten nicht einwilligen?', /nicht einwilligen$/],
    [true, 'Sie bezahlen direkt an die Praxis?', /^Ja, direkt an die Praxis$/],
  ])('asks for confirmation (billing: %s)', (isBilling, title, yes) => {
    const onConfirm = vi.fn();
    render(
      <DeclineQuestion
        header={null}
        isBilling={isBilling}
        onConfirm={onConfirm}
        onBack={vi.fn()}
      />,
    );
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    const button = screen.getByRole('button', { name: yes });
    expect(button.className).toBe(
      screen.getByRole('button', { name: 'Zurück zum Text' }).className,
    );
    press(yes);
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
