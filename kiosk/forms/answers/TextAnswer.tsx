/**
 * Text in one line or several, and addresses; shows a counter from 80 % of the limit on, and
 * truncates nothing.
 */
import { useContext } from 'react';
import { isMasterField } from '../../../shared/desk/master-data.ts';
import { isOfKind } from '../../../shared/desk/master-fields.ts';
import { MAX_TEXT } from '../../../shared/forms/questionnaire/check.ts';
import {
  KeyboardContext,
  useKeyboardAttributes,
  type Keys,
} from '../../ui/fields/keyboardContext.ts';
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

/**
 * On a tablet of the practice: Chromium ignores `off` for addresses, and offers the address of one
 * patient to the next. It neither offers nor stores fields with a word that it does not know; the
 * form around them is `off`, so that no history of input is kept either. Other browsers heed `off`.
 */
const noAutofill = (): string => (/\bChrome\//.test(navigator.userAgent) ? 'molar-answer' : 'off');

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
  const keys = keysOf(node),
    isAddress = keys === 'email',
    isDigits = keys === 'phone' || keys === 'postcode';
  const keyboard = useKeyboardAttributes(keys);
  const isShared = useContext(KeyboardContext);
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
    ...(node.type === 'url' && keyboard.inputMode !== 'none' && ({ inputMode: 'url' } as const)),
    id,
    className: 'k-input',
    maxLength: MAX_TEXT,
    autoComplete: isShared ? noAutofill() : 'off',
    autoCorrect: 'off',
    spellCheck: false,
    dir: isAddress || isDigits ? 'ltr' : 'auto',
    'aria-labelledby': labelledBy,
    'aria-describedby': maxLength === undefined ? describedBy : `${describedBy} ${id}-count`,
    'aria-invalid': isWrong || undefined,
    value: typed,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped(event.target.value),
  } as const;
  return (
    <>
      <div className="q-typed">
        {node.type === 'text' ? (
          <textarea {...shared} rows={4} data-focus />
        ) : (
          <input {...shared} type="text" data-focus />
        )}
      </div>
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

/**
 * Returns the keys of a field. Names and addresses are written in Latin letters, as on the health
 * card; a telephone number and a postal code use digits but stay text.
 */
function keysOf({ type, field }: FieldProps['node']): Keys {
  if (type === 'url' || isOfKind(field, 'email')) return 'email';
  if (isOfKind(field, 'phone')) return 'phone';
  if (isOfKind(field, 'postalCode')) return 'postcode';
  return isMasterField(field) ? 'latin' : 'text';
}
