// Screens of a patient's run, connected to machine and answers; loaded when a patient begins (R6,
// R2).

import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import documentsDe from '../../documents/texts.de.json';
import documentsEn from '../../documents/texts.en.json';
import einwilligungDe from '../../consent/texts.de.json';
import einwilligungEn from '../../consent/texts.en.json';
import signatureDe from '../../signature/texts.de.json';
import signatureEn from '../../signature/texts.en.json';
import taskDe from '../../task/texts.de.json';
import takeoverDe from '../../takeover/texts.de.json';
import takeoverEn from '../../takeover/texts.en.json';
import taskEn from '../../task/texts.en.json';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import { KeyboardDock } from '../../ui/fields/KeyboardDock.tsx';
import { useStoreBehind } from '../../ui/drawnBehind.ts';
import { Saving } from '../../task/Saving.tsx';
import { TeamDialog } from '../../task/TeamDialog.tsx';
import { OWN, isInVisit, screenOf } from '../../session/screen.ts';
import { keyOf } from '../../session/session.setup.ts';
import { DocumentScreens } from './DocumentScreens.tsx';
import { setHelper } from '../effects/team.ts';
import { addTexts } from '../i18n.ts';
import { keyboardLabels } from '../keyboardLabels.ts';
import type { ScreenProps } from '../screenProps.ts';
import { taskBar } from './taskBar.tsx';
import { taskPage } from './taskPages.tsx';

addTexts({
  documents: { de: documentsDe, en: documentsEn },
  consent: { de: einwilligungDe, en: einwilligungEn },
  signature: { de: signatureDe, en: signatureEn },
  task: { de: taskDe, en: taskEn },
  takeover: { de: takeoverDe, en: takeoverEn },
});

/** A private phone has no screens of a tablet. */
const GuestScreens = lazy(() => import('./GuestScreens.tsx'));
/** Lazy: few patients are shown a code. */
const HandOver = lazy(() => import('./HandOver.tsx'));

/** The engine of questionnaires is a separate chunk, loaded with the first questionnaire. */
const FormScreens = lazy(() => import('./FormScreens.tsx'));

/** Lazy like them: most forms of a visit are not signed. */
const SignedAnswers = lazy(() => import('./SignedAnswers.tsx'));

/**
 * Registered tablets use the app's keyboard: the system's remembers what the last patient typed.
 */
export default function TaskScreens(props: ScreenProps) {
  const { t } = useTranslation('app');
  if (OWN.includes(screenOf(props.snapshot)))
    return (
      <Suspense fallback={null}>
        <GuestScreens {...props} />
      </Suspense>
    );
  return (
    <KeyboardDock
      enabled={!props.tablet.isGuest}
      language={props.snapshot.context.comfort.language}
      labels={keyboardLabels(t)}
    >
      <TaskScreen {...props} />
      <TeamDialog
        open={props.snapshot.matches({ staff: 'naming' })}
        onClose={() => props.tablet.actor.send({ type: 'STAFF_CLOSED' })}
        onName={(name) => {
          setHelper(props.tablet.parts.answers, name);
          props.tablet.actor.send({ type: 'STAFF_CLOSED' });
        }}
      />
    </KeyboardDock>
  );
}

/** Returns whether a form has questions in plain language. */
const useHasPlain = (form: string | undefined): boolean =>
  useMemo(() => form?.includes(EXTENSION.plain) === true, [form]);

function TaskScreen(props: ScreenProps) {
  const { tablet, snapshot } = props;
  const { actor, parts } = tablet;
  const { t } = useTranslation('app');
  const answers = useStoreBehind(parts.answers.subscribe, parts.answers.get);
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get),
    languages = view.config?.languages;
  const [lostSeenOf, setLostSeenOf] = useState<string | null>(null);
  const c = snapshot.context;
  const screen = screenOf(snapshot);
  const isKnown = c.isPersonKnown && isInVisit(snapshot);
  const [handing, setHanding] = useState<string | null>(null),
    hand = useTranslation('takeover').t;

  const hasPlain = useHasPlain(answers?.body.form);
  const plain = hasPlain
    ? {
        isOn: c.comfort.isPlain,
        onChange: (isPlain: boolean) =>
          actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, isPlain } }),
      }
    : undefined;
  // After a pause the patient may be alone: the team member must confirm presence again.
  useEffect(() => {
    if (screen === 'person') setHelper(parts.answers, null);
  }, [screen, parts]);
  // The server does not know a blank form yet.
  const canHandOver =
    isKnown &&
    c.task &&
    !c.task.isBlank &&
    screen !== 'saving' &&
    screen !== 'unsaved' &&
    screen !== 'noted'
      ? c.task
      : null;
  const bar = taskBar({
    ...props,
    answers,
    isKnown,
    plain,
    languages,
    canHandOver,
    handOverLabel: hand(tablet.isGuest ? 'back.menu' : 'offer.menu'),
    onHandOver: (task) => setHanding(keyOf(task)),
  });
  const header =
    canHandOver && handing === keyOf(canHandOver) ? (
      <>
        {bar}
        <Suspense fallback={null}>
          <HandOver tablet={tablet} task={canHandOver} onClose={() => setHanding(null)} />
        </Suspense>
      </>
    ) : (
      bar
    );
  const page = taskPage({ ...props, answers, plain, languages, header, bar });
  if (page !== undefined) return page;
  if (!answers) return <Saving header={header} />;
  const { signing } = answers;
  if (signing && (screen === 'summary' || screen === 'signing'))
    return (
      <Suspense fallback={<Saving header={header} />}>
        <SignedAnswers
          {...props}
          key={keyOf(answers.ref)}
          header={header}
          answers={{ ...answers, signing }}
        />
      </Suspense>
    );
  if (answers.body.kind === 'questionnaire') {
    return (
      <Suspense fallback={<Saving header={header} />}>
        <FormScreens {...props} key={keyOf(answers.ref)} header={header} answers={answers} />
      </Suspense>
    );
  }
  return (
    <DocumentScreens
      {...props}
      key={keyOf(answers.ref)}
      header={header}
      answers={answers}
      lostNotice={answers.isDraftLost && lostSeenOf !== answers.opId ? t('draftLost') : null}
      onLostSeen={() => setLostSeenOf(answers.opId)}
    />
  );
}
