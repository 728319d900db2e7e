// Two people changed the same form: both wordings, and what is to count.

import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Place } from '../../../../ui/saving/clash/Clash.tsx';
import { DraftClash } from '../../../../ui/saving/clash/DraftClash.tsx';
import type { Saving } from '../../../../ui/saving/use-drafting.ts';
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
  const refresh = useRefresh();
  return (
    <DraftClash
      id={`form ${formKey}`}
      mine={form}
      places={placesOf}
      saving={saving}
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
      copy={importForm}
      onChange={onChange}
      onSettled={() => refresh(formKey)}
    />
  );
}
