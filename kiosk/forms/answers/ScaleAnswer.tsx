/**
 * A scale, for instance of pain from 0 to 10: one tile per number, none preselected; arrow keys
 * move along it.
 */
import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/fields/ChoiceTiles.tsx';
import { useActs } from '../acts.ts';
import type { AnswerProps } from './answerProps.ts';
import { endOf, numberText } from '../words.ts';
import { Words } from '../Words.tsx';
import { useWords } from '../useWords.ts';

export function ScaleAnswer({
  place,
  values,
  reading,
  steps,
}: AnswerProps & { readonly steps: readonly number[] }) {
  const { node } = place;
  const { t } = useWords();
  const acts = useActs();
  const name = useId();
  const chosen = values[0]?.valueInteger ?? values[0]?.valueDecimal;
  const lower = endOf(node, 'lower', reading),
    upper = endOf(node, 'upper', reading);
  return (
    <>
      <div className="q-scale">
        {steps.map((step) => (
          <Tile
            key={step}
            type="radio"
            name={name}
            value={String(step)}
            checked={chosen === step}
            onChange={() =>
              acts.set(place, [
                node.type === 'integer' ? { valueInteger: step } : { valueDecimal: step },
              ])
            }
            label={numberText(step, reading.language)}
          />
        ))}
      </div>
      {(lower ?? upper) && (
        <p className="q-scale__ends k-hint">
          <span>{lower && <Words said={lower} />}</span>
          <span>{upper && <Words said={upper} />}</span>
        </p>
      )}
      {!node.isRequired && values.length > 0 && (
        <Button kind="quiet" icon="clear" onPress={() => acts.set(place, [])}>
          {t('clear')}
        </Button>
      )}
    </>
  );
}
