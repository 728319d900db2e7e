/**
 * The tablet's own keyboard: it remembers nothing, unlike the system's. Lazy-loaded when a field
 * first needs it.
 */
import { useState, type ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import type { Keys } from './keyboardContext.ts';
import { LAYOUTS, lettersFor } from './layouts.ts';
import { keepFocus } from './NumberPad.tsx';
import { guardMilliseconds } from '../press.ts';
import { deleteBackward, focusedEditable, insertText, pressEnter } from './typing.ts';
import './keys.css';
import './keyboard.css';

export interface KeyboardLabels {
  /** Name of the keyboard for screen readers. */
  readonly group: string;
  readonly shift: string;
  readonly backspace: string;
  readonly space: string;
  readonly enter: string;
  readonly digits: string;
  readonly letters: string;
  readonly close: string;
}

export interface InAppKeyboardProps {
  readonly keys: Keys;
  /** BCP 47 code of the reading language. */
  readonly language: string;
  readonly labels: KeyboardLabels;
  readonly onClose: () => void;
}

export default function InAppKeyboard({ keys, language, labels, onClose }: InAppKeyboardProps) {
  const [upper, setUpper] = useState(false);
  const [signs, setSigns] = useState(false);
  const digitsOnly = keys !== 'text';
  const rows = LAYOUTS[digitsOnly ? 'digits' : signs ? 'signs' : lettersFor(language)];
  const columns = Math.max(...rows.map((row) => row.length));
  // Arabic letters have no capitals, and no key for them.
  const hasCapitals = rows.some((row) =>
    row.some((sign) => sign.toLocaleUpperCase(language) !== sign),
  );

  const type = (sign: string) => {
    const field = focusedEditable();
    if (field === null) return;
    insertText(field, sign);
    setUpper(false);
  };
  const edit = (change: (field: NonNullable<ReturnType<typeof focusedEditable>>) => void) => () => {
    const field = focusedEditable();
    if (field !== null) change(field);
  };
  const backspace = (
    <Key label={labels.backspace} wide onPress={edit(deleteBackward)}>
      <Icon name="backspace" />
    </Key>
  );

  return (
    <fieldset
      className={`k-keyboard k-keyboard--${digitsOnly ? 'digits' : 'text'}`}
      aria-label={labels.group}
      dir="ltr"
    >
      {rows.map((row, index) => {
        const last = index === rows.length - 1;
        return (
          <div
            className="k-keyboard__row"
            key={row.join('')}
            data-short={row.length < columns || undefined}
          >
            {last && !digitsOnly && hasCapitals && (
              <Key label={labels.shift} wide pressed={upper} onPress={() => setUpper(!upper)}>
                <Icon name="shift" />
              </Key>
            )}
            {row.map((sign) => {
              // ß has no capital on keyboards; its toUpperCase would be two letters.
              const shown = upper && sign !== 'ß' ? sign.toLocaleUpperCase(language) : sign;
              return (
                <Key key={sign} onPress={() => type(shown)}>
                  {shown}
                </Key>
              );
            })}
            {last && !digitsOnly && backspace}
          </div>
        );
      })}
      <div className="k-keyboard__row">
        {digitsOnly ? (
          <>
            <Key label={labels.close} onPress={onClose}>
              <Icon name="down" />
            </Key>
            {keys === 'decimal' && <Key onPress={() => type(',')}>,</Key>}
            <Key onPress={() => type('0')}>0</Key>
            {backspace}
          </>
        ) : (
          <LetterKeys
            brings={sample(signs ? LAYOUTS[lettersFor(language)] : LAYOUTS.signs)}
            otherName={signs ? labels.letters : labels.digits}
            labels={labels}
            onOther={() => setSigns(!signs)}
            onType={type}
            onClose={onClose}
          />
        )}
      </div>
    </fieldset>
  );
}

interface LetterKeysProps {
  /** First characters of the other layout. */
  readonly brings: string;
  /** Name of the other layout. */
  readonly otherName: string;
  readonly labels: KeyboardLabels;
  readonly onOther: () => void;
  readonly onType: (sign: string) => void;
  readonly onClose: () => void;
}

/** The lowest row of a letter keyboard. */
function LetterKeys({ brings, otherName, labels, onOther, onType, onClose }: LetterKeysProps) {
  const enter = (): void => {
    const field = focusedEditable();
    if (field) pressEnter(field);
    // „Fertig“ closes the keyboard, so that what it covers is reachable. In a long field the key
    // is a new line.
    if (!(field instanceof HTMLTextAreaElement)) onClose();
  };
  return (
    <>
      {/* The key shows its character; its name would not fit on it, and starts with the visible character (WCAG 2.5.3). */}
      <Key wide label={`${brings} ${otherName}`} onPress={onOther}>
        <span className="k-keyboard__word">{brings}</span>
      </Key>
      <Key onPress={() => onType('@')}>@</Key>
      <Key label={labels.space} space onPress={() => onType(' ')}>
        <span className="k-keyboard__word">{labels.space}</span>
      </Key>
      <Key onPress={() => onType('.')}>.</Key>
      <Key wide onPress={enter}>
        <span className="k-keyboard__word">{labels.enter}</span>
      </Key>
      <Key label={labels.close} onPress={onClose}>
        <Icon name="down" />
      </Key>
    </>
  );
}

/** The first letters or digits of a layout. */
const sample = (rows: readonly (readonly string[])[]): string =>
  rows[0]?.slice(0, 3).join('') ?? '';

interface KeyProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly label?: string;
  readonly wide?: boolean;
  readonly space?: boolean;
  readonly pressed?: boolean;
}

function Key({ children, onPress, label, wide, space, pressed }: KeyProps) {
  const [lastPress, setLastPress] = useState(-Infinity);
  const press = () => {
    const now = performance.now();
    // Typing is quick and repeats letters; only in Ruhige Hand a fast second tap on one key counts
    // as a tremor.
    const calm = document.documentElement.hasAttribute('data-calm');
    if (calm && now - lastPress < guardMilliseconds()) return;
    setLastPress(now);
    onPress();
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`k-key${wide ? ' k-key--wide' : ''}${space ? ' k-key--space' : ''}`}
      aria-label={label}
      aria-pressed={pressed}
      onMouseDown={keepFocus}
      onClick={press}
    >
      {children}
    </button>
  );
}
