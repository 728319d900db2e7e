// Paper is light: the letters of the dark theme would be hardly readable on it.

interface Kept {
  readonly theme: string | undefined;
  readonly scheme: string | undefined;
}

/**
 * Shows the light theme while a page is printed, and the chosen one afterwards. Call it before the
 * first render, so that charts that listen for the same moments read the colours of paper.
 */
export function printLight(): void {
  const { dataset } = document.documentElement,
    paper = matchMedia('print');
  let kept: Kept | null = null;
  const put = (name: 'theme' | 'mantineColorScheme', value: string | undefined): void => {
    if (value === undefined) delete dataset[name];
    else dataset[name] = value;
  };
  const begin = (): void => {
    kept ??= { theme: dataset.theme, scheme: dataset.mantineColorScheme };
    put('theme', 'light');
    put('mantineColorScheme', 'light');
  };
  const end = (): void => {
    if (kept === null) return;
    put('theme', kept.theme);
    put('mantineColorScheme', kept.scheme);
    kept = null;
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', () => (paper.matches ? begin() : end()));
}
