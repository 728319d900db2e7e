/**
 * Text in one line or several, and addresses; shows a counter from 80 % of the limit on, and
 * truncates nothing.
 */
import { isOfKind } from '../../../shared/desk/master-fields.ts';
import { MAX_TEXT } from '../../../shared/forms/questionnaire/check.ts';
import { useKeyboardAttributes } from '../../ui/fields/keyboardContext.ts';
import { useTyped } from '../acts.ts';
import type { Entry } from './entries.ts';
import type { FieldProps } from './fields.ts';
import { useWords } from '../useWords.ts';

const COUNTED_FROM = 0.8;

/**
 * Returns the answer of a text field; surrounding whitespace is trimmed, and whitespace alone is no
 * answer.
 */
export const textEntry =
  (key: 'valueString' | 'valueUri') =>
  (text: string): Entry => {
    const words = text.trim();
    return words === '' ? 'empty' : { value: { [key]: words } };
  };

export function TextAnswer({
  node,
  value,
  onValue,
  draftKey,
  id,
  labelledBy,
  describedBy,
  isWrong,
}: FieldProps) {
  const { t } = useWords();
  const key = node.type === 'url' ? 'valueUri' : 'valueString';
  // A telephone number and a postal code use the numeric keyboard but stay text.
  const isDigits = isOfKind(node.field, 'postalCode') || isOfKind(node.field, 'phone');
  const isEmail = isOfKind(node.field, 'email');
  const keyboard = useKeyboardAttributes('text');
  const [typed, setTyped] = useTyped(
    draftKey,
    value,
    textEntry(key),
    (one) => one?.valueString ?? one?.valueUri ?? '',
    onValue,
  );
  const { maxLength } = node.limits,
    length = [...typed.trim()].length;
  const isCounted = maxLength !== undefined && length >= maxLength * COUNTED_FROM;
  const shared = {
    ...keyboard,
    ...(keyboard.inputMode === undefined && {
      inputMode: inputModeOf(
        node.type === 'url' ? 'url' : isEmail ? 'email' : isDigits ? 'tel' : 'text',
      ),
    }),
    id,
    className: 'k-input',
    maxLength: MAX_TEXT,
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    ...((node.type === 'url' || isEmail) && { autoCapitalize: 'none' }),
    dir: node.type === 'url' || isEmail || isDigits ? 'ltr' : 'auto',
    'aria-labelledby': labelledBy,
    'aria-describedby': maxLength === undefined ? describedBy : `${describedBy} ${id}-count`,
    'aria-invalid': isWrong || undefined,
    value: typed,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped(event.target.value),
  } as const;
  return (
    <>
      {node.type === 'text' ? (
        <textarea {...shared} rows={4} data-focus />
      ) : (
        <input {...shared} type="text" data-focus />
      )}
      {maxLength !== undefined && (
        <output
          className={`q-count${length > maxLength ? ' q-count--over' : ''}`}
          id={`${id}-count`}
        >
          {isCounted && <bdi>{t('count', { length, max: maxLength })}</bdi>}
        </output>
      )}
    </>
  );
}
const inputModeOf = <Mode extends 'url' | 'email' | 'tel' | 'text'>(mode: Mode): Mode => mode;
