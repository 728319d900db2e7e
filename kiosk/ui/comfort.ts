/**
 * Reading preferences of one person: theme, text size, Ruhige Hand, language; written as attributes
 * on <html> for the tokens.
 */

export const TEXT_SCALES = [100, 125, 150, 200] as const;
export type TextScale = (typeof TEXT_SCALES)[number];

export interface Comfort {
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly theme?: 'light' | 'dark' | 'system';
  /** One of the five tested accents; absent means petrol. */
  readonly accent?: 'blue' | 'plum' | 'fir' | 'umber' | 'slate' | null;
  readonly posture?: 'hand' | 'wall' | 'desk';
  readonly textScale?: TextScale;
  /** Ruhige Hand: larger targets, wider gaps, longer guard against double taps. */
  readonly calm?: boolean;
}

/** Applies the passed fields and leaves the rest unchanged; null or false removes the attribute. */
export function applyComfort(comfort: Comfort): void {
  const root = document.documentElement;
  if (comfort.lang !== undefined) root.lang = comfort.lang;
  if (comfort.dir !== undefined) root.dir = comfort.dir;
  put(root, 'data-theme', comfort.theme);
  put(root, 'data-accent', comfort.accent);
  put(root, 'data-posture', comfort.posture);
  put(root, 'data-text-scale', comfort.textScale);
  put(root, 'data-calm', comfort.calm === undefined ? undefined : comfort.calm ? '' : null);
}

function put(root: Element, name: string, value: string | number | null | undefined): void {
  if (value === undefined) return;
  if (value === null) root.removeAttribute(name);
  else root.setAttribute(name, String(value));
}
