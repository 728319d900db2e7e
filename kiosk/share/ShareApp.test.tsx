/** Tests of the share's page as a user sees it, once signed in: the list and its items. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ShareContents } from '../../shared/exchange/share.schema.ts';
import { settle } from '../home/home.testing.ts';
import { heading, press, read } from '../home/page.testing.tsx';
import { openAny } from './items.ts';
import { isReachable, main, showShare } from './page.testing.tsx';
import {
  atShare,
  comeIn,
  contentsOf,
  formOf,
  ITEM,
  itemDeps,
  openShare,
  PRACTICE,
  refusal,
  signOf,
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
  async function inside(begun: readonly string[] = []): Promise<Desk> {
    const desk: Desk = openShare(atShare, {
      keptIn: () => Promise.resolve({ waiting: [], begun }),
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
    showShare(desk);
    await heading('Für Sie freigegeben');
    return desk;
  }

  it('says for whom the list is, and which form was begun on this phone', async () => {
    await inside([ITEM.form]);
    expect(screen.getByText(/^Für .+ freigegeben\. Der Link gilt bis/)).toBeTruthy();
    const row = screen.getByText('Fragen').closest('li')!;
    expect(read(row.textContent ?? '')).toContain('Fragebogen · angefangen');
    expect(within(row).getByRole('button').textContent).toBe('Weiter ausfüllen');
  });

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
    '„%s“ is a separate answer: nothing is signed, and the contact is shown',
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
