// One document in the list: date, patient, kind, its seal, and who added it.

import { Button, Table } from '@mantine/core';
import { Link } from 'react-router';
import { IconBan, IconCircleCheck, IconEye, IconFileText, IconLock } from '@tabler/icons-react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { useSession } from '../../session.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { Tick } from '../../ui/lists/Tick.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { ActMenu, mayBeOpened } from './DocumentActs.tsx';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';
import { titleOf, useDocumentActs } from './use-document-acts.ts';

/** Word for the evidence of a document. */
export const LEVEL_WORD: Record<DocumentRow['level'], DocumentsKey> = {
  'B-LTA': 'level.B-LTA',
  'B-LT': 'level.B-T',
  'B-T': 'level.B-T',
  'B-B': 'level.B-B',
  sealed: 'level.sealed',
  none: 'level.none',
};

/** @param onShow shows it next to the list; without room for that it opens in a window */
export function DocumentLine({
  row,
  isNamed,
  isShown,
  onShow,
  isChosen,
  onChoose,
}: {
  row: DocumentRow;
  isNamed: boolean;
  isChosen: boolean;
  onChoose: () => void;
  isShown: boolean;
  onShow: (() => void) | undefined;
}) {
  const t = useDocumentsTexts(),
    language = useLanguage(),
    { user } = useSession(),
    title = titleOf(t, row);
  return (
    <Table.Tr
      data-row
      tabIndex={-1}
      data-shown={isShown}
      onClick={mayBeOpened(row, user?.role) ? onShow : undefined}
    >
      <Table.Td className="d-check p-noprint" onClick={(event) => event.stopPropagation()}>
        <Tick
          label={t('choose', { title, name: row.patientName })}
          checked={isChosen}
          onChange={onChoose}
        />
      </Table.Td>
      <Table.Td className="d-at p-tabular">{showInstant(row.at, language)}</Table.Td>
      {isNamed && (
        <Table.Td className="d-patient">
          <Link
            data-whole
            to={`/patient/${numberInPath(row.patid)}`}
            onClick={(event) => event.stopPropagation()}
          >
            <strong>{row.patientName}</strong>
          </Link>{' '}
          <span className="p-muted p-tabular">
            {row.geburtsdatum === '' ? '' : `*${dayText(row.geburtsdatum, language)}`}
          </span>
        </Table.Td>
      )}
      <Table.Td className="d-title">
        {title}
        {row.kind === 'upload' && (
          <span className="p-muted p-small d-by">
            {t('by', {
              name: row.uploadedBy === null || row.uploadedBy === '' ? '–' : row.uploadedBy,
            })}
          </span>
        )}
        {(row.kind === 'notice' || row.kind === 'scan') && (
          <span className="p-muted p-small d-by">
            {t(row.kind === 'notice' ? 'kind.noticeShort' : 'kind.scanShort')}
          </span>
        )}
        {row.voided !== null && (
          <span className="p-muted p-small d-by">
            {t('voided.why', { note: row.voided.note, name: row.voided.byName })}
            {row.voided.movedTo !== null &&
              ` ${t('voided.to', { name: row.voided.movedTo.patientName })}`}
          </span>
        )}
        {row.isHeld && (
          <span className="p-muted p-small d-by">
            <IconLock size={14} stroke={1.75} aria-hidden /> {t('held')}
          </span>
        )}
      </Table.Td>
      <Table.Td className="d-level p-muted">
        {t(row.kind === 'upload' ? 'level.upload' : LEVEL_WORD[row.level])}
      </Table.Td>
      <Table.Td className="d-state">
        {row.voidedAt === null ? (
          <StateWord tone="ok" icon={IconCircleCheck}>
            {t('state.filed')}
          </StateWord>
        ) : (
          <StateWord tone="off" icon={IconBan}>
            {t('state.voided', { date: dayText(berlinDay(row.voidedAt), language) })}
          </StateWord>
        )}
      </Table.Td>
      <Table.Td className="d-open" ta="end" onClick={(event) => event.stopPropagation()}>
        <span className="d-acts">
          {mayBeOpened(row, user?.role) && (
            <ShowButton row={row} title={title} isShown={isShown} onShow={onShow} />
          )}
          {mayBeOpened(row, user?.role) && <ActMenu row={row} />}
        </span>
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows the document next to the list, or opens it in a window. */
function ShowButton({
  row,
  title,
  isShown,
  onShow,
}: {
  row: DocumentRow;
  title: string;
  isShown: boolean;
  onShow: (() => void) | undefined;
}) {
  const t = useDocumentsTexts(),
    { isBusy, open } = useDocumentActs(row);
  return onShow ? (
    <Button
      size="xs"
      variant="default"
      data-default
      aria-pressed={isShown}
      leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
      aria-label={t('showOne', { title, name: row.patientName })}
      onClick={onShow}
    >
      {t('show')}
    </Button>
  ) : (
    <Button
      size="xs"
      variant="default"
      data-default
      loading={isBusy}
      leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />}
      aria-label={t('openOne', { title, name: row.patientName })}
      onClick={open}
    >
      {t('open')}
    </Button>
  );
}
