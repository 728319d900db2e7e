// The fields of an own rule: its words, when it holds, and what it proposes.

import { NativeSelect, TextInput } from '@mantine/core';
import { useBillingTexts } from '../proposals-texts.ts';
import { ConditionFields } from './ConditionFields.tsx';
import {
  FEE_SYSTEMS,
  INSURERS,
  KIND_NAMES,
  type Draft,
  type Faults,
  type Field,
} from './rule-draft.ts';
import { ruleField } from './rule-field.ts';
import { DayField } from '../../../ui/DayField.tsx';

const PAIRS = [
  ['titelDe', 'titelEn'],
  ['grundDe', 'grundEn'],
  ['noetigDe', 'noetigEn'],
  ['dagegenDe', 'dagegenEn'],
] as const satisfies readonly (readonly [Field, Field])[];

/** @param shown faults that are named at their fields */
export function RuleFields({
  draft,
  shown,
  change,
}: {
  draft: Draft;
  shown: Faults;
  change: (part: Partial<Draft>) => void;
}) {
  const t = useBillingTexts();
  const field = (
    name: Field,
    more: { label?: string; description?: string; lang?: string } = {},
  ) => ({ ...more, ...ruleField(name, { draft, shown, change, t }, more.label) });
  return (
    <>
      <h2 className="ab-h2">{t('editor.worte')}</h2>
      {PAIRS.map(([de, en]) => (
        <div key={de} className="ab-two">
          <TextInput {...field(de, { lang: 'de' })} />
          <TextInput {...field(en, { lang: 'en' })} />
        </div>
      ))}
      <TextInput {...field('quelle', { description: t('feld.quelleHilfe') })} />
      <h2 className="ab-h2">{t('editor.wann')}</h2>
      <div className="ab-three">
        <NativeSelect
          {...field('art')}
          data={KIND_NAMES.map((value) => ({ value, label: t(`art.${value}`) }))}
        />
        <NativeSelect
          {...field('kasse')}
          data={INSURERS.map((value) => ({ value, label: t(`kasse.${value}`) }))}
        />
        <TextInput {...field('gruppe')} maxLength={40} />
      </div>
      <ConditionFields draft={draft} field={field} />
      <div className="ab-four">
        <TextInput {...field('alterVon')} inputMode="decimal" />
        <TextInput {...field('alterBis')} inputMode="decimal" />
        {(['gueltigVon', 'gueltigBis'] as const).map((name) => (
          <DayField key={name} {...field(name)} onChange={(day) => change({ [name]: day })} />
        ))}
      </div>
      <h2 className="ab-h2">{t('editor.was')}</h2>
      <div className="ab-four">
        <NativeSelect
          {...field('system')}
          data={FEE_SYSTEMS.map((value) => ({
            value,
            label: value === 'GOAE' ? 'GOÄ' : value,
          }))}
        />
        <TextInput {...field('nr')} maxLength={20} />
        <TextInput {...field('menge')} />
        <TextInput {...field('faktor')} inputMode="decimal" />
      </div>
      <div className="ab-three">
        <TextInput {...field('zaehne')} maxLength={100} placeholder="34-38,44-48" />
        <TextInput {...field('nrDort')} maxLength={20} />
        <TextInput
          {...field('konfidenz', { description: t('feld.konfidenzHilfe') })}
          inputMode="numeric"
        />
      </div>
    </>
  );
}
