// The actions of a document as buttons, and the result of the seal's check.

import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconHomeShare,
  IconPrinter,
  IconRosetteDiscountCheck,
  IconUserX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { mayReadAnswers, type UserRole } from '../../../shared/base/roles.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { VoidPaper } from '../consent/VoidPaper.tsx';
import { CheckAnswer } from './CheckAnswer.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { useEvidenceActs } from './evidence-acts.tsx';
import { UnreadableAnswer } from './UnreadableAnswer.tsx';
import { VoidDialog } from './VoidDialog.tsx';
import { titleOf, useDocumentActs, type DocumentActs } from './use-document-acts.ts';
import { Modal } from '../../ui/Modal.tsx';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
/**
 * Giving it to the patient starts in the shares area; invalid documents and pictures are not given.
 */
const giveHomePath = ({ patid, fileId }: DocumentRow): string =>
  `/dokumente/freigaben?${new URLSearchParams({ patid, datei: fileId, neu: '1' })}`;
const mayBeGiven = (row: DocumentRow): boolean =>
  row.voidedAt === null && row.mime === 'application/pdf';
/** Evaluated when the menu opens: a document added a while ago cannot be undone. */
const mayTakeBack = (row: DocumentRow): boolean =>
  row.undoUntil !== null && Date.now() < row.undoUntil;
/** Older than ten minutes, or added by another user. */
const mayBeVoided = (row: DocumentRow): boolean =>
  row.kind === 'upload' && row.voidedAt === null && !mayTakeBack(row);
/** A signed paper: on a tablet or phone, or by hand and scanned. */
const signedTask = (row: DocumentRow): string | null =>
  (row.kind === 'document' || (row.kind === 'scan' && !row.isAnswers && !row.isNotice)) &&
  row.level !== 'none' &&
  row.voidedAt === null
    ? row.taskId
    : null;
/** A notice that came back on paper: there is nothing in it that could be declared void. */
const isScannedNotice = (row: DocumentRow): boolean => row.kind === 'scan' && row.isNotice;
/**
 * Checks whether a document may be opened: a misfiled one opens for an owner only, signed answers
 * not at reception.
 */
export const mayBeOpened = (row: DocumentRow, role: UserRole | undefined): boolean =>
  (row.voided === null || role === 'owner') && (!row.isAnswers || mayReadAnswers(role));
/** A picture has no seal. */
const mayBeChecked = (row: DocumentRow): boolean => row.mime === 'application/pdf';

/** Next to the preview: every action visible. */
export function ActButtons({ row }: { row: DocumentRow }) {
  const t = useDocumentsTexts(),
    acts = useDocumentActs(row),
    evidence = useEvidenceActs(row),
    [isVoiding, setVoiding] = useState(false),
    taskId = signedTask(row);
  return (
    <div className="p-row">
      <Button
        size="xs"
        variant="default"
        disabled={acts.isBusy}
        leftSection={<IconExternalLink {...icon} />}
        onClick={acts.open}
      >
        {t('open')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={acts.isBusy}
        leftSection={<IconDownload {...icon} />}
        onClick={acts.save}
      >
        {t('save')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={acts.isBusy}
        leftSection={<IconPrinter {...icon} />}
        onClick={acts.print}
      >
        {t('print')}
      </Button>
      {mayBeGiven(row) && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={giveHomePath(row)}
          leftSection={<IconHomeShare {...icon} />}
        >
          {t('giveHome')}
        </Button>
      )}
      {mayBeChecked(row) && (
        <Button
          size="xs"
          variant="default"
          disabled={acts.isBusy}
          leftSection={<IconRosetteDiscountCheck {...icon} />}
          onClick={acts.check}
        >
          {t('check.title')}
        </Button>
      )}
      {evidence.acts.map((one) => (
        <Button
          key={one.id}
          size="xs"
          variant="default"
          disabled={acts.isBusy}
          leftSection={one.icon}
          onClick={one.run}
        >
          {one.label}
        </Button>
      ))}
      {mayBeVoided(row) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserX {...icon} />}
          onClick={() => setVoiding(true)}
        >
          {t('void')}
        </Button>
      )}
      {taskId !== null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBan {...icon} />}
          onClick={() => setVoiding(true)}
        >
          {t('voidSigned')}
        </Button>
      )}
      {isScannedNotice(row) && (
        <Text size="xs" c="dimmed">
          {t('voidSigned.notice')}
        </Text>
      )}
      {isVoiding && <Voiding row={row} onClose={() => setVoiding(false)} />}
      {evidence.dialog}
      <CheckedDialog acts={acts} />
    </div>
  );
}

