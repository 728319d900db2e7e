// Chart colours from the current tokens of the page.

export interface Look {
  readonly series: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  readonly heat: readonly string[];
  readonly font: string;
}

/** Maximum number of colours; further series become „Übrige“. */
export const MOST = 6;

/** Checks whether a colour `#rrggbb` is nearer to black than to white. */
export const isDark = (hex: string): boolean =>
  /^#[0-9a-f]{6}$/i.test(hex) &&
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0) < 384;

const LINEAR = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
/** Relative luminance (WCAG 2.2) at which black and white have the same contrast, 4.58. */
const MIDDLE = 0.179;
/**
 * Returns black or white, the one that is readable on the heat scale.
 * @param share place on the scale, 0 to 1
 */
export function inkOn({ heat, text }: Look, share: number): string {
  const at = share * (heat.length - 1),
    part = (step: number, digit: number): number =>
      Number.parseInt(heat[step]?.slice(digit, digit + 2) ?? '', 16) / 255;
  const [red, green, blue] = [1, 3, 5].map((digit) => {
    const low = part(Math.floor(at), digit);
    return LINEAR(low + (part(Math.ceil(at), digit) - low) * (at - Math.floor(at)));
  });
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  if (Number.isNaN(luminance)) return text;
  return luminance > MIDDLE ? '#000000' : '#FFFFFF';
}

/** Reads the tokens; call again after a change of theme. */
export function readLook(element: Element = document.documentElement): Look {
  const style = getComputedStyle(element),
    token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    series: Array.from({ length: MOST }, (_, at) => token(`chart-${at + 1}`)),
    text: token('text'),
    muted: token('muted'),
    line: token('line'),
    surface: token('surface'),
    // Low values are close to the background colour, high ones contrast with it.
    heat: (isDark(token('surface')) ? [9, 7, 5, 3, 1] : [0, 2, 4, 6, 8]).map((step) =>
      token(`petrol-${step}`),
    ),
    font: token('font') || 'sans-serif',
  };
}
