// The form for one value of the practice: purpose, amount, period of validity, and source.

import { Button, TextInput } from '@mantine/core';
import type { PracticeValueKind } from '../../../shared/analytics/deliveries/practice-value.ts';
import type { FeeCatalogue } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useValueTexts } from './static-data-texts.ts';
import { useValueForm } from './use-value-form.ts';
import { AmountFields, PointValueFields, PriceFields, SubsidyFields } from './ValueFields.tsx';

export function ValueForm({
  catalogue,
  art,
  changed,
}: {
  catalogue: FeeCatalogue;
  art: PracticeValueKind;
  changed: () => Promise<void>;
}) {
  const t = useValueTexts(),
    form = useValueForm(catalogue, art, changed);
  return (
    <form
      className="p-stack sw-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onChange={form.clear}
      aria-label={t('add')}
    >
      <div className="sw-fields">
        {art === 'PUNKTWERT' && <PointValueFields form={form} catalogue={catalogue} />}
        {art === 'FESTZUSCHUSS' && <SubsidyFields form={form} catalogue={catalogue} />}
        {art === 'PREIS' && <PriceFields form={form} catalogue={catalogue} />}
        <AmountFields form={form} art={art} />
      </div>
      <TextInput
        label={t('note')}
        description={t('note.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.note}
        maxLength={250}
        onChange={(event) => {
          form.setNote(event.currentTarget.value);
        }}
      />
      {form.failed !== null && <ErrorNotice error={form.failed} isSave />}
      <div>
        <Button type="submit" loading={form.isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
