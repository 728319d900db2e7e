// Tests of the reader: exact text in both languages, three equal results at the end, unclear
// sections, evidence before leaving.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveDocument, type DocumentTemplate } from '../../shared/desk/document.ts';
import { forgetPress } from '../ui/press.ts';
import { DocumentReader, type DocumentReaderProps } from './DocumentReader.tsx';
import { emptyReading } from './reading.ts';
import de from './texts.de.json';
import en from './texts.en.json';

const template: DocumentTemplate = {
  id: 'probe',
  version: 4,
  kind: 'consent',
  formRequirement: { form: 'none', reason: { de: 'frei', en: 'free' }, source: '§ 630d BGB' },
  talk: true,
  title: { de: 'Einwilligung Zahnentfernung', en: 'Consent tooth removal' },
  sections: [
    {
      id: 'anlass',
      heading: { de: 'Was wird gemacht?', en: 'What is done?' },
      body: [
        {
          type: 'p',
          text: { de: 'Der Zahn {zahn} wird entfernt.', en: 'Tooth {zahn} is removed.' },
        },
      ],
    },
    {
      id: 'risiken',
      heading: { de: 'Was kann passieren?', en: 'What can happen?' },
      body: [{ type: 'ul', items: [{ de: 'Nachbluten', en: 'bleeding' }] }],
    },
  ],
  declarations: [],
  signerRoles: ['patient'],
  fields: [{ id: 'zahn', label: { de: 'Zahn', en: 'Tooth' }, required: true }],
  validFrom: '2026-01-01',
  source: ['§ 630e BGB'],
};
const dataIn = (language: string, kind: 'consent' | 'notice' = 'consent') =>
  resolveDocument(
    { ...template, kind, talk: kind === 'consent' },
    {
      praxis: { name: 'Praxis', anschrift: 'Hauptstraße 1', telefon: '030 1', mail: 'a@b.de' },
      patient: { name: 'Peter Schmidt', geburtsdatum: '1958-03-12', patid: '1' },
      fields: { zahn: '36 <b>' },
      language,
      signers: [],
      taskId: 't',
      createdAt: 0,
      zone: 'Europe/Berlin',
    },
  );

