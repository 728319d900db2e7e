/** Tests of buttons and tiles: one tap is one tap, and keys work like fingers. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyComfort } from './comfort.ts';
import { Button } from './Button.tsx';
import { ActionTiles, CheckTile, ChoiceTiles } from './fields/ChoiceTiles.tsx';
import { forgetPress } from './press.ts';
import { TextSizeMenu } from './TextSizeMenu.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The browser stamps a tap's time; here it is the tests' manual clock.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => performance.now());
  vi.advanceTimersByTime(1000);
  forgetPress();
});
afterEach(() => {
  applyComfort({ calm: false });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

describe('double taps', () => {
  it('[design 3] ignores a second tap within 400 ms and accepts the next one', () => {
    const onPress = vi.fn();
    render(<Button onPress={onPress}>Weiter</Button>);
    const button = screen.getByRole('button', { name: 'Weiter' });
    fireEvent.click(button);
    pass(399);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(1);
    pass(1);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('[design 3] waits 700 ms in Ruhige Hand', () => {
    applyComfort({ calm: true });
    const onPress = vi.fn();
    render(<Button onPress={onPress}>Weiter</Button>);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    pass(699);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(1);
    pass(1);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('ignores a tap on a button that the first tap moved under the finger, but not elsewhere', () => {
    const first = vi.fn();
    const second = vi.fn();
    render(
      <>
        <Button onPress={first}>Weiter</Button>
        <Button onPress={second}>Abgeben</Button>
      </>,
    );
    fireEvent.click(screen.getByText('Weiter'), { clientX: 400, clientY: 900 });
    pass(120);
    fireEvent.click(screen.getByText('Abgeben'), { clientX: 410, clientY: 905 });
    expect(second).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Abgeben'), { clientX: 100, clientY: 300 });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it("on a busy page uses the tap's own time, and ignores taps meant for the screen before", () => {
    const onPress = vi.fn();
    render(<Button onPress={onPress}>Weiter</Button>);
    const button = screen.getByRole('button', { name: 'Weiter' });
    const tapAt = (came: number) => {
      vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(came);
      fireEvent.click(button);
    };
    // Tapped at 1000 and 1600, handled at 1300 and 1610: two intended taps.
    pass(300);
    tapAt(1000);
    pass(310);
    tapAt(1600);
    expect(onPress).toHaveBeenCalledTimes(2);
    // Tapped at 3000 and 3500, both handled at 5000, before the effect of the first one was
    // visible.
    pass(3390);
    tapAt(3000);
    tapAt(3500);
    expect(onPress).toHaveBeenCalledTimes(3);
  });

  it('debounces a submit button too, and is never disabled while busy', () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const { rerender } = render(
      <form onSubmit={onSubmit}>
        <Button type="submit" kind="primary">
          Senden
        </Button>
      </form>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.click(button);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    rerender(
      <form onSubmit={onSubmit}>
        <Button type="submit" kind="primary" busy>
          Senden
        </Button>
      </form>,
    );
    pass(1000);
    fireEvent.click(button);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(button.hasAttribute('disabled')).toBe(false);
  });
});

function Answers({ onChoose }: { readonly onChoose: (value: string) => void }) {
  const [value, setValue] = useState<'yes' | 'no' | 'unknown' | null>(null);
  return (
    <ChoiceTiles
      legend="Nehmen Sie Blutverdünner?"
      choices={[
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nein' },
        { value: 'unknown', label: 'Weiß ich nicht' },
      ]}
      value={value}
      onChoose={(next) => {
        setValue(next);
        onChoose(next);
      }}
      error={value === null ? 'Hier fehlt noch eine Antwort.' : undefined}
    />
  );
}

describe('tiles', () => {
  it('starts empty, is chosen by tap and arrow keys, and names missing input', async () => {
    vi.useRealTimers();
    const user = userEvent.setup();
    const onChoose = vi.fn();
    render(<Answers onChoose={onChoose} />);
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => radio.checked)).toEqual([false, false, false]);
    expect(screen.getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    await user.click(screen.getByLabelText('Nein'));
    expect(onChoose).toHaveBeenLastCalledWith('no');
    expect(screen.queryByText('Hier fehlt noch eine Antwort.')).toBeNull();
    await user.keyboard('{ArrowDown}');
    expect(onChoose).toHaveBeenLastCalledWith('unknown');
    expect(radios.map((radio) => radio.checked)).toEqual([false, false, true]);
  });

  it('keeps a declaration when a trembling finger taps twice', () => {
    const onChange = vi.fn();
    function Declaration() {
      const [checked, setChecked] = useState(false);
      return (
        <CheckTile
          label="Ich habe den Hinweis gelesen"
          checked={checked}
          onChange={(next) => {
            setChecked(next);
            onChange(next);
          }}
        />
      );
    }
    render(<Declaration />);
    const box = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Ich habe den Hinweis gelesen',
    });
    act(() => box.click());
    pass(150);
    act(() => box.click());
    expect(onChange.mock.calls).toEqual([[true]]);
    expect(box.checked).toBe(true);
  });

  it('offers agreeing and refusing as equal buttons', () => {
    const agree = vi.fn();
    const refuse = vi.fn();
    render(
      <ActionTiles
        label="Ihre Entscheidung"
        actions={[
          { id: 'agree', label: 'Keine Fragen mehr', onPress: agree },
          { id: 'refuse', label: 'Ich möchte nicht einwilligen', onPress: refuse },
        ]}
      />,
    );
    const [first, second] = screen.getAllByRole('button');
    expect(first?.className).toBe(second?.className);
    fireEvent.click(second as HTMLElement);
    expect([agree.mock.calls.length, refuse.mock.calls.length]).toEqual([0, 1]);
  });

  it('changes text size and Ruhige Hand at once', () => {
    const onChange = vi.fn();
    const onCalmChange = vi.fn();
    const labels = { size: 'Schriftgröße', calm: 'Ruhige Hand', calmHint: 'Größere Tasten' };
    render(
      <TextSizeMenu
        value={100}
        onChange={onChange}
        calm={false}
        onCalmChange={onCalmChange}
        labels={labels}
      />,
    );
    fireEvent.click(screen.getByRole('radio', { name: '150 %' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Ruhige Hand' }));
    expect(onChange).toHaveBeenCalledWith(150);
    expect(onCalmChange).toHaveBeenCalledWith(true);
  });
});
