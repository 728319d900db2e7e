/**
 * Runs one of the server's commands from dist/ in this terminal: arguments, prompts, progress line,
 * exit code.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { ROOT } from './sources.mjs';

/** Prompts and waits for an answer; piped input is read completely. @param {string} question */
async function ask(question) {
  if (!isatty(0)) return text(process.stdin);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

let isDrawn = false;
/** @param {string} line */
const progress = (line) => {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r\u001b[2K${line}`);
  isDrawn = true;
};
/** @param {string} line */
const print = (line) => {
  if (isDrawn) process.stdout.write('\r\u001b[2K');
  isDrawn = false;
  console.log(line);
};

/**
 * @param {string} file name in dist/server
 * @param {string} name of the exported command
 */
export async function runCommand(file, name) {
  process.umask(0o077);
  try {
    // A delivered dist/ may come without the build tools; it is used unchanged.
    if (existsSync(join(ROOT, 'node_modules/vite'))) {
      const { buildAll, isBuilt } = await import('./build.mjs');
      if (!isBuilt()) await buildAll((line) => console.error(line));
    }
    const commands = await import(new URL(`../dist/server/${file}`, import.meta.url).href);
    process.exitCode = await commands[name]({
      args: process.argv.slice(2),
      env: process.env,
      program: ROOT,
      print,
      progress,
      ask,
      isInteractive: isatty(0),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
