/**
 * Tests of known master data: shown for confirmation, changed where wrong, not asked again; and
 * confirmation of unusual answers (V2–V5).
 */
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmedIn, saidIn } from '../../shared/forms/answers/master-answers.ts';
import type { Confirmed } from '../../shared/desk/master-data.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../ui/press.ts';
import { form, group, press, show, startTexts, type } from './form.testing.tsx';
import { recordedIn } from './record.ts';
import german from './texts.de.json';
import { SPOKEN } from './useWords.ts';
import type { Known } from './types.ts';

beforeAll(startTexts);
beforeEach(() => forgetPress());

const field = (valueCode: string) => ({
  extension: [{ url: 'urn:molar:fhir:patient-field', valueCode }],
});
const text = (
  linkId: string,
  words: string,
  code: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({ linkId, type: 'string', text: words, ...field(code), ...more });
const person = form(
  {
    linkId: 'p',
    type: 'group',
    text: 'Name',
    item: [
      text('first', 'Vorname', 'firstName', { required: true }),
      text('last', 'Nachname', 'lastName', { required: true }),
      { linkId: 'birth', type: 'date', text: 'Geboren', ...field('geburtsdatum') },
      text('place', 'Geburtsort', 'birthplace'),
    ],
  },
  {
    linkId: 'k',
    type: 'group',
    text: 'Kontakt',
    item: [text('street', 'Straße', 'street'), text('mail', 'E-Mail', 'email')],
  },
);
const values = {
  firstName: 'Anna',
  lastName: 'Weber',
  geburtsdatum: '1958-03-12',
  street: 'Rosenweg 1',
  email: 'anna@example.org',
};
const TODAY = '2026-11-20',
  at = '2026-11-20T08:00:00Z';

/** As the app does: keeps confirmed values and passes them back in. */
function start(record: Known['values'] = values) {
  let confirmed: readonly Confirmed[] = [];
  const known = (): Known => ({ values: record, today: TODAY, confirmed });
  const shown = show(person, {
    known: known(),
    onAsked: ({ rule, value }) => {
      confirmed = [...confirmed, { rule, value, at }];
      shown.change({ known: known() });
    },
  });
  const handed = () => {
    const view = viewOf(modelOf(person), shown.state());
    return recordedIn(responseOf(view, { status: 'completed' }), view, known(), at);
  };
  return { ...shown, handed, said: () => saidIn(modelOf(person), handed()) };
}
const dialog = (): string | null =>
  screen.queryByRole('dialog')?.querySelector('h2')?.textContent.replaceAll('\u00AD', '') ?? null;
const openLine = (question: string, name: string): void => {
  const button = [...group(question).querySelectorAll('button')].find(
    (one) => one.textContent === name,
  );
  if (!button) throw new Error(`no ${name} at ${question}`);
  forgetPress();
  fireEvent.click(button);
};
const setField = (input: HTMLInputElement, value: string): void => {
  fireEvent.change(input, { target: { value } });
};

describe('known master data', () => {
  it('is shown for confirmation without a field; unknown items are asked; one press confirms the page', () => {
    const { answers, calls } = start();
    expect(group('Vorname').textContent).toContain('Bei uns steht: Anna');
    expect(group('Geboren').textContent).toContain('Bei uns steht: 12.03.1958');
    expect(group('Vorname').querySelector('input')).toBeNull();
    expect(group('Geburtsort').querySelector('input')).not.toBeNull();
    expect(answers('first')).toBeUndefined();
    press('Alles, was hier steht, stimmt');
    expect([answers('first'), answers('last'), answers('birth'), answers('place')]).toEqual([
      [{ valueString: 'Anna' }],
      [{ valueString: 'Weber' }],
      [{ valueDate: '1958-03-12' }],
      undefined,
    ]);
    expect(group('Vorname').textContent).toContain('Bestätigt');
    expect(group('Vorname').querySelector('input')).toBeNull();
    press('Weiter');
    expect(calls.onPage).toHaveBeenCalledWith(1, 2);
    expect(dialog()).toBeNull();
  });
  it('is not skipped silently', () => {
    const { calls } = start();
    openLine('Vorname', 'Stimmt');
    press('Weiter');
    expect(calls.onPage).not.toHaveBeenCalled();
    expect(group('Nachname').textContent).toContain('Bitte sagen Sie uns, ob das stimmt.');
    expect(group('Vorname').textContent).not.toContain('Bitte sagen Sie uns');
  });
  it('can be changed from the recorded value, also after confirmation', () => {
    const { answers } = start();
    openLine('Vorname', 'Stimmt');
    openLine('Vorname', 'Ändern');
    expect(group('Vorname').querySelector('input')?.value).toBe('Anna');
    type('Vorname', 'Anne');
    expect(answers('first')).toEqual([{ valueString: 'Anne' }]);
    type('Vorname', '');
    expect(group('Vorname').querySelector('input')).not.toBeNull();
  });
  it('[V2] [V3] asks to confirm a changed name and birth date in turn, and remembers a yes', () => {
    const { calls, handed, said } = start();
    press('Alles, was hier steht, stimmt');
    openLine('Nachname', 'Ändern');
    type('Nachname', 'Kaya');
    openLine('Geboren', 'Ändern');
    const year = group('Geboren').querySelectorAll('input')[2]!;
    setField(year, '1985');
    press('Weiter');
    expect(dialog()).toBe(
      'Ihr Name weicht von unseren Unterlagen ab. Ist die neue Angabe richtig?',
    );
    expect(screen.getByRole('dialog').textContent).toContain(
      'Bisher bei unsAnna WeberNeuAnna Kaya',
    );
    press('Ja, das ist richtig');
    expect(dialog()).toBe(
      'Ihr Geburtsdatum weicht von unseren Unterlagen ab. Ist die neue Angabe richtig?',
    );
    expect(calls.onPage).not.toHaveBeenCalled();
    press('Ja, das ist richtig');
    expect(dialog()).toBeNull();
    expect(calls.onPage).toHaveBeenCalledWith(1, 2);
    expect(said()).toMatchObject({ lastName: 'Kaya', geburtsdatum: '1985-03-12' });
    expect(confirmedIn(handed()).map(({ rule, value }) => [rule, value])).toEqual([
      ['V2', 'Anna Kaya'],
      ['V3', '1985-03-12'],
    ]);
  });
  it('[V2] „Ändern“ returns to the field; only another name is asked about again', () => {
    const { calls, handed } = start();
    press('Alles, was hier steht, stimmt');
    openLine('Nachname', 'Ändern');
    type('Nachname', 'Kaya');
    press('Weiter');
    press('Ändern');
    expect(dialog()).toBeNull();
    type('Nachname', 'Weber');
    press('Weiter');
    expect(dialog()).toBeNull();
    expect(calls.onPage).toHaveBeenCalledWith(1, 2);
    expect(confirmedIn(handed())).toEqual([]);
  });
  it('[V4] asks to confirm a birth date of recent months; [V6] rejects a future one', () => {
    const { calls } = start({ ...values, geburtsdatum: '2026-10-01' });
    press('Alles, was hier steht, stimmt');
    press('Weiter');
    expect(dialog()).toBe('Das Geburtsdatum liegt weniger als 6 Monate zurück. Stimmt das?');
    press('Ändern');
    setField(group('Geboren').querySelectorAll('input')[2]!, '2027');
    press('Weiter');
    expect(dialog()).toBeNull();
    expect(group('Geboren').textContent).toContain(
      'Das Datum liegt zu spät. Möglich ist bis 20.11.2026.',
    );
    expect(calls.onPage).not.toHaveBeenCalled();
  });
  it('[V5] asks once about a missing or removed e-mail address, and reports the removal', () => {
    const { calls, handed, said } = start();
    press('Alles, was hier steht, stimmt');
    press('Weiter');
    openLine('Straße', 'Stimmt');
    openLine('E-Mail', 'Ändern');
    type('E-Mail', '');
    press('Weiter');
    expect(dialog()).toBe('Ohne E-Mail-Adresse erhalten Sie Ihre Kopien auf Papier. In Ordnung?');
    press('E-Mail-Adresse angeben');
    expect(group('E-Mail').querySelector('input')).not.toBeNull();
    type('E-Mail', '');
    press('Weiter');
    press('Ja, in Ordnung');
    press('Ja, alles stimmt');
    expect(dialog()).toBeNull();
    expect(calls.onDone).toHaveBeenCalledTimes(1);
    expect(said()).toEqual({ ...values, email: '' });
    expect(confirmedIn(handed()).map((one) => one.rule)).toEqual(['V5']);
  });
  it('a new patient types everything, and is asked only about the e-mail address', () => {
    const { calls } = start({});
    expect(screen.queryByText(/Bei uns steht/)).toBeNull();
    type('Vorname', 'Neu');
    type('Nachname', 'Kommend');
    press('Weiter');
    expect(dialog()).toBeNull();
    press('Weiter');
    expect(dialog()).toContain('Ohne E-Mail-Adresse');
    press('Ja, in Ordnung');
    expect(calls.onPage).toHaveBeenLastCalledWith(2, 2);
  });
  it.each(['de', 'en', ...SPOKEN])('all its texts exist in %s', async (language) => {
    const words = (
      (await import(`./texts.${language}.json`)) as {
        default: Record<'record' | 'ask', Record<string, string>>;
      }
    ).default;
    for (const room of ['record', 'ask'] as const)
      for (const key of Object.keys(german[room]))
        expect([
          key,
          (words[room][key] ?? '').length > 1,
          language === 'de' || words[room][key] !== (german[room] as Record<string, string>)[key],
        ]).toEqual([key, true, true]);
  });
});
