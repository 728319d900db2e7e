/** How a paper was read: sections seen, time, language, text size. */

/** Reading evidence of one section. */
export interface SectionRead {
  id: string;
  firstSeenAt: number;
  visibleMs: number;
}

export interface Reading {
  shownAt: number;
  sections: SectionRead[];
  reachedEnd: boolean;
  fontScale: number;
  openedPdf: boolean;
  languageSwitches: number;
  unclear: string[];
  /** Only where the text is not there in the language that was chosen. */ instead?:
    | ReadIn
    | undefined;
}

/**
 * What was said before the text was shown: which language was wanted (BCP 47), in which one the
 * text stands there instead, and whether its reader understands that one or somebody translates;
 * when (ms UTC).
 */
export interface ReadIn {
  wanted: string;
  shown: string;
  by: 'self' | 'interpreter';
  at: number;
}
