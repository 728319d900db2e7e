// State of the form editor: the shared undo, redo and saving, for one questionnaire.

import { useState } from 'react';
import type { FormView } from '../../../../../shared/forms/design/forms.schema.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import {
  keptDraft,
  startOf,
  useAutosave,
  useHistory,
  type History,
  type Saving,
} from '../../../../ui/saving/use-drafting.ts';
import { saveForm } from '../use-forms.ts';

/** `form` is the displayed form; `selected` the open item. */
export type Editing = Omit<History<Questionnaire>, 'now'> & { form: Questionnaire };
export function useEditing({ key, rev, state, questionnaire }: FormView): {
  editing: Editing;
  saving: Saving<Questionnaire>;
  wasKept: boolean;
} {
  const [kept] = useState(() =>
    state === 'draft' ? keptDraft<Questionnaire>(`form.${key}`) : undefined,
  );
  const { now: form, ...history } = useHistory(
    questionnaire,
    kept?.value,
    questionnaire.item?.[0]?.linkId,
  );
  const saving = useAutosave(
    {
      key: `form.${key}`,
      ...startOf(kept, rev, questionnaire),
      isDraft: state === 'draft',
      save: (seen, now) => saveForm(key, seen, now),
    },
    form,
  );
  return { editing: { ...history, form }, saving, wasKept: kept !== undefined };
}
