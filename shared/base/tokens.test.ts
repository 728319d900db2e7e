/**
 * Recomputes every colour pair of the design from the token file, in both themes, with all accents
 * (WCAG 2.2, 1.4.3 and 1.4.11).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tokens = Readonly<Record<string, string>>;

/** Without comments, colours in capitals. */
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/#[\da-f]{6}\b/gi, (colour) => colour.toUpperCase());

/**
 * Returns the declarations of every rule with exactly this selector; `media` selects those inside a
 * query that names it.
 */
function declarations(selector: string, media = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { query, selectors, body } of rules(css)) {
    if (!selectors.includes(selector) || (media === '' ? query !== '' : !query.includes(media)))
      continue;
    for (const line of body.split(';')) {
      const colon = line.indexOf(':');
      if (colon > 0) found[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
    }
  }
  return found;
}

function rules(text: string, query = ''): { query: string; selectors: string[]; body: string }[] {
  const out: { query: string; selectors: string[]; body: string }[] = [];
  let at = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < text.length; end++)
      depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    const head = text.slice(at, open).trim();
    const body = text.slice(open + 1, end - 1);
    if (head.startsWith('@media')) out.push(...rules(body, head));
    else out.push({ query, selectors: head.split(',').map((part) => part.trim()), body });
    at = end;
  }
  return out;
}

