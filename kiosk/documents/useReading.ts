/** Watches which sections are on the screen and reports the reading evidence every two seconds and when the page is left. */
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Reading } from '../../shared/signature.ts';
import { createSectionClock } from './reading.ts';

const REPORT_MS = 2_000;
/** A section counts as seen when this much of it, or of the screen, is taken by it. */
const SHARE = 0.35;

export interface ReadingOptions {
  /** Element that holds the sections, each with `data-section`. */
  readonly text: RefObject<HTMLElement | null>;
  readonly from: Reading;
  readonly language: string;
  readonly fontScale: number;
  /** A dialog or cover lies over the text. */
  readonly isPaused: boolean;
  readonly onReading: (reading: Reading) => void;
  /** 0-based index of the topmost section on the screen. */
  readonly onSection: (index: number) => void;
}

/** What the reader adds to the evidence by acting. */
export interface ReadingActs {
  reachEnd(): void;
  openPdf(): void;
  setUnclear(ids: readonly string[]): void;
}

export function useReading(options: ReadingOptions): ReadingActs {
  const latest = useRef(options);
  latest.current = options;
  const acts = useRef<Pick<Reading, 'reachedEnd' | 'openedPdf' | 'languageSwitches' | 'unclear'>>(options.from);
  const start = useRef(options.from);
  const clock = useRef(createSectionClock(options.from.sections));

  const report = useCallback(() => {
    const { reachedEnd, openedPdf, languageSwitches, unclear } = acts.current;
    latest.current.onReading({
      shownAt: start.current.shownAt,
      sections: clock.current.sections(Date.now()),
      fontScale: latest.current.fontScale,
      reachedEnd,
      openedPdf,
      languageSwitches,
      unclear: [...unclear],
    });
  }, []);

  useEffect(() => {
    const text = options.text.current;
    if (!text) return;
    const sections = [...text.querySelectorAll<HTMLElement>('[data-section]')];
    const seen = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        const now = Date.now();
        for (const entry of entries) {
          const index = sections.indexOf(entry.target as HTMLElement);
          const screen = entry.rootBounds?.height ?? window.innerHeight;
          const isVisible = entry.isIntersecting && (entry.intersectionRatio >= SHARE || entry.intersectionRect.height >= screen * SHARE);
          if (isVisible) seen.add(index);
          else seen.delete(index);
          clock.current.see(sections[index]?.dataset.section ?? '', isVisible, now);
        }
        if (seen.size > 0) latest.current.onSection(Math.min(...seen));
      },
      // Long sections at 200 % never show 35 % of themselves; steps of 5 % catch the share of the screen instead.
      { threshold: Array.from({ length: 21 }, (_, i) => i / 20) },
    );
    for (const section of sections) observer.observe(section);
    const timer = window.setInterval(report, REPORT_MS);
    window.addEventListener('pagehide', report);
    return () => {
      observer.disconnect();
      window.clearInterval(timer);
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [options.text, report]);

  useEffect(() => {
    const apply = () => {
      if (latest.current.isPaused || document.visibilityState === 'hidden') clock.current.pause(Date.now());
      else clock.current.resume(Date.now());
    };
    apply();
    document.addEventListener('visibilitychange', apply);
    return () => document.removeEventListener('visibilitychange', apply);
  }, [options.isPaused]);

  const shownIn = useRef(options.language);
  useEffect(() => {
    if (shownIn.current === options.language) return;
    shownIn.current = options.language;
    acts.current = { ...acts.current, languageSwitches: acts.current.languageSwitches + 1 };
    report();
  }, [options.language, report]);

  return useRef<ReadingActs>({
    reachEnd: () => {
      if (acts.current.reachedEnd) return;
      acts.current = { ...acts.current, reachedEnd: true };
      report();
    },
    openPdf: () => {
      acts.current = { ...acts.current, openedPdf: true };
      report();
    },
    setUnclear: (ids) => {
      acts.current = { ...acts.current, unclear: [...ids] };
      report();
    },
  }).current;
}
