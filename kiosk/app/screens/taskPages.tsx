// Pages of a run outside of its documents: person check, comfort, trouble, endings.

import type { ReactNode } from 'react';
import { StorageTrouble } from '../../tablet/TabletStates.tsx';
import { Moved } from '../../takeover/Moved.tsx';
import { Aborted } from '../../task/Aborted.tsx';
import { Comfort } from '../../task/Comfort.tsx';
import { Noted, type NotedEnding } from '../../task/Noted.tsx';
import { PersonCheck } from '../../task/PersonCheck.tsx';
import { PersonHelp } from '../../task/PersonHelp.tsx';
import { Saving, Unsaved } from '../../task/Saving.tsx';
import { Thanks } from '../../task/Thanks.tsx';
import { screenOf } from '../../session/screen.ts';
import { tasksOf } from '../../session/session.setup.ts';
import type { OpenTask } from '../effects/answers.ts';
import { wasHandedOver } from '../effects/takeover.ts';
import { languagesToChoose } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';
import type { PlainChoice } from './taskBar.tsx';

/** Text for a document that ended without a signature. */
const notedOf = (ending: string | null, isBilling: boolean): NotedEnding =>
  ending === 'declined' && isBilling
    ? 'direct'
    : ending === 'question' || ending === 'declined' || ending === 'paper'
      ? ending
      : 'talk_pending';

interface TaskPageProps extends ScreenProps {
  readonly answers: OpenTask | null;
  readonly plain: PlainChoice;
  /** Languages of the practice. */
  readonly languages: readonly string[] | undefined;
  /** The bar, with the dialog of the takeover while it is open. */
  readonly header: ReactNode;
  /** The bar alone. */
  readonly bar: ReactNode;
}

const next =
  ({ tablet }: ScreenProps) =>
  (): void =>
    tablet.actor.send({ type: 'NEXT' });
/** A private phone is not returned to the desk. */
const postureOf = ({ tablet, snapshot }: ScreenProps) =>
  tablet.isGuest ? 'wall' : snapshot.context.rules.posture;

/** Returns the page of a Mappe withdrawn and not finished here: by the code that was shown. */
function movedPage(props: TaskPageProps): ReactNode {
  const { tablet, snapshot, bar } = props;
  return wasHandedOver(snapshot.context.mappeId) ? (
    <Moved
      header={bar}
      to={tablet.isGuest ? 'tablet' : 'phone'}
      isInHand={postureOf(props) === 'hand'}
    />
  ) : null;
}

function comfortPage(props: TaskPageProps): ReactNode {
  const { tablet, snapshot, answers, plain, header } = props,
    { actor } = tablet,
    c = snapshot.context;
  return (
    <Comfort
      header={header}
      textScale={c.comfort.textScale}
      isCalm={c.comfort.isCalm}
      onComfort={(choice) =>
        actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, ...choice } })
      }
      plain={plain}
      languages={languagesToChoose(props.languages, answers?.data.available)}
      language={c.comfort.language}
      onLanguage={(code) => actor.send({ type: 'LANGUAGE_CHOSEN', language: code })}
      onNext={next(props)}
    />
  );
}

function thanksPage(props: TaskPageProps): ReactNode {
  const { tablet, snapshot, header } = props,
    { actor } = tablet,
    c = snapshot.context;
  return (
    (c.ending === null ? movedPage(props) : null) ?? (
      <Thanks
        header={header}
        posture={postureOf(props)}
        hasPaper={c.endings.includes('paper')}
        hasDeclined={c.endings.includes('declined')}
        paysDirectly={c.endings.includes('direct')}
        hasTalk={c.endings.includes('talk_pending') || c.endings.includes('question')}
        hasSigned={c.endings.includes('submit') || c.endings.includes('part')}
        isParted={c.endings.includes('part')}
        wantsCopy={c.wantsCopy}
        onMore={() => actor.send({ type: 'HELP' })}
        onCopy={(isWished) => actor.send({ type: 'COPY_WISHED', isWished })}
        onDone={next(props)}
      />
    )
  );
}

/** Returns the page that the machine shows; undefined for the pages of a document or form. */
export function taskPage(props: TaskPageProps): ReactNode {
  const { tablet, snapshot, language, header } = props,
    { actor } = tablet,
    c = snapshot.context;
  switch (screenOf(snapshot)) {
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
      return comfortPage(props);
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
          hasMore={tasksOf(c).length > 0}
          onNext={next(props)}
        />
      );
    case 'thanks':
      return thanksPage(props);
    case 'aborted':
      return (
        (c.reason === 'staff' ? movedPage(props) : null) ?? (
          <Aborted header={header} reason={c.reason ?? 'staff'} posture={postureOf(props)} />
        )
      );
    case 'saving':
    case 'opening':
      return <Saving header={header} />;
    default:
      return undefined;
  }
}
