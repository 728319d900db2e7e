/**
 * Tests of the home page as a user sees it: from the first page to the last, and every error page.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import i18next from 'i18next';
import { CallError } from '../../shared/base/client.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { forgetPress } from '../ui/press.ts';
import {
  answersOf,
  BIRTH,
  device,
  fillIn,
  homeForm,
  questionnaireOf,
  settle,
} from './home.testing.ts';
import { HANDED_MS } from './keeper.ts';
import { heading, PERSON, press, read, showHome, type, typeDate } from './page.testing.tsx';
import { startWords } from './words.ts';

beforeAll(async () => {
  await startWords('de');
});
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('de');
});

const ITEMS: QuestionnaireItem[] = [
  {
    linkId: 'eins',
    type: 'group',
    text: 'Ihr Besuch',
    item: [
      {
        linkId: 'grund',
        type: 'string',
        text: 'Warum kommen Sie?',
        required: true,
        extension: [{ url: 'urn:molar:fhir:url-parameter', valueString: 'anlass' }],
      },
      {
        linkId: 'vorname',
        type: 'string',
        text: 'Ihr Vorname',
        extension: [{ url: 'urn:molar:fhir:patient-field', valueCode: 'firstName' }],
      },
    ],
  },
  {
    linkId: 'zwei',
    type: 'group',
    text: 'Noch etwas',
    item: [{ linkId: 'mehr', type: 'text', text: 'Möchten Sie noch etwas sagen?' }],
  },
];
const questions = () => homeForm({ questionnaire: questionnaireOf(ITEMS) });

describe('the home page', () => {
  it('[R8] [X7] leads from the first page to the last, with a copy for the person', async () => {
    const hand = await (
      await device()
    ).open({ read: () => Promise.resolve(questions()), parameters: { anlass: 'Kontrolle' } });
    showHome(hand);
    await heading('Fragen');
    expect(screen.getByRole('main').textContent).toContain('Praxis Muster · Weg 1, 12345 Ort');
    expect(screen.getByRole('main').textContent).toContain('Etwa 3 Minuten');
    expect(screen.getByRole('link', { name: '030 1234' }).getAttribute('href')).toBe('tel:0301234');
    press('Beginnen');
    await heading(PERSON);
    press('Weiter');
    expect(screen.getAllByText('Hier fehlt noch eine Angabe.').length).toBe(3);
    expect(document.activeElement?.id).toBe('home-first');
    type('Vorname', 'Ayşe');
    type('Nachname', 'Yılmaz');
    typeDate(BIRTH);
    press('Weiter');
    await heading('Ihr Besuch');
    // [U2] the link's parameter, and the name just entered.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Warum kommen Sie?' }).value).toBe(
      'Kontrolle',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ihr Vorname' }).value).toBe(
      'Ayşe',
    );
    press('Weiter');
    await heading('Möchten Sie noch etwas sagen?');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Ich habe Angst' } });
    press('Weiter');
    await heading('Stimmt alles?');
    expect(screen.getByRole('main').textContent).toContain('Ayşe Yılmaz, geboren am 12.03.1988');
    press('Absenden');
    await heading('Fragebogen erfolgreich gesendet');
    expect(hand.handed[0]).toMatchObject({
      person: { firstName: 'Ayşe', lastName: 'Yılmaz', geburtsdatum: '1988-03-12' },
      form: { key: 'test@1' },
      language: 'de',
    });
    expect(JSON.stringify(hand.handed[0]?.response)).toMatch(/Kontrolle.*Ich habe Angst/);
    expect(hand.handed[0]?.response.subject).toBeUndefined();
    const copy = document.querySelector('.home-copy')?.textContent ?? '';
    for (const word of [
      'Praxis Muster',
      'Ayşe Yılmaz',
      'Warum kommen Sie?\n  Kontrolle',
      'Ich habe Angst',
    ])
      expect(copy).toContain(word);
  });

  it('[V4] asks to confirm a birth date of the last six months, and accepts a yes', async () => {
    const hand = await (await device()).open({ read: () => Promise.resolve(questions()) });
    showHome(hand);
    press('Beginnen');
    await heading(PERSON);
    type('Vorname', 'Lina');
    type('Nachname', 'Yılmaz');
    typeDate({ day: '20', month: '12', year: '2025' });
    press('Weiter');
    expect(read(screen.getByRole('dialog').querySelector('h2')?.textContent ?? '')).toBe(
      'Das Geburtsdatum liegt weniger als 6 Monate zurück. Stimmt das?',
    );
    press('Nein, ändern');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.id).toBe('home-birth-day');
    press('Weiter');
    press('Ja, das stimmt');
    await heading('Ihr Besuch');
    expect(hand.visit.get().draft?.isConfirmed).toBe(true);
  });

  it('offers plain language where the form has it, from the first page to the copy', async () => {
    const plain = [
      {
        linkId: 'herz',
        type: 'string',
        text: 'Tragen Sie ein kardiologisches Implantat?',
        extension: [
          { url: 'urn:molar:fhir:plain-language', valueString: 'Haben Sie ein Gerät im Herz?' },
        ],
      },
    ] satisfies QuestionnaireItem[];
    const hand = await (
      await device()
    ).open({ read: () => Promise.resolve(homeForm({ questionnaire: questionnaireOf(plain) })) });
    await fillIn(hand);
    hand.visit.back();
    hand.visit.back();
    showHome(hand);
    fireEvent.click(screen.getByRole('switch', { name: 'Einfache Sprache' }));
    expect(
      screen.getByRole('switch', { name: 'Einfache Sprache' }).getAttribute('aria-checked'),
    ).toBe('true');
    press('Weitermachen');
    await heading('Haben Sie ein Gerät im Herz?');
    for (const question of [
      'Tragen Sie ein kardiologisches Implantat?',
      'Haben Sie ein Gerät im Herz?',
    ]) {
      press('Schriftgröße');
      forgetPress();
      fireEvent.click(
        within(screen.getByRole('dialog')).getByRole('switch', { name: 'Einfache Sprache' }),
      );
      press('Fertig');
      await heading(question);
    }
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'nein' } });
    press('Weiter');
    await heading('Stimmt alles?');
    press('Absenden');
    await heading('Fragebogen erfolgreich gesendet');
    expect(document.querySelector('.home-copy')?.textContent).toContain(
      'Haben Sie ein Gerät im Herz?\n  nein',
    );
  });

  it('does not offer plain language where the form has none', async () => {
    const hand = await (await device()).open();
    showHome(hand);
    expect(screen.queryByRole('switch')).toBeNull();
    press('Schriftgröße');
    expect(within(screen.getByRole('dialog')).getAllByRole('switch')).toHaveLength(1);
  });

  it('[V6] rejects an invalid birth date', async () => {
    const hand = await (await device()).open();
    showHome(hand);
    press('Beginnen');
    await heading(PERSON);
    type('Vorname', 'Lina');
    type('Nachname', 'Yılmaz');
    typeDate({ day: '31', month: '2', year: '1990' });
    press('Weiter');
    expect(
      screen.getByText('Dieses Datum ist noch nicht vollständig oder gibt es nicht.'),
    ).toBeTruthy();
    expect(hand.visit.get().screen).toBe('person');
  });

  it('without a disk, warns from the first page on that the page must stay open', async () => {
    const hand = await (await device({ hasDisk: false })).open();
    showHome(hand);
    expect(screen.getByText('Bitte lassen Sie diese Seite offen')).toBeTruthy();
    expect(screen.queryByText(/72 Stunden/)).toBeNull();
    press('Beginnen');
    await heading(PERSON);
    expect(
      screen.getByText(/Bitte lassen Sie diese Seite offen, bis alles gesendet ist/),
    ).toBeTruthy();
  });

  it('the lock asks for the birth date, warns before the last attempt, and still allows deletion', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    showHome(hand);
    hand.visit.lock();
    await heading('Bitte geben Sie das Geburtsdatum ein');
    expect(document.body.textContent).not.toContain('Zahnweh');
    for (const day of ['1', '2']) {
      typeDate({ day, month: '1', year: '2001' });
      press('Weiter');
      await screen.findByText(/Dieses Datum passt nicht/);
      // The typed date stays, to be compared and mended.
      expect(screen.getByLabelText<HTMLInputElement>('Tag').value).toBe(day);
    }
    expect(
      screen.getByText('Dieses Datum passt nicht. Sie haben noch einen Versuch.'),
    ).toBeTruthy();
    expect(document.activeElement?.id).toBe('home-lock-day');
    typeDate({ day: '3', month: '1', year: '2001' });
    press('Weiter');
    await heading('Dieser Zwischenstand lässt sich nicht mehr öffnen');
    press('Löschen');
    expect(
      within(screen.getByRole('alertdialog')).getByText(
        'Vorgang abbrechen? Ihre Eingaben werden nicht gespeichert.',
      ),
    ).toBeTruthy();
    press('Ja, löschen');
    await heading('Gelöscht');
  });

  it('[X2] shows a refusal after “Fehler beim Speichern:”, and leads back if it can be corrected', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    showHome(hand);
    hand.answer.handIn = () => Promise.reject(new CallError(413, 'too_large', 'no'));
    await hand.visit.handIn(answersOf(hand), 'Meine Antworten');
    await heading('Noch nicht gesendet');
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Fehler beim Speichern:.*Fotos sind zusammen zu groß/,
    );
    press('Angaben ändern');
    await waitFor(() => expect(hand.visit.get().screen).toBe('form'));
  });

  it('says until when waiting answers may be left: a browser deletes them after a week without a visit', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    showHome(hand);
    hand.answer.handIn = () => Promise.reject(new CallError(0, 'network', 'no'));
    await hand.visit.handIn(answersOf(hand), 'Meine Antworten');
    await heading('Noch nicht gesendet');
    expect(document.body.textContent).toContain(
      'oder öffnen Sie den Link spätestens in sechs Tagen noch einmal.',
    );
    // What is kept longer on the disk helps where a browser does not clean up.
    expect(HANDED_MS).toBeGreaterThan(7 * DAY_MS);
  });

  it('offers a copy of unsendable answers, after a pause only with the right birth date', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    showHome(hand);
    hand.answer.handIn = () => Promise.reject(new CallError(400, 'link_invalid', 'no'));
    await hand.visit.handIn(answersOf(hand), 'Meine Antworten');
    await heading('Noch nicht gesendet');
    expect(screen.getByRole('alert').textContent).toContain(
      'Ihre Antworten können Sie hier noch drucken oder sichern.',
    );
    expect(screen.getByText('Meine Antworten')).toBeTruthy();
    hand.visit.lock();
    await waitFor(() => expect(screen.queryByText('Meine Antworten')).toBeNull());
    press('Antworten ansehen');
    await heading('Bitte geben Sie das Geburtsdatum ein');
    typeDate(BIRTH);
    press('Weiter');
    await heading('Noch nicht gesendet');
    expect(screen.getByText('Meine Antworten')).toBeTruthy();
  });

  it("[X3] a wrong and an expired link are explained in plain words, with the practice's address", async () => {
    const hand = await (
      await device()
    ).open({ read: () => Promise.resolve({ ...homeForm(), form: null }) });
    showHome(hand);
    await heading('Unter diesem Link ist nichts freigegeben. Der Link ist falsch oder abgelaufen.');
    expect(screen.getByRole('link', { name: 'praxis@example.org' })).toBeTruthy();
  });

  it('renders right to left in Arabic, around a form that has it', async () => {
    const hand = await (
      await device()
    ).open({ read: () => Promise.resolve(homeForm({ languages: ['de', 'ar'] })) });
    showHome(hand);
    press('العربية');
    await heading('Fragen');
    await waitFor(() =>
      expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']),
    );
    await screen.findByRole('button', { name: 'ابدأ' });
  });

  it('the phone’s back button leads from the questions to the person and loses nothing', async () => {
    const hand = await (await device()).open({ read: () => Promise.resolve(questions()) });
    showHome(hand);
    press('Beginnen');
    await heading(PERSON);
    type('Vorname', 'Ayşe');
    type('Nachname', 'Yılmaz');
    typeDate(BIRTH);
    press('Weiter');
    await heading('Ihr Besuch');
    fireEvent.change(screen.getByRole('textbox', { name: 'Warum kommen Sie?' }), {
      target: { value: 'Schmerzen' },
    });
    await settle();
    window.dispatchEvent(new PopStateEvent('popstate', { state: { molarStep: 1 } }));
    await heading(PERSON);
    expect(screen.getByLabelText<HTMLInputElement>('Vorname').value).toBe('Ayşe');
    press('Weiter');
    await heading('Ihr Besuch');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Warum kommen Sie?' }).value).toBe(
      'Schmerzen',
    );
  });
});
