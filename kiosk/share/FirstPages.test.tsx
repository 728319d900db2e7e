/** Tests of the share's page as a user sees it, before sign-in: person, code, dead ends. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heading, press, type } from '../home/page.testing.tsx';
import { isReachable, main, sayWho, showShare } from './page.testing.tsx';
import { openShare, refusal, SHARE, step } from './share.testing.ts';
import { startWords } from './words.ts';

beforeAll(async () => {
  await startWords('de');
});
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('de');
});

describe('sign-in', () => {
  it('[V7] asks for the person, names missing input, and clears the date after a refusal', async () => {
    const desk = openShare();
    await desk.visit.start();
    showShare(desk);
    await heading('Für wen sind die Unterlagen?');
    isReachable();
    press('Weiter');
    expect(document.activeElement?.id).toBe('portal-first');
    type('Vorname', 'Ayşe');
    type('Tag', '31');
    type('Monat', '2');
    type('Jahr', '1988');
    press('Weiter');
    // [sec B31] An invalid date never leaves the phone.
    expect([document.activeElement?.id, desk.asked.some((one) => one.startsWith('login'))]).toEqual(
      ['portal-birth-day', false],
    );
    desk.answer.login = refusal(401, 'share_wrong', { extra: { triesLeft: 1 } });
    sayWho();
    await screen.findByText(
      'Vorname oder Geburtsdatum passt nicht zu diesem Link. Verbleibende Versuche: 1.',
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Jahr').value).toBe(''));
    expect(screen.getByLabelText<HTMLInputElement>('Vorname').value).toBe('Ayşe');
  });

  it('asks for the letters of the health card, and sends no name in another script', async () => {
    const desk = openShare();
    await desk.visit.start();
    showShare(desk);
    await heading('Für wen sind die Unterlagen?');
    expect(main()).toContain('in lateinischen Buchstaben');
    sayWho('عمر');
    expect(document.activeElement?.id).toBe('portal-first');
    expect(main()).toContain('Das war kein Versuch.');
    expect(desk.asked.some((one) => one.startsWith('login'))).toBe(false);
  });

  it('[X4] shows the contact with telephone and mail', async () => {
    const desk = openShare();
    await desk.visit.start();
    desk.answer.login = refusal(423, 'share_locked');
    showShare(desk);
    sayWho();
    await heading('Zu viele Versuche. Zu Ihrem Schutz ist der Zugang gesperrt.');
    expect(main()).toContain(
      'Bitte wenden Sie sich an die Praxis: 030\u00a01234 oder praxis@example.org.',
    );
    isReachable();
    // In right-to-left text the groups of the number keep their order.
    cleanup();
    showShare(desk, 'ar');
    await waitFor(() => {
      expect(main()).toContain('\u2066030\u00a01234\u2069');
    });
  });

  it('[X3] shows the exact text, with a request for a new link and one response to it', async () => {
    const desk = openShare();
    await desk.visit.start();
    desk.answer.login = refusal(404, 'share_unknown');
    showShare(desk);
    sayWho();
    await heading('Unter diesem Link ist nichts freigegeben. Der Link ist falsch oder abgelaufen.');
    isReachable();
    expect(main()).toContain('Wir melden uns auf dem Weg, den Sie der Praxis genannt haben.');
    // A link without its key: reloaded, or its address taken into another browser.
    expect(main()).toContain(
      'Öffnen Sie den Link aus Ihrer Nachricht in diesem Browser noch einmal.',
    );
    press('Neuen Link anfordern');
    await heading('Danke, wir kümmern uns darum');
    isReachable();
  });

  it('[X3] in English', async () => {
    const desk = openShare({ kind: 'wrong' });
    showShare(desk, 'en');
    await heading(
      'Nothing has been shared under this link. Either the link is wrong or it has expired.',
    );
    expect(screen.queryByRole('button', { name: 'Request a new link' })).toBeNull();
  });

  it('asks for the code from the desk; a wrong one shows the remaining attempts', async () => {
    const desk = openShare();
    desk.answer.login = () => Promise.resolve(step('code'));
    desk.answer.secondStep = refusal(401, 'share_code_wrong', { extra: { triesLeft: 2 } });
    showShare(desk);
    sayWho();
    await heading('Bitte geben Sie den Code ein');
    press('Weiter');
    expect(document.activeElement?.id).toBe('portal-code');
    type('Code', 'abcd efgh');
    press('Weiter');
    // Shown at the visible field, also below a long notice that a code was sent.
    expect(
      (
        await screen.findByText(
          'Dieser Code stimmt nicht oder gilt nicht mehr. Verbleibende Versuche: 2.',
        )
      ).closest('.k-field'),
    ).not.toBeNull();
    expect(desk.asked).toContain('secondStep "abcd efgh"');
    press('Zurück');
    await heading('Für wen sind die Unterlagen?');
  });

  it('sends a code by SMS on request, not before', async () => {
    const desk = openShare();
    desk.answer.login = () => Promise.resolve(step('sms'));
    showShare(desk);
    sayWho();
    await heading('Noch ein Schritt: ein Code');
    expect([screen.queryByLabelText('Code'), desk.asked.includes('requestCode')]).toEqual([
      null,
      false,
    ]);
    press('Code schicken');
    await screen.findByText('Der Code ist unterwegs');
    await heading('Bitte geben Sie den Code ein');
    expect(desk.asked.filter((one) => one === 'requestCode').length).toBe(1);
    expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code');
  });

  it('[R3] without an id a link can be pasted', async () => {
    const desk = openShare({ kind: 'enter' });
    showShare(desk);
    press('Öffnen');
    await screen.findByText('Das ist kein Link zu Unterlagen. Bitte fügen Sie ihn ganz ein.');
    type('Link', `https://praxis.example/ssf/${SHARE}`);
    press('Öffnen');
    await heading('Für wen sind die Unterlagen?');
  });

  it('[R4] a new code: too simple ones never leave the phone', async () => {
    const desk = openShare({ kind: 'reset', shareId: SHARE, secret: 's'.repeat(43) });
    showShare(desk);
    await heading('Neuen Code wählen');
    for (const [code, words] of [
      ['kurz', 'Bitte nehmen Sie mindestens acht Zeichen.'],
      [
        '12345678',
        'Dieser Code ist zu leicht zu erraten. Bitte nehmen Sie kein Datum und keine Reihe.',
      ],
    ] as const) {
      type('Neuer Code', code);
      press('Code speichern');
      await screen.findByText(words);
    }
    expect(desk.asked.some((one) => one.startsWith('reset'))).toBe(false);
    type('Neuer Code', 'blaue Tasse 7');
    press('Code speichern');
    await heading('Ihr neuer Code gilt');
  });
});
