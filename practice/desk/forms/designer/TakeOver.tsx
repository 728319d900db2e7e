// Dialog to copy parts of another form: medicines, allergies, a whole page; with texts in every
// language.

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { useDesignerTexts } from './designer-texts.ts';
import { isFound, takeable } from './pieces.ts';
import { useForm, useForms } from './use-forms.ts';
import { findItem } from './edit.ts';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  onClose: () => void;
  onTake: (from: Questionnaire, linkId: string) => void;
}
export function TakeOver({ onClose, onTake }: Props) {
  const t = useDesignerTexts(),
    forms = useForms(),
    choices = forms.data?.items.filter((one) => one.state !== 'draft') ?? [],
    [chosen, setChosen] = useState('');
  return (
    <Modal opened onClose={onClose} size="lg" title={t('takeOver')}>
      <div className="p-stack">
        <p className="p-muted f-lead">{t('takeOver.what')}</p>
        {forms.isPending && <Loading />}
        {forms.isError && <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />}
        {forms.data && (
          <NativeSelect
            label={t('takeOver.from')}
            data-autofocus
            value={chosen}
            data={[
              { value: '', label: t('none') },
              ...choices.map((one) => ({ value: one.key, label: `${one.title} (${one.version})` })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        {chosen !== '' && <Pieces formKey={chosen} onTake={onTake} />}
      </div>
    </Modal>
  );
}

function Pieces({ formKey, onTake }: { formKey: string; onTake: Props['onTake'] }) {
  const t = useDesignerTexts(),
    form = useForm(formKey),
    [wanted, setWanted] = useState('');
  if (form.isError) return <ErrorNotice error={form.error} onRetry={() => void form.refetch()} />;
  if (!form.data || form.data.key !== formKey) return <Loading />;
  const { questionnaire } = form.data,
    found = takeable(questionnaire).filter(({ linkId }) => {
      const item = findItem(questionnaire, linkId)?.item;
      return item !== undefined && isFound(item, wanted, []);
    });
  return (
    <>
      <TextInput
        label={t('search')}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <ul className="f-plain f-pieces">
        {found.map(({ linkId, text, level, type }) => (
          <li key={linkId} style={{ paddingInlineStart: level * 16 }}>
            <button
              type="button"
              className="f-jump"
              data-type={type}
              onClick={() => onTake(questionnaire, linkId)}
            >
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="p-muted">{t('search.none')}</p>}
    </>
  );
}
