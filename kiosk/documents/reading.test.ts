// Tests of the reading evidence: time counts per section, only while the page is visible, and
// continues after a reload.
import { describe, expect, it } from 'vitest';
import { createReadingLog, createSectionClock, emptyReading } from './reading.ts';

describe('section clock', () => {
  it('adds up the time of each visible section, several at once', () => {
    const clock = createSectionClock([]);
    clock.see('anlass', true, 1_000);
    clock.see('ablauf', true, 3_000);
    clock.see('anlass', false, 4_000);
    expect(clock.sections(10_000)).toEqual([
      { id: 'anlass', firstSeenAt: 1_000, visibleMs: 3_000 },
      { id: 'ablauf', firstSeenAt: 3_000, visibleMs: 7_000 },
    ]);
  });

  it('does not count a hidden or covered page', () => {
    const clock = createSectionClock([]);
    clock.see('anlass', true, 0);
    clock.pause(1_000);
    clock.pause(2_000);
    clock.see('risiken', true, 3_000);
    clock.resume(61_000);
    expect(clock.sections(62_000)).toEqual([
      { id: 'anlass', firstSeenAt: 0, visibleMs: 2_000 },
      { id: 'risiken', firstSeenAt: 61_000, visibleMs: 1_000 },
    ]);
  });

  it('continues from the time counted before a reload', () => {
    const clock = createSectionClock([{ id: 'anlass', firstSeenAt: 5, visibleMs: 700 }]);
    clock.see('anlass', true, 90_000);
    expect(clock.sections(90_300)).toEqual([{ id: 'anlass', firstSeenAt: 5, visibleMs: 1_000 }]);
  });

  it('[sync F12] loses no time when the wall clock is set back', () => {
    const clock = createSectionClock([{ id: 'anlass', firstSeenAt: 5, visibleMs: 700 }]);
    clock.see('anlass', true, 90_000);
    expect(clock.sections(10)[0]?.visibleMs).toBe(700);
    clock.see('anlass', false, 10);
    expect(clock.sections(20)[0]?.visibleMs).toBe(700);
  });
});

describe('reading log', () => {
  it("keeps the earlier evidence and adds the person's actions", () => {
    const log = createReadingLog({
      ...emptyReading(7, 100),
      unclear: ['risiken'],
      languageSwitches: 1,
    });
    log.reachEnd();
    log.showIn('de');
    expect(log.showIn('tr')).toBe(true);
    expect(log.reading(8, 150)).toEqual({
      shownAt: 7,
      sections: [],
      reachedEnd: true,
      fontScale: 150,
      openedPdf: false,
      languageSwitches: 2,
      unclear: ['risiken'],
      languages: ['de', 'tr'],
    });
  });
});
