/** Size and log of this run. */
import type { TemplateName } from '../../server/operations/demo/generate/templates.ts';

export const isQuick = process.argv.includes('--quick');
const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;

export const TEMPLATE = option('template', isQuick ? 'small' : 'large') as TemplateName;
/** Beginnings of the paths to time, separated by commas; all without. */
export const ONLY = option('only', '');
export const isTimed = (path: string): boolean =>
  ONLY.split(',').some((start) => path.startsWith(start));
export const YEARS = Number(option('years', isQuick ? '2' : '10'));
export const ROUNDS = isQuick ? 3 : 20;
export const LONG_ROUNDS = isQuick ? 2 : 5;
export const BESIDE_ROUNDS = isQuick ? 2 : 3;

const started = performance.now();

/** Prints a line with the seconds since the start. */
export const say = (line: string): void => {
  console.log(
    `  ${String(Math.round((performance.now() - started) / 1000)).padStart(5)} s  ${line}`,
  );
};
