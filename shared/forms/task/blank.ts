/** Blank forms that a tablet keeps, so that staff can begin one without a network; they are no patient data. */

import type { LocalText } from '../../desk/document.ts';

/** Most forms that a practice may want as blank ones, and most characters of all of them together; what goes beyond stays away. */
export const MOST_BLANKS = 12;
export const BLANK_CHARS = 6_000_000;

/** One blank form as the practice has it today. `textSha256` is the hash of the text that is fetched: form and languages. */
export interface BlankRef {
  readonly key: string;
  readonly url: string;
  readonly version: string;
  /** Of the numbered form itself, whatever languages travel with it; goes back with the answers. */
  readonly sha256: string;
  readonly languages: readonly string[];
  readonly title: LocalText;
  readonly textSha256: string;
  /** Characters of the text. */
  readonly chars: number;
}
