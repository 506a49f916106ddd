import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Mantine's own parts in the colours, sizes and radii of the visual system; everything else reads `--tm-*` from tokens.css. */
export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: {
    light: 7,
    dark: 4,
  },
  white: '#FFFFFF',
  black: '#141A17',
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: {
    spruce: [
      '#EEF6F3',
      '#D9EBE5',
      '#B5D8CD',
      '#8FCFBB',
      '#6BBBA3',
      '#378D77',
      '#1F755F',
      '#12604D',
      '#0D4C3D',
      '#08382D',
    ],
    gray: [
      '#F5F7F5',
      '#ECEFEC',
      '#DDE2DE',
      '#BFC8C1',
      '#9AA59E',
      '#7F8A83',
      '#5C6760',
      '#414B45',
      '#262E2A',
      '#141A17',
    ],
    dark: [
      '#E8EDEA',
      '#B6C0BA',
      '#8D9891',
      '#75807A',
      '#3D4743',
      '#2A322F',
      '#1D2321',
      '#161B19',
      '#0F1312',
      '#0B0E0D',
    ],
    lake: [
      '#EBF2FB',
      '#D3E3F6',
      '#A9C8EE',
      '#7FB2F0',
      '#558FD6',
      '#3373BF',
      '#2668B5',
      '#1F5FAF',
      '#184B8C',
      '#103563',
    ],
    rust: [
      '#FCEFE6',
      '#F8DCCB',
      '#F3BC9A',
      '#F09A62',
      '#D97838',
      '#C25A1E',
      '#B24C15',
      '#A8430F',
      '#86350B',
      '#5F2507',
    ],
    ochre: [
      '#FBF3DF',
      '#F5E5BB',
      '#EBCD80',
      '#E3B34A',
      '#C08A1C',
      '#9B6F0A',
      '#8B6102',
      '#7D5600',
      '#624400',
      '#443000',
    ],
    crimson: [
      '#FBE9EC',
      '#F6CFD6',
      '#F4AAB6',
      '#F58C9B',
      '#DD5470',
      '#C02B4B',
      '#B11C3C',
      '#A3122F',
      '#820D25',
      '#5C081A',
    ],
  },
  fontFamily: '"IBM Plex Sans Variable", "IBM Plex Sans", system-ui, sans-serif',
  fontFamilyMonospace: '"IBM Plex Mono", ui-monospace, monospace',
  fontSmoothing: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  radius: {
    xs: '0.125rem',
    sm: '0.25rem',
    md: '0.375rem',
    lg: '0.625rem',
    xl: '1rem',
  },
  spacing: {
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: '1.5rem',
    xl: '2rem',
  },
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.25rem',
  },
  fontWeights: {
    regular: '400',
    medium: '500',
    bold: '600',
  },
  lineHeights: {
    xs: '1.5',
    sm: '1.54',
    md: '1.5',
    lg: '1.56',
    xl: '1.4',
  },
  headings: {
    fontFamily: '"IBM Plex Sans Variable", "IBM Plex Sans", system-ui, sans-serif',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: {
        fontSize: '1.25rem',
        lineHeight: '1.4',
        fontWeight: '600',
      },
      h2: {
        fontSize: '0.875rem',
        lineHeight: '1.43',
        fontWeight: '600',
      },
      h3: {
        fontSize: '0.8125rem',
        lineHeight: '1.4',
        fontWeight: '600',
      },
      h4: {
        fontSize: '0.75rem',
        lineHeight: '1.5',
        fontWeight: '500',
      },
      h5: {
        fontSize: '0.75rem',
        lineHeight: '1.5',
        fontWeight: '500',
      },
      h6: {
        fontSize: '0.6875rem',
        lineHeight: '1.45',
        fontWeight: '500',
      },
    },
  },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--tm-shadow-pop)',
    lg: 'var(--tm-shadow-pop)',
    xl: 'var(--tm-shadow-modal)',
  },
  breakpoints: {
    xs: '24.375em',
    sm: '47.5em',
    md: '64em',
    lg: '75em',
    xl: '90em',
  },
  other: {
    navWidth: 350,
    railWidth: 56,
    topbarHeight: 56,
    panelWidth: 368,
    layoutMaxWidth: 1440,
    rowHeight: 32,
    scrollToTopAfter: 400,
    toastMs: 4000,
    toastPosition: 'top-right',
  },
  components: {
    Button: {
      defaultProps: {
        size: 'sm',
        radius: 'sm',
      },
    },
    ActionIcon: {
      defaultProps: {
        variant: 'subtle',
        color: 'gray',
        size: 34,
      },
    },
    TextInput: {
      defaultProps: {
        size: 'sm',
        inputWrapperOrder: ['label', 'description', 'input', 'error'],
      },
    },
    Paper: {
      defaultProps: {
        shadow: 'none',
        withBorder: false,
        radius: 'sm',
      },
    },
    Card: {
      defaultProps: {
        shadow: 'none',
        withBorder: true,
        radius: 'sm',
      },
    },
    Badge: {
      defaultProps: {
        radius: 'xs',
        variant: 'light',
        tt: 'none',
      },
    },
    Table: {
      defaultProps: {
        verticalSpacing: '0.3rem',
        horizontalSpacing: '0.75rem',
        highlightOnHover: true,
        stickyHeader: true,
      },
    },
    Tabs: {
      defaultProps: {
        variant: 'default',
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: false,
        events: {
          hover: true,
          focus: true,
          touch: true,
        },
      },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: false,
        yOffset: '10vh',
      },
    },
    NavLink: {
      defaultProps: {
        variant: 'subtle',
      },
    },
  },
});

const VARIABLES = {
  '--mantine-color-body': 'var(--tm-page)',
  '--mantine-color-text': 'var(--tm-text)',
  '--mantine-color-dimmed': 'var(--tm-text-3)',
  '--mantine-color-default': 'var(--tm-surface)',
  '--mantine-color-default-hover': 'var(--tm-hover)',
  '--mantine-color-default-border': 'var(--tm-line-strong)',
  '--mantine-color-anchor': 'var(--tm-link)',
  '--mantine-color-error': 'var(--tm-danger)',
  '--mantine-color-placeholder': 'var(--tm-text-3)',
  '--mantine-primary-color-filled': 'var(--tm-brand)',
  '--mantine-primary-color-filled-hover': 'var(--tm-brand-hover)',
  '--mantine-primary-color-contrast': 'var(--tm-on-brand)',
  '--mantine-primary-color-light': 'var(--tm-brand-tint)',
  '--mantine-primary-color-light-color': 'var(--tm-link)',
};

/** Points Mantine's semantic variables at the tokens; the same in light and dark because the tokens change with the scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: VARIABLES, dark: VARIABLES });
