/** Brings what the tests need to this machine: SQLite's binary and the programs; ends with 1 and says what is missing where that is out of reach. */
import { ensureMachine } from './machine.mjs';
import { ensureNative } from './native.mjs';

const say = (/** @type {string} */ line) => console.log(`  ${line}`);
try {
  ensureNative(say);
  ensureMachine(say);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