/** In a row: the most common action as a button, the others behind it. */
export function ActMenu({ row }: { row: DocumentRow }) {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    acts = useDocumentActs(row),
    evidence = useEvidenceActs(row),
    [isAsked, setAsked] = useState(false),
    [isVoiding, setVoiding] = useState(false),
    of = { title: titleOf(t, row), name: row.patientName };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={30}
            loading={acts.isBusy}
            aria-label={t('more', of)}
            title={t('more', of)}
          >
            <IconDotsVertical {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconExternalLink {...icon} />} onClick={acts.open}>
            {t('open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={acts.save}>
            {t('save')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={acts.print}>
            {t('print')}
          </Menu.Item>
          {mayBeGiven(row) && (
            <Menu.Item
              component={Link}
              to={giveHomePath(row)}
              leftSection={<IconHomeShare {...icon} />}
            >
              {t('giveHome')}
            </Menu.Item>
          )}
          {mayBeChecked(row) && (
            <Menu.Item leftSection={<IconRosetteDiscountCheck {...icon} />} onClick={acts.check}>
              {t('check.title')}
            </Menu.Item>
          )}
          {evidence.acts.map((one) => (
            <Menu.Item key={one.id} leftSection={one.icon} onClick={one.run}>
              {one.label}
            </Menu.Item>
          ))}
          {mayTakeBack(row) && (
            <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => setAsked(true)}>
              {t('takeBack')}
            </Menu.Item>
          )}
          {mayBeVoided(row) && (
            <Menu.Item leftSection={<IconUserX {...icon} />} onClick={() => setVoiding(true)}>
              {t('void')}
            </Menu.Item>
          )}
          {signedTask(row) !== null && (
            <Menu.Item leftSection={<IconBan {...icon} />} onClick={() => setVoiding(true)}>
              {t('voidSigned')}
            </Menu.Item>
          )}
          {isScannedNotice(row) && <Menu.Label>{t('voidSigned.notice')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isAsked} onClose={() => setAsked(false)} title={t('takeBack')}>
        <Text mb={16}>{t('takeBack.what', of)}</Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => setAsked(false)}>
            {ui('cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              setAsked(false);
              acts.takeBack();
            }}
          >
            {t('takeBack')}
          </Button>
        </Group>
      </Modal>
      {isVoiding && <Voiding row={row} onClose={() => setVoiding(false)} />}
      {evidence.dialog}
      <CheckedDialog acts={acts} />
    </>
  );
}

/** A signed paper is declared void; an upload is taken out of the record. */
function Voiding({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const t = useDocumentsTexts(),
    taskId = signedTask(row);
  return taskId === null ? (
    <VoidDialog row={row} onClose={onClose} />
  ) : (
    <VoidPaper title={titleOf(t, row)} taskId={taskId} onClose={onClose} />
  );
}

function CheckedDialog({ acts: { checked, forget } }: { acts: DocumentActs }) {
  const t = useDocumentsTexts();
  return (
    <Modal opened={checked !== null} onClose={forget} title={t('check.title')} size={720}>
      {checked &&
        (checked.report.isReadable ? (
          <CheckAnswer report={checked.report} fileName={checked.fileName} at={checked.at} />
        ) : (
          <UnreadableAnswer
            reason={checked.report.reason}
            hadSeal={checked.report.hadSeal}
            fileName={checked.fileName}
          />
        ))}
    </Modal>
  );
}
