/**
 * Chooses the databases of each test file. `STORES_DAY` names the day of a run that takes turns with
 * PostgreSQL, `ONE_STORE=1` leaves PostgreSQL out; without them each file runs on both databases.
 */
import { relative } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../../scripts/sources.mjs';
import { isOnPostgres } from '../../../scripts/turns.mjs';
import { STORES } from '../stores.ts';

const { ONE_STORE: oneStore, STORES_DAY: day } = process.env;
const file = relative(ROOT, expect.getState().testPath ?? '');
const withPostgres = oneStore !== '1' && (day === undefined || isOnPostgres(file, Number(day)));
STORES.splice(0, STORES.length, 'sqlite', ...(withPostgres ? (['postgres'] as const) : []));
