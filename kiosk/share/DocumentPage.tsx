/**
 * A shared document: its text if available, the sealed PDF on demand, a picture unchanged, and the
 * download.
 */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinDay, dayText } from '../../shared/base/dates.ts';
import type { ShareItemContent } from '../../shared/exchange/share.schema.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { SectionText } from '../documents/DocumentText.tsx';
import { OriginalPdf, type Original } from '../documents/OriginalPdf.tsx';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { addressOf, saveFile, typeOf } from './saveFile.ts';
import '../documents/reader.css';

export interface DocumentPageProps {
  readonly header: ReactNode;
  readonly content: Extract<ShareItemContent, { kind: 'document' }>;
  readonly language: string;
  readonly onDownload: (itemId: string) => Promise<Uint8Array>;
  readonly onBack: () => void;
}

export default function DocumentPage({
  header,
  content,
  language,
  onDownload,
  onBack,
}: DocumentPageProps) {
  const { t, i18n } = useTranslation('share');
  const { t: home } = useTranslation('home');
  const { t: documents } = useTranslation('documents');
  const { id, document: data } = content;
  const [original, setOriginal] = useState<Original>({ state: 'loading' });
  const [isOpen, setOpen] = useState(data === null);
  const [isMissing, setMissing] = useState(false);
  const fetchFile = useCallback(async (): Promise<Uint8Array> => {
    const bytes = await onDownload(id);
    setOriginal({ state: 'ready', bytes, sha256: await sha256Hex(bytes) });
    return bytes;
  }, [id, onDownload]);
  const open = (): void => {
    setOpen(true);
    if (original.state === 'ready') return;
    setOriginal({ state: 'loading' });
    fetchFile().catch(() => setOriginal({ state: 'failed' }));
  };
  useEffect(() => {
    // Without a text the file itself is shown for reading.
    if (data === null) fetchFile().catch(() => setOriginal({ state: 'failed' }));
  }, [data, fetchFile]);
  const isPicture = original.state === 'ready' && typeOf(original.bytes).type !== 'application/pdf';
  const save = (): void => {
    setMissing(false);
    (original.state === 'ready' ? Promise.resolve(original.bytes) : fetchFile()).then(
      (bytes) => saveFile(content.title, bytes),
      () => setMissing(true),
    );
  };
  return (
    <Screen
      header={header}
      pageKey={id}
      question={
        <Question
          reason={t('list.document', { day: dayText(berlinDay(content.at), i18n.language) })}
        >
          <bdi>{softHyphens(content.title, 'de')}</bdi>
        </Question>
      }
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {home('back')}
            </Button>
          }
          primary={
            <Button grow onPress={save}>
              {softHyphens(t('list.save'), i18n.language)}
            </Button>
          }
        />
      }
    >
      {isMissing && <Notice kind="offline" live title={t('list.saveFailed')} />}
      {isPicture ? (
        <Picture bytes={original.bytes} title={content.title} />
      ) : (
        <div className="home-buttons portal-paper">
          <Button icon="document" onPress={open}>
            {documents('pdf.open')}
          </Button>
        </div>
      )}
      {data?.sections.map((section) => (
        <SectionText
          key={section.id}
          section={section}
          language={language}
          withGerman={false}
          headingId={`paper-${section.id}`}
        />
      ))}
      {isOpen && !isPicture && (
        <OriginalPdf
          original={original}
          {...(data === null && { bare: { failed: t('paper.failed'), cannot: t('paper.cannot') } })}
          onClose={() => setOpen(false)}
        />
      )}
    </Screen>
  );
}

function Picture({ bytes, title }: { readonly bytes: Uint8Array; readonly title: string }) {
  const address = useMemo(() => addressOf(bytes), [bytes]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img className="portal-picture" src={address} alt={title} />;
}
