import { Button, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const blue: MantineColorsTuple = [
  '#e8f1fb',
  '#cfe2f6',
  '#a5caef',
  '#7db8f5',
  '#4a94dc',
  '#1f74c4',
  '#0b5cad',
  '#0a5299',
  '#084684',
  '#063a6e',
];

/** The palette's blue; all other colours come from the variables in `palette.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 3 },
  autoContrast: true,
  colors: { brand: blue },
  defaultRadius: 8,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  focusRing: 'never',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      vars: (_theme, { variant = 'filled', color }) => ({ root: buttonColours(variant, color) }),
    }),
  },
});

/** Button colours from the palette, whose pairs meet the contrast of WCAG 2.2 AA in both schemes. */
function buttonColours(variant: string, color: string | undefined): Record<string, string> {
  const own = color?.startsWith('var(') ? color : 'var(--strong)';
  switch (variant) {
    case 'filled':
      return { '--button-bg': own, '--button-hover': own, '--button-color': 'var(--on-strong)' };
    case 'subtle':
      return { '--button-color': own, '--button-hover': 'var(--idle-soft)' };
    default:
      return {};
  }
}

const SHARED = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-error': 'var(--wrong)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--ground)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--field)',
  '--mantine-color-anchor': 'var(--strong)',
};

/** Mantine's own greys fail the contrast of WCAG 2.2 AA, so the palette's replace them in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: SHARED,
  dark: SHARED,
});
