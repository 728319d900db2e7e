/**
 * A typed code in groups (ABCDE-FGHJK) or a PIN: invalid characters are dropped, case does not
 * matter, a paste fills all groups.
 */
import { useContext, useId, useRef, type ReactNode } from 'react';
import { normalizeDigits } from './digits.ts';
import { FieldError } from './FieldError.tsx';
import { KeyboardContext } from './keyboardContext.ts';
import './field.css';
import './code.css';

/** Letters and digits that cannot be confused: no I, O, 0, 1. */
const CODE_SIGNS = /[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]/g;

/** Normalises to upper case, without separators and characters outside the code's alphabet. */
export function cleanCode(text: string, kind: 'code' | 'digits'): string {
  if (kind === 'digits') return normalizeDigits(text);
  return (text.toUpperCase().match(CODE_SIGNS) ?? []).join('');
}

export interface CodeInputProps {
  readonly label: ReactNode;
  /** Name of one group for screen readers, such as "Teil 1 von 2". */
  readonly groupLabel: (group: number, groups: number) => string;
  /** The whole code without separators. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lengths of the groups. */
  readonly groups?: readonly number[];
  readonly kind?: 'code' | 'digits';
  /** Shows dots instead of characters (PIN). */
  readonly masked?: boolean;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Called when the last character is entered. */
  readonly onComplete?: (value: string) => void;
  /** No system keyboard; used with a NumberPad next to it. */
  readonly padOnly?: boolean;
}

export function CodeInput(props: CodeInputProps) {
  const { value, groups = [5, 5], kind = 'code' } = props;
  const id = useId();
  const inApp = useContext(KeyboardContext);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const total = groups.reduce((sum, length) => sum + length, 0);
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, length) => sum + length, 0),
  );

  const focusGroup = (index: number) => {
    const input = inputs.current[index];
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  };
  const put = (index: number, typed: string) => {
    const start = starts[index] ?? 0;
    const length = groups[index] ?? 0;
    const old = value.slice(start, start + length);
    const clean = cleanCode(typed, kind);
    // Overflow of a group continues in the next groups (paste, fast typing).
    const tail = clean.length > length ? '' : value.slice(start + length);
    const next = (value.slice(0, start) + clean + tail).slice(0, total);
    props.onChange(next);
    if (next.length > value.length || clean.length > old.length) {
      const at = groups.findIndex((_, i) => next.length < (starts[i] ?? 0) + (groups[i] ?? 0));
      if (at >= 0 && at !== index) focusGroup(at);
      if (next.length === total && next !== value) props.onComplete?.(next);
    }
  };

  return (
    <fieldset className="k-group k-field" aria-describedby={`${id}-notes`}>
      <legend className="k-label">{props.label}</legend>
      <div id={`${id}-notes`}>
        {props.hint && <p className="k-hint">{props.hint}</p>}
        <FieldError>{props.error}</FieldError>
      </div>
      <div className="k-code" dir="ltr">
        {groups.map((length, index) => (
          <div className="k-code__group" key={starts[index]}>
            {index > 0 && (
              <span className="k-code__dash" aria-hidden="true">
                –
              </span>
            )}
            <input
              ref={(input) => {
                inputs.current[index] = input;
              }}
              className="k-input k-input--digits k-code__input"
              size={length}
              type={props.masked ? 'password' : 'text'}
              inputMode={props.padOnly || inApp ? 'none' : kind === 'digits' ? 'numeric' : 'text'}
              data-keyboard={
                !props.padOnly && inApp ? (kind === 'digits' ? 'digits' : 'text') : undefined
              }
              aria-label={props.groupLabel(index + 1, groups.length)}
              aria-invalid={props.error ? true : undefined}
              aria-describedby={`${id}-notes`}
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={value.slice(starts[index], (starts[index] ?? 0) + length)}
              onChange={(event) => put(index, event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Backspace' && event.currentTarget.value === '' && index > 0) {
                  event.preventDefault();
                  props.onChange(value.slice(0, starts[index]).slice(0, -1));
                  focusGroup(index - 1);
                }
              }}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
