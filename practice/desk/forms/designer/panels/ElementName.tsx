// The name under which the formulas of a group read the element that fills it in.

import { TextInput } from '@mantine/core';
import type { QuestionnaireItem } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import { ELEMENT, elementNameOf, setElementName } from '../formulas.ts';
import { nameFault, variablesIn } from './variables.ts';

export function ElementName({
  item,
  onChange,
}: {
  item: QuestionnaireItem;
  onChange: (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string) => void;
}) {
  const t = useDesignerTexts(),
    name = elementNameOf(item);
  if (name === undefined) return null;
  const variables = variablesIn(item),
    wrong = nameFault([...variables, { name, expression: '' }], variables.length);
  return (
    <TextInput
      label={t('population.name')}
      description={t('population.nameWhat', { name: name === '' ? ELEMENT : name })}
      leftSection="%"
      spellCheck={false}
      maxLength={60}
      value={name}
      error={wrong && t(`variable.${wrong}`)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        onChange((one) => setElementName(one, next), 'element name');
      }}
    />
  );
}
