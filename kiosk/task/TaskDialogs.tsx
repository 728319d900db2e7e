/** Dialogs of the bar: text size, language, and ending or restarting a document. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listLanguages } from '../../shared/base/languages.ts';
import type { TextScale } from '../../shared/desk/mappe.ts';
import { Button } from '../ui/Button.tsx';
import { ActionTiles, type ActionTilesProps } from '../ui/fields/ChoiceTiles.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextSizeMenu } from '../ui/TextSizeMenu.tsx';
import { plainOf, type PlainChoice } from './plain.ts';

export type TaskDialog = 'size' | 'language' | 'pause' | 'end' | 'restart' | null;

/** Choices that a person has on every screen of a task. */
export interface TaskChoices {
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (code: string) => void;
  readonly textScale: TextScale;
  readonly isCalm: boolean;
  readonly onComfort: (choice: { readonly textScale: TextScale; readonly isCalm: boolean }) => void;
  /** Einfache Sprache, only where the questionnaire has it. */
  readonly plain?: PlainChoice | undefined;
  /** Asks "Vorgang abbrechen?" (X9); absent where there is nothing to cancel yet. */
  readonly onCancel?: () => void;
  /** Stops here and keeps the answers; absent where the task cannot be continued later. */
  readonly onPause?: () => void;
  /** Starts assisted filling by PIN, or ends it. */
  readonly team?: { readonly name: string | null; readonly onPress: () => void } | undefined;
  /** Moves to another device, or back; labelled by its own texts. */
  readonly handOver?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** T2: restarts this document. */
  readonly onRestart?: () => void;
}

interface TaskDialogsProps extends TaskChoices {
  readonly open: TaskDialog;
  readonly onOpen: (dialog: TaskDialog) => void;
}

export function TaskDialogs(props: TaskDialogsProps) {
  const { t } = useTranslation('task');
  const { open, onOpen } = props;
  const close = () => onOpen(null);
  return (
    <>
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
      <Modal open={open === 'pause'} title={t('pause.title')} onEscape={close}>
        <p>{t('pause.body')}</p>
        <PauseChoices {...props} />
      </Modal>
      <Modal open={open === 'end'} title={t('end.title')} onEscape={close}>
        <EndChoices {...props} />
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

type Actions = ActionTilesProps['actions'][number][];

/** Ways to go on: here, or on another device. */
function goOn({ handOver, onOpen }: TaskDialogsProps, keep: string): Actions {
  const close = () => onOpen(null);
  return [
    { id: 'keep', icon: 'back', label: keep, onPress: close },
    ...(handOver
      ? [
          {
            id: 'hand-over',
            icon: 'forward' as const,
            label: handOver.label,
            onPress: () => {
              close();
              handOver.onPress();
            },
          },
        ]
      : []),
  ];
}

/** Keep on, go on elsewhere, or stop for now: nothing of these deletes an answer. */
function PauseChoices(props: TaskDialogsProps): ReactNode {
  const { t } = useTranslation('task');
  const { onPause, onOpen } = props;
  return (
    <ActionTiles
      label={t('pause.title')}
      actions={[
        ...goOn(props, t('end.keep')),
        {
          id: 'pause',
          icon: 'ok',
          label: t('pause.yes'),
          onPress: () => {
            onOpen(null);
            onPause?.();
          },
        },
      ]}
    />
  );
}

/** Ways out of a document: keep on, elsewhere, again, with the team, or cancel. */
function EndChoices(props: TaskDialogsProps): ReactNode {
  const { t } = useTranslation('task');
  const { onRestart, team, onCancel, onOpen } = props,
    close = () => onOpen(null);
  const actions = goOn(props, t('end.keep'));
  if (onRestart)
    actions.push({
      id: 'restart',
      icon: 'undo',
      label: t('end.restart'),
      onPress: () => onOpen('restart'),
    });
  if (team)
    actions.push({
      id: 'team',
      icon: 'signature',
      label: team.name === null ? t('team.begin') : t('team.end', { name: team.name }),
      onPress: () => {
        close();
        team.onPress();
      },
    });
  actions.push({
    id: 'cancel',
    icon: 'close',
    label: t('end.cancel'),
    onPress: () => {
      close();
      onCancel?.();
    },
  });
  return <ActionTiles label={t('end.title')} actions={actions} />;
}
