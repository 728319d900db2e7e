// One paper of a Mappe: title, state, and the action that this paper waits for (talk, print, paper
// back, open).

import { Button, Text } from '@mantine/core';
import {
  IconDeviceMobile,
  IconFileCheck,
  IconFileText,
  IconListCheck,
  IconMessages,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BoardMappe, BoardTablet, BoardTask } from '../../../../shared/exchange/board.ts';
import { mayReadAnswers } from '../../../../shared/base/roles.ts';
import { berlinTime } from '../../../../shared/base/dates.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { readInWords } from '../../../../shared/papers/read-in.ts';
import { isTalkMissing } from '../../../../shared/papers/signers.ts';
import { useSession } from '../../../session.ts';
import { useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { openPdf } from '../../../ui/pdf.ts';
import { say, sayWithUndo } from '../../../ui/toast.tsx';
import { attentionKey, isLossCode } from '../view/attention.ts';
import {
  cancelTask,
  filePaper,
  linkPath,
  printPath,
  recordTalk,
  unfilePaper,
  restartMappe,
  settleTask,
  turnToPaper,
  useAct,
} from '../board-actions.ts';
import { isAtTablet, stateOfTask } from '../view/state.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useBoardTexts } from '../board-texts.ts';
import { usePrivacy } from '../privacy.tsx';
import { StateChip } from '../StateChip.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { TaskSigners } from './TaskSigners.tsx';

/** States in which a signing link works; in others it would open nothing. */
const LINKABLE: readonly BoardTask['state'][] = [
  'created',
  'assigned',
  'started',
  'interrupted',
  'part_signed',
];
interface Props {
  task: BoardTask;
  mappe: BoardMappe;
  free: readonly BoardTablet[];
  /** The state of the row already shows it. */
  isTold: boolean;
}

/** One paper with its state and its actions. */
export function TaskLine({ task, mappe, free, isTold }: Props) {
  const t = useBoardTexts(),
    language = useLanguage();
  const ui = useUiTexts();
  const act = useAct(),
    { run } = act;
  const paperTitle = usePaperTitle();
  const privacy = usePrivacy(),
    owner =
      mappe.patients.length > 1
        ? mappe.patients.find((one) => one.patid === task.patid)
        : undefined;
  const isTalkOpen =
    task.state === 'talk_pending' ||
    (task.state === 'question' && !(task.talk.needed && task.talk.doneAt !== undefined));
  const attention = task.attention ?? (task.state === 'needs_attention' ? '' : undefined);

  const print = (): void =>
    void run(async () => {
      if (!(await openPdf(printPath(task.taskId), `${task.title}.pdf`))) say(ui('popup'));
    });

  return (
    <li className="e-task">
      <div className="e-task-head">
        <span className="e-task-title">
          {owner && <strong>{privacy.name(owner.name)}: </strong>}
          {paperTitle(task.template, task.title)}
        </span>
        {!isTold && <StateChip state={stateOfTask(task)} />}
      </div>
      {attention !== undefined && (
        <Text size="xs">{t(attentionKey(attention), { code: attention })}</Text>
      )}
      {task.readIn && (
        <Text size="xs">
          {t(`readIn.${readInWords(task.readIn)}`, {
            wanted: languageName(task.readIn.wanted, language),
            shown: languageName(task.readIn.shown, language),
            name: task.readIn.name ?? '',
          })}
        </Text>
      )}
      {task.signers && <TaskSigners task={task} signers={task.signers} />}
      {task.talk.doneBy !== undefined && task.talk.doneAt !== undefined && (
        <Text size="xs" c="dimmed">
          {t('talk.by', { name: task.talk.doneBy, time: berlinTime(task.talk.doneAt) })}
        </Text>
      )}
      <div className="e-task-acts">
        {isTalkOpen && <TalkAct task={task} mappe={mappe} free={free} {...act} />}
        <LinkAct task={task} />
        <PaperActs task={task} onPrint={print} {...act} />
        <FileActs task={task} mappe={mappe} onPrint={print} {...act} />
        <AttentionActs task={task} mappe={mappe} {...act} />
      </div>
    </li>
  );
}

type TaskProps = Pick<Props, 'task'>;
type MappeProps = Pick<Props, 'task' | 'mappe'>;
type Act = ReturnType<typeof useAct>;

/** Records the talk with the dentist; anyone else reads that it is missing. */
function TalkAct({ task, mappe, free, isBusy, run }: Omit<Props, 'isTold'> & Act) {
  const t = useBoardTexts(),
    { user } = useSession();
  // The signature opens where the patient sits; if that tablet is taken by another person, on a
  // free one.
  const isOwnFree = free.some((one) => one.tabletId === mappe.tabletId) || isAtTablet(mappe);
  const tabletForTalk = isOwnFree ? mappe.tabletId : (free[0]?.tabletId ?? null);
  if (user?.behandler !== true)
    return (
      <Text size="xs" c="dimmed">
        {t('act.talkNot')}
      </Text>
    );
  return (
    <Button
      size="xs"
      data-default
      leftSection={<IconMessages size={16} aria-hidden />}
      loading={isBusy}
      onClick={() =>
        void run(
          () =>
            recordTalk(
              task.taskId,
              task.signers?.some((one) => one.signedAt !== null) === true ? null : tabletForTalk,
            ),
          t('act.talkDone'),
        )
      }
    >
      {t('act.talk')}
    </Button>
  );
}

function LinkAct({ task }: TaskProps) {
  const t = useBoardTexts();
  // An absent signer signs on their own phone: from the start, or once another person has signed
  // here.
  const missing = task.signers?.filter((one) => one.signedAt === null) ?? [],
    wanted =
      missing.find((one) => one.isAway === true) ??
      (task.state === 'part_signed' ? missing[0] : undefined);
  const isLinkWanted = LINKABLE.includes(task.state) && !isTalkMissing(task.talk);
  return (
    <>
      {wanted && isLinkWanted && (
        <Button
          size="xs"
          {...(task.state === 'part_signed' ? { 'data-default': true } : { variant: 'default' })}
          component={Link}
          to={linkPath(task.patid, task.taskId, wanted.role)}
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
        >
          {t('act.link')}
        </Button>
      )}
    </>
  );
}

function PaperActs({ task, onPrint, isBusy, run }: TaskProps & Act & { onPrint: () => void }) {
  const t = useBoardTexts();
  return (
    <>
      {task.state === 'part_signed' && (
        <ConfirmButton
          size="xs"
          variant="default"
          question={t('act.toPaperAsk')}
          yes={t('act.toPaper')}
          onYes={() => void run(() => turnToPaper(task.taskId))}
        >
          {t('act.toPaper')}
        </ConfirmButton>
      )}
      {task.state === 'paper' && (
        <>
          <Button
            size="xs"
            data-default
            leftSection={<IconPrinter size={16} aria-hidden />}
            loading={isBusy}
            onClick={onPrint}
          >
            {t('act.print')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileCheck size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                await filePaper(task.taskId);
                sayWithUndo(t('act.paperBackDone'), () => void run(() => unfilePaper(task.taskId)));
              })
            }
          >
            {t('act.paperBack')}
          </Button>
        </>
      )}
    </>
  );
}

