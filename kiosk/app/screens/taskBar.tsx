// The bar above every page of a run: progress, languages, comfort, help, and the menu's choices.

import type { ReactNode } from 'react';
import { TaskHeader } from '../../task/TaskHeader.tsx';
import { screenOf } from '../../session/screen.ts';
import { tasksOf } from '../../session/session.setup.ts';
import type { TaskRef } from '../../session/session.types.ts';
import type { OpenTask } from '../effects/answers.ts';
import { setHelper } from '../effects/team.ts';
import { languagesToChoose } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';

/** Choice of plain language; undefined where the form has none. */
export type PlainChoice = { isOn: boolean; onChange: (isPlain: boolean) => void } | undefined;

interface TaskBarProps extends ScreenProps {
  readonly answers: OpenTask | null;
  /** The person was checked and is in a visit. */
  readonly isKnown: boolean;
  readonly plain: PlainChoice;
  /** Task that may continue on a phone, or back on the tablet. */
  readonly canHandOver: TaskRef | null;
  readonly onHandOver: (task: TaskRef) => void;
  readonly handOverLabel: string;
  /** Languages of the practice. */
  readonly languages: readonly string[] | undefined;
}

/** Returns text and action of the team member's button; undefined where there is none. */
function teamOf({ tablet, snapshot, answers, isKnown }: TaskBarProps) {
  const { actor, parts } = tablet,
    helper = answers?.draft.helper ?? null;
  return isKnown &&
    !tablet.isGuest &&
    screenOf(snapshot) === 'reading' &&
    answers?.body.kind === 'questionnaire'
    ? {
        name: helper,
        onPress: () => {
          if (helper === null) actor.send({ type: 'STAFF_OPENED' });
          else setHelper(parts.answers, null);
        },
      }
    : undefined;
}

/** Returns the bar of a run. */
export function taskBar(props: TaskBarProps): ReactNode {
  const { tablet, snapshot, language, answers, isKnown, plain, canHandOver } = props,
    { actor } = tablet,
    c = snapshot.context,
    screen = screenOf(snapshot);
  const left = tasksOf(c).length,
    step = c.done.length + (screen === 'noted' ? 0 : 1);
  return (
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
          progress: {
            step: Math.min(step, c.done.length + left),
            count: c.done.length + left,
            part:
              c.task?.kind === 'questionnaire'
                ? Math.min(1, (c.page - 1) / (c.task.pages ?? 1))
                : 0.5,
          },
        })}
      languages={languagesToChoose(props.languages, isKnown ? answers?.data.available : [])}
      language={c.comfort.language}
      onLanguage={(code) => actor.send({ type: 'LANGUAGE_CHOSEN', language: code })}
      textScale={c.comfort.textScale}
      isCalm={c.comfort.isCalm}
      onComfort={(choice) =>
        actor.send({ type: 'COMFORT_CHOSEN', comfort: { ...c.comfort, ...choice } })
      }
      plain={isKnown ? plain : undefined}
      team={teamOf(props)}
      onHelp={() => actor.send({ type: 'HELP' })}
      {...(isKnown &&
        screen !== 'saving' &&
        screen !== 'unsaved' &&
        screen !== 'noted' && {
          onCancel: () => actor.send({ type: 'CANCEL' }),
          onRestart: () => actor.send({ type: 'RESTART' }),
          // A private phone keeps its page automatically; the server does not know a blank form yet.
          ...(!tablet.isGuest &&
            c.task?.isBlank !== true && { onPause: () => actor.send({ type: 'PAUSE' }) }),
        })}
      {...(canHandOver && {
        handOver: {
          label: props.handOverLabel,
          onPress: () => props.onHandOver(canHandOver),
        },
      })}
    />
  );
}
