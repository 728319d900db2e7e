/**
 * Prints how many expected proposals and warnings of hand-made days the engine finds, and what it
 * gets wrong. Arguments: a file of days; `--all` judges all rules, not only those on from the
 * start; `--quiet` leaves out the differences; a word chooses days by their id.
 */
import { readFileSync } from 'node:fs';
import days from './days.json' with { type: 'json' };
import moreDays from './more-days.json' with { type: 'json' };
import thirdDays from './third-days.json' with { type: 'json' };
import fourthDays from './fourth-days.json' with { type: 'json' };
import fifthDays from './fifth-days.json' with { type: 'json' };
import sixthDays from './sixth-days.json' with { type: 'json' };
import seventhDays from './seventh-days.json' with { type: 'json' };
import { judgeDays, rulesOf, tableOf } from './judge.ts';
import type { TreatmentDay } from './treatment-day.ts';

const args = process.argv.slice(2),
  file = args.find((one) => one.endsWith('.json')),
  word = args.find((one) => !one.startsWith('--') && one !== file) ?? '',
  given = (file === undefined
    ? [
        ...days,
        ...moreDays,
        ...thirdDays,
        ...fourthDays,
        ...fifthDays,
        ...sixthDays,
        ...seventhDays,
      ]
    : JSON.parse(readFileSync(file, 'utf8'))) as unknown as readonly TreatmentDay[],
  set = args.includes('--all') ? 'all' : 'start',
  verdict = judgeDays(
    given.filter((one) => one.id.startsWith(word)),
    rulesOf(set),
  );

if (!args.includes('--quiet'))
  for (const one of verdict.differences) console.log(`${one.kind}: ${one.text} — ${one.day}`);
console.log(set === 'all' ? 'all rules' : 'rules on from the start');
for (const line of tableOf(verdict)) console.log(line);
