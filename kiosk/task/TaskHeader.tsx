/**
 * The bar on every patient screen of a task: section, progress, text size, language, Hilfe, and
 * cancel.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLanguage, listLanguages } from '../../shared/base/languages.ts';
import type { TextScale } from '../../shared/desk/mappe.ts';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { Header } from '../ui/Header.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TextSizeMenu } from '../ui/TextSizeMenu.tsx';
import { plainOf, type PlainChoice } from './plain.ts';
import './task.css';

export interface TaskHeaderProps {
  /** Title of the document; omitted until the person is known. */
  readonly section?: string;
  /** Person of the document, in a Mappe of several people: always shown. */
  readonly person?: string;
  /** Document 2 of 3 of the Mappe; omitted where there is only one. */
  readonly progress?: { readonly step: number; readonly count: number };
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (code: string) => void;
  readonly textScale: TextScale;
  readonly isCalm: boolean;
  readonly onComfort: (choice: { readonly textScale: TextScale; readonly isCalm: boolean }) => void;
  /** Einfache Sprache, only where the questionnaire has it. */
  readonly plain?: PlainChoice | undefined;
  readonly onHelp: () => void;
  /** Asks "Vorgang abbrechen?" (X9); absent where there is nothing to cancel yet. */
  readonly onCancel?: () => void;
  /** Starts assisted filling by PIN, or ends it. */
  readonly team?: { readonly name: string | null; readonly onPress: () => void } | undefined;
  /** Moves to another device, or back; labelled by its own texts. */
  readonly handOver?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** T2: restarts this document. */
  readonly onRestart?: () => void;
}

type Open = 'size' | 'language' | 'end' | 'restart' | null;

export function TaskHeader(props: TaskHeaderProps) {
  const { t } = useTranslation('task');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
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
              value={props.progress.step}
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
            {props.onCancel && <Button onPress={() => setOpen('end')}>{t('header.end')}</Button>}
            <Button icon="help" onPress={props.onHelp}>
              {t('header.help')}
            </Button>
          </>
        }
      />
      <Modal
        open={open === 'size'}
        title={t('size.title')}
        onEscape={close}
        actions={
          <Button kind="primary" onPress={close}>
            {t('size.done')}
          </Button>
        }
      >
        <TextSizeMenu
          value={props.textScale}
          calm={props.isCalm}
          onChange={(textScale) => props.onComfort({ textScale, isCalm: props.isCalm })}
          onCalmChange={(isCalm) => props.onComfort({ textScale: props.textScale, isCalm })}
          plain={plainOf(props.plain, t)}
          labels={{ size: t('size.label'), calm: t('size.calm'), calmHint: t('size.calmHint') }}
        />
      </Modal>
      <Modal
        open={open === 'language'}
        title={t('language.title')}
        onEscape={close}
        actions={<Button onPress={close}>{t('language.keep')}</Button>}
      >
        <LanguageList
          languages={listLanguages(props.languages)}
          current={props.language}
          label={t('language.label')}
          onChoose={(code) => {
            close();
            props.onLanguage(code);
          }}
        />
      </Modal>
      <Modal open={open === 'end'} title={t('end.title')} onEscape={close}>
        <ActionTiles
          label={t('end.title')}
          actions={[
            { id: 'keep', icon: 'back', label: t('end.keep'), onPress: close },
            ...(props.handOver
              ? [
                  {
                    id: 'hand-over',
                    icon: 'forward' as const,
                    label: props.handOver.label,
                    onPress: () => {
                      close();
                      props.handOver?.onPress();
                    },
                  },
                ]
              : []),
            ...(props.onRestart
              ? [
                  {
                    id: 'restart',
                    icon: 'undo' as const,
                    label: t('end.restart'),
                    onPress: () => setOpen('restart'),
                  },
                ]
              : []),
            ...(props.team
              ? [
                  {
                    id: 'team',
                    icon: 'signature' as const,
                    label:
                      props.team.name === null
                        ? t('team.begin')
                        : t('team.end', { name: props.team.name }),
                    onPress: () => {
                      close();
                      props.team?.onPress();
                    },
                  },
                ]
              : []),
            {
              id: 'cancel',
              icon: 'close',
              label: t('end.cancel'),
              onPress: () => {
                close();
                props.onCancel?.();
              },
            },
          ]}
        />
      </Modal>
      <Modal
        alert
        open={open === 'restart'}
        title={t('restart.title')}
        onEscape={close}
        actions={
          <>
            <Button onPress={close}>{t('restart.no')}</Button>
            <Button
              onPress={() => {
                close();
                props.onRestart?.();
              }}
            >
              {t('restart.yes')}
            </Button>
          </>
        }
      >
        <p>{t('restart.body')}</p>
      </Modal>
    </>
  );
}
