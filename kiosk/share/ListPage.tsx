/**
 * List of shared items: read, fill in, sign, download as equal buttons in plain rows, each with its
 * state as text.
 */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinDay, dayText } from '../../shared/base/dates.ts';
import type { ShareContents, ShareItem } from '../../shared/exchange/share.schema.ts';
import { Contact } from '../home/Contact.tsx';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { Icon } from '../ui/Icon.tsx';
import { isolated } from '../ui/isolated.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { TryAgain } from './FirstPages.tsx';
import type { ShareState } from './visit/shareState.ts';
import { saveFile } from './saveFile.ts';

export interface ListPageProps {
  readonly header: ReactNode;
  readonly state: ShareState;
  readonly contents: ShareContents;
  readonly onOpen: (item: ShareItem) => void;
  readonly onDownload: (itemId: string) => Promise<Uint8Array>;
  readonly onFinish: () => void;
}

export function ListPage({ header, state, contents, onOpen, onDownload, onFinish }: ListPageProps) {
  const { t, i18n } = useTranslation('share');
  const { items, praxis } = contents,
    isAllDone = items.every((item) => item.isDone);
  return (
    <Screen
      header={header}
      pageKey="list"
      layout="split"
      question={
        <>
          <Question
            reason={
              <bdi>{[praxis.name, praxis.anschrift].filter((one) => one !== '').join(' · ')}</bdi>
            }
          >
            {t('list.title')}
          </Question>
          <p className="home-lead">
            {[
              ...(contents.firstName === ''
                ? []
                : [t('list.for', { name: isolated(contents.firstName, i18n.language) })]),
              t('list.until', { day: dayText(berlinDay(contents.expiresAt), i18n.language) }),
              ...(contents.isOnce ? [t('list.once')] : []),
            ].join(' ')}
          </p>
        </>
      }
      footer={
        <Footer
          primary={
            <Button kind={isAllDone ? 'primary' : 'secondary'} grow onPress={onFinish}>
              {t('list.finish')}
            </Button>
          }
        />
      }
    >
      <TryAgain problem={state.problem} />
      {items.length === 0 ? (
        <p>{t('list.empty')}</p>
      ) : (
        <ul className="portal-items">
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              isBegun={state.begun.includes(item.id)}
              isBusy={state.isBusy}
              onOpen={() => onOpen(item)}
              onDownload={onDownload}
            />
          ))}
        </ul>
      )}
      <Contact praxis={praxis} />
    </Screen>
  );
}

interface RowProps {
  readonly item: ShareItem;
  /** Begun on this device, and not sent. */
  readonly isBegun: boolean;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
  readonly onDownload: (itemId: string) => Promise<Uint8Array>;
}

function Row({ item, isBegun, isBusy, onOpen, onDownload }: RowProps) {
  const { t, i18n } = useTranslation('share');
  const broken = (words: string): string => softHyphens(words, i18n.language);
  const [save, setSave] = useState<'busy' | 'failed' | null>(null);
  const download = (): void => {
    setSave('busy');
    onDownload(item.id).then(
      (bytes) => {
        saveFile(item.title, bytes);
        setSave(null);
      },
      () => setSave('failed'),
    );
  };
  const facts =
    item.kind === 'document'
      ? [
          t('list.document', { day: dayText(berlinDay(item.at), i18n.language) }),
          ...(item.isDone ? [t('list.seen')] : []),
        ]
      : item.kind === 'questionnaire'
        ? [
            t('list.questionnaire'),
            item.isDone
              ? t('list.filled')
              : isBegun
                ? t('list.begun')
                : t('list.minutes', { count: item.minutes }),
          ]
        : item.said !== null
          ? [t(item.said === 'question' ? 'list.asked' : 'list.declined')]
          : item.isDone
            ? [
                t('list.signed'),
                ...(item.waitsFor.length > 0
                  ? [t('list.waits', { names: isolated(item.waitsFor.join(', '), i18n.language) })]
                  : []),
              ]
            : [
                t('list.sign'),
                t('list.signer', { name: isolated(item.signer.name, i18n.language) }),
              ];
  const fill = t(isBegun ? 'list.fillOn' : 'list.fill');
  const isSaid = item.kind === 'sign' && item.said !== null,
    isOver = (item.isDone && item.kind !== 'document') || isSaid;
  return (
    <li className="portal-item" data-done={isOver || undefined}>
      <h2 className="portal-item__title">
        {isOver && !isSaid && <Icon name="check" />}
        <span>
          <bdi>{softHyphens(item.title, 'de')}</bdi>
        </span>
      </h2>
      <p className="portal-item__facts">
        {facts.map((fact, at) => (
          <span key={fact}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      {!isOver && (
        <div className="portal-actions">
          {item.kind === 'questionnaire' && (
            <Button busy={isBusy} label={`${fill}: ${item.title}`} onPress={onOpen}>
              {broken(fill)}
            </Button>
          )}
          {item.kind === 'sign' && (
            <Button busy={isBusy} label={`${t('list.readSign')}: ${item.title}`} onPress={onOpen}>
              {broken(t('list.readSign'))}
            </Button>
          )}
          {item.kind === 'document' && (
            <Button busy={isBusy} label={`${t('list.read')}: ${item.title}`} onPress={onOpen}>
              {broken(t('list.read'))}
            </Button>
          )}
          {item.kind === 'document' && (
            <Button
              busy={save === 'busy'}
              label={`${t('list.save')}: ${item.title}`}
              onPress={download}
            >
              {broken(t('list.save'))}
            </Button>
          )}
        </div>
      )}
      {save === 'failed' && <Notice kind="offline" live title={t('list.saveFailed')} />}
    </li>
  );
}
