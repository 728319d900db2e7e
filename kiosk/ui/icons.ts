/**
 * The tablet's icons as SVG path data on a 24 × 24 grid: Tabler Icons 3.51 outline, MIT License, ©
 * Paweł Kuna; to hundredths, `warning`, `bad` and `printer` with plain corners.
 */

// At most 24 (design: one small set that is learned). No teeth, needles, blood.
export const ICONS = {
  check: 'M5 12l5 5l10-10',
  close: 'M18 6l-12 12M6 6l12 12',
  back: 'M5 12l14 0M5 12l6 6M5 12l6-6',
  forward: 'M5 12l14 0M13 18l6-6M13 6l6 6',
  down: 'M6 9l6 6l6-6',
  undo: 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1',
  clear:
    'M19 20h-10.5l-4.21-4.3a1 1 0 0 1 0-1.41l10-10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3M18 13.3l-6.3-6.3',
  warning: 'M12 3.5l9.5 16.5h-19l9.5-16.5M12 9v4M12 16h.01',
  bad: 'M8 3h8l5 5v8l-5 5h-8l-5-5v-8l5-5M12 8v4M12 16h.01',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 9h.01M11 12h1v4h1',
  ok: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4',
  offline:
    'M9.58 5.55c.24-.11 .49-.21 .75-.29c1.88-.57 3.96-.19 5.44 1c1.49 1.19 2.16 3.01 1.77 4.77h.99c1.91 0 3.46 1.56 3.46 3.49c0 .96-.38 1.82-1 2.45m-3 1.03h-11.34c-2.57-0-4.66-2.01-4.66-4.49c0-2.48 2.09-4.48 4.66-4.48c.13-.58 .37-1.13 .7-1.62M3 3l18 18',
  help: 'M10 5a2 2 0 0 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1M21 6.73a11.05 11.05 0 0 0-2.79-3.73M3 6.73a11.05 11.05 0 0 1 2.79-3.73',
  question:
    'M8 9h8M8 13h6M14 18h-1l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v4.5M19 22v.01M19 19a2 2 0 0 0 .91-3.78a1.98 1.98 0 0 0-2.41 .48',
  language:
    'M9 6.37c0 4.42-2.24 6.63-5 6.63M4 6.37h7M5 9c0 2.14 2.25 3.91 6 4M12 20l4-9l4 9M19.1 18h-6.2M6.69 3l.79 .58',
  play: 'M7 4v16l13-8l-13-8',
  speech:
    'M8 9h8M8 13h6M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12',
  menu: 'M4 6l16 0M4 12l16 0M4 18l16 0',
  document:
    'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2M9 9l1 0M9 13l6 0M9 17l6 0',
  signature:
    'M3 17c3.33-3.33 5-6 5-8c0-3-1-3-2-3s-2.03 1.09-2 3c.03 2.05 1.66 4.88 2.5 6c1.5 2 2.5 2.5 3.5 1l2-3c.33 2.67 1.33 4 3 4c.53 0 2.64-2 3-2c.52 0 1.52 .67 3 2',
  printer: 'M7 9v-6h10v6M7 17h-4v-8h18v8h-4M7 13h10v8h-10l0-8',
  backspace:
    'M20 6a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-11l-5-5a1.5 1.5 0 0 1 0-2l5-5l11 0M12 10l4 4m0-4l-4 4',
  shift:
    'M9 20v-8h-3.59a1 1 0 0 1-.71-1.71l6.59-6.59a1 1 0 0 1 1.41 0l6.59 6.59a1 1 0 0 1-.71 1.71h-3.59v8a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1',
  camera:
    'M5 7h1a2 2 0 0 0 2-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M9 13a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
} as const;

export type IconName = keyof typeof ICONS;

/** Only arrows, undo and other directional icons are mirrored in right-to-left pages. */
export const MIRRORED: readonly IconName[] = ['back', 'forward', 'undo', 'backspace'];
