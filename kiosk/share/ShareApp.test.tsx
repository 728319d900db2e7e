/**
 * Tests of the share's page as a user sees it: every page, its texts, and the permanent controls.
 */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ShareContents } from '../../shared/exchange/share.schema.ts';
import { settle } from '../home/home.testing.ts';
import { forgetPress } from '../ui/press.ts';
import { openAny } from './items.ts';
import { ShareApp } from './ShareApp.tsx';
import {
  atShare,
  BIRTH,
  comeIn,
  contentsOf,
  formOf,
  ITEM,
  itemDeps,
  openShare,
  PRACTICE,
  refusal,
  SHARE,
  signOf,
  step,
  type Desk,
} from './share.testing.ts';
import { needWords, startWords } from './words.ts';

const context = new Proxy(
  {},
  {
    get: (target: Record<string | symbol, unknown>, key) => target[key] ?? (() => undefined),
    set: () => true,
  },
);
beforeAll(async () => {
  await startWords('de');
  // Loading them takes longer here than the default timeout.
  await Promise.all([
    import('./DocumentPage.tsx'),
    import('./FormItemPage.tsx'),
    import('./sign/SignItemPage.tsx'),
    needWords('forms', 'documents', 'consent', 'signature'),
  ]);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
});
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('de');
});

const show = (desk: Desk, language = 'de'): void => {
  render(<ShareApp visit={desk.visit} language={language} now={desk.clock.now} />);
};
/** Displayed text without the visual line breaks. */
const read = (text: string): string => text.replaceAll('\u00AD', '');
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name: (shown) => read(shown) === name });
const main = (): string => read(screen.getByRole('main').textContent ?? '');
const press = (name: string | RegExp): void => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const sayWho = (): void => {
  type('Vorname', 'Ayşe');
  type('Tag', BIRTH.day);
  type('Monat', BIRTH.month);
  type('Jahr', BIRTH.year);
  press('Weiter');
};
const isReachable = (): void => {
  expect(screen.getByRole('link', { name: PRACTICE.telefon }).getAttribute('href')).toBe(
    'tel:0301234',
  );
  expect(screen.getByRole('link', { name: PRACTICE.mail }).getAttribute('href')).toBe(
    `mailto:${PRACTICE.mail}`,
  );
};

