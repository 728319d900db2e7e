// Variables of the form or of one item: named values that formulas use, each evaluated while it is
// typed.

import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { FhirElement } from '../../../../../shared/forms/questionnaire/fhir.ts';
import type { Fault } from '../../../../../shared/forms/questionnaire/expressions/scope.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import { useListFocus } from './use-list-focus.ts';
import { nameFault, removeVariable, setVariable, variablesIn } from './variables.ts';

/** The list of variables, with a button to add one. */
export function VariablesEditor({
  element,
  faults,
  onChange,
}: {
  element: FhirElement;
  faults: readonly Fault[];
  onChange: (change: <T extends FhirElement>(one: T) => T, tag?: string) => void;
}) {
  const t = useDesignerTexts(),
    all = variablesIn(element),
    { list, press } = useListFocus(all.length);
  const faultOf = (expression: string): string | undefined => {
    const found = faults.find((one) => one.kind === 'variable' && one.expression === expression);
    return found && t(`fault.${found.reason}`);
  };
  return (
    <div className="f-rules" role="group" aria-label={t('variables')} ref={list}>
      <strong className="p-small">{t('variables')}</strong>
      <p className="p-small p-muted">{t('variables.what')}</p>
      {all.map((one, at) => {
        const wrong = nameFault(all, at);
        return (
          <div className="f-rule" key={at} data-entry>
            <div className="f-head">
              <TextInput
                label={t('variable.name', { n: at + 1 })}
                leftSection="%"
                spellCheck={false}
                maxLength={60}
                value={one.name}
                error={wrong && t(`variable.${wrong}`)}
                onChange={(event) => {
                  const name = event.currentTarget.value;
                  onChange((place) => setVariable(place, at, { ...one, name }), `name ${at}`);
                }}
              />
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={t('variable.remove', { n: at + 1 })}
                onClick={() => {
                  press(false);
                  onChange((place) => removeVariable(place, at));
                }}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </div>
            <Textarea
              label={t('variable.expression', { n: at + 1 })}
              autosize
              spellCheck={false}
              maxLength={2000}
              classNames={{ input: 'f-formula' }}
              value={one.expression}
              error={one.expression === '' ? undefined : faultOf(one.expression)}
              onChange={(event) => {
                const expression = event.currentTarget.value;
                onChange(
                  (place) => setVariable(place, at, { ...one, expression }),
                  `variable ${at}`,
                );
              }}
            />
          </div>
        );
      })}
      <Button
        size="xs"
        variant="default"
        className="f-addone"
        data-add
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          press(true);
          onChange((place) => setVariable(place, all.length, { name: '', expression: '' }));
        }}
      >
        {t('variable.add')}
      </Button>
    </div>
  );
}
