/**
 * A labelled text field, one line or several, that works with the system's and the in-app keyboard.
 */
import { useId, type ReactNode, type Ref } from 'react';
import { FieldError } from './FieldError.tsx';
import { useKeyboardAttributes, type Keys } from './keyboardContext.ts';
import './field.css';

export interface TextFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** Keys that it begins with; by default those of a sentence. */
  readonly keys?: Keys;
  /** Off by default: a shared tablet must not suggest the last person's input. */
  readonly autoComplete?: string;
  readonly maxLength?: number;
  /** More than one line. */
  readonly rows?: number;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly id?: string;
  readonly onEnter?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ ref, ...props }: TextFieldProps) {
  const own = useId();
  const id = props.id ?? own;
  const keyboard = useKeyboardAttributes(props.keys ?? 'text');
  const shared = {
    ...keyboard,
    id,
    className: 'k-input',
    value: props.value,
    maxLength: props.maxLength,
    lang: props.lang,
    dir: props.dir,
    autoComplete: props.autoComplete ?? 'off',
    autoCorrect: 'off',
    spellCheck: false,
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': `${id}-notes`,
  } as const;
  return (
    <div className="k-field">
      <label className="k-label" htmlFor={id}>
        {props.label}
      </label>
      <div id={`${id}-notes`}>
        {props.hint && <p className="k-hint">{props.hint}</p>}
        <FieldError>{props.error}</FieldError>
      </div>
      {props.rows !== undefined ? (
        <textarea
          {...shared}
          rows={props.rows}
          onChange={(event) => props.onChange(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          ref={ref}
          type={props.type ?? 'text'}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && props.onEnter) {
              event.preventDefault();
              props.onEnter();
            }
          }}
        />
      )}
    </div>
  );
}