const light = declarations(':root');
const dark = { ...light, ...declarations(":root[data-theme='dark']") };
const THEMES: Readonly<Record<string, Tokens>> = { light, dark };
const ACCENTS = ['blue', 'plum', 'fir', 'umber', 'slate'];

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(tokens: Tokens, front: string, back: string): number {
  const [a, b] = [front, back].map((name) => {
    const value = name.startsWith('#') ? name : (tokens[`--${name}`] ?? '');
    if (!/^#[0-9A-F]{6}$/.test(value)) throw new Error(`--${name} is not a colour: "${value}"`);
    return luminance(value);
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ['surface', 'bg', 'sunken'];
const STATES = ['ok', 'warn', 'bad', 'info', 'off'];

describe.each(Object.keys(THEMES))('%s', (theme) => {
  const tokens = THEMES[theme] as Tokens;

  it.each(GROUNDS)('body text on %s is at least 7:1', (ground) => {
    expect(ratio(tokens, 'text', ground)).toBeGreaterThanOrEqual(7);
  });

  it.each(
    ['muted', 'primary', ...STATES].flatMap((front) =>
      GROUNDS.map((ground) => [front, ground] as const),
    ),
  )('%s on %s is at least 4.5:1', (front, ground) =>
    expect(ratio(tokens, front, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(STATES)('%s and body text are readable on its soft background', (state) => {
    expect(ratio(tokens, state, `${state}-soft`)).toBeGreaterThanOrEqual(4.5);
    expect(ratio(tokens, 'text', `${state}-soft`)).toBeGreaterThanOrEqual(7);
    expect(ratio(tokens, 'muted', `${state}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['', ...ACCENTS])('primary pairs have enough contrast with accent "%s"', (accent) => {
    const own =
      accent === ''
        ? tokens
        : {
            ...tokens,
            ...declarations(`:root[data-accent='${accent}']`),
            ...(theme === 'dark'
              ? declarations(`:root[data-theme='dark'][data-accent='${accent}']`)
              : {}),
          };
    if (accent !== '') expect(own['--primary']).not.toBe(tokens['--primary']);
    expect(ratio(own, 'primary', 'surface')).toBeGreaterThanOrEqual(7);
    for (const ground of GROUNDS) {
      expect(ratio(own, 'primary', ground)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(own, 'primary-hover', ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(ratio(own, 'on-primary', 'primary')).toBeGreaterThanOrEqual(4.5);
    expect(ratio(own, 'on-primary', 'primary-hover')).toBeGreaterThanOrEqual(4.5);
    expect(ratio(own, 'on-primary-soft', 'primary-soft')).toBeGreaterThanOrEqual(7);
    expect(ratio(own, 'text', 'primary-soft')).toBeGreaterThanOrEqual(7);
    // The border of a selected tile against its own background and the page.
    expect(ratio(own, 'primary', 'primary-soft')).toBeGreaterThanOrEqual(3);
  });

  it.each(GROUNDS)('control borders on %s are at least 3:1', (ground) => {
    expect(ratio(tokens, 'control', ground)).toBeGreaterThanOrEqual(3);
  });

  it.each([1, 2, 3, 4, 5, 6])('chart colour %i is at least 3:1 on surface', (mark) => {
    expect(ratio(tokens, `chart-${mark}`, 'surface')).toBeGreaterThanOrEqual(3);
  });

  it('keeps document and signing field black on white', () => {
    expect(tokens['--paper']).toBe('#FFFFFF');
    expect(tokens['--ink']).toBe('#111A2E');
    expect(ratio(tokens, 'ink', 'paper')).toBeGreaterThanOrEqual(7);
  });
});

// [front, back, light, dark] as printed in the design; one decimal.
const PRINTED: readonly (readonly [string, string, number, number])[] = [
  ['text', 'surface', 16.7, 14.3],
  ['muted', 'surface', 8.0, 8.0],
  ['control', 'surface', 4.5, 5.1],
  ['primary', 'surface', 7.1, 8.4],
  ['on-primary', 'primary', 7.1, 8.0],
  ['on-primary-soft', 'primary-soft', 9.8, 9.5],
  ['ok', 'surface', 7.0, 9.2],
  ['ok', 'ok-soft', 5.9, 7.5],
  ['warn', 'surface', 7.5, 9.5],
  ['warn', 'warn-soft', 6.6, 8.0],
  ['bad', 'surface', 7.8, 8.5],
  ['bad', 'bad-soft', 6.4, 7.5],
  ['info', 'surface', 7.4, 8.7],
  ['info', 'info-soft', 6.2, 7.0],
  ['off', 'surface', 6.5, 7.4],
  // 5.945, printed as 6.0 in the design.
  ['off', 'off-soft', 5.3, 5.9],
];

it.each(PRINTED)(
  '%s on %s has the ratios printed in the design (%d, %d)',
  (front, back, inLight, inDark) => {
    expect(ratio(light, front, back)).toBeCloseTo(inLight, 1);
    expect(ratio(dark, front, back)).toBeCloseTo(inDark, 1);
  },
);

it('has enough contrast for white text on petrol 6 to 9', () => {
  for (const step of [6, 7, 8, 9])
    expect(ratio(light, '#FFFFFF', `petrol-${step}`)).toBeGreaterThanOrEqual(4.5);
});

it('the system theme uses the same colours as the chosen dark theme', () => {
  const query = 'prefers-color-scheme: dark';
  expect(declarations(":root[data-theme='system']", query)).toEqual(
    declarations(":root[data-theme='dark']"),
  );
  for (const accent of ACCENTS) {
    const system = declarations(`:root[data-theme='system'][data-accent='${accent}']`, query);
    expect(system).toEqual(declarations(`:root[data-theme='dark'][data-accent='${accent}']`));
    expect(Object.keys(system)).toHaveLength(5);
  }
});

it('stops all motion when the system requests it', () => {
  const reduced = declarations(':root', 'prefers-reduced-motion');
  for (const name of Object.keys(light).filter((key) => key.startsWith('--motion-')))
    expect(reduced[name]).toBe('0ms');
});

it('the dark theme defines every token', () => {
  const coloured = Object.keys(light).filter(
    (name) => light[name]?.startsWith('#') && !/^--(petrol|paper|ink)/.test(name),
  );
  const darkOnly = declarations(":root[data-theme='dark']");
  expect(coloured.filter((name) => darkOnly[name] === undefined)).toEqual([]);
});