function FileActs({
  task,
  mappe,
  onPrint,
  isBusy,
  run,
}: MappeProps & Act & { onPrint: () => void }) {
  const t = useBoardTexts(),
    ui = useUiTexts(),
    { user } = useSession(),
    // Answers, signed or not, are for the people who treat.
    isKeptBack = task.answersId !== undefined && !mayReadAnswers(user?.role);
  const open = (fileId: string): void =>
    void run(async () => {
      if (!(await openPdf(`/documents/file/${encodeURIComponent(fileId)}`, `${task.title}.pdf`)))
        say(ui('popup'));
    });
  return (
    <>
      {task.fileId !== undefined && mappe.wantsPaperCopy && (
        <Button
          size="xs"
          data-default
          leftSection={<IconPrinter size={16} aria-hidden />}
          loading={isBusy}
          onClick={onPrint}
        >
          {t('act.copy')}
        </Button>
      )}
      {task.fileId !== undefined && !mappe.wantsPaperCopy && !isKeptBack && (
        <Button
          size="xs"
          variant="subtle"
          data-default
          leftSection={<IconFileText size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => task.fileId !== undefined && open(task.fileId)}
        >
          {t('act.open')}
        </Button>
      )}
      {task.answersId !== undefined && !isKeptBack && (
        <Button
          size="xs"
          variant="subtle"
          data-default
          component={Link}
          to={`/anamnese/${task.answersId}`}
          leftSection={<IconListCheck size={16} aria-hidden />}
        >
          {t('act.answers')}
        </Button>
      )}
    </>
  );
}

function AttentionActs({ task, mappe, isBusy, run }: MappeProps & Act) {
  const t = useBoardTexts(),
    ui = useUiTexts();
  return (
    <>
      {task.attention !== undefined &&
        task.state !== 'needs_attention' &&
        !isLossCode(task.attention) && (
          <ConfirmButton
            size="xs"
            variant="default"
            question={t('act.seenAsk')}
            yes={t('act.seenYes')}
            onYes={() => void run(() => settleTask(task.taskId))}
          >
            {t('act.seen')}
          </ConfirmButton>
        )}
      {task.state === 'needs_attention' && (
        <>
          <Button
            size="xs"
            data-default
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => void run(() => restartMappe(mappe.mappeId))}
          >
            {ui('retry')}
          </Button>
          <ConfirmButton
            size="xs"
            variant="default"
            question={t('act.withdrawAsk')}
            yes={t('act.retryTask')}
            onYes={() => void run(() => cancelTask(task.taskId))}
          >
            {t('act.retryTask')}
          </ConfirmButton>
        </>
      )}
    </>
  );
}
