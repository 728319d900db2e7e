// Mantine's theme built from the tokens: same colours, same focus, same radii as the tablet app.

import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#EEF7F7',
  '#D7ECED',
  '#B1D9DB',
  '#83C0C4',
  '#52A3A9',
  '#2B868D',
  '#14727A',
  '#0B626A',
  '#085259',
  '#063F45',
];

const v = (name: string): string => `var(--${name})`;
const TONES = ['ok', 'warn', 'bad', 'info', 'off'];

/**
 * Colours of buttons and badges come from the tokens, so that theme and accent change them
 * independently of the library.
 */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const tone = typeof color === 'string' && TONES.includes(color) ? color : undefined;
  const main = v(tone ?? 'primary');
  const soft = v(tone === undefined ? 'primary-soft' : `${tone}-soft`);
  const onSoft = v(tone ?? 'on-primary-soft');
  if (variant === 'filled')
    return {
      background: main,
      hover: tone === undefined ? v('primary-hover') : main,
      color: v(tone === undefined ? 'on-primary' : 'surface'),
      border: '1px solid transparent',
    };
  if (variant === 'light')
    return { background: soft, hover: soft, color: onSoft, border: '1px solid transparent' };
  if (variant === 'subtle' || variant === 'transparent')
    return {
      background: 'transparent',
      hover: v('sunken'),
      color: tone === undefined ? v('primary') : main,
      border: '1px solid transparent',
    };
  if (variant === 'outline')
    return { background: 'transparent', hover: soft, color: main, border: `1px solid ${main}` };
  return {
    background: v('surface'),
    hover: v('sunken'),
    color: tone === undefined ? v('text') : main,
    border: `1px solid ${v('control')}`,
  };
};

export const theme = createTheme({
  colors: { petrol },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  fontFamily: v('font'),
  headings: {
    fontFamily: v('font'),
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.25' },
      h2: { fontSize: '16px', lineHeight: '1.25' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.25' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '6px', md: '10px', lg: '10px', xl: '999px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: v('dialog-shadow'), xl: v('dialog-shadow') },
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'md',
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 420,
        transitionProps: { duration: 160 },
        overlayProps: { backgroundOpacity: 0.25 },
      },
    },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { withAsterisk: false } },
    PasswordInput: { defaultProps: { withAsterisk: false } },
    // The library's focus placeholder is not an allowed child of a menu.
    Menu: {
      defaultProps: {
        shadow: 'lg',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100 },
      },
    },
    Popover: { defaultProps: { shadow: 'lg', transitionProps: { duration: 100 } } },
    Tooltip: {
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
  },
});

const shared = (theme: MantineTheme): Record<string, string> => ({
  '--mantine-color-body': v('bg'),
  '--mantine-color-text': v('text'),
  '--mantine-color-default': v('surface'),
  '--mantine-color-default-hover': v('sunken'),
  '--mantine-color-default-color': v('text'),
  '--mantine-color-default-border': v('control'),
  '--mantine-color-dimmed': v('muted'),
  '--mantine-color-bright': v('text'),
  '--mantine-color-anchor': v('primary'),
  '--mantine-color-error': v('bad'),
  '--mantine-color-placeholder': v('muted'),
  '--mantine-color-disabled': v('sunken'),
  '--mantine-color-disabled-color': v('muted'),
  '--mantine-color-disabled-border': v('line'),
  '--mantine-primary-color-filled': v('primary'),
  '--mantine-primary-color-filled-hover': v('primary-hover'),
  '--mantine-primary-color-contrast': v('on-primary'),
  '--mantine-primary-color-light': v('primary-soft'),
  '--mantine-primary-color-light-hover': v('primary-soft'),
  '--mantine-primary-color-light-color': v('on-primary-soft'),
  [`--mantine-color-${theme.primaryColor}-filled`]: v('primary'),
  [`--mantine-color-${theme.primaryColor}-filled-hover`]: v('primary-hover'),
  [`--mantine-color-${theme.primaryColor}-text`]: v('primary'),
});

export const cssVariablesResolver: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: shared(theme),
  dark: shared(theme),
});