describe('sign-in', () => {
  it('[V7] asks for the person, names what is missing, and clears the date after a refusal', async () => {
    const desk = openShare();
    await desk.visit.start();
    show(desk);
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

  it('[X4] shows the contact with telephone and mail', async () => {
    const desk = openShare();
    await desk.visit.start();
    desk.answer.login = refusal(423, 'share_locked');
    show(desk);
    sayWho();
    await heading('Zu viele Versuche. Zu Ihrem Schutz ist der Zugang gesperrt.');
    expect(main()).toContain(
      'Bitte wenden Sie sich an die Praxis: 030\u00a01234 oder praxis@example.org.',
    );
    isReachable();
    // In right-to-left text the groups of the number keep their order.
    cleanup();
    show(desk, 'ar');
    await waitFor(() => {
      expect(main()).toContain('\u2066030\u00a01234\u2069');
    });
  });

  it('[X3] shows the exact text, with a request for a new link and one response to it', async () => {
    const desk = openShare();
    await desk.visit.start();
    desk.answer.login = refusal(404, 'share_unknown');
    show(desk);
    sayWho();
    await heading('Unter diesem Link ist nichts freigegeben. Der Link ist falsch oder abgelaufen.');
    isReachable();
    expect(main()).toContain('Wir melden uns auf dem Weg, den Sie der Praxis genannt haben.');
    press('Neuen Link anfordern');
    await heading('Danke, wir kümmern uns darum');
    isReachable();
  });

  it('[X3] in English', async () => {
    const desk = openShare({ kind: 'wrong' });
    show(desk, 'en');
    await heading(
      'Nothing has been shared under this link. Either the link is wrong or it has expired.',
    );
    expect(screen.queryByRole('button', { name: 'Request a new link' })).toBeNull();
  });

  it('asks for the code from the desk; a wrong one shows the remaining attempts', async () => {
    const desk = openShare();
    desk.answer.login = () => Promise.resolve(step('code'));
    desk.answer.secondStep = refusal(401, 'share_code_wrong', { extra: { triesLeft: 2 } });
    show(desk);
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
    show(desk);
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
    show(desk);
    press('Öffnen');
    await screen.findByText('Das ist kein Link zu Unterlagen. Bitte fügen Sie ihn ganz ein.');
    type('Link', `https://praxis.example/ssf/${SHARE}`);
    press('Öffnen');
    await heading('Für wen sind die Unterlagen?');
  });

  it('[R4] a new code: too simple ones never leave the phone', async () => {
    const desk = openShare({ kind: 'reset', shareId: SHARE, secret: 's'.repeat(43) });
    show(desk);
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

describe('signed in', () => {
  const all = (): ShareContents =>
    contentsOf({
      items: [
        ...contentsOf().items,
        {
          id: ITEM.form,
          kind: 'questionnaire',
          title: 'Fragen',
          minutes: 3,
          languages: ['de'],
          isDone: false,
        },
        {
          id: ITEM.sign,
          kind: 'sign',
          title: 'Einwilligung Narkose',
          isDone: false,
          said: null,
          signer: { role: 'parent2', name: 'Mehmet Yılmaz' },
          waitsFor: [],
        },
        {
          id: '00000000-0000-4000-8000-000000000009',
          kind: 'questionnaire',
          title: 'Schon fertig',
          minutes: 3,
          languages: ['de'],
          isDone: true,
        },
      ],
    });
  async function inside(): Promise<Desk> {
    const desk: Desk = openShare(atShare, {
      openItem: (content, shareId, calls, onOver) =>
        openAny(content, shareId, {
          ...itemDeps(null, desk.clock),
          calls,
          praxis: PRACTICE,
          onOver,
        }),
    });
    desk.answer.list = () => Promise.resolve(all());
    desk.answer.read = (itemId) =>
      Promise.resolve(
        itemId === ITEM.form
          ? formOf()
          : itemId === ITEM.sign
            ? signOf()
            : {
                id: ITEM.document,
                title: 'Einwilligung Zahnentfernung',
                kind: 'document',
                at: 0,
                document: signOf().document,
              },
      );
    await comeIn(desk);
    show(desk);
    await heading('Für Sie freigegeben');
    return desk;
  }

  it('shows plain rows with their state; reading and saving side by side, no action when done', async () => {
    await inside();
    const rows = screen.getAllByRole('listitem').map((row) => ({
      text: read(row.textContent ?? ''),
      buttons: within(row)
        .queryAllByRole('button')
        .map((one) => read(one.textContent ?? '')),
    }));
    expect(rows).toEqual([
      {
        text: expect.stringContaining('Dokument vom 20.11.2025'),
        buttons: ['Lesen', 'Herunterladen'],
      },
      { text: expect.stringContaining('Fragebogen · etwa 3 Min.'), buttons: ['Ausfüllen'] },
      {
        text: expect.stringContaining('Es unterschreibt: Mehmet Yılmaz'),
        buttons: ['Lesen und unterschreiben'],
      },
      { text: expect.stringContaining('Fragebogen · abgeschickt'), buttons: [] },
    ]);
    expect(main()).toContain('Der Link gilt bis 12.01.2026.');
    isReachable();
  });

  it('reports a document that cannot be fetched, and can retry', async () => {
    const desk = await inside();
    desk.answer.download = refusal(0, 'network');
    press('Herunterladen: Einwilligung Zahnentfernung');
    await screen.findByText(/Das Dokument lässt sich gerade nicht laden/);
    const saved: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    desk.answer.download = () => Promise.resolve(new TextEncoder().encode('%PDF-1.7'));
    press('Herunterladen: Einwilligung Zahnentfernung');
    await settle();
    expect(saved).toEqual(['Einwilligung Zahnentfernung.pdf']);
  });

  it('shows a picture as a picture, and saves it with its own extension', async () => {
    const desk = await inside(),
      saved: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    desk.answer.read = () =>
      Promise.resolve({
        id: ITEM.document,
        title: 'Röntgenbild',
        kind: 'document',
        at: 0,
        document: null,
      });
    desk.answer.download = () => Promise.resolve(new TextEncoder().encode('RIFF....WEBPVP8 '));
    press('Lesen: Einwilligung Zahnentfernung');
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Röntgenbild' })).src).toBe(
      'blob:x',
    );
    const save = screen
      .getAllByRole('button')
      .find((one) => read(one.textContent ?? '') === 'Herunterladen');
    if (save) fireEvent.click(save);
    await settle();
    expect(saved).toEqual(['Röntgenbild.webp']);
  });

  it('shows a document as text, and the phone’s back button leads to the list', async () => {
    await inside();
    press('Lesen: Einwilligung Zahnentfernung');
    await heading('Einwilligung Zahnentfernung');
    expect(main()).toContain('Ihr Kind schläft.');
    press('Zurück');
    await heading('Für Sie freigegeben');
  });

  it('the second parent reads, declares, signs, and sees that the practice has it', async () => {
    const desk = await inside();
    press('Lesen und unterschreiben: Einwilligung Narkose');
    await heading('Einwilligung Narkose');
    expect(main()).toContain('Ihr Kind schläft.');
    press('Keine Fragen mehr');
    await screen.findByText('Ich habe alles verstanden.');
    press(/^Ja/);
    await screen.findByText(/Mehmet Yılmaz/);
    press('Ich kann nicht schreiben');
    press(/^Meinen Namen eintippen/);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Mehmet Yılmaz' } });
    press('Unterschrift abgeben');
    await heading('Vielen Dank');
    expect(main()).toContain('Ihre Unterschrift ist bei der Praxis');
    expect(desk.asked.find((one) => one.startsWith('sign'))).toContain(
      '"declarations":[{"id":"verstanden","value":true',
    );
    press('Zur Übersicht');
    await heading('Für Sie freigegeben');
  });

  it.each([
    ['Ich habe Fragen', 'Sprechen Sie mit uns, bevor Sie unterschreiben'],
    ['Ich möchte nicht einwilligen', 'Das ist Ihr gutes Recht'],
  ])(
    '„%s“ is an answer of its own: nothing is signed, and the contact is shown',
    async (tile, title) => {
      const desk = await inside();
      press('Lesen und unterschreiben: Einwilligung Narkose');
      await heading('Einwilligung Narkose');
      press(new RegExp(`^${tile}`));
      if (tile.includes('nicht')) {
        await settle();
        press(/^Ja/);
      }
      await heading(title);
      isReachable();
      expect(desk.asked.some((one) => one.startsWith('sign '))).toBe(false);
    },
  );

  it('opens a questionnaire at its first question, without a person check; deleting leads back', async () => {
    await inside();
    press('Ausfüllen: Fragen');
    await screen.findByRole('textbox', { name: 'Warum kommen Sie?' });
    expect(screen.queryByLabelText('Vorname')).toBeNull();
    press('Löschen');
    press('Ja, löschen');
    await heading('Für Sie freigegeben');
  });

  it('asks for the person again after 15 idle minutes, and hides the earlier content', async () => {
    const desk = await inside();
    desk.visit.lock();
    await heading('Für wen sind die Unterlagen?');
    expect(main()).toContain('Zu Ihrem Schutz gesperrt');
    expect(document.body.textContent).not.toContain('Einwilligung');
    expect(desk.visit.get().item).toBeNull();
  });

  it('„Fertig“ shows until when the link can be used again', async () => {
    await inside();
    press('Fertig');
    await heading('Vielen Dank');
    expect(main()).toContain('bis 12.01.2026 wiederkommen');
  });
});
