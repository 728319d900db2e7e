/**
 * The tablet's own keyboard: it remembers nothing, unlike the system's. Lazy-loaded when a field
 * first needs it.
 */
import { useState, type ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import type { Keys } from './keyboardContext.ts';
import { capitalOf, variantsOf } from './accents.ts';
import { useCapital } from './capitals.ts';
import {
  accentSample,
  latinFor,
  LAYOUTS,
  lettersFor,
  scriptName,
  type Letters,
} from './layouts.ts';
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
  readonly latin: string;
  readonly accents: string;
  readonly close: string;
}

export interface InAppKeyboardProps {
  readonly keys: Keys;
  /** BCP 47 code of the reading language. */
  readonly language: string;
  readonly labels: KeyboardLabels;
  readonly onClose: () => void;
}

/** `pad`: ten digits, for fields that begin with numbers. */
type Layer = 'own' | 'latin' | 'signs' | 'pad';
const FIRST: Readonly<Partial<Record<Keys, Layer>>> = {
  latin: 'latin',
  email: 'latin',
  digits: 'pad',
  decimal: 'pad',
  phone: 'pad',
  postcode: 'pad',
};
const PAD_SIGN: Readonly<Partial<Record<Keys, string>>> = { decimal: ',', phone: '+' };

/** The keyboard's state: its layer, the pressed shift, the letter whose variants are shown. */
function useLayers(keys: Keys, own: Letters) {
  const capital = useCapital(keys);
  const [layer, setLayer] = useState<Layer>(FIRST[keys] ?? 'own'),
    [letters, setLetters] = useState<'own' | 'latin'>(layer === 'own' ? 'own' : 'latin'),
    [shift, setShift] = useState<boolean | null>(null),
    [accent, setAccent] = useState<string | null>(null);
  const rest = (): void => {
    setShift(null);
    setAccent(null);
  };
  const go = (next: Layer): void => {
    setLayer(next);
    if (next === 'own' || next === 'latin') setLetters(next);
    rest();
  };
  const upper = shift ?? capital;
  return {
    layer,
    letters,
    /** Layout of the letters that are shown, or were shown last. */
    layout: letters === 'own' ? own : latinFor(own),
    upper,
    /** Null outside of the mode; empty before a letter is chosen. */
    accent,
    setAccent,
    go,
    rest,
    toggleShift: () => setShift(!upper),
  };
}

export default function InAppKeyboard({ keys, language, labels, onClose }: InAppKeyboardProps) {
  const own = lettersFor(language),
    layers = useLayers(keys, own),
    { layer, layout, accent } = layers;
  const type = (sign: string) => {
    const field = focusedEditable();
    if (field === null) return;
    insertText(field, sign);
    layers.rest();
  };
  const backspace = (
    <Key
      label={labels.backspace}
      wide
      onPress={() => {
        const field = focusedEditable();
        if (field !== null) deleteBackward(field);
        layers.rest();
      }}
    >
      <Icon name="backspace" />
    </Key>
  );
  if (layer === 'pad')
    return (
      <Pad
        sign={PAD_SIGN[keys]}
        hasLetters={keys === 'postcode'}
        labels={labels}
        backspace={backspace}
        onType={type}
        onLetters={() => layers.go('latin')}
        onClose={onClose}
      />
    );
  const isSigns = layer === 'signs',
    rows = LAYOUTS[isSigns ? 'signs' : layout];
  return (
    <fieldset className="k-keyboard k-keyboard--text" aria-label={labels.group} dir="ltr">
      <LetterRows
        rows={rows}
        language={isSigns ? language : layout}
        layers={layers}
        labels={labels}
        backspace={backspace}
        onType={type}
      />
      <div className="k-keyboard__row">
        {/* The key shows its character; its name would not fit on it, and starts with the visible character (WCAG 2.5.3). */}
        <Key
          wide
          label={
            isSigns
              ? `${sample(LAYOUTS[layout])} ${labels.letters}`
              : `${sample(LAYOUTS.signs)} ${labels.digits}`
          }
          onPress={() => layers.go(isSigns ? layers.letters : 'signs')}
        >
          <span className="k-keyboard__word">
            {sample(isSigns ? LAYOUTS[layout] : LAYOUTS.signs)}
          </span>
        </Key>
        {!isSigns && latinFor(own) !== own && (
          <ScriptKey
            shown={scriptName(layer === 'own' ? latinFor(own) : own)}
            name={layer === 'own' ? labels.latin : labels.letters}
            onPress={() => layers.go(layer === 'own' ? 'latin' : 'own')}
          />
        )}
        {!isSigns && (
          <Key
            wide
            label={`${accentSample(layout)} ${labels.accents}`}
            pressed={accent !== null}
            onPress={() => layers.setAccent(accent === null ? '' : null)}
          >
            <span className="k-keyboard__word">{accentSample(layout)}</span>
          </Key>
        )}
        <LastKeys labels={labels} onType={type} onClose={onClose} />
      </div>
    </fieldset>
  );
}

