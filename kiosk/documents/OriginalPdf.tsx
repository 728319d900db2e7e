/**
 * The original PDF on demand, rendered full-screen by the app itself: one path for tablets with and
 * without a PDF viewer.
 */
import { useCallback, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useModalFocus } from '../ui/useModalFocus.ts';
import { PdfPage } from './PdfPage.tsx';
import { isWanted, nextZoom, pageWidth } from './pdfPages.ts';
import { readOnIn } from '../ui/readOn.tsx';
import { usePdf } from './usePdf.ts';
import { useScroller } from './useScroller.ts';
import { useSight } from './useSight.ts';
import './original.css';

export type Original =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly bytes: Uint8Array; readonly sha256: string };

export interface OriginalPdfProps {
  readonly original: Original;
  /** Texts for a file that is the only version: no page before it has the same text. */
  readonly bare?: { readonly failed: string; readonly cannot: string };
  readonly onClose: () => void;
}

/** Mounted while open. */
export function OriginalPdf({ original, bare, onClose }: OriginalPdfProps) {
  const { t } = useTranslation('documents');
  const layer = useRef<HTMLDivElement>(null);
  const heading = useId();
  const [zoom, setZoom] = useState(100);
  const [list, keepPlace] = useScroller();
  const [isBroken, setBroken] = useState(false);
  const pdf = usePdf(original.state === 'ready' ? original.bytes : undefined);
  const count = pdf?.pages.length ?? 0;
  const sight = useSight(list, count);
  const onFailed = useCallback(() => setBroken(true), []);
  useModalFocus(layer, { open: true, onEscape: onClose });

  const isShown = pdf !== undefined && pdf !== null && !isBroken;
  const width = pageWidth(sight.room, zoom);
  const zoomBy = (step: 1 | -1) => {
    keepPlace();
    setZoom(nextZoom(zoom, step));
  };
  return createPortal(
    <div
      ref={layer}
      className="doc-original"
      role="dialog"
      aria-modal="true"
      aria-labelledby={heading}
      data-k-layer=""
    >
      <div className="doc-original__bar">
        <h2 id={heading} tabIndex={-1}>
          {t('pdf.title')}
        </h2>
        {isShown && (
          <Zoom
            page={t('pdf.page', { page: sight.current + 1, count })}
            percent={zoom}
            onZoom={zoomBy}
          />
        )}
      </div>
      <div ref={list} className="doc-original__list" role="region" aria-label={t('pdf.pages')}>
        {original.state === 'failed' && (
          <Notice kind="offline" title={bare?.failed ?? t('pdf.failed')} live />
        )}
        {(pdf === null || isBroken) && (
          <Notice kind="info" title={bare?.cannot ?? t('pdf.cannot')} live />
        )}
        {original.state === 'loading' || (original.state === 'ready' && pdf === undefined) ? (
          <p role="status">{t('pdf.loading')}</p>
        ) : null}
        {isShown && (
          <>
            {!bare && <p className="doc-original__note">{t('pdf.same')}</p>}
            {/* Pages run left to right and so do their margins, whatever the reader's language. */}
            <div className="doc-original__pages" dir="ltr">
              {width > 0 &&
                pdf.pages.map((page, index) => (
                  <PdfPage
                    // Pages of one file are never reordered.
                    key={index}
                    pdf={pdf}
                    index={index}
                    size={{ width, height: Math.floor((width * page.height) / page.width) }}
                    isWanted={isWanted(index, sight.visible)}
                    label={t('pdf.page', { page: index + 1, count })}
                    onFailed={onFailed}
                  />
                ))}
            </div>
            {original.state === 'ready' && (
              <p className="doc-original__note">
                {t('pdf.check', { sha: original.sha256.slice(0, 12) })}
              </p>
            )}
          </>
        )}
      </div>
      <div className="doc-original__bar doc-original__bar--end">
        <Button kind="primary" grow onPress={onClose}>
          {bare ? t('back') : t('pdf.close')}
        </Button>
        {isShown && (
          <Button iconEnd="down" onPress={() => list.current && readOnIn(list.current)}>
            {t('read')}
          </Button>
        )}
      </div>
    </div>,
    document.body,
  );
}

interface ZoomProps {
  /** Page on the screen, in words. */
  readonly page: string;
  readonly percent: number;
  readonly onZoom: (step: 1 | -1) => void;
}

function Zoom({ page, percent, onZoom }: ZoomProps) {
  const { t } = useTranslation('documents');
  return (
    <>
      <p className="doc-original__page">{page}</p>
      <div className="doc-original__zoom" role="group" aria-label={t('pdf.zoom')}>
        <Button label={t('pdf.smaller')} onPress={() => onZoom(-1)}>
          −
        </Button>
        <span className="doc-original__percent" aria-live="polite">
          {t('pdf.percent', { percent })}
        </span>
        <Button label={t('pdf.larger')} onPress={() => onZoom(1)}>
          +
        </Button>
      </div>
    </>
  );
}
