/**
 * A date as three number fields Tag / Monat / Jahr with an optional number pad; never a wheel or a
 * calendar.
 */
import { useContext, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { DATE_PARTS, PART_LENGTH, isPartFull, type DatePart, type DateParts } from './dateParts.ts';
import { normalizeDigits } from './digits.ts';
import { FieldError } from './FieldError.tsx';
import { KeyboardContext } from './keyboardContext.ts';
import { NumberPad, type NumberPadLabels } from './NumberPad.tsx';
import './field.css';
import './date.css';

export interface DateFieldsProps {
  /** The question; omitted inside a group that has its name already. */
  readonly legend?: ReactNode;
  readonly describedBy?: string;
  /** Requested fields; all three when absent. */
  readonly parts?: readonly DatePart[];
  readonly legendHidden?: boolean;
  readonly labels: Readonly<Record<DatePart, string>>;
  readonly value: DateParts;
  readonly onChange: (value: DateParts) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The field with the error; all three when absent. */
  readonly errorPart?: DatePart | null;
  /** Invalid, with the message elsewhere (`describedBy`). */
  readonly isWrong?: boolean;
  /** Shows the number pad and suppresses the system's keyboard. */
  readonly pad?: NumberPadLabels;
  readonly onEnter?: () => void;
  readonly id?: string;
  /** Phones may autofill the own birth date; never on shared tablets. */
  readonly birthday?: boolean;
}

export function DateFields(props: DateFieldsProps) {
  const own = useId();
  const id = props.id ?? own;
  const asked = props.parts ?? DATE_PARTS;
  const notes =
    props.describedBy === undefined ? `${id}-notes` : `${props.describedBy} ${id}-notes`;
  const inApp = useContext(KeyboardContext);
  const inputs = useRef<Partial<Record<DatePart, HTMLInputElement | null>>>({});
  const active = useRef<DatePart>('day');
  /** A full field that was tapped: the next digit replaces its content. */
  const renewed = useRef<DatePart | null>(null);

  const focusPart = (part: DatePart | undefined) => {
    if (part === undefined) return;
    active.current = part;
    const input = inputs.current[part];
    input?.focus();
    if (renewed.current !== part) input?.setSelectionRange(input.value.length, input.value.length);
  };
  const neighbour = (part: DatePart, step: 1 | -1) => asked[asked.indexOf(part) + step];
  const put = (part: DatePart, text: string) => {
    const digits = normalizeDigits(text).slice(0, PART_LENGTH[part]);
    const grown = digits.length > props.value[part].length;
    props.onChange({ ...props.value, [part]: digits });
    if (grown && isPartFull(part, digits)) focusPart(neighbour(part, 1));
  };
  const back = (part: DatePart) => {
    const before = neighbour(part, -1);
    if (props.value[part] !== '') put(part, props.value[part].slice(0, -1));
    else if (before !== undefined) {
      put(before, props.value[before].slice(0, -1));
      focusPart(before);
      renewed.current = null;
    }
  };
  return (
    <fieldset className="k-group k-field" aria-describedby={notes}>
      {props.legend !== undefined && (
        <legend className={props.legendHidden ? 'k-hidden' : 'k-label'}>{props.legend}</legend>
      )}
      <div id={`${id}-notes`}>
        {props.hint && <p className="k-hint">{props.hint}</p>}
        <FieldError>{props.error}</FieldError>
      </div>
      {/* Day, month, year read left to right in every language, like the digits in them. */}
      <div className="k-row k-date" dir="ltr">
        {asked.map((part, index) => (
          <div className={`k-date__part k-date__part--${part}`} key={part}>
            <label className="k-sublabel" htmlFor={`${id}-${part}`}>
              {props.labels[part]}
            </label>
            <input
              ref={(input) => {
                inputs.current[part] = input;
              }}
              id={`${id}-${part}`}
              className="k-input k-input--digits"
              type="text"
              inputMode={props.pad || inApp ? 'none' : 'numeric'}
              data-keyboard={!props.pad && inApp ? 'digits' : undefined}
              autoComplete={props.birthday ? `bday-${part}` : 'off'}
              data-focus={index === 0 || undefined}
              aria-invalid={
                (props.error || props.isWrong) && (props.errorPart ?? part) === part
                  ? true
                  : undefined
              }
              aria-describedby={notes}
              value={props.value[part]}
              onFocus={(event) => {
                active.current = part;
                renewed.current = isPartFull(part, props.value[part]) ? part : null;
                if (renewed.current !== null) event.currentTarget.select();
              }}
              onChange={(event) => put(part, event.target.value)}
              onKeyDown={(event) =>
                onKey(event, props.value[part] === '', () => back(part), props.onEnter)
              }
            />
          </div>
        ))}
      </div>
      {props.pad && (
        <NumberPad
          labels={props.pad}
          onDigit={(digit) => {
            const again = renewed.current;
            renewed.current = null;
            const part = again ?? padTarget(props.value, active.current);
            if (part !== undefined) put(part, again === null ? props.value[part] + digit : digit);
          }}
          onBackspace={() => {
            renewed.current = null;
            back(active.current);
          }}
        />
      )}
    </fieldset>
  );
}

/** Backspace in an empty field goes back to the one before it; Enter ends the entry. */
function onKey(
  event: KeyboardEvent<HTMLInputElement>,
  isEmpty: boolean,
  back: () => void,
  onEnter: (() => void) | undefined,
): void {
  if (event.key === 'Backspace' && isEmpty) {
    event.preventDefault();
    back();
  }
  if (event.key === 'Enter' && onEnter) {
    event.preventDefault();
    onEnter();
  }
}

/** Target of the pad's next digit: the focused field, or the first one after it with space. */
function padTarget(value: DateParts, active: DatePart): DatePart | undefined {
  return DATE_PARTS.slice(DATE_PARTS.indexOf(active)).find(
    (part) => value[part].length < PART_LENGTH[part],
  );
}
