// Two people changed the same form: both wordings, and what is to count.

import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { DraftClash } from '../../../../ui/saving/clash/DraftClash.tsx';
import type { Saving } from '../../../../ui/saving/use-drafting.ts';
import { useLanguage } from '../../../../ui/texts.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import { getForm, importForm, useRefresh } from '../use-forms.ts';
import { FORM_SHAPE } from './form-shape.ts';
import { describeForm } from './form-words.ts';
import type { Editing } from './use-editing.ts';

export function FormClash({
  formKey,
  editing,
  saving,
}: {
  formKey: string;
  editing: Editing;
  saving: Saving<Questionnaire>;
}) {
  const t = useDesignerTexts(),
    language = useLanguage(),
    go = useNavigate(),
    refresh = useRefresh(),
    describe = useMemo(() => describeForm(t, language), [t, language]);
  return (
    <DraftClash
      id={`form ${formKey}`}
      mine={editing.form}
      met={saving.met}
      shape={FORM_SHAPE}
      describe={describe}
      load={async () => {
        const { rev, state, questionnaire, changedByName, changedAt } = await getForm(formKey);
        return {
          rev,
          value: questionnaire,
          isOver: state !== 'draft',
          byName: changedByName,
          at: changedAt,
        };
      }}
      copy={async (id, mine) => {
        const { key } = await importForm(id, new Blob([JSON.stringify(mine)]));
        await refresh();
        return key;
      }}
      onJoin={(stored, next, each) => {
        editing.join(each, next);
        saving.settle(stored, next);
      }}
      onEnded={() => {
        saving.drop();
        void refresh(formKey);
      }}
      onOpen={(key) => void go(`/formulare/${key}`)}
    />
  );
}
