// Questionnaire of a task, connected to machine and answers; loaded with the first form.

import { useMemo, type ReactNode } from 'react';
import { isTooLarge } from '../../../shared/forms/task/form-size.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import { compute } from '../../../shared/forms/questionnaire/computed.ts';
import { modelOf, type Model } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { previousOf } from '../../../shared/forms/answers/revisit.ts';
import type { Evaluate } from '../../../shared/forms/questionnaire/scope.ts';
import { newState, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import { takenBackAt } from '../../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import anamneseDe from '../../forms/texts.de.json';
import anamneseEn from '../../forms/texts.en.json';
import { keepInAnswers, loadFromAnswers } from '../../forms/answers/keptPhotos.ts';
import { addressLine, withAddress, type TakenFrom } from '../../forms/answers/sameAddress.ts';
import { SameAddress } from '../../forms/answers/SameAddress.tsx';
import QuestionnaireRunner from '../../forms/QuestionnaireRunner.tsx';
import { recordedIn } from '../../forms/record.ts';
import type { Previous } from '../../forms/types.ts';
import { useEvaluate } from '../../forms/useEvaluate.ts';
import { useUntouched } from '../../forms/useUntouched.ts';
import { isCancelAsked, isHelpOpen, isIdleWarned } from '../../session/screen.ts';
import { Saving } from '../../task/Saving.tsx';
import type { OpenTask } from '../effects/answers.ts';
import { useFamilyAddress } from '../effects/familyAddress.ts';
import { confirmAsked, useKnown } from '../effects/known.ts';
import { addTexts } from '../i18n.ts';
import { recordedAfter } from '../effects/team.ts';
import { patientOf, responseIn } from '../effects/response.ts';
import type { ScreenProps } from '../screenProps.ts';

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
  const evaluate = useEvaluate(model);
  return evaluate === undefined ? (
    <Saving header={header} />
  ) : (
    <Form {...props} model={model} evaluate={evaluate} />
  );
}

function Form({
  tablet,
  snapshot,
  header,
  answers,
  model,
  evaluate,
}: FormScreensProps & { model: Model; evaluate: Evaluate | null }) {
  const { actor, parts } = tablet,
    { body, data, draft } = answers,
    c = snapshot.context,
    { language } = c.comfort;
  const before = isFormData(data) ? data.previous : undefined;
  const last = useMemo(
    () => before && previousOf(model, before.response, before.day),
    [model, before],
  );
  const options = useMemo(
    () => ({ language, variables: { patient: patientOf(body) } }),
    [language, body],
  );
  const fresh = useMemo(() => last?.start ?? newState(model), [model, last]);
  const kept = draft.form?.state;
  const result = useMemo(
    () =>
      evaluate
        ? compute(model, kept ?? fresh, evaluate, { ...options, isRestored: kept !== undefined })
        : null,
    [model, kept, fresh, evaluate, options],
  );
  const state = result?.state ?? kept ?? fresh,
    confirmed = draft.form?.confirmed ?? [];
  const keep = (next: FormState, more: readonly string[] = confirmed): void => {
    const now = parts.answers.get()?.draft,
      form = now?.form;
    parts.answers.change(
      {
        form: {
          ...form,
          state: next,
          confirmed: more,
          recorded: recordedAfter(now?.helper, form?.recorded, form?.state ?? state, next),
        },
      },
      answers.opId,
    );
  };
  /** An emptied earlier answer is cleared, also when the form is opened again. */
  const open = (key: string): void => {
    const form = parts.answers.get()?.draft.form;
    parts.answers.change({
      form: {
        ...form,
        state: form?.state ?? state,
        confirmed: form?.confirmed ?? confirmed,
        opened: [...new Set([...(form?.opened ?? []), key])],
      },
    });
  };
  const family = useFamilyAddress(actor, answers, model, state);
  /** One object for the whole form; below repeating questions it depends on the current answers. */
  const previous = useMemo<Previous | undefined>(
    () =>
      last && {
        at: last.at,
        answersAt: (place) =>
          last.answersAt(place, parts.answers.get()?.draft.form?.state ?? last.start),
        dayAt: (place) => last.dayAt(place, parts.answers.get()?.draft.form?.state ?? last.start),
      },
    [last, parts],
  );

  const storePhoto = useMemo(() => keepInAnswers(() => parts.clock.now()), [parts]);

  const recordKnown = useKnown(answers, parts.clock),
    opened = draft.form?.opened ?? NOTHING;
  const carry = useUntouched({ model, last, opened, known: recordKnown.values, evaluate, options });
  const hand = (): 'too_large' | undefined => {
    const whole = carry?.(state) ?? {
      state,
      computed: result?.computed,
      faults: result?.faults,
      since: undefined,
    };
    const handIn = (given: QuestionnaireResponse): QuestionnaireResponse =>
      recordedIn(
        family.handIn(given),
        viewOf(model, whole.state, whole.computed),
        recordKnown,
        given.authored ?? '',
      );
    const takenBack = last && takenBackAt(model, state, last, new Set(opened), result?.computed);
    const response = handIn(
      responseIn(answers, {
        model,
        state: whole.state,
        computed: whole.computed,
        faults: whole.faults,
        since: whole.since,
        takenBack,
        status: 'completed',
        opId: answers.opId,
        language,
        now: parts.clock.now(),
        tabletId: parts.device.get()?.tabletId,
        recorded: draft.form?.recorded,
      }),
    );
    // No thank-you page for answers that could not be opened.
    if (isTooLarge(response)) return 'too_large';
    parts.answers.respond(response);
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
      model={model}
      state={state}
      language={language}
      plain={c.comfort.isPlain}
      startAt={Math.max(0, c.page - 1)}
      isSaved={answers.isSaved}
      isPaused={isHelpOpen(snapshot) || isCancelAsked(snapshot) || isIdleWarned(snapshot)}
      {...(result && { computed: result.computed, rules: result.problems })}
      {...(previous && { previous })}
      {...(carry && { carry })}
      opened={opened}
      onOpen={(key) => open(key)}
      known={recordKnown}
      onAsked={(ask) => confirmAsked(parts, ask, state)}
      storePhoto={storePhoto}
      loadPhoto={loadFromAnswers}
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
