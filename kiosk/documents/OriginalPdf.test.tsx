// Tests of the full-screen original: texts, sizes, memory, and the error when a file cannot be
// rendered.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { OriginalPdf } from './OriginalPdf.tsx';
import type { Pdf } from './pdf.ts';
import de from './texts.de.json';

const reader = vi.hoisted(() => ({ openPdf: vi.fn() }));
vi.mock('./pdf.ts', () => reader);

type Callback = (entries: Partial<IntersectionObserverEntry>[]) => void;
let watchers: Callback[] = [];
beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'de',
    resources: { de: { documents: de } },
    interpolation: { escapeValue: false },
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Callback) {
        watchers.push(callback);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
    configurable: true,
    get: () => 800,
  });
});
beforeEach(() => {
  forgetPress();
  watchers = [];
});
afterEach(cleanup);

const A4 = { width: 595, height: 842 };
const bytes = new Uint8Array([37, 80, 68, 70]);
const ready = { state: 'ready', bytes, sha256: 'a'.repeat(64) } as const;

async function open(done: () => Promise<void> = () => Promise.resolve(), count = 4) {
  const drawn: string[] = [];
  const cancel = vi.fn();
  const pdf: Pdf = {
    pages: Array.from({ length: count }, () => A4),
    draw: (index, canvas, width) => {
      drawn.push(`${index}:${width}`);
      canvas.width = width;
      return { done: done(), cancel };
    },
    close: vi.fn(),
  };
  reader.openPdf.mockResolvedValue(pdf);
  const onClose = vi.fn();
  const view = render(<OriginalPdf original={ready} onClose={onClose} />);
  await act(() => vi.waitFor(() => expect(reader.openPdf).toHaveBeenCalledWith(bytes), 20_000));
  await act(async () => {});
  return { pdf, drawn, onClose, view };
}
/** Page `index` becomes visible or hidden. */
function see(index: number, isIntersecting: boolean): void {
  const target = document.querySelector(`[data-page="${index}"]`) ?? undefined;
  if (target) act(() => watchers.forEach((tell) => tell([{ target, isIntersecting }])));
}
const canvases = () =>
  [...document.querySelectorAll('[data-page]')].map(
    (page) => page.querySelectorAll('canvas').length,
  );

describe('OriginalPdf', () => {
  it('renders the visible pages and one more, each with an accessible name', async () => {
    await open();
    expect(canvases()).toEqual([1, 1, 0, 0]);
    expect(screen.getByRole('img', { name: 'Seite 2 von 4' })).toBeTruthy();
    expect(screen.getByText('Seite 1 von 4')).toBeTruthy();
  });

  it('frees the memory of far pages', async () => {
    await open();
    const first = document.querySelector('canvas');
    see(3, true);
    see(0, false);
    await act(async () => {});
    expect(canvases()).toEqual([0, 0, 1, 1]);
    expect(first?.width).toBe(0);
    expect(screen.getByText('Seite 4 von 4')).toBeTruthy();
  });

  it('zooms in steps up to 300 % and never below the fitting width', async () => {
    const { drawn } = await open();
    fireEvent.click(screen.getByRole('button', { name: 'Kleiner' }));
    expect(screen.getByText('100 %')).toBeTruthy();
    for (let step = 0; step < 7; step++) {
      forgetPress();
      fireEvent.click(screen.getByRole('button', { name: 'Größer' }));
    }
    expect(screen.getByText('300 %')).toBeTruthy();
    expect(drawn.at(0)).toBe('0:800');
    expect(drawn.at(-1)).toBe('1:2400');
  });

  it('shows an error instead of the whole view when one page cannot be rendered', async () => {
    await open(() => Promise.reject(new Error('bad font')));
    expect(screen.getByText(/Dieses Gerät kann das Original nicht zeigen/)).toBeTruthy();
    expect(document.querySelector('canvas')).toBeNull();
  });

  it('shows the same error when the file or the PDF library does not open', async () => {
    reader.openPdf.mockRejectedValue(new Error('no PDF'));
    render(<OriginalPdf original={ready} onClose={() => undefined} />);
    expect(await screen.findByText(/Am Empfang zeigen wir Ihnen das Original gern/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Größer' })).toBeNull();
  });

  it('releases the file on close', async () => {
    const { pdf, onClose, view } = await open();
    fireEvent.click(screen.getByRole('button', { name: 'Zurück zum Text' }));
    expect(onClose).toHaveBeenCalledOnce();
    const drawn = [...document.querySelectorAll('canvas')];
    view.unmount();
    expect(pdf.close).toHaveBeenCalledOnce();
    expect(drawn.map((canvas) => canvas.width)).toEqual([0, 0]);
  });
});
