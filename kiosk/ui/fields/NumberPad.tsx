/** Ten large digits and a backspace key, for dates, codes and PINs on a shared tablet. */
import type { MouseEvent } from 'react';
import { Icon } from '../Icon.tsx';
import './keys.css';

export interface NumberPadLabels {
  /** Name of the group for screen readers. */
  readonly group: string;
  readonly backspace: string;
}

export interface NumberPadProps {
  readonly labels: NumberPadLabels;
  readonly onDigit: (digit: string) => void;
  readonly onBackspace: () => void;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

export function NumberPad({ labels, onDigit, onBackspace }: NumberPadProps) {
  return (
    <fieldset className="k-pad" aria-label={labels.group} dir="ltr">
      {DIGITS.map((digit) => (
        <PadKey key={digit} onPress={() => onDigit(digit)}>
          {digit}
        </PadKey>
      ))}
      <span />
      <PadKey onPress={() => onDigit('0')}>0</PadKey>
      <PadKey label={labels.backspace} onPress={onBackspace}>
        <Icon name="backspace" />
      </PadKey>
    </fieldset>
  );
}

interface PadKeyProps {
  readonly children: React.ReactNode;
  readonly onPress: () => void;
  readonly label?: string;
}

function PadKey({ children, onPress, label }: PadKeyProps) {
  return (
    <button
      type="button"
      className="k-key"
      aria-label={label}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Keeps the focus in the field while its keys are tapped. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