type Callback = (entries: Partial<IntersectionObserverEntry>[]) => void;
const watchers: { callback: Callback; targets: Element[] }[] = [];
/** Makes an element visible, as the browser would report it. */
function see(target: Element | null | undefined, isIntersecting: boolean): void {
  for (const { callback, targets } of watchers) {
    if (target && targets.includes(target))
      act(() => callback([{ target, isIntersecting, intersectionRatio: isIntersecting ? 1 : 0 }]));
  }
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'de',
    resources: { de: { documents: de }, en: { documents: en } },
    interpolation: { escapeValue: false },
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly targets: Element[] = [];
      constructor(callback: Callback) {
        watchers.push({ callback, targets: this.targets });
      }
      observe(target: Element): void {
        this.targets.push(target);
      }
      disconnect(): void {
        this.targets.length = 0;
      }
    },
  );
});
beforeEach(() => {
  forgetPress();
  watchers.length = 0;
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

function show(options: Partial<DocumentReaderProps> = {}) {
  const calls = {
    onReading: vi.fn(),
    onDecide: vi.fn(),
    onDone: vi.fn(),
    onPage: vi.fn(),
    onOpenOriginal: vi.fn(),
  };
  const props: DocumentReaderProps = {
    header: null,
    data: dataIn('de'),
    language: 'de',
    reading: emptyReading(1_000_000, 100),
    fontScale: 100,
    isSaved: false,
    ...calls,
    ...options,
  };
  const view = render(<DocumentReader {...props} />);
  return {
    ...calls,
    again: (more: Partial<DocumentReaderProps>) =>
      view.rerender(<DocumentReader {...props} {...more} />),
  };
}
const section = (index: number) => document.querySelectorAll('[data-section]')[index];

describe('DocumentReader', () => {
  it('renders the filled text as text, never as markup, with its person and version', () => {
    show();
    expect(
      screen.getByText('Der Zahn 36 (unten links, erster großer Backenzahn) <b> wird entfernt.'),
    ).toBeTruthy();
    expect(
      screen.getByText(/Für Peter Schmidt, geboren am 12\.03\.1958 · Fassung\s4/),
    ).toBeTruthy();
  });

  it('ends in three equal tiles, of which asking and refusing are results', () => {
    const { onDecide } = show();
    const tiles = within(
      screen.getByRole('group', { name: 'Wie möchten Sie weitermachen?' }),
    ).getAllByRole('button');
    expect(tiles.map((tile) => tile.className)).toEqual([
      tiles[0]?.className,
      tiles[0]?.className,
      tiles[0]?.className,
    ]);
    for (const tile of tiles) fireEvent.click(tile);
    expect(onDecide.mock.calls).toEqual([['none'], ['question'], ['declined']]);
  });

  it.each([
    ['self', 'Ich habe den Text verstanden und habe keine Fragen mehr'],
    ['interpreter', 'Der Text wurde mir übersetzt, und ich habe keine Fragen mehr'],
  ] as const)(
    'read in another language than chosen (%s), the first tile says how it was understood',
    (by, label) => {
      const { onReading } = show({
        reading: {
          ...emptyReading(1_000_000, 100),
          instead: { wanted: 'ar', shown: 'de', by, at: 5 },
        },
      });
      expect(screen.queryByRole('button', { name: 'Keine Fragen mehr' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: label }));
      expect(onReading).toHaveBeenLastCalledWith(
        expect.objectContaining({ instead: { wanted: 'ar', shown: 'de', by, at: 5 } }),
      );
    },
  );

  it('keeps "Weiterlesen" until the last tile is visible', () => {
    show();
    expect(screen.getByRole('button', { name: 'Weiterlesen' })).toBeTruthy();
    see(document.querySelector('.doc-end')?.nextElementSibling, true);
    expect(screen.queryByRole('button', { name: 'Weiterlesen' })).toBeNull();
  });

  it('reports the evidence before leaving: time, end, unclear sections, PDF', () => {
    const { onReading, onDecide, onPage } = show();
    see(section(0), true);
    expect(onPage).toHaveBeenCalledWith(0, 2);
    vi.advanceTimersByTime(1_500);
    see(section(0), false);
    see(section(1), true);
    vi.advanceTimersByTime(400);
    see(document.querySelector('.doc-end')?.previousElementSibling, true);
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Das habe ich nicht verstanden' })[1] as Element,
    );
    vi.advanceTimersByTime(60);
    fireEvent.click(screen.getByText('Ich habe Fragen'));
    expect(onReading.mock.lastCall?.[0]).toEqual({
      shownAt: 1_000_000,
      languages: ['de'],
      fontScale: 100,
      reachedEnd: true,
      openedPdf: false,
      languageSwitches: 0,
      unclear: ['risiken'],
      sections: [
        { id: 'anlass', firstSeenAt: 1_000_000, visibleMs: 1_500 },
        { id: 'risiken', firstSeenAt: 1_001_500, visibleMs: 460 },
      ],
    });
    expect(onReading.mock.invocationCallOrder.at(-1)).toBeLessThan(
      onDecide.mock.invocationCallOrder[0] ?? 0,
    );
  });

  it('counts no time while a cover is over the text', () => {
    const { onReading, again } = show();
    see(section(0), true);
    again({ isPaused: true });
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(onReading.mock.lastCall?.[0].sections).toEqual([
      { id: 'anlass', firstSeenAt: 1_000_000, visibleMs: 0 },
    ]);
  });

  it('shows German next to a foreign text and says which one is binding', () => {
    show({ data: dataIn('en'), language: 'en' });
    expect(
      screen
        .getByText('Tooth 36 (lower left, first molar) <b> is removed.')
        .closest('[lang]')
        ?.getAttribute('lang'),
    ).toBe('en');
    expect(
      screen
        .getByText('Der Zahn 36 (unten links, erster großer Backenzahn) <b> wird entfernt.')
        .closest('[lang]')
        ?.getAttribute('lang'),
    ).toBe('de');
    expect(
      screen.getByText('Zum Verstehen in Ihrer Sprache. Verbindlich ist der deutsche Text.'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Deutschen Text ausblenden' }));
    expect(
      screen.queryByText('Der Zahn 36 (unten links, erster großer Backenzahn) <b> wird entfernt.'),
    ).toBeNull();
  });

  it('states that a machine translated the text, or who reviewed it', () => {
    const machine = 'Diese Übersetzung hat eine Maschine gemacht. Noch niemand hat sie geprüft.';
    const en = dataIn('en');
    show({ data: { ...en, reviews: { en: { by: 'machine' } } }, language: 'en' });
    expect(screen.getByText(machine)).toBeTruthy();
    cleanup();
    const at = Date.UTC(2026, 10, 27, 12);
    show({
      data: { ...en, reviews: { en: { by: 'practice', name: 'Dr. Weiß', at } } },
      language: 'en',
    });
    expect(screen.getByText(/geprüft \(27\.11\.2026\)/).textContent).toContain('Dr. Weiß');
    cleanup();
    show({ data: { ...en, reviews: { en: { by: 'machine' } } }, language: 'de' });
    expect(screen.queryByText(machine)).toBeNull();
  });

  it('counts a change of language', () => {
    const { onReading, again } = show({ data: dataIn('en') });
    again({ data: dataIn('en'), language: 'en' });
    expect(onReading.mock.lastCall?.[0].languageSwitches).toBe(1);
    expect(onReading.mock.lastCall?.[0].languages).toEqual(['de', 'en']);
  });

  it('requires no decision on a notice: reading it is enough', () => {
    const { onDone } = show({ data: dataIn('de', 'notice') });
    expect(screen.queryByText('Ich möchte nicht einwilligen')).toBeNull();
    see(document.querySelector('.doc-end')?.nextElementSibling, true);
    fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('opens the original on demand, and shows a hint where it cannot be displayed', () => {
    const { onOpenOriginal, onReading, again } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Original-PDF ansehen' }));
    expect(onOpenOriginal).toHaveBeenCalledOnce();
    expect(onReading.mock.lastCall?.[0].openedPdf).toBe(true);
    again({ original: { state: 'failed' } });
    expect(screen.getByText(/Am Empfang zeigen wir Ihnen das Original gern/)).toBeTruthy();
  });
});
