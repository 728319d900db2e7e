/**
 * Installs the requirements of the tests on this machine: SQLite's binary and the programs; exits
 * with 1 and lists the programs that cannot be installed.
 */
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
