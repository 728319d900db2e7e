// Tests of the takeover dialogs: a code only after everything is sent, no typing while it is valid,
// and clear errors on the phone's page.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { GuestEnd } from './GuestEnd.tsx';
import { Moved } from './Moved.tsx';
import { OfferDialog, type OfferDialogProps } from './OfferDialog.tsx';
import { TakeoverPage, type TakeoverProblem } from './TakeoverPage.tsx';
import de from './texts.de.json';
import en from './texts.en.json';

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { takeover: de }, en: { takeover: en } } });
});
beforeEach(() => {
  forgetPress();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const URL_TEXT = `https://praxis.example/takeover/r4c-0123456789ab/${'a'.repeat(43)}`;
const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const press = async (name: string): Promise<void> => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
  await wait(0);
};

async function show(options: Partial<OfferDialogProps> = {}) {
  const calls = {
    begin: vi.fn<OfferDialogProps['begin']>().mockResolvedValue({ url: URL_TEXT, forMs: 120_000 }),
    withdraw: vi.fn<OfferDialogProps['withdraw']>().mockResolvedValue(true),
    onClose: vi.fn(),
  };
  render(
    <OfferDialog
      title="Auf dem Handy weitermachen"
      scan="Bitte scannen."
      {...calls}
      {...options}
    />,
  );
  await wait(0);
  return calls;
}
const code = () => screen.queryByRole('img', { name: 'QR-Code' });

describe('the code on the tablet', () => {
  it('appears once everything is sent, counts down, and offers a new one on expiry', async () => {
    let send: (offer: { url: string; forMs: number }) => void = () => undefined;
    const { begin } = await show({
      begin: vi.fn(
        () =>
          new Promise<{ url: string; forMs: number }>((done) => {
            send = done;
          }),
      ),
    });
    expect(begin).toBeTypeOf('function');
    expect([code(), screen.getByRole('status').textContent]).toEqual([
      null,
      'Ihre Eingaben werden gesichert.',
    ]);
    send({ url: URL_TEXT, forMs: 120_000 });
    await wait(0);
    expect(code()?.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000);
    expect(screen.getByText('Noch 120 Sekunden')).toBeTruthy();
    await wait(61_000);
    expect(screen.getByText('Noch 59 Sekunden')).toBeTruthy();
    await wait(60_000);
    expect(code()).toBeNull();
    expect(screen.getByText('Der Code ist abgelaufen. Sie können hier weitermachen.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Neuer Code' })).toBeTruthy();
  });

  it('[F15] closes only when the server closed it: offline, no typing here while it can be used elsewhere', async () => {
    const withdraw = vi.fn<OfferDialogProps['withdraw']>().mockResolvedValue(false),
      { onClose } = await show({ withdraw });
    await wait(100_000);
    await press('Doch hier weitermachen');
    expect([onClose.mock.calls.length, code()]).toEqual([0, null]);
    expect(screen.getByText('Der Code wird geschlossen. Noch 20 Sekunden.')).toBeTruthy();
    await wait(10_000);
    expect(onClose).not.toHaveBeenCalled();
    withdraw.mockResolvedValue(true);
    await wait(2_000);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes automatically when an unclosed code expires', async () => {
    const { onClose } = await show({
      withdraw: vi.fn().mockRejectedValue(new Error('no network')),
    });
    await press('Doch hier weitermachen');
    await wait(119_000);
    expect(onClose).not.toHaveBeenCalled();
    await wait(1_500);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('reports that it is offline or not possible, and lets the patient continue at once', async () => {
    for (const [end, words] of [
      ['offline', /^Keine Verbindung/],
      ['refused', /^Das geht gerade nicht/],
    ] as const) {
      const { onClose, withdraw } = await show({ begin: vi.fn().mockResolvedValue(end) });
      expect(screen.getByText(words)).toBeTruthy();
      await press('Doch hier weitermachen');
      expect([onClose.mock.calls.length, withdraw.mock.calls.length]).toEqual([1, 0]);
      cleanup();
    }
  });

  it('offers an alternative where there is one', async () => {
    const onPress = vi.fn();
    await show({ other: { label: 'Auf das Tablet von vorhin', onPress } });
    await press('Auf das Tablet von vorhin');
    expect(onPress).toHaveBeenCalledOnce();
  });
});

describe('the page on the phone', () => {
  it('does nothing automatically; one press continues', async () => {
    const onGo = vi.fn();
    render(<TakeoverPage sender={null} problem={null} isBusy={false} onGo={onGo} />);
    expect(onGo).not.toHaveBeenCalled();
    await press('Hier weitermachen');
    expect(onGo).toHaveBeenCalledOnce();
  });

  it('names the practice and its telephone before anything personal is asked', () => {
    const sender = { name: 'Zahnarztpraxis Linden', phone: '030 23125 140' };
    const { rerender } = render(
      <TakeoverPage sender={sender} problem={null} isBusy={false} onGo={vi.fn()} />,
    );
    const seen = (): (string | null)[] => [
      screen.getByRole('region', { name: 'Diese Seite kommt von' }).textContent,
      screen.getByRole('link', { name: '030 23125 140' }).getAttribute('href'),
    ];
    const expected = ['Diese Seite kommt vonZahnarztpraxis Linden030 23125 140', 'tel:03023125140'];
    expect(seen()).toEqual(expected);
    rerender(<TakeoverPage sender={sender} problem="over" isBusy={false} onGo={vi.fn()} />);
    expect(seen()).toEqual(expected);
  });

  it('[sec B59] shows the problem and the remedy, and offers a retry only where it may help', () => {
    const seen = (problem: TakeoverProblem): [string | undefined, number] => {
      const { container, unmount } = render(
        <TakeoverPage sender={null} problem={problem} isBusy={false} onGo={vi.fn()} />,
      );
      const shown: [string | undefined, number] = [
        container.querySelector('main')?.textContent ?? undefined,
        screen.queryAllByRole('button').length,
      ];
      unmount();
      return shown;
    };
    expect(seen('over')).toEqual([
      expect.stringContaining(
        'Dieser Code gilt nicht mehr.Ein Code gilt zwei Minuten und nur einmal.',
      ),
      0,
    ]);
    expect(seen('wrong')).toEqual([
      expect.stringContaining('Dieser Code gehört nicht hierher.'),
      0,
    ]);
    expect(seen('finished')).toEqual([
      expect.stringContaining('Diese Unterlagen sind schon fertig.Bitte gehen Sie zum Empfang.'),
      0,
    ]);
    expect(seen('offline')).toEqual([expect.stringContaining('Es ist nichts verloren.'), 1]);
    expect(seen('none')).toEqual([
      expect.stringContaining('Auf diesem Gerät ist nichts gespeichert.'),
      0,
    ]);
  });

  it('while sending, shows which data is safe and the next step; asks to return a portable tablet', () => {
    const { unmount } = render(<GuestEnd header={null} state="sending" isOnline={false} />);
    expect(screen.getByText(/Bitte lassen Sie diese Seite so lange offen/)).toBeTruthy();
    expect(screen.getByText(/hier verschlüsselt aufgehoben/)).toBeTruthy();
    unmount();
    render(<Moved header={null} to="phone" isInHand />);
    expect(screen.getByText('Bitte geben Sie das Tablet am Empfang ab.')).toBeTruthy();
    cleanup();
    render(<Moved header={null} to="phone" isInHand={false} />);
    expect(screen.queryByText('Bitte geben Sie das Tablet am Empfang ab.')).toBeNull();
  });
});