interface LetterRowsProps {
  readonly rows: readonly (readonly string[])[];
  /** Decides about capitals. */
  readonly language: string;
  readonly layers: ReturnType<typeof useLayers>;
  readonly labels: KeyboardLabels;
  readonly backspace: ReactNode;
  readonly onType: (sign: string) => void;
}

/** Rows of letters. In the mode for marks the variants of the chosen letter take the first row. */
function LetterRows({ rows, language, layers, labels, backspace, onType }: LetterRowsProps) {
  const { accent, upper } = layers,
    columns = Math.max(...rows.map((row) => row.length));
  // Arabic letters have no capitals, and no key for them.
  const hasCapitals = rows.some((row) =>
    row.some((sign) => sign.toLocaleUpperCase(language) !== sign),
  );
  const shownOf = (sign: string): string => (upper ? capitalOf(sign, language) : sign);
  const variants = accent === null ? [] : variantsOf(accent);
  return rows.map((row, index) => {
    const last = index === rows.length - 1,
      isVariants = index === 0 && variants.length > 0;
    return (
      <div
        className="k-keyboard__row"
        key={row.join('')}
        data-short={row.length < columns || undefined}
      >
        {last && hasCapitals && (
          <Key label={labels.shift} wide pressed={upper} onPress={layers.toggleShift}>
            <Icon name="shift" />
          </Key>
        )}
        {(isVariants ? variants : row).map((sign) => (
          <Key
            key={sign}
            marked={isVariants}
            disabled={accent !== null && !isVariants && variantsOf(sign).length === 0}
            onPress={() =>
              accent === null || isVariants ? onType(shownOf(sign)) : layers.setAccent(sign)
            }
          >
            {shownOf(sign)}
          </Key>
        ))}
        {last && backspace}
      </div>
    );
  });
}

function ScriptKey({
  shown,
  name,
  onPress,
}: {
  readonly shown: string;
  readonly name: string;
  readonly onPress: () => void;
}) {
  return (
    <Key wide label={`${shown} ${name}`} onPress={onPress}>
      <span className="k-keyboard__word">{shown}</span>
    </Key>
  );
}

interface PadProps {
  readonly sign: string | undefined;
  readonly hasLetters: boolean;
  readonly labels: KeyboardLabels;
  readonly backspace: ReactNode;
  readonly onType: (sign: string) => void;
  readonly onLetters: () => void;
  readonly onClose: () => void;
}

/** Ten digits, and the sign that a number of this kind may have. */
function Pad({ sign, hasLetters, labels, backspace, onType, onLetters, onClose }: PadProps) {
  return (
    <fieldset className="k-keyboard k-keyboard--digits" aria-label={labels.group} dir="ltr">
      {LAYOUTS.digits.map((row) => (
        <div className="k-keyboard__row" key={row.join('')}>
          {row.map((digit) => (
            <Key key={digit} onPress={() => onType(digit)}>
              {digit}
            </Key>
          ))}
        </div>
      ))}
      <div className="k-keyboard__row">
        <Key label={labels.close} onPress={onClose}>
          <Icon name="down" />
        </Key>
        {sign !== undefined && <Key onPress={() => onType(sign)}>{sign}</Key>}
        {hasLetters && <ScriptKey shown="ABC" name={labels.letters} onPress={onLetters} />}
        <Key onPress={() => onType('0')}>0</Key>
        {backspace}
      </div>
    </fieldset>
  );
}

interface LastKeysProps {
  readonly labels: KeyboardLabels;
  readonly onType: (sign: string) => void;
  readonly onClose: () => void;
}

/** The keys of the lowest row that all letters share. */
function LastKeys({ labels, onType, onClose }: LastKeysProps) {
  const enter = (): void => {
    const field = focusedEditable();
    if (field) pressEnter(field);
    // „Fertig“ closes the keyboard, so that what it covers is reachable. In a long field the key
    // is a new line.
    if (!(field instanceof HTMLTextAreaElement)) onClose();
  };
  return (
    <>
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
  /** A variant of a letter, which took the place of the first row. */
  readonly marked?: boolean;
  readonly disabled?: boolean;
}

function Key({ children, onPress, label, wide, space, pressed, marked, disabled }: KeyProps) {
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
      className={`k-key${wide ? ' k-key--wide' : ''}${space ? ' k-key--space' : ''}${marked ? ' k-key--marked' : ''}`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onMouseDown={keepFocus}
      onClick={press}
    >
      {children}
    </button>
  );
}
