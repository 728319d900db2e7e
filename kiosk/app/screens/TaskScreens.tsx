// Screens of a patient's run, connected to machine and answers; loaded when a patient begins (R6,
// R2).

import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
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
import { StorageTrouble } from '../../tablet/TabletStates.tsx';
import { KeyboardDock } from '../../ui/fields/KeyboardDock.tsx';
import { useStoreBehind } from '../../ui/drawnBehind.ts';
import { Moved } from '../../takeover/Moved.tsx';
import { Aborted } from '../../task/Aborted.tsx';
import { Comfort } from '../../task/Comfort.tsx';
import { Noted, type NotedEnding } from '../../task/Noted.tsx';
import { PersonCheck } from '../../task/PersonCheck.tsx';
import { PersonHelp } from '../../task/PersonHelp.tsx';
import { Saving, Unsaved } from '../../task/Saving.tsx';
import { TaskHeader } from '../../task/TaskHeader.tsx';
import { TeamDialog } from '../../task/TeamDialog.tsx';
import { Thanks } from '../../task/Thanks.tsx';
import { isInVisit, screenOf } from '../../session/screen.ts';
import { keyOf, tasksOf } from '../../session/session.setup.ts';
import { DocumentScreens } from './DocumentScreens.tsx';
import { wasHandedOver } from '../effects/takeover.ts';
import { setHelper } from '../effects/team.ts';
import { addTexts, languagesToChoose } from '../i18n.ts';
import { keyboardLabels } from '../keyboardLabels.ts';
import { OWN, type ScreenProps } from '../screenProps.ts';

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

/** Questionnaires have an engine of their own: loaded with the first one. */
const FormScreens = lazy(() => import('./FormScreens.tsx'));

/** Text for a document that ended without a signature. */
const notedOf = (ending: string | null, isBilling: boolean): NotedEnding =>
  ending === 'declined' && isBilling
    ? 'direct'
    : ending === 'question' || ending === 'declined' || ending === 'paper'
      ? ending
      : 'talk_pending';

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

