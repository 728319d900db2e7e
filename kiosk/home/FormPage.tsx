/**
 * The questions and the review page before „Absenden“; loaded while the person enters their name.
 */
import { useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinDay } from '../../shared/base/dates.ts';
import { isTooLarge } from '../../shared/forms/task/form-size.ts';
import { compute } from '../../shared/forms/questionnaire/computed.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import { withOrigins } from '../../shared/forms/answers/origin.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { withStopped } from '../../shared/forms/answers/stopped.ts';
import type { Evaluate } from '../../shared/forms/questionnaire/scope.ts';
import { newState, type FormState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { titleOf } from '../../shared/forms/questionnaire/words.ts';
import { keepInAnswers, loadFromAnswers } from '../forms/answers/keptPhotos.ts';
import QuestionnaireRunner from '../forms/QuestionnaireRunner.tsx';
import { recordedIn } from '../forms/record.ts';
import type { Known } from '../forms/types.ts';
import { useEvaluate } from '../forms/useEvaluate.ts';
import { dayText, readingOf } from '../forms/words.ts';
import { Button } from '../ui/Button.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import type { BackStack } from './phone/backstack.ts';
import { copyOf } from './copy.ts';
import { birthOf, type BegunForm, type HomeDraft, type Person } from './draft.ts';
import { withPerson } from './knownPerson.ts';
import { withParameters } from './parameters.ts';
import type { Visit, VisitState } from './visit.ts';

export interface FormPageProps {
  readonly header: ReactNode;
  readonly visit: Visit;
  readonly state: VisitState;
  readonly draft: HomeDraft;
  readonly form: BegunForm;
  readonly stack: BackStack;
  /** A back step notifies the listener. */
  readonly listen: (goBack: (() => void) | null) => void;
  readonly isPaused: boolean;
  /** The person was identified elsewhere. */
  readonly isPersonFixed?: boolean;
  readonly now: () => number;
}

/**
 * No record is known here: the answers are compared with the input before the form. The day is
 * computed on demand, which is slow the first time.
 */
const knownOf = (person: Person, confirmed: Known['confirmed'], now: () => number): Known => ({
  values: {},
  typed: {
    firstName: person.firstName,
    lastName: person.lastName,
    geburtsdatum: birthOf(person) ?? '',
  },
  confirmed,
  get today() {
    return berlinDay(now());
  },
});

export default function FormPage(props: FormPageProps) {
  const { t } = useTranslation('home');
  const { form, header } = props;
  const model = useMemo(() => modelOf(form.questionnaire), [form.questionnaire]);
  const evaluate = useEvaluate(model);
  if (evaluate === undefined)
    return (
      <Screen header={header} question={<Question>{t('loading')}</Question>}>
        {null}
      </Screen>
    );
  return <Form {...props} model={model} evaluate={evaluate} />;
}

function Form({
  header,
  visit,
  state: { link, praxis, language, isSaved, isLasting },
  draft,
  form,
  stack,
  listen,
  isPaused,
  isPersonFixed = false,
  now,
  model,
  evaluate,
}: FormPageProps & { model: Model; evaluate: Evaluate | null }) {
  const { t } = useTranslation('home');
  const isGoingBack = useRef(false);
  const fresh = useMemo(
    () => withPerson(model, withParameters(model, newState(model), draft.parameters), draft.person),
    [model, draft.parameters, draft.person],
  );
  const kept = draft.state ?? undefined;
  const options = useMemo(() => ({ language }), [language]);
  const result = useMemo(
    () =>
      evaluate
        ? compute(model, kept ?? fresh, evaluate, { ...options, isRestored: kept !== undefined })
        : null,
    [model, kept, fresh, evaluate, options],
  );
  const state = result?.state ?? kept ?? fresh;

  const way = useMemo(
    () => ({
      back: () => stack.back(),
      listen: (goBack: () => void) => {
        listen(() => {
          isGoingBack.current = true;
          try {
            goBack();
          } finally {
            isGoingBack.current = false;
          }
        });
        return () => listen(null);
      },
    }),
    [stack, listen],
  );
  const storePhoto = useMemo(() => keepInAnswers(now), [now]);

  const person = draft.person,
    name = `${person.firstName.trim()} ${person.lastName.trim()}`,
    birth = birthOf(person) ?? '';
  const known = useMemo(() => knownOf(person, draft.asked, now), [person, draft.asked, now]);
  const hand = (): 'too_large' | undefined => {
    const instant = now(),
      at = new Date(instant).toISOString();
    const view = viewOf(model, state, result?.computed);
    const response = withStopped(
      responseOf(view, { id: draft.id, status: 'completed', language, authored: at }),
      result?.faults,
    );
    const volatile = new Set(
      model.nodes.filter((node) => node.isVolatile).map((node) => node.linkId),
    );
    const whole = recordedIn(
      withOrigins(response, { at, by: { kind: 'patient' }, volatile }),
      view,
      known,
      at,
    );
    if (isTooLarge(whole)) return 'too_large';
    const copy = copyOf(view, readingOf(model, language, draft.isPlain), {
      title: titleOf(form.questionnaire, language).text,
      none: `– ${t('copy.none')}`,
      photo: t('copy.photo'),
      lines: [
        ...(praxis ? [praxis.name] : []),
        `${name}, ${t('check.born', { day: dayText(birth) })}`,
        t('copy.filled', { day: dayText(at) }),
      ],
    });
    visit
      .handIn(
        {
          id: draft.id,
          person: {
            firstName: person.firstName.trim(),
            lastName: person.lastName.trim(),
            geburtsdatum: birth,
          },
          ...(draft.isConfirmed && { confirmed: true }),
          form: { key: form.key, sha256: form.sha256 },
          language,
          at: instant,
          response: whole,
        },
        copy,
      )
      .catch(() => undefined);
    return undefined;
  };
  return (
    <QuestionnaireRunner
      header={header}
      model={model}
      state={state}
      language={language}
      plain={draft.isPlain}
      startAt={draft.page}
      isSaved={isSaved && isLasting && kept !== undefined}
      isPaused={isPaused}
      {...(result && { computed: result.computed, rules: result.problems })}
      known={known}
      onAsked={visit.confirm}
      storePhoto={storePhoto}
      loadPhoto={loadFromAnswers}
      way={way}
      end={{
        word: t('check.send'),
        before: (
          <section className="q-review">
            <div className="q-card__head">
              <h2 className="q-group__title">{t('check.who')}</h2>
              {!isPersonFixed && (
                <Button label={t('check.changeWho')} onPress={() => visit.back()}>
                  {t('check.change')}
                </Button>
              )}
            </div>
            <p>
              <bdi>{name}</bdi>, <bdi>{t('check.born', { day: dayText(birth) })}</bdi>
            </p>
          </section>
        ),
      }}
      onState={(next: FormState) => visit.answer(next)}
      onPage={(index) => {
        if (!isGoingBack.current) stack.forward();
        visit.turn(index);
      }}
      onBack={() => visit.back()}
      onDone={hand}
      key={link?.key ?? form.key}
    />
  );
}
