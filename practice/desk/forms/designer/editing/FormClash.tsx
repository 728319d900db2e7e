// Two people changed the same form: both wordings, and what is to count.

import { v7 as uuidv7 } from 'uuid';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { useClashTexts } from '../../../../ui/saving/clash/clash-texts.ts';
import { Clash, type Place } from '../../../../ui/saving/clash/Clash.tsx';
import type { Saving } from '../../../../ui/saving/use-drafting.ts';
import { say, sayError } from '../../../../ui/toast.tsx';
import { getForm, importForm, useRefresh } from '../use-forms.ts';

/** Everything of an item but its text and its children, so that a changed rule shows, too. */
const restOf = ({
  text: _text,
  item: _item,
  linkId: _linkId,
  ...rest
}: QuestionnaireItem): string => (Object.keys(rest).length > 1 ? `\n${JSON.stringify(rest)}` : '');
const placesIn = (items: readonly QuestionnaireItem[]): Place[] =>
  items.flatMap((one) => [
    { key: one.linkId, words: `${one.text ?? one.linkId}${restOf(one)}` },
    ...placesIn(one.item ?? []),
  ]);
/** Places of a form: its title, and each item by its id. */
const placesOf = ({ title, item }: Questionnaire): Place[] => [
  { key: '', words: title ?? '' },
  ...placesIn(item ?? []),
];

export function FormClash({
  formKey,
  form,
  saving,
  onChange,
}: {
  formKey: string;
  form: Questionnaire;
  saving: Saving<Questionnaire>;
  onChange: (next: Questionnaire) => void;
}) {
  const t = useClashTexts(),
    refresh = useRefresh();
  return (
    <Clash
      id={`form ${formKey}`}
      mine={form}
      places={placesOf}
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
      onMine={(stored) => {
        saving.rebase(stored);
        saving.flush().catch(() => undefined);
      }}
      onOther={(stored) => {
        saving.rebase(stored);
        onChange(stored.value);
        if (stored.isOver) void refresh(formKey);
      }}
      onCopy={(stored) => {
        importForm(uuidv7(), new Blob([JSON.stringify(form)]))
          .then(async () => {
            saving.rebase(stored);
            onChange(stored.value);
            await refresh(formKey);
            say(t('copied'));
          })
          .catch(sayError);
      }}
    />
  );
}
