/** Tests that draw at random draw the same for everybody, so that what a commit's tests say depends on the commit alone; MOLAR_SEED draws anew, as `npm test -- --all` does. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['MOLAR_SEED'] ?? 20_261_122) });
