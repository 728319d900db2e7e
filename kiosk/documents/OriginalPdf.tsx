/** The original PDF on demand, in the page and never as a download; a device without a PDF view says so and what to do. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';

export type Original = { readonly state: 'loading' } | { readonly state: 'failed' } | { readonly state: 'ready'; readonly bytes: Uint8Array; readonly sha256: string };

export interface OriginalPdfProps {
  readonly open: boolean;
  readonly original: Original;
  readonly onClose: () => void;
}

export function OriginalPdf({ open, original, onClose }: OriginalPdfProps) {
  const { t } = useTranslation('documents');
  return (
    <Modal
      open={open}
      title={t('pdf.title')}
      onEscape={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('pdf.close')}
        </Button>
      }
    >
      {original.state === 'loading' && <p role="status">{t('pdf.loading')}</p>}
      {original.state === 'failed' && <Notice kind="offline" title={t('pdf.failed')} live />}
      {original.state === 'ready' && <PdfFrame bytes={original.bytes} sha256={original.sha256} />}
    </Modal>
  );
}

function PdfFrame({ bytes, sha256 }: { readonly bytes: Uint8Array; readonly sha256: string }) {
  const { t } = useTranslation('documents');
  const url = useBlobUrl(bytes);
  return (
    <>
      {showsPdf() ? <iframe className="doc-pdf" title={t('pdf.title')} src={url} /> : <Notice kind="info" title={t('pdf.cannot')} />}
      <p className="doc-check">{t('pdf.check', { sha: sha256.slice(0, 12) })}</p>
    </>
  );
}

/** Tablets mostly have no PDF view inside a page; a browser that cannot say so is taken for one of them. */
function showsPdf(): boolean {
  return 'pdfViewerEnabled' in navigator && navigator.pdfViewerEnabled;
}

function useBlobUrl(bytes: Uint8Array): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const next = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }));
    setUrl(next);
    // A forgotten address keeps a patient's document in memory until the page goes.
    return () => URL.revokeObjectURL(next);
  }, [bytes]);
  return url;
}
