// Tests of the signing step: signer and document, rejection of emptiness only, and the alternatives
// for people who cannot write.
import { fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ink } from '../../shared/papers/signature.ts';
import { forgetPress } from '../ui/press.ts';
import { markOf, SignatureStep } from './SignatureStep.tsx';
import de from './texts.de.json';

const context = new Proxy(
  {},
  {
    get: (target: Record<string | symbol, unknown>, key) => target[key] ?? (() => undefined),
    set: () => true,
  },
);

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { signature: de } } });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});
beforeEach(() => forgetPress());

const line: Ink = {
  width: 700,
  height: 300,
  clears: 0,
  undos: 0,
  strokes: [
    {
      pointerType: 'pen',
      points: [
        { x: 0, y: 0, t: 0, p: 1 },
        { x: 80, y: 9, t: 9, p: 1 },
      ],
    },
  ],
};

function show(options: { ink?: Ink } = {}) {
  const calls = { onSign: vi.fn(), onInk: vi.fn(), onBack: vi.fn(), onShowDocument: vi.fn() };
  render(
    <SignatureStep
      header={null}
      signer={{ role: 'parent1', name: 'Ayşe Yılmaz', capacity: 'Mutter von Lina, 6' }}
      position={1}
      count={2}
      document={{ title: 'Einwilligung Zahnentfernung', version: 4 }}
      ink={options.ink ?? null}
      isSaved={false}
      isBusy={false}
      {...calls}
    />,
  );
  return calls;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('SignatureStep', () => {
  it('shows signer, role and document before the signature line', () => {
    const { onShowDocument } = show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Unterschrift: Ayşe Yılmaz (Mutter von Lina, 6)',
    );
    expect(screen.getByText('1 von 2')).toBeTruthy();
    expect(
      screen.getByText(/Sie unterschreiben: Einwilligung Zahnentfernung, Fassung\s4/),
    ).toBeTruthy();
    press('Noch einmal ansehen');
    expect(onShowDocument).toHaveBeenCalledOnce();
  });

  it('shows the exact text for an empty field and signs nothing', () => {
    const { onSign } = show();
    press('Unterschrift abgeben');
    expect(
      within(screen.getByRole('main')).getByText('Wir sehen noch keine Unterschrift.'),
    ).toBeTruthy();
    expect(onSign).not.toHaveBeenCalled();
  });

  it('submits the ink of a draft unchanged', () => {
    const { onSign } = show({ ink: line });
    press('Unterschrift abgeben');
    expect(onSign).toHaveBeenCalledExactlyOnceWith({ how: 'drawn', ink: line });
  });

  it('records pointer events of the field and reports after each stroke', () => {
    const { onInk, onSign } = show();
    const field = screen.getByRole('img');
    const send = (type: string, x: number, y: number) =>
      fireEvent(
        field,
        Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
          pointerId: 5,
          pointerType: 'pen',
          button: 0,
          buttons: 1,
          pressure: 0.4,
          clientX: x,
          clientY: y,
        }),
      );
    send('pointerdown', 10, 10);
    send('pointermove', 30, 18);
    send('pointermove', 60, 12);
    expect(onInk).not.toHaveBeenCalled();
    send('pointerup', 60, 12);
    expect(onInk).toHaveBeenCalledOnce();
    expect(onInk.mock.calls[0]?.[0].strokes).toEqual([
      expect.objectContaining({
        pointerType: 'pen',
        points: [expect.anything(), expect.anything(), expect.anything()],
      }),
    ]);
    press('Unterschrift abgeben');
    expect(onSign.mock.calls[0]?.[0]).toMatchObject({ how: 'drawn' });
    press('Neu beginnen');
    expect(onInk.mock.calls[1]?.[0]).toMatchObject({ strokes: [], clears: 1 });
  });

  it('keeps a quick second stroke of a pen whose start, or whose end, the browser swallowed', () => {
    const { onInk } = show(),
      field = screen.getByRole('img');
    const send = (type: string, pointerId: number, x: number, pointerType = 'pen') =>
      fireEvent(
        field,
        Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
          pointerId,
          pointerType,
          button: type === 'pointerdown' ? 0 : -1,
          buttons: type === 'pointerup' ? 0 : 1,
          pressure: 0.4,
          clientX: x,
          clientY: 20,
        }),
      );
    // A finger or a mouse that comes from outside draws nothing.
    send('pointermove', 1, 5, 'mouse');
    send('pointermove', 2, 15, 'touch');
    send('pointerdown', 5, 10);
    send('pointermove', 5, 30);
    send('pointercancel', 5, 30);
    // No start of the second stroke.
    send('pointermove', 6, 50);
    send('pointermove', 6, 70);
    // No end of the second stroke.
    send('pointerdown', 7, 90);
    send('pointermove', 7, 110);
    send('pointerup', 7, 110);
    expect(
      onInk.mock.lastCall?.[0].strokes.map((one: { points: unknown[] }) => one.points.length),
    ).toEqual([2, 2, 2]);
  });

  it('offers a typed name to people who cannot write, and rejects only an empty one', () => {
    const { onSign, onBack } = show();
    press('Ich kann nicht schreiben');
    fireEvent.click(screen.getByText('Meinen Namen eintippen'));
    press('Unterschrift abgeben');
    expect(screen.getByText('Bitte tippen Sie Ihren Namen ein.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Ihr Vorname und Nachname'), {
      target: { value: '  Ayşe Yılmaz ' },
    });
    forgetPress();
    press('Unterschrift abgeben');
    expect(onSign).toHaveBeenCalledExactlyOnceWith({ how: 'typed', name: 'Ayşe Yılmaz' });
    press('Zurück');
    expect(onBack).not.toHaveBeenCalled();
    expect(screen.getByRole('group', { name: 'Was passt für Sie?' })).toBeTruthy();
  });
});

describe('markOf', () => {
  it('accepts a witness with or without a cross', () => {
    expect(markOf('witnessed', { ink: null, name: '', witness: ' B. Klein ' })).toEqual({
      how: 'witnessed',
      witness: 'B. Klein',
      ink: null,
    });
    expect(markOf('witnessed', { ink: line, name: '', witness: 'B. Klein' })).toMatchObject({
      ink: line,
    });
    expect(markOf('witnessed', { ink: line, name: '', witness: ' ' })).toBeNull();
  });

  it('rejects a dot and an empty pad, nothing else', () => {
    const dot: Ink = {
      ...line,
      strokes: [{ pointerType: 'touch', points: [{ x: 1, y: 1, t: 0, p: 0 }] }],
    };
    expect(markOf('drawn', { ink: dot, name: '', witness: '' })).toBeNull();
    expect(markOf('drawn', { ink: { ...line, strokes: [] }, name: '', witness: '' })).toBeNull();
    expect(markOf('drawn', { ink: line, name: '', witness: '' })).toEqual({
      how: 'drawn',
      ink: line,
    });
  });
});
