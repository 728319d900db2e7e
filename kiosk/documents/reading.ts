/**
 * Reading evidence: how long each section was on the screen, counted only while the page is
 * visible.
 */
import type { Reading, SectionRead } from '../../shared/papers/reading.ts';

/** Returns the evidence of an unread document. `at` in ms UTC, `fontScale` in percent. */
export function emptyReading(at: number, fontScale: number): Reading {
  return {
    shownAt: at,
    sections: [],
    reachedEnd: false,
    fontScale,
    openedPdf: false,
    languageSwitches: 0,
    unclear: [],
  };
}

export interface SectionClock {
  /** A section became visible or hidden. */
  see(id: string, isVisible: boolean, at: number): void;
  /** The page is hidden or covered: no reading time counts. */
  pause(at: number): void;
  resume(at: number): void;
  /** Totals up to `at`, in the order in which sections were first seen. */
  sections(at: number): SectionRead[];
}

/**
 * Adds up the time of the visible sections; several count at once.
 * @param from totals of earlier visits of the same document
 */
export function createSectionClock(from: readonly SectionRead[]): SectionClock {
  const totals = new Map(from.map((section) => [section.id, { ...section }]));
  const since = new Map<string, number>();
  const visible = new Set<string>();
  let isPaused = false;

  const start = (id: string, at: number): void => {
    if (!totals.has(id)) totals.set(id, { id, firstSeenAt: at, visibleMs: 0 });
    since.set(id, at);
  };
  const stop = (id: string, at: number): void => {
    const total = totals.get(id);
    const from = since.get(id);
    // A wall clock set back while the section was visible must not lose time.
    if (total && from !== undefined) total.visibleMs += Math.max(0, at - from);
    since.delete(id);
  };

  return {
    see(id, isVisible, at) {
      if (isVisible === visible.has(id)) return;
      if (isVisible) visible.add(id);
      else visible.delete(id);
      if (isPaused) return;
      if (isVisible) start(id, at);
      else stop(id, at);
    },
    pause(at) {
      if (isPaused) return;
      isPaused = true;
      for (const id of visible) stop(id, at);
    },
    resume(at) {
      if (!isPaused) return;
      isPaused = false;
      for (const id of visible) start(id, at);
    },
    sections(at) {
      return [...totals.values()].map((total) => {
        const from = since.get(total.id);
        return {
          ...total,
          visibleMs: Math.round(
            total.visibleMs + (from === undefined ? 0 : Math.max(0, at - from)),
          ),
        };
      });
    },
  };
}

/** Evidence of one reading, collected while it happens. */
export interface ReadingLog {
  readonly clock: SectionClock;
  reachEnd(): void;
  openPdf(): void;
  /** The text is on the screen in this language; true if that was a switch. */
  showIn(language: string): boolean;
  setUnclear(ids: readonly string[]): void;
  /** `at` in ms UTC, `fontScale` in percent. */
  reading(at: number, fontScale: number): Reading;
}

export function createReadingLog(from: Reading): ReadingLog {
  const clock = createSectionClock(from.sections);
  const { instead } = from;
  let { reachedEnd, openedPdf, languageSwitches, unclear } = from;
  const languages = [...(from.languages ?? [])];
  let shownIn: string | undefined;
  return {
    clock,
    reachEnd() {
      reachedEnd = true;
    },
    openPdf() {
      openedPdf = true;
    },
    showIn(language) {
      const isSwitch = shownIn !== undefined && shownIn !== language;
      if (isSwitch) languageSwitches += 1;
      shownIn = language;
      if (!languages.includes(language)) languages.push(language);
      return isSwitch;
    },
    setUnclear(ids) {
      unclear = [...ids];
    },
    reading(at, fontScale) {
      return {
        shownAt: from.shownAt,
        sections: clock.sections(at),
        reachedEnd,
        fontScale,
        openedPdf,
        languageSwitches,
        unclear: [...unclear],
        ...(languages.length > 0 && { languages: [...languages] }),
        ...(instead && { instead }),
      };
    },
  };
}
