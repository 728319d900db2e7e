// Blank questionnaires that the practice keeps on its tablets; including deleted forms, so that
// they can be removed.

import { Checkbox, Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_BLANKS } from '../../../shared/forms/task/blank.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useSettingsTexts } from './settings-texts.ts';

interface FormEntry {
  id: string;
  title: Record<string, string>;
  minutes: number;
}
interface Props {
  chosen: readonly string[];
  isOwner: boolean;
  hasPin: boolean;
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

export function BlankForms({ chosen, isOwner, hasPin, error, onChange }: Props) {
  const t = useSettingsTexts(),
    language = useLanguage();
  const forms = useQuery({
    queryKey: ['questionnaires'],
    queryFn: () => callR4c<FormEntry[]>('/anamnese/questionnaires'),
  });
  const titleOf = ({ title }: FormEntry): string => title[language] ?? title.de ?? '';
  // The tablet lists them in the order of the practice: selection order.
  const known = forms.data ?? [],
    gone = chosen.filter((id) => !known.some((one) => one.id === id)),
    isFull = chosen.length >= MOST_BLANKS;
  const flip = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  const box = (id: string, label: string, description?: string) => (
    <Checkbox
      key={id}
      label={label}
      description={description}
      checked={chosen.includes(id)}
      disabled={!isOwner || (isFull && !chosen.includes(id))}
      onChange={(event) => flip(id, event.currentTarget.checked)}
    />
  );
  return (
    <Input.Wrapper
      data-field="blankForms"
      label={t('blankForms')}
      labelElement="div"
      description={t('blankForms.what')}
      error={error}
    >
      {forms.isError ? (
        <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />
      ) : (
        <div className="s-forms" role="group" aria-label={t('blankForms')}>
          {known.map((one) => box(one.id, titleOf(one)))}
          {forms.isSuccess && gone.map((id) => box(id, id, t('blankForms.gone')))}
        </div>
      )}
      {isFull && (
        <Text size="sm" c="dimmed" mt={8} role="status">
          {t('blankForms.full', { n: MOST_BLANKS })}
        </Text>
      )}
      {chosen.length > 0 && !hasPin && (
        <div className="s-forms-pin">
          <Notice tone="warn">{t('blankForms.pin')}</Notice>
        </div>
      )}
    </Input.Wrapper>
  );
}
