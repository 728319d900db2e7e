/**
 * `npm run bench:vendor`: an event of the payment provider from its arrival to its answer, the
 * vendor's lists over many practices, and an invoice, each next to the least that does the same.
 */
import { median, quantile, show, spread } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { bundleServer } from '../kit/server.ts';
import { measureInvoices } from './invoice.ts';
import { measureLists } from './lists.ts';
import { measureWebhooks } from './webhook.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 3 : 9,
  STORED = isQuick ? 100_000 : 1_000_000,
  SHORT_MS = 1;
const say = (line: string): void => {
  console.log(`  ${line}`);
};
const row = (name: string, ms: readonly number[], what = ''): string[] => [
  name,
  spread(ms),
  show(quantile(ms, 0.95)),
  what,
];
const HEADS = ['', 'ms, median (range)', 'p95', 'what it is'];

console.log('Building the server …');
await bundleServer();

const hooks = await measureWebhooks(
    { stored: STORED, rounds: ROUNDS, perRound: isQuick ? 60 : 150 },
    say,
  ),
  hook = (name: string): number[] => (hooks.rounds.results.get(name) ?? []).flat();
printTable(
  `One event at a time, with ${hooks.stored.toLocaleString('en')} events stored before`,
  HEADS,
  [
    row('Molar', hook('Molar'), 'signature, event and job in one flushed transaction, answer'),
    row('bare server', hook('bare server'), 'node:http, one flushed insert, answer'),
    row('insert alone', hook('insert alone'), 'the same insert without HTTP'),
  ],
  [
    `killed right after an answer: ${hooks.afterKill.kept} of the last ${hooks.afterKill.answered} answered events are stored with their job`,
  ],
);

const lists = await measureLists(
    {
      clients: isQuick ? 1000 : 10_000,
      tickets: isQuick ? 10_000 : 100_000,
      events: STORED,
      rounds: ROUNDS,
      perRound: isQuick ? 5 : 10,
    },
    say,
  ),
  list = (name: string): number[] => (lists.rounds.results.get(name) ?? []).flat();
printTable(
  'Lists of the vendor',
  HEADS,
  [
    row('a request that reads nothing', list(lists.empty), 'session, policy, checked answer'),
    row('  bare HTTP server', list(`${lists.empty} plain`), 'answers {}'),
    ...lists.names.flatMap((name) => [
      row(name, list(name), 'through the whole server: session, policy, checked answer'),
      row('  in plain SQL', list(`${name} plain`), 'bare HTTP server: the same rows, as JSON'),
    ]),
  ],
  [
    `A page whose plain SQL takes less than ${SHORT_MS} ms is judged without the floor: without what a signed-in request that reads nothing takes more than one of the bare server. The name of its target says this, and the times above hold the floor.`,
  ],
);

const invoices = await measureInvoices({ rounds: ROUNDS, perRound: isQuick ? 5 : 10 }, say),
  made = (name: string): number[] => (invoices.results.get(name) ?? []).flat();
printTable('One invoice', HEADS, [
  row('invoice', made('invoice'), 'XML by our rules, pages, PDF/A-3 with the XML inside'),
  row('sealed consent', made('sealed consent'), 'rendered, sealed, read again'),
]);

printMachine([...hooks.rounds.probes, ...lists.rounds.probes, ...invoices.probes]);
const ratio = (name: string, value: number, target: number): Target => ({
  name,
  value,
  target,
  bound: 'most',
});
/** Judges a list; a page shorter than a request itself without the floor of one. */
function listTarget(name: string): Target {
  const plain = median(list(`${name} plain`)),
    own = median(list(name)),
    floor = median(list(lists.empty)) - median(list(`${lists.empty} plain`));
  return plain < SHORT_MS
    ? ratio(
        `${name}, ratio to plain SQL without the floor (with it: ${show(own / plain)})`,
        (own - floor) / plain,
        2,
      )
    : ratio(`${name}, ratio to plain SQL`, own / plain, 2);
}
const targets: Target[] = [
  ratio(
    'event stored and answered, ratio to a bare server with one flushed insert',
    median(hook('Molar')) / median(hook('bare server')),
    3,
  ),
  {
    name: 'answered events that are stored after a kill, share',
    value: hooks.afterKill.kept / hooks.afterKill.answered,
    target: 1,
    bound: 'least',
  },
  ...lists.names.map(listTarget),
  ratio(
    'invoice rendered and checked, ratio to a sealed consent',
    median(made('invoice')) / median(made('sealed consent')),
    2,
  ),
];
process.exitCode = report('vendor', targets) ? 0 : 1;
