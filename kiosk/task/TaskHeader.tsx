/**
 * The bar on every patient screen of a task: section, progress, text size, language, Hilfe, and
 * cancel.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLanguage } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { Header } from '../ui/Header.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TaskDialogs, type TaskChoices, type TaskDialog } from './TaskDialogs.tsx';
import './task.css';
import './titled.css';

export interface TaskHeaderProps extends TaskChoices {
  /** Title of the document; omitted until the person is known. */
  readonly section?: string;
  /** Person of the document, in a Mappe of several people: always shown. */
  readonly person?: string;
  /** Document 2 of 3 of the Mappe; omitted where there is only one. */
  readonly progress?: {
    readonly step: number;
    readonly count: number;
    /** Share of the document that is done, 0 to 1. */
    readonly part: number;
  };
  readonly onHelp: () => void;
}

export function TaskHeader(props: TaskHeaderProps) {
  const { t } = useTranslation('task');
  const [open, setOpen] = useState<TaskDialog>(null);
  const language = findLanguage(props.language);
  return (
    <>
      <Header
        menuLabel={t('header.menu')}
        section={
          props.team?.name == null
            ? props.section
            : `${props.section ?? ''} · ${t('team.by', { name: props.team.name })}`
        }
        {...(props.person !== undefined && {
          isNamed: true,
          start: (
            <p className="task-person">
              <bdi>{props.person}</bdi>
            </p>
          ),
        })}
        progress={
          props.progress && (
            <Progress
              label={t('header.progress')}
              value={props.progress.step - 1 + props.progress.part}
              max={props.progress.count}
              words={t('header.step', { step: props.progress.step, count: props.progress.count })}
            />
          )
        }
        actions={
          <>
            <Button label={t('header.size')} onPress={() => setOpen('size')}>
              <span className="task-a" aria-hidden="true" />
              <span className="task-a__word">{t('size.label')}</span>
            </Button>
            {props.languages.length > 1 && (
              <Button icon="language" onPress={() => setOpen('language')}>
                <span lang={props.language}>{language?.native ?? props.language}</span>
              </Button>
            )}
            {props.onPause && (
              <Button label={t('header.pause')} onPress={() => setOpen('pause')}>
                <span className="task-pause" aria-hidden="true" />
                {t('header.pause')}
              </Button>
            )}
            {props.onCancel && (
              <Button icon="close" onPress={() => setOpen('end')}>
                {t('header.end')}
              </Button>
            )}
          </>
        }
        help={
          <Button icon="help" onPress={props.onHelp}>
            {t('header.help')}
          </Button>
        }
      />
      <TaskDialogs {...props} open={open} onOpen={setOpen} />
    </>
  );
}
