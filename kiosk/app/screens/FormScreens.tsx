// Questionnaire of a task, connected to machine and answers; loaded with the first form.

import { useMemo, type ReactNode } from 'react';
import { isTooLarge } from '../../../shared/forms/task/form-size.ts';
import { modelOf, type Model } from '../../../shared/forms/questionnaire/model.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import anamneseDe from '../../forms/texts.de.json';
import anamneseEn from '../../forms/texts.en.json';
import { addressLine, withAddress, type TakenFrom } from '../../forms/answers/sameAddress.ts';
import { SameAddress } from '../../forms/answers/SameAddress.tsx';
import { LIST } from '../../forms/noted/list.ts';
import QuestionnaireRunner from '../../forms/QuestionnaireRunner.tsx';
import type { Compute } from '../../forms/load-compute.ts';
import { useCompute } from '../../forms/useCompute.ts';
import { useUntouched } from '../../forms/useUntouched.ts';
import { tasksOf } from '../../session/session.setup.ts';
import { isCancelAsked, isHelpOpen, isIdleWarned } from '../../session/screen.ts';
import { Saving } from '../../task/Saving.tsx';
import type { OpenTask } from '../effects/answers.ts';
import { useFamilyAddress } from '../effects/familyAddress.ts';
import { confirmAsked, useKnown } from '../effects/known.ts';
import { addTexts } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';
import { answersSheet } from './answersSheet.ts';
import { filledResponse, keepForm, openField } from './formAnswers.ts';
import { formPhotos } from './formPhotos.ts';
import { useFormState, usePrevious } from './useFormState.ts';

addTexts({ forms: { de: anamneseDe, en: anamneseEn } });

export interface FormScreensProps extends ScreenProps {
  header: ReactNode;
  answers: OpenTask;
}

const NOTHING: readonly string[] = [];
/** A task without its form is never opened (`answers.ts`): there is nothing to render. */
const NO_FORM = '{"resourceType":"Questionnaire","status":"unknown"}';
export default function FormScreens(props: FormScreensProps) {
  const {
    answers: { body },
    header,
  } = props;
  const model = useMemo(
    () => modelOf(JSON.parse(body.form ?? NO_FORM) as Questionnaire),
    [body.form],
  );
  const compute = useCompute(model);
  return compute === undefined ? (
    <Saving header={header} />
  ) : (
    <Form {...props} model={model} compute={compute} />
  );
}

const resultProps = ({ result, isComputing }: ReturnType<typeof useFormState>) =>
  result && {
    isComputing,
    computed: result.computed,
    faults: result.faults,
    rules: result.problems,
  };

function Form({
  tablet,
  snapshot,
  header,
  answers,
  model,
  compute,
}: FormScreensProps & { model: Model; compute: Compute | null }) {
  const { actor, parts } = tablet,
    { body, draft } = answers,
    c = snapshot.context,
    { language } = c.comfort;
  const filled = useFormState(answers, model, compute, language, parts),
    { last, options, state } = filled;
  const confirmed = draft.form?.confirmed ?? [];
  const keep = (next: FormState, more: readonly string[] = confirmed): void =>
    keepForm(parts, answers.opId, state, next, more);
  const family = useFamilyAddress(actor, answers, model, state);
  const previous = usePrevious(last, parts);
  const photos = useMemo(() => formPhotos(tablet, body.taskId), [tablet, body.taskId]);

  const recordKnown = useKnown(answers, parts.clock),
    opened = draft.form?.opened ?? NOTHING;
  const carry = useUntouched({ model, last, opened, known: recordKnown.values, compute, options });
  const hand = (): 'too_large' | undefined => {
    const response = filledResponse({
      parts,
      answers,
      model,
      language,
      filled,
      opened,
      carry,
      known: recordKnown,
      withAddress: family.handIn,
    });
    // No thank-you page for answers that could not be opened.
    if (isTooLarge(response)) return 'too_large';
    photos.handIn(response);
    parts.answers.respond(response, answersSheet(answers, model, response, language));
    actor.send({ type: 'ANSWERED' });
    return undefined;
  };
  const { offer } = family,
    answered = (form: FormState, address: TakenFrom | 'other'): void =>
      parts.answers.change({
        form: { ...parts.answers.get()?.draft.form, state: form, confirmed, address },
      });
  if (offer)
    return (
      <SameAddress
        header={header}
        language={language}
        name={body.patient.name}
        other={offer.name}
        address={addressLine(offer.address)}
        onSame={() => answered(withAddress(model, state, offer.address), offer)}
        onOther={() => answered(state, 'other')}
      />
    );
  return (
    <QuestionnaireRunner
      header={header}
      hasBar={c.done.length + tasksOf(c).length > 1}
      model={model}
      state={state}
      language={language}
      plain={c.comfort.isPlain}
      startAt={Math.max(0, c.page - 1)}
      isSaved={answers.isSaved}
      isPaused={isHelpOpen(snapshot) || isCancelAsked(snapshot) || isIdleWarned(snapshot)}
      {...resultProps(filled)}
      hasRecord={!body.blank}
      {...(previous && { previous })}
      list={LIST}
      {...(carry && { carry })}
      opened={opened}
      onOpen={(key) => openField(parts, state, confirmed, key)}
      known={recordKnown}
      onAsked={(ask) => confirmAsked(parts, ask, state)}
      storePhoto={photos.store}
      loadPhoto={photos.load}
      onState={(next) => keep(next)}
      onConfirm={(place) =>
        keep(parts.answers.get()?.draft.form?.state ?? state, [
          ...new Set([...(parts.answers.get()?.draft.form?.confirmed ?? []), place.key]),
        ])
      }
      onPage={(index, of) => {
        if (index + 1 !== actor.getSnapshot().context.page)
          actor.send({ type: 'PAGE', page: index + 1, of });
      }}
      onDone={hand}
    />
  );
}
