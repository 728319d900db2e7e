/**
 * One page of the original: white paper of the right size at once, rendered when near the viewport,
 * freed when far away.
 */
import { useEffect, useRef } from 'react';
import type { Pdf } from './pdf.ts';
import type { PageSize } from './pdfPages.ts';

export interface PdfPageProps {
  readonly pdf: Pdf;
  /** 0-based. */
  readonly index: number;
  readonly size: PageSize;
  /** Visible or adjacent. */
  readonly isWanted: boolean;
  readonly label: string;
  readonly onFailed: () => void;
}

export function PdfPage({ pdf, index, size, isWanted, label, onFailed }: PdfPageProps) {
  const paper = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  useEffect(() => {
    const place = paper.current;
    if (!place) return undefined;
    if (!isWanted) {
      replaceCanvas(place);
      return undefined;
    }
    let isOver = false;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', label);
    const drawing = pdf.draw(index, canvas, width);
    drawing.done.then(
      // The last rendering stays, stretched, until the new one is ready: a white flash at each zoom
      // makes people dizzy.
      () => !isOver && replaceCanvas(place, canvas),
      () => !isOver && onFailed(),
    );
    return () => {
      isOver = true;
      drawing.cancel();
    };
  }, [pdf, index, width, isWanted, label, onFailed]);
  useEffect(() => {
    const place = paper.current;
    return () => place?.querySelectorAll('canvas').forEach(release);
  }, []);
  return (
    <div ref={paper} className="doc-original__paper" data-page={index} style={{ width, height }} />
  );
}

function replaceCanvas(place: HTMLElement, next?: HTMLCanvasElement): void {
  const before = [...place.querySelectorAll('canvas')];
  // Sequentially: phones of 2020 cannot replace them at once.
  if (next) place.append(next);
  for (const canvas of before) {
    canvas.remove();
    release(canvas);
  }
}

/** Safari keeps a removed canvas's memory until its size is 0. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
