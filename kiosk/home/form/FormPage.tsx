/**
 * The questions and the review page before „Absenden“; loaded while the person enters their name.
 */
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { HomeAnswers } from '../../../shared/forms/task/home.schema.ts';
import { isTooLarge } from '../../../shared/forms/task/form-size.ts';
import { modelOf, type Model } from '../../../shared/forms/questionnaire/model.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { titleOf } from '../../../shared/forms/questionnaire/words.ts';
import { keepInAnswers, loadFromAnswers } from '../../forms/answers/keptPhotos.ts';
import QuestionnaireRunner from '../../forms/QuestionnaireRunner.tsx';
import type { QuestionnaireRunnerProps } from '../../forms/runner/props.ts';
import type { Known } from '../../forms/types.ts';
import type { Compute } from '../../forms/load-compute.ts';
import { useCompute } from '../../forms/useCompute.ts';
import { useSpoken, type SpokenWords } from '../../forms/useWords.ts';
import { dayText, readingOf, SOURCE_WORDS } from '../../forms/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Question, Screen } from '../../ui/Screen.tsx';
import type { BackStack } from '../phone/backstack.ts';
import { copyOf } from './copy.ts';
import { submittedIn } from './submission.ts';
import { useComputed, type ComputedForm } from './useComputed.ts';
import { birthOf, type BegunForm, type HomeDraft, type Person } from '../draft.ts';
import type { Visit, VisitState } from '../visit/visitState.ts';

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
  const compute = useCompute(model);
  if (compute === undefined)
    return (
      <Screen header={header} question={<Question>{t('loading')}</Question>}>
        {null}
      </Screen>
    );
  return <Form {...props} model={model} compute={compute} />;
}

/** „Zurück“ by the phone's own button; a page turned by it is no step forward. */
function useFormWay({ stack, listen }: Pick<FormPageProps, 'stack' | 'listen'>): {
  readonly way: NonNullable<QuestionnaireRunnerProps['way']>;
  readonly forward: () => void;
} {
  const isGoingBack = useRef(false);
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
  return {
    way,
    forward: () => {
      if (!isGoingBack.current) stack.forward();
    },
  };
}

interface WhoProps {
  readonly name: string;
  readonly birth: string;
  /** Absent where the person was identified elsewhere. */
  readonly onChange: (() => void) | undefined;
}

/** The person, on the review page. */
function Who({ name, birth, onChange }: WhoProps) {
  const { t } = useTranslation('home');
  return (
    <section className="q-review">
      <div className="q-card__head">
        <h2 className="q-group__title">{t('check.who')}</h2>
        {onChange && (
          <Button label={t('check.changeWho')} onPress={onChange}>
            {t('check.change')}
          </Button>
        )}
      </div>
      <p>
        <bdi>{name}</bdi>, <bdi>{t('check.born', { day: dayText(birth) })}</bdi>
      </p>
    </section>
  );
}

const resultProps = ({ result, isComputing }: ComputedForm) =>
  result && {
    isComputing,
    computed: result.computed,
    faults: result.faults,
    rules: result.problems,
  };

const sourceWords = (t: SpokenWords['t']) => ({
  record: t(SOURCE_WORDS.record),
  calculated: t(SOURCE_WORDS.calculated),
  filled: t(SOURCE_WORDS.filled),
  proposed: t(SOURCE_WORDS.proposed),
});

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
  compute,
}: FormPageProps & { model: Model; compute: Compute | null }) {
  const { t } = useTranslation('home');
  const [today] = useState(() => berlinDay(now()));
  const computed = useComputed(model, draft, compute, language, today),
    { state, isKept, result } = computed;
  const { way, forward } = useFormWay({ stack, listen });
  const sources = sourceWords(useSpoken(language).t);
  const storePhoto = useMemo(() => keepInAnswers(now), [now]);

  const person = draft.person,
    firstName = person.firstName.trim(),
    lastName = person.lastName.trim(),
    name = [firstName, lastName].filter(Boolean).join(' '),
    birth = birthOf(person) ?? '';
  const known = useMemo(() => knownOf(person, draft.asked, now), [person, draft.asked, now]);
  const hand = (): 'too_large' | undefined => {
    const instant = now(),
      at = new Date(instant).toISOString();
    const view = viewOf(model, state, result?.computed);
    const response = submittedIn(view, {
      id: draft.id,
      language,
      at,
      faults: result?.faults,
      known,
    });
    if (isTooLarge(response)) return 'too_large';
    const copy = copyOf(view, readingOf(model, language, draft.isPlain), {
      title: titleOf(form.questionnaire, language).text,
      none: `– ${t('copy.none')}`,
      photo: t('copy.photo'),
      sources,
      lines: [
        ...(praxis ? [praxis.name] : []),
        `${name}, ${t('check.born', { day: dayText(birth) })}`,
        t('copy.filled', { day: dayText(at) }),
      ],
    });
    const answers: HomeAnswers = {
      id: draft.id,
      person: { firstName, lastName, geburtsdatum: birth },
      ...(draft.isConfirmed && { confirmed: true }),
      form: { key: form.key, sha256: form.sha256 },
      language,
      at: instant,
      response,
    };
    visit.handIn(answers, copy).catch(() => undefined);
    return undefined;
  };
  const back = () => visit.back();
  return (
    <QuestionnaireRunner
      header={header}
      model={model}
      state={state}
      language={language}
      plain={draft.isPlain}
      startAt={draft.page}
      isSaved={isSaved && isLasting && isKept}
      isPaused={isPaused}
      {...resultProps(computed)}
      known={known}
      onAsked={visit.confirm}
      storePhoto={storePhoto}
      loadPhoto={loadFromAnswers}
      way={way}
      end={{
        word: t('check.send'),
        before: <Who name={name} birth={birth} onChange={isPersonFixed ? undefined : back} />,
      }}
      onState={(next: FormState) => visit.answer(next)}
      onPage={(index) => {
        forward();
        visit.turn(index);
      }}
      onBack={back}
      onDone={hand}
      key={link?.key ?? form.key}
    />
  );
}
