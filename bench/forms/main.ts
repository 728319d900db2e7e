/**
 * `npm run bench:forms`: compares Molar, SurveyJS and LHC-Forms on the same form: bytes, time to
 * interactive, and key presses with the CPU throttled four times.
 */
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../../tests/support/stories/browser.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { median, quantile, show, spread } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { interleave } from '../kit/rounds.ts';
import { benchForm, titleOf, type Layout } from './form.ts';
import { serveForms, type Engine } from './serve.ts';
import { SLOWDOWN, visit, type Visit } from './visit.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 2 : 5,
  KEYS = isQuick ? 20 : 40;
const PORT = 4795;
/**
 * Number of questions of the form shown by all engines, and of the form used for the tablet's own
 * target.
 */
const BESIDE = 150,
  ALONE = 200;
/** One frame at 60 Hz, ms. */
const FRAME_MS = 16;

/**
 * `#typing`: makes SurveyJS update its answers on each key press, as the others do; its default is
 * to update on blur.
 */
const SHOWN: readonly {
  readonly name: string;
  readonly engine: Engine;
  readonly hash: string;
  readonly hasPages: boolean;
}[] = [
  { name: 'Molar', engine: 'molar', hash: '', hasPages: true },
  { name: 'SurveyJS', engine: 'survey', hash: '#typing', hasPages: true },
  { name: 'SurveyJS, text counts when left', engine: 'survey', hash: '', hasPages: true },
  { name: 'LHC-Forms', engine: 'lhc', hash: '', hasPages: false },
];
const say = (line: string): void => {
  console.log(`  ${line}`);
};
const BARE = 'one bare field';
const nameOf = (who: string, layout: Layout): string => `${who}, ${layout}`;

/**
 * Numbers of the questions on the first or only page before any answer: computed by our engine and
 * compared with the questions on each page.
 */
function expected(form: Questionnaire, hasPages: boolean): readonly number[] {
  const model = modelOf(form),
    first = model.roots[0];
  return viewOf(model, newState(model))
    .places()
    .filter(({ node }) => node.isQuestion && (!hasPages || node.parent === first))
    .map(({ node }) => Number(node.linkId.slice(1)));
}

const forms = new Map<string, Questionnaire>(
  (['chapters', 'sheet'] as const).flatMap((layout) =>
    [BESIDE, ALONE].map((count) => [`${layout}-${count}`, benchForm(count, layout)] as const),
  ),
);
say('building the pages …');
const server = await serveForms(PORT, forms);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });

/** A page that does not show the form correctly is excluded. */
async function run(
  engine: Engine,
  hash: string,
  layout: Layout,
  count: number,
  hasPages: boolean,
): Promise<Visit> {
  const name = `${layout}-${count}`,
    form = forms.get(name);
  if (!form) throw new Error(name);
  const found = await visit(browser, {
    url: server.url(engine, name) + hash,
    first: titleOf(1),
    typed: titleOf(layout === 'chapters' ? 1 : 71),
    keys: KEYS,
  });
  const wanted = expected(form, hasPages);
  if (JSON.stringify([...found.questions].sort((a, b) => a - b)) !== JSON.stringify(wanted))
    throw new Error(
      `${engine} shows ${found.questions.length} questions of ${name}, not the ${wanted.length} that are asked`,
    );
  return found;
}

/** Baseline page with a single field: the cost of the browser itself. */
const runBare = (): Promise<Visit> =>
  visit(browser, {
    url: server.url('bare', `chapters-${BESIDE}`),
    first: titleOf(1),
    typed: titleOf(1),
    keys: KEYS,
  });

try {
  const { results, probes } = await interleave(
    [
      { name: BARE, run: runBare },
      ...(['chapters', 'sheet'] as const).flatMap((layout) => [
        ...SHOWN.map(({ name, engine, hash, hasPages }) => ({
          name: nameOf(name, layout),
          run: () => run(engine, hash, layout, BESIDE, hasPages),
        })),
        {
          name: nameOf(`Molar, ${ALONE} questions`, layout),
          run: () => run('molar', '', layout, ALONE, true),
        },
      ]),
    ],
    ROUNDS,
    say,
  );

  const of = (name: string, pick: (one: Visit) => number): number[] =>
    (results.get(name) ?? []).map(pick);
  const typed = (one: Visit): number => median(one.keys);
  printTable(
    `The same ${BESIDE} questions with a processor ${SLOWDOWN} times slower, nothing in the browser's cache (medians, ranges)`,
    [
      '',
      'over the line kB',
      'ready ms',
      'key press ms',
      '95th percentile',
      'by the wall ms',
      'work per key ms',
    ],
    [...results.keys()].map((name) => [
      name,
      show(median(of(name, (v) => v.bytes)) / 1000),
      spread(of(name, (v) => v.interactive)),
      spread(of(name, typed)),
      show(
        quantile(
          (results.get(name) ?? []).flatMap((v) => v.keys),
          0.95,
        ),
      ),
      spread(of(name, (v) => median(v.wall))),
      spread(of(name, (v) => v.work)),
    ]),
    [
      'chapters: a group for every ten questions, a page each where an engine has pages (LHC-Forms has none); sheet: all on one page',
      'ready: a letter typed into the first field is on the screen, and no task over 50 ms nor request came for a second afterwards; the end of the last one counts',
      "key press: what the page's thread does from the press until the frame that shows it is handed over (script, style, layout, paint), by its own clock; by the wall: the same with everything else that the machine did meanwhile, without waiting for the screen's beat",
      "work: of the page's thread for one key press with all that follows (here: drawing what is not urgent, storing, encrypted)",
      'one bare field: a page with a text field and nothing else; nobody can be quicker than that on this machine',
      'SurveyJS takes a text by itself when its field is left: then nothing follows from a key press, and nothing is kept of it',
    ],
  );
  printMachine(probes);

  const peers = (layout: Layout): readonly string[] =>
    ['SurveyJS', 'LHC-Forms'].map((one) => nameOf(one, layout));
  /** Compared with the better of the two. */
  const ratio = (layout: Layout, pick: (one: Visit) => number): number =>
    median(of(nameOf('Molar', layout), pick)) /
    Math.min(...peers(layout).map((name) => median(of(name, pick))));
  const floor = median(of(BARE, typed));
  if (floor > FRAME_MS)
    console.log(
      `\nOne bare field takes ${show(floor)} ms for a key press here, more than the ${FRAME_MS} ms of a frame: whether our questionnaire keeps within a frame cannot be seen on this machine as it is now.`,
    );
  const targets: Target[] = (['chapters', 'sheet'] as const).flatMap((layout): Target[] => [
    {
      name: `${layout}: bytes, to the better of both`,
      value: ratio(layout, (v) => v.bytes),
      target: 1,
      bound: 'most',
    },
    {
      name: `${layout}: ready, to the better of both`,
      value: ratio(layout, (v) => v.interactive),
      target: 1,
      bound: 'most',
    },
    {
      name: `${layout}: key press, to the better of both`,
      value: ratio(layout, typed),
      target: 1,
      bound: 'most',
    },
    {
      name: `${layout}: key press among ${ALONE} questions, ms`,
      value: median(of(nameOf(`Molar, ${ALONE} questions`, layout), typed)),
      target: FRAME_MS,
      floor,
      bound: 'most',
      unit: 'ms',
    },
  ]);
  process.exitCode = report('forms', targets) ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}