function TaskScreen(props: ScreenProps) {
  const { tablet, snapshot, language } = props;
  const { actor, parts } = tablet;
  const { t } = useTranslation('app');
  const answers = useStoreBehind(parts.answers.subscribe, parts.answers.get);
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [lostSeenOf, setLostSeenOf] = useState<string | null>(null);
  const c = snapshot.context;
  const screen = screenOf(snapshot);
  const isKnown = c.isPersonKnown && isInVisit(snapshot);
  // A private phone is not returned to the desk.
  const posture = tablet.isGuest ? 'wall' : c.rules.posture;
  const [handing, setHanding] = useState<string | null>(null),
    hand = useTranslation('takeover').t;

  const left = tasksOf(c).length,
    step = c.done.length + (screen === 'noted' ? 0 : 1);
  const form = answers?.body.form,
    hasPlain = useMemo(() => form?.includes(EXTENSION.plain) === true, [form]);
  const plain = hasPlain
    ? {
        isOn: c.comfort.isPlain,
        onChange: (isPlain: boolean) =>
          actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, isPlain } }),
      }
    : undefined;
  const helper = answers?.draft.helper ?? null;
  // After a pause the patient may be alone: the team member must confirm presence again.
  useEffect(() => {
    if (screen === 'person') setHelper(parts.answers, null);
  }, [screen, parts]);
  const team =
    isKnown && !tablet.isGuest && screen === 'reading' && answers?.body.kind === 'questionnaire'
      ? {
          name: helper,
          onPress: () => {
            if (helper === null) actor.send({ type: 'STAFF_OPENED' });
            else setHelper(parts.answers, null);
          },
        }
      : undefined;
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
  const bar: ReactNode = (
    <TaskHeader
      {...(isKnown &&
        answers && {
          section:
            answers.data.title[c.comfort.language] ??
            answers.data.title[language] ??
            answers.data.title.de,
        })}
      {...(isKnown && answers?.body.family && { person: answers.body.patient.name })}
      {...(isKnown &&
        c.done.length + left > 1 && {
          progress: { step: Math.min(step, c.done.length + left), count: c.done.length + left },
        })}
      languages={languagesToChoose(view.config?.languages, isKnown ? answers?.data.available : [])}
      language={c.comfort.language}
      onLanguage={(code) => actor.send({ type: 'LANGUAGE_CHOSEN', language: code })}
      textScale={c.comfort.textScale}
      isCalm={c.comfort.isCalm}
      onComfort={(choice) =>
        actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, ...choice } })
      }
      plain={isKnown ? plain : undefined}
      team={team}
      onHelp={() => actor.send({ type: 'HELP' })}
      {...(isKnown &&
        screen !== 'saving' &&
        screen !== 'unsaved' &&
        screen !== 'noted' && {
          onCancel: () => actor.send({ type: 'CANCEL' }),
          onRestart: () => actor.send({ type: 'RESTART' }),
        })}
      {...(canHandOver && {
        handOver: {
          label: hand(tablet.isGuest ? 'back.menu' : 'offer.menu'),
          onPress: () => setHanding(keyOf(canHandOver)),
        },
      })}
    />
  );
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
  const next = (): void => actor.send({ type: 'NEXT' });

  // Withdrawn and not finished here: by the code that was shown.
  const moved = wasHandedOver(c.mappeId) ? (
    <Moved header={bar} to={tablet.isGuest ? 'tablet' : 'phone'} isInHand={posture === 'hand'} />
  ) : null;

  switch (screen) {
    case 'person':
      return (
        <PersonCheck
          header={header}
          misses={c.misses}
          onDay={(day) => actor.send({ type: 'PERSON_ENTERED', day })}
          onWrongPerson={() => actor.send({ type: 'PERSON_WRONG' })}
        />
      );
    case 'personHelp':
      return <PersonHelp header={header} help={c.help} />;
    case 'comfort':
      return (
        <Comfort
          header={header}
          textScale={c.comfort.textScale}
          isCalm={c.comfort.isCalm}
          onComfort={(choice) =>
            actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, ...choice } })
          }
          plain={plain}
          languages={languagesToChoose(view.config?.languages, answers?.data.available)}
          language={c.comfort.language}
          onLanguage={(code) => actor.send({ type: 'LANGUAGE_CHOSEN', language: code })}
          onNext={next}
        />
      );
    case 'storageTrouble':
      return (
        <StorageTrouble
          trouble={c.trouble ?? 'broken'}
          onRetry={tablet.recheck}
          onHelp={() => actor.send({ type: 'HELP' })}
        />
      );
    case 'unsaved':
      return (
        <Unsaved
          header={header}
          onRetry={() => actor.send({ type: 'RETRY' })}
          onHelp={() => actor.send({ type: 'HELP' })}
        />
      );
    case 'noted':
      return (
        <Noted
          header={header}
          ending={notedOf(c.ending, c.task?.isBilling === true)}
          language={language}
          hasMore={left > 0}
          onNext={next}
        />
      );
    case 'thanks':
      return (
        (c.ending === null ? moved : null) ?? (
          <Thanks
            header={header}
            posture={posture}
            hasPaper={c.endings.includes('paper')}
            hasDeclined={c.endings.includes('declined')}
            paysDirectly={c.endings.includes('direct')}
            hasTalk={c.endings.includes('talk_pending') || c.endings.includes('question')}
            hasSigned={c.endings.includes('submit') || c.endings.includes('part')}
            isParted={c.endings.includes('part')}
            wantsCopy={c.wantsCopy}
            onCopy={(isWished) => actor.send({ type: 'COPY_WISHED', isWished })}
            onDone={next}
          />
        )
      );
    case 'aborted':
      return (
        (c.reason === 'staff' ? moved : null) ?? (
          <Aborted header={header} reason={c.reason ?? 'staff'} posture={posture} />
        )
      );
    case 'saving':
    case 'opening':
      return <Saving header={header} />;
    default:
      if (!answers) return <Saving header={header} />;
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
}
