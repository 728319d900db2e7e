/**
 * Blank forms cached on a tablet, so that staff can begin one offline; they contain no patient
 * data.
 */

import type { LocalText } from '../../desk/document.ts';

/**
 * Maximum number of blank forms of a practice, and of their characters in total; forms beyond that
 * are left out.
 */
export const MOST_BLANKS = 12;
export const BLANK_CHARS = 6_000_000;

/**
 * One blank form in its current version. `textSha256` is the hash of the text that is fetched: form
 * and languages.
 */
export interface BlankRef {
  readonly key: string;
  readonly url: string;
  readonly version: string;
  /** Hash of the numbered form itself, independent of its languages; sent back with the answers. */
  readonly sha256: string;
  readonly languages: readonly string[];
  readonly title: LocalText;
  readonly textSha256: string;
  /** Number of characters of the text. */
  readonly chars: number;
}
