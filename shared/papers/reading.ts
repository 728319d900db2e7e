/** Evidence of reading a paper: sections seen, time, language, text size. */

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
  /** Only if the text is missing in the chosen language. */
  instead?: ReadIn | undefined;
}

/**
 * Choice made before the text was shown: the wanted language (BCP 47), the language of the text
 * shown instead, and whether the reader understands that one or a person translates; when (ms UTC).
 */
export interface ReadIn {
  wanted: string;
  shown: string;
  by: 'self' | 'interpreter';
  at: number;
}
