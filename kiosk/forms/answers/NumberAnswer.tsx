/**
 * Integers, decimals and quantities with their unit. Accepts Arabic and Persian digits; nothing is
 * preset.
 */
import { useId } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { Tile } from '../../ui/fields/ChoiceTiles.tsx';
import { useKeyboardAttributes } from '../../ui/fields/keyboardContext.ts';
import { useTyped } from '../acts.ts';
import { numberEntry, numberSigns, quantityOf, type Entry } from './entries.ts';
import type { FieldProps } from './fields.ts';
import { unitWordOf } from '../words.ts';
import { useWords } from '../useWords.ts';

const textOfNumber = (n: number | undefined): string =>
  n === undefined ? '' : String(n).replace('.', ',');

export function NumberAnswer({
  node,
  value,
  onValue,
  reading,
  draftKey,
  id,
  labelledBy,
  describedBy,
  isWrong,
}: FieldProps) {
  const isDecimal = node.type !== 'integer',
    unit = unitWordOf(node, reading),
    unitId = `${id}-unit`;
  const keyboard = useKeyboardAttributes(isDecimal ? 'decimal' : 'digits');
  const read = (text: string): Entry =>
    numberEntry(text, isDecimal ? 'valueDecimal' : 'valueInteger');
  const [typed, setTyped] = useTyped(
    draftKey,
    value,
    read,
    (one) => textOfNumber(one?.valueInteger ?? one?.valueDecimal),
    onValue,
  );
  return (
    <div className="q-number">
      <input
        {...keyboard}
        id={id}
        data-focus
        className="k-input k-input--digits"
        type="text"
        dir="ltr"
        autoComplete="off"
        maxLength={16}
        aria-labelledby={labelledBy}
        aria-describedby={unit === undefined ? describedBy : `${unitId} ${describedBy}`}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => setTyped(numberSigns(event.target.value, isDecimal))}
      />
      {unit !== undefined && (
        <span id={unitId} className="q-number__unit">
          {unit}
        </span>
      )}
    </div>
  );
}

interface Typed {
  readonly text: string;
  readonly unit: number;
}

export function QuantityAnswer({
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
  const name = useId();
  const keyboard = useKeyboardAttributes('decimal');
  const { units } = node;
  const read = ({ text, unit }: Typed): Entry => {
    const entry = numberEntry(text, 'valueDecimal');
    if (typeof entry === 'string') return entry;
    if (units.length > 0 && units[unit] === undefined) return 'unfinished';
    return { value: { valueQuantity: quantityOf(entry.value.valueDecimal ?? 0, units[unit]) } };
  };
  const write = (one: FhirValue | undefined): Typed => {
    const quantity = one?.valueQuantity;
    const at =
      quantity === undefined
        ? -1
        : units.findIndex(
            (unit) => (unit.code ?? unit.display) === (quantity.code ?? quantity.unit),
          );
    return { text: textOfNumber(quantity?.value), unit: units.length === 1 ? 0 : at };
  };
  const [typed, setTyped] = useTyped(draftKey, value, read, write, onValue);
  return (
    <>
      <div className="q-number">
        <input
          {...keyboard}
          id={id}
          data-focus
          className="k-input k-input--digits"
          type="text"
          dir="ltr"
          autoComplete="off"
          maxLength={16}
          aria-labelledby={labelledBy}
          aria-describedby={`${id}-unit ${describedBy}`}
          aria-invalid={isWrong || undefined}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: numberSigns(event.target.value, true) })}
        />
        {units.length === 1 && (
          <span id={`${id}-unit`} className="q-number__unit">
            {units[0]?.display ?? units[0]?.code}
          </span>
        )}
      </div>
      {units.length > 1 && (
        <div className="q-tiles q-tiles--units" role="radiogroup" aria-label={t('unit')}>
          {units.map((unit, index) => (
            <Tile
              key={unit.code ?? unit.display}
              type="radio"
              name={name}
              value={unit.code ?? String(index)}
              checked={typed.unit === index}
              onChange={() => setTyped({ ...typed, unit: index })}
              label={unit.display ?? unit.code}
            />
          ))}
        </div>
      )}
    </>
  );
}
