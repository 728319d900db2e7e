// A parked submission, opened: its answers and photos to read, to save, to take over, to mark as
// dealt with.

import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { OpenedParked, ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { AssignAnswers, type Search } from './AssignAnswers.tsx';
import { linesOf } from './content-view.ts';
import { openParked, saveOpened, saveReadable } from './parked-calls.ts';
import { readableFile } from './readable-file.ts';
import { kindKey, useParkedTexts, whyKey } from './parked-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  item: ParkedItem | null;
  onClose: () => void;
  PatientSearch: Search;
  onAssigned: (said: string) => void;
}
type Ways = Pick<Props, 'PatientSearch' | 'onAssigned'>;

export function OpenDialog({ item, onClose, ...ways }: Props) {
  const t = useParkedTexts();
  return (
    <Modal opened={item !== null} onClose={onClose} title={t('dialog')} size={800}>
      {item !== null && <Loaded key={item.id} item={item} {...ways} />}
    </Modal>
  );
}

function Loaded({ item, ...ways }: Ways & { item: ParkedItem }) {
  const query = useQuery({
    queryKey: ['parked', item.id],
    queryFn: () => openParked(item.id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Shown item={item} opened={query.data} {...ways} />;
}

function Shown({
  item,
  opened,
  PatientSearch,
  onAssigned,
}: Ways & { item: ParkedItem; opened: OpenedParked }) {
  const t = useParkedTexts(),
    language = useLanguage(),
    lines = useMemo(() => linesOf(opened.content), [opened.content]);
  const saveAsPage = (): void => {
    const born = item.patient
        ? ` ${t('born', { day: dayText(item.patient.geburtsdatum, language) })}`
        : '',
      html = readableFile(lines, {
        language,
        title: t('dialog'),
        facts: [
          `${item.patient?.name ?? t('unknownPerson')}${born}`,
          `${t(kindKey(item.kind))}: ${t(whyKey(item.code), { code: item.code })}`,
          `${item.tabletName === '' ? t('tablet.unknown') : item.tabletName} · ${showInstant(item.receivedAt, language)}`,
        ],
        photoMissing: t('dialog.photoMissing'),
        photoOf: (label) => t('dialog.photo', { label }),
      });
    saveReadable(item, html);
  };
  return (
    <div className="p-stack">
      <div>
        <Text>
          <strong>{item.patient?.name ?? t('unknownPerson')}</strong>
          {item.patient && (
            <>
              {' '}
              <span className="p-tabular">
                {t('born', { day: dayText(item.patient.geburtsdatum, language) })}
              </span>
            </>
          )}
        </Text>
        <Text size="sm">
          {t(kindKey(item.kind))}: {t(whyKey(item.code), { code: item.code })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('dialog.told')}
        </Text>
      </div>
      {opened.content === null ? (
        <Notice tone="warn">{t('dialog.unreadable')}</Notice>
      ) : (
        <dl className="zl-lines">
          {lines.map((line, at) => (
            <div key={at} data-depth={Math.min(line.depth, 3)}>
              <dt>{line.label}</dt>
              <dd>
                {line.text}
                {line.lacksPhoto && t('dialog.photoMissing')}
                {line.photos.map((src, n) => (
                  <img key={n} src={src} alt={t('dialog.photo', { label: line.label })} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {opened.answers && (
        <AssignAnswers
          item={item}
          answers={opened.answers}
          lacksPhoto={lines.some((line) => line.lacksPhoto)}
          PatientSearch={PatientSearch}
          onDone={onAssigned}
        />
      )}
      {!opened.answers && opened.content !== null && (
        <Text size="sm" c="dimmed">
          {t('assign.none')}
        </Text>
      )}
      {opened.content !== null && (
        <div className="p-row">
          {lines.length > 0 && <Button onClick={saveAsPage}>{t('save.readable')}</Button>}
          <Button variant="default" onClick={() => saveOpened(item, opened)}>
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  );
}
