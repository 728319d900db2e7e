/**
 * Fixes the seed of random tests, so that a commit's results depend on the commit alone; MOLAR_SEED
 * sets another, as `npm test -- --all` does.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['MOLAR_SEED'] ?? 20_261_122) });
