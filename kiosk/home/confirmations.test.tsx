/** Tests of unusual answers at home: they are confirmed as on the tablet. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { confirmedIn } from '../../shared/forms/answers/master-answers.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { BIRTH, device, fillIn, homeForm, questionnaireOf, type Hand } from './home.testing.ts';
import { heading, PERSON, press, showHome, type, typeDate } from './page.testing.tsx';
import { startWords } from './words.ts';

beforeAll(async () => {
  await startWords('de');
});
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('de');
});

describe('unusual answers are confirmed as on the tablet', () => {
  const own = (valueCode: string) => ({
    extension: [{ url: 'urn:molar:fhir:patient-field', valueCode }],
  });
  const MASTER: QuestionnaireItem[] = [
    {
      linkId: 'p',
      type: 'group',
      text: 'Ihre Angaben',
      item: [
        { linkId: 'vor', type: 'string', text: 'Rufname', ...own('firstName') },
        { linkId: 'nach', type: 'string', text: 'Familienname', ...own('lastName') },
        { linkId: 'geb', type: 'date', text: 'Geboren am', ...own('geburtsdatum') },
        { linkId: 'mail', type: 'string', text: 'E-Mail', ...own('email') },
      ],
    },
  ];
  const begin = async (birth = BIRTH): Promise<Hand> => {
    const hand = await (
      await device()
    ).open({ read: () => Promise.resolve(homeForm({ questionnaire: questionnaireOf(MASTER) })) });
    showHome(hand);
    press('Beginnen');
    await heading(PERSON);
    type('Vorname', 'Ayşe');
    type('Nachname', 'Yılmaz');
    typeDate(birth);
    press('Weiter');
    return hand;
  };
  const asked = (): string | undefined =>
    screen.queryByRole('dialog')?.querySelector('h2')?.textContent.replaceAll('\u00AD', '');
  const confirmed = (hand: Hand): readonly (readonly string[])[] =>
    confirmedIn(
      hand.handed[0]?.response ?? { resourceType: 'QuestionnaireResponse', status: 'completed' },
    ).map((one) => [one.rule, one.value]);

  it('[V2] [V3] [V5] asks about a changed name or birth date and a missing e-mail; shows no record data', async () => {
    const hand = await begin();
    await heading('Ihre Angaben');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Rufname' }).value).toBe('Ayşe');
    expect(document.body.textContent).not.toMatch(/Bei uns steht|Unterlagen|Bestätigt/);
    fireEvent.change(screen.getByRole('textbox', { name: 'Familienname' }), {
      target: { value: 'Kaya' },
    });
    fireEvent.change(screen.getByLabelText('Jahr'), { target: { value: '1989' } });
    press('Weiter');
    expect(asked()).toBe(
      'Am Anfang haben Sie einen anderen Namen angegeben. Ist dieser Name richtig?',
    );
    expect(screen.getByRole('dialog').textContent).toContain('Am AnfangAyşe YılmazNeuAyşe Kaya');
    press('Ja, das ist richtig');
    expect(asked()).toBe(
      'Am Anfang haben Sie ein anderes Geburtsdatum angegeben. Ist dieses Datum richtig?',
    );
    press('Ja, das ist richtig');
    expect(asked()).toBe('Ohne E-Mail-Adresse erhalten Sie Ihre Kopien auf Papier. In Ordnung?');
    press('Ja, in Ordnung');
    await heading('Stimmt alles?');
    press('Absenden');
    await heading('Fragebogen erfolgreich gesendet');
    expect(confirmed(hand)).toEqual([
      ['V2', 'Ayşe Kaya'],
      ['V3', '1989-03-12'],
      ['V5', ''],
    ]);
    expect(JSON.stringify(hand.handed[0]?.response)).not.toContain('zurueckgenommen');
  });

  it('[V4] does not ask again about a recent birth date confirmed on the first page, and reports it', async () => {
    const hand = await begin({ day: '20', month: '12', year: '2025' });
    press('Ja, das stimmt');
    await heading('Ihre Angaben');
    fireEvent.change(screen.getByRole('textbox', { name: 'E-Mail' }), {
      target: { value: 'a@example.org' },
    });
    press('Weiter');
    expect(asked()).toBeUndefined();
    await heading('Stimmt alles?');
    press('Absenden');
    await heading('Fragebogen erfolgreich gesendet');
    expect(confirmed(hand)).toEqual([['V4', '2025-12-20']]);
  });

  it('[V6] rejects a future birth date in the form too', async () => {
    const hand = await begin();
    await heading('Ihre Angaben');
    fireEvent.change(screen.getByLabelText('Jahr'), { target: { value: '2027' } });
    press('Weiter');
    expect(asked()).toBeUndefined();
    expect(screen.getByText('Das Datum liegt zu spät. Möglich ist bis 05.01.2026.')).toBeTruthy();
    expect(hand.visit.get().draft?.page).toBe(0);
  });

  it('[V2] stores confirmations with the draft', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.visit.confirm({ rule: 'V2', value: 'Ayşe Kaya' });
    hand.visit.plain(true);
    await hand.clock.pass(400);
    const later = await phone.open({ clock: hand.clock });
    await later.visit.resume();
    expect(later.visit.get().draft).toMatchObject({
      isPlain: true,
      asked: [{ rule: 'V2', value: 'Ayşe Kaya', at: '2026-01-05T09:00:00.400Z' }],
    });
    expect(later.visit.get().isPlain).toBe(true);
  });
});
