/**
 * Observes which sections are on the screen and reports the reading evidence every two seconds and
 * when the page is left.
 */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { Reading } from '../../shared/papers/reading.ts';
import { createReadingLog } from './reading.ts';

const REPORT_MS = 2_000;
/** Share of a section, or of the screen, that must be visible for the section to count as seen. */
const SHARE = 0.35;

export interface ReadingOptions {
  /** Element that contains the sections, each with `data-section`. */
  readonly text: RefObject<HTMLElement | null>;
  readonly from: Reading;
  readonly language: string;
  readonly fontScale: number;
  /** A dialog or cover is over the text. */
  readonly isPaused: boolean;
  readonly onReading: (reading: Reading) => void;
  /** 0-based index of the topmost section on the screen. */
  readonly onSection: (index: number) => void;
}

/** Adds the reader's actions to the evidence. */
export interface ReadingActs {
  /** Reports a last time; call it before the page is left. */
  flush(): void;
  reachEnd(): void;
  openPdf(): void;
  setUnclear(ids: readonly string[]): void;
}

export function useReading(options: ReadingOptions): ReadingActs {
  const { text, language, isPaused } = options;
  const [log] = useState(() => createReadingLog(options.from));
  const tell = () => options.onReading(log.reading(Date.now(), options.fontScale));
  const report = useEffectEvent(tell);
  const onSection = useEffectEvent((index: number) => options.onSection(index));

  useEffect(() => {
    if (!text.current) return;
    const stop = watchSections(
      text.current,
      (id, isVisible) => log.clock.see(id, isVisible, Date.now()),
      (index) => onSection(index),
    );
    const leave = () => report();
    const timer = window.setInterval(leave, REPORT_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      stop();
      window.clearInterval(timer);
      window.removeEventListener('pagehide', leave);
    };
  }, [text, log]);

  useEffect(() => {
    const apply = () => {
      if (isPaused || document.visibilityState === 'hidden') log.clock.pause(Date.now());
      else log.clock.resume(Date.now());
    };
    apply();
    document.addEventListener('visibilitychange', apply);
    return () => document.removeEventListener('visibilitychange', apply);
  }, [isPaused, log]);

  useEffect(() => {
    if (log.showIn(language)) report();
  }, [language, log]);

  const act = (change: () => void) => {
    change();
    tell();
  };
  return {
    flush: tell,
    reachEnd: () => act(() => log.reachEnd()),
    openPdf: () => act(() => log.openPdf()),
    setUnclear: (ids) => act(() => log.setUnclear(ids)),
  };
}

/**
 * Observes when each section becomes visible or hidden, and which one is on top; returns the
 * cleanup.
 */
function watchSections(
  text: HTMLElement,
  see: (id: string, isVisible: boolean) => void,
  onTop: (index: number) => void,
): () => void {
  const sections = [...text.querySelectorAll<HTMLElement>('[data-section]')];
  const seen = new Set<number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const index = sections.findIndex((section) => section === entry.target);
        const screen = entry.rootBounds?.height ?? window.innerHeight;
        const isVisible =
          entry.isIntersecting &&
          (entry.intersectionRatio >= SHARE || entry.intersectionRect.height >= screen * SHARE);
        if (isVisible) seen.add(index);
        else seen.delete(index);
        see(sections[index]?.dataset.section ?? '', isVisible);
      }
      if (seen.size > 0) onTop(Math.min(...seen));
    },
    // Long sections at 200 % never show 35 % of themselves; steps of 5 % catch the share of the
    // screen instead.
    { threshold: Array.from({ length: 21 }, (_, i) => i / 20) },
  );
  for (const section of sections) observer.observe(section);
  return () => observer.disconnect();
}
