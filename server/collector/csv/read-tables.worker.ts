// The thread that reads tables: one file, in pieces, never more than a few ahead of who takes them.

import { parentPort } from 'node:worker_threads';
import { readPieces } from './read-file.ts';
import { AHEAD, type ReadAnswer, type ReadQuestion } from './reader.ts';
import { FileRefused } from './text-of.ts';

let room = AHEAD, wake = (): void => undefined;
const say = (answer: ReadAnswer, give: ArrayBuffer[] = []): void => { parentPort?.postMessage(answer, give); };

async function read({ plan, options }: Exclude<ReadQuestion, string>): Promise<void> {
  try {
    for await (const piece of readPieces(plan, options)) {
      while (room === 0) await new Promise<void>(done => { wake = done; });
      room--;
      // Bytes of a pool belong to others as well: only memory of its own changes hands.
      const own = piece.bytes.byteLength === piece.bytes.buffer.byteLength ? piece.bytes : Uint8Array.from(piece.bytes);
      say({ piece: { ...piece, bytes: own } }, [own.buffer as ArrayBuffer]);
    }
    say('end');
  } catch (error) {
    say(error instanceof FileRefused ? { refused: { why: error.why, line: error.line } } : { failed: error instanceof Error ? error.message : String(error) });
  }
}
parentPort?.on('message', (question: ReadQuestion) => {
  if (question === 'next') { room++; wake(); } else void read(question);
});
