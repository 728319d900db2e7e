// Scanned pages of signed paper: their states, reasons for the tray, and possible actions. Pure.

/** Source of a page. */
export const SCAN_SOURCES = ['upload', 'folder'] as const;
export type ScanSource = (typeof SCAN_SOURCES)[number];

/**
 * `waiting`: its code is ours, other pages of the paper are missing. `tray`: staff must assign it.
 * `filing`: decided, the document is being made. `filed`, `discarded`, `replaced` (the same page
 * was scanned again): final; its picture is deleted.
 */
export const SCAN_STATES = ['waiting', 'tray', 'filing', 'filed', 'discarded', 'replaced'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

/**
 * `no_code`: none was found. `unknown_code`: not made by this practice. `blank_form`: a blank form,
 * which contains no person. `gone`: its paper does not exist any more. `not_paper`: its paper is on
 * a tablet or over. `already`: its paper was scanned before. `released`: taken out of an incomplete
 * paper by hand. `failed`: the document could not be made. `unread`: a file of the folder that
 * could not be read; it was moved to „fehler“.
 */
export const SCAN_HINTS = [
  'no_code',
  'unknown_code',
  'blank_form',
  'gone',
  'not_paper',
  'already',
  'released',
  'failed',
  'unread',
] as const;
export type ScanHint = (typeof SCAN_HINTS)[number];

/** Quarter turns clockwise, in degrees. */
export const TURNS = [0, 90, 180, 270] as const;
export type Turn = (typeof TURNS)[number];
export const turned = (turn: Turn, by: Turn): Turn => ((turn + by) % 360) as Turn;

/**
 * Why a file cannot be read; `coding`: unsupported encoding of its pictures; `layers`: a page of
 * several overlapping pictures; `no_picture`: a page without a scanner's picture.
 */
export const SCAN_TROUBLES = [
  'empty',
  'not_a_scan',
  'broken',
  'encrypted',
  'too_large',
  'too_many_pages',
  'coding',
  'layers',
  'no_picture',
] as const;
export type ScanTrouble = (typeof SCAN_TROUBLES)[number];

/** Maximum pages of one file, and pages that can be filed as one document. */
export const MOST_SCAN_PAGES = 40;
export const SCAN_LIMIT = 30 * 1024 * 1024;
export const SCAN_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'application/pdf',
] as const;
/** How long a decision in the tray can be undone. */
export const SCAN_UNDO_MS = 10_000;

/** Returns the missing pages of a paper, from 1. @param have scanned pages */
export function missingPages(have: readonly number[], of: number): number[] {
  return Array.from({ length: of }, (_, n) => n + 1).filter((page) => !have.includes(page));
}
