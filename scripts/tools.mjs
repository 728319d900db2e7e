/**
 * Installs what the tests need on this machine: SQLite's binary and the programs; exits with 1 and
 * lists what cannot be installed.
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
