// `npm run demo:data`: generates a practice's data by template, years and seed; as CSV files, or
// delivered into the demo practice like real ones.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { berlinDay, isDay } from '../../shared/base/dates.ts';
import { findUserByEmail } from '../accounts/account-store/store.ts';
import { parseConfig } from '../platform/config/parse-config.ts';
import { takeFolder } from '../platform/db/folder-lock.ts';
import { awaitsMigration } from '../platform/db/carry/snapshot.ts';
import { openStore } from '../platform/db/open-store.ts';
import { deliveryTo } from '../compose/demo.links.ts';
import { deliverGenerated } from '../operations/demo/deliver-demo.ts';
import * as words from '../operations/demo/demo-words.ts';
import { csvFolder } from '../operations/demo/generate/csv.ts';
import { generate, type GenerateOptions } from '../operations/demo/generate/generate.ts';
import { TEMPLATES, type TemplateName } from '../operations/demo/generate/templates.ts';
import { makePatients, makeAppointments } from '../operations/demo/people.ts';
import { DEMO_EMAILS } from '../operations/demo/start-demo.ts';
import { databaseOf, rootKeyFileOf } from './open-root.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import { workshopOf } from './workshop.ts';

interface Terminal {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  progress(line: string): void;
}
const text = { type: 'string' } as const,
  rowsOf = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * Runs the generator of demo data.
 * @returns the exit code: 0 on success, 1 where it is impossible, 2 for unknown arguments
 */
export async function runDemoData(t: Terminal): Promise<number> {
  let given: Record<string, string | boolean | undefined>;
  try {
    given = parseArgs({
      args: t.args,
      options: {
        template: text,
        years: text,
        seed: text,
        today: text,
        out: text,
        practices: text,
        practice: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch {
    t.print(words.USAGE);
    return 2;
  }
  const template = String(given.template ?? 'small'),
    years = Number(given.years ?? 3),
    seed = Number(given.seed ?? 1),
    today = String(given.today ?? berlinDay(Date.now())),
    practices = Number(given.practices ?? 1);
  const isRight =
    Object.hasOwn(TEMPLATES, template) &&
    years > 0 &&
    years <= 30 &&
    Number.isSafeInteger(seed) &&
    seed >= 0 &&
    isDay(today) &&
    Number.isSafeInteger(practices) &&
    practices >= 1 &&
    practices <= 50;
  if (given.help === true || !isRight || (practices > 1 && given.out === undefined)) {
    t.print(words.USAGE);
    return given.help === true ? 0 : 2;
  }
  const options: GenerateOptions = { template: template as TemplateName, years, seed, today };
  if (typeof given.out === 'string') {
    for (let at = 1; at <= practices; at++) {
      const folder =
        practices === 1
          ? path.resolve(given.out)
          : path.join(path.resolve(given.out), `praxis-${at}`);
      writeFolder(
        t,
        folder,
        practices === 1
          ? options
          : {
              ...options,
              seed: seed + at - 1,
              isSynthetic: true,
              pkvShare: 0.05 + (((seed + at) * 7) % 26) / 100,
            },
      );
    }
    return 0;
  }
  return deliver(t, options, typeof given.practice === 'string' ? given.practice : undefined);
}

function writeFolder(t: Terminal, folder: string, options: GenerateOptions): void {
  const began = performance.now(),
    csv = csvFolder(folder);
  let rows = 0;
  const truth = generate(options, (entity, id, version, values, isDeleted) => {
    csv.sink(entity, id, version, values, isDeleted);
    rows += 1;
    if (rows % 50_000 === 0) t.progress(`${words.number(rows)} Zeilen …`);
  });
  csv.close();
  // Outside the folder: an importer must not find the expected results of the rules.
  writeFileSync(`${folder}.wahrheit.json`, `${JSON.stringify(truth, undefined, 1)}\n`, {
    mode: 0o600,
  });
  t.print(words.made(rows, (performance.now() - began) / 1000, folder));
}

async function deliver(
  t: Terminal,
  options: GenerateOptions,
  practice: string | undefined,
): Promise<number> {
  const { config, problems } = parseConfig(t.env);
  if (!config) {
    for (const line of problems ?? []) t.print(line);
    return 1;
  }
  if (config.environment === 'prod') {
    t.print(words.PROD);
    return 1;
  }
  const file = path.join(config.data, 'molar.db');
  if (config.databaseUrl === undefined && !existsSync(file)) {
    t.print(words.NO_PRACTICE);
    return 1;
  }
  const release =
    config.databaseUrl === undefined
      ? takeFolder(path.resolve(config.data), 'shared')
      : () => undefined;
  if (
    config.databaseUrl === undefined &&
    awaitsMigration(storedFile(config.data, rootKeyFileOf(config)))
  ) {
    release();
    t.print(words.OLD_FORM);
    return 1;
  }
  const store = await openStore(databaseOf(config));
  try {
    const cid = practice ?? (await findUserByEmail(store, DEMO_EMAILS[0] ?? ''))?.cid;
    if (cid === undefined) {
      t.print(words.NO_PRACTICE);
      return 1;
    }
    const workshop = workshopOf(store),
      began = performance.now();
    const patients = makePatients(options.today),
      demo =
        practice === undefined && options.template === 'small'
          ? { patients, termine: makeAppointments(options.today, patients) }
          : undefined;
    const run = `demo-${options.template}-${options.years}-${options.seed}-${options.today}`;
    const truth = await deliverGenerated(
      deliveryTo({ workshop, cid }),
      run,
      { ...options, ...(demo && { demo }) },
      (rows) => {
        t.progress(`${words.number(rows)} Zeilen …`);
      },
    );
    t.print(
      truth
        ? words.made(rowsOf(truth.zeilen), (performance.now() - began) / 1000, 'eingeliefert')
        : 'Diese Daten liegen schon in der Praxis.',
    );
    return 0;
  } finally {
    await store.close();
    release();
  }
}
