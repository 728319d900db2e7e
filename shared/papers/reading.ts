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
  /**
   * Languages in which the text was on the screen, in order; absent in earlier evidence. The paper
   * prints them.
   */
  languages?: string[] | undefined;
  /** Only if the text is missing in the chosen language. */
  instead?: ReadIn | undefined;
}

/**
 * How a text was understood: the wanted language (BCP 47), the language of the shown text, and
 * whether the reader understands that one or a person translates; when (ms UTC). If both differ,
 * the text is missing in the wanted one, and the choice was made before it was shown.
 */
export interface ReadIn {
  wanted: string;
  shown: string;
  by: 'self' | 'interpreter';
  /** Name of the interpreter or companion; absent in earlier evidence. */
  name?: string | undefined;
  at: number;
}
