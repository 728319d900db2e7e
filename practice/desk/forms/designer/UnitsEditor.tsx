// The units of a quantity: common ones by their code, or custom ones; the first is the default.

import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { extensionsOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { setUnits, UNITS } from './formulas.ts';

export function UnitsEditor({
  item,
  onChange,
}: {
  item: QuestionnaireItem;
  onChange: (change: (one: QuestionnaireItem) => QuestionnaireItem) => void;
}) {
  const t = useDesignerTexts(),
    [own, setOwn] = useState('');
  const units = [
    ...extensionsOf(item, EXTENSION.unitOption),
    ...extensionsOf(item, EXTENSION.unit),
  ].flatMap(({ valueCoding: one }) =>
    one?.code === undefined ? [] : [{ code: one.code, display: one.display ?? one.code }],
  );
  const put = (list: typeof units): void => onChange((one) => setUnits(one, list)),
    free = UNITS.filter(([code]) => units.every((one) => one.code !== code)),
    word = own.trim();
  return (
    <fieldset className="f-group">
      <legend>{t('units')}</legend>
      {units.length === 0 && <p className="p-small p-muted">{t('units.none')}</p>}
      <ul className="f-plain">
        {units.map((unit, at) => (
          <li key={unit.code} className="p-row">
            <span>{unit.display}</span>
            {unit.display !== unit.code && <bdi className="f-code">{unit.code}</bdi>}
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={t('units.up', { unit: unit.display })}
              disabled={at === 0}
              onClick={() =>
                put([
                  ...units.slice(0, at - 1),
                  unit,
                  ...units.slice(at - 1, at),
                  ...units.slice(at + 1),
                ])
              }
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={t('units.remove', { unit: unit.display })}
              onClick={() => put(units.filter((one) => one !== unit))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className="f-two">
        <NativeSelect
          label={t('units.add')}
          value=""
          data={[
            { value: '', label: t('none') },
            ...free.map(([code, display]) => ({ value: code, label: display })),
          ]}
          onChange={(event) => {
            const found = free.find(([code]) => code === event.currentTarget.value);
            if (found) put([...units, { code: found[0], display: found[1] }]);
          }}
        />
        <div className="f-head">
          <TextInput
            label={t('units.own')}
            maxLength={40}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={word === '' || units.some((one) => one.display === word)}
            onClick={() => {
              put([...units, { code: `{${word.replaceAll(/[^\w]/g, '')}}`, display: word }]);
              setOwn('');
            }}
          >
            {t('units.take')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
