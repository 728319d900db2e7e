// Worker that reads tables: one file after another, in chunks, at most a few ahead of the consumer.

import { parentPort } from 'node:worker_threads';
import { AHEAD, readHere, type ReadAnswer, type ReadQuestion } from './reader.ts';

let room = AHEAD,
  wake = (): void => undefined;
const say = (answer: ReadAnswer, give: ArrayBuffer[] = []): void => {
  parentPort?.postMessage(answer, give);
};

async function read({ plans, options }: Exclude<ReadQuestion, string>): Promise<void> {
  try {
    for await (const one of readHere.read(plans, options)) {
      if ('refused' in one) {
        say({ file: one.file, refused: { why: one.refused.why, line: one.refused.line } });
        continue;
      }
      while (room === 0)
        await new Promise<void>((done) => {
          wake = done;
        });
      room--;
      const { file, piece } = one;
      // Bytes of a pool are shared: only a separate buffer can be transferred.
      const own =
        piece.bytes.byteLength === piece.bytes.buffer.byteLength
          ? piece.bytes
          : Uint8Array.from(piece.bytes);
      say({ file, piece: { ...piece, bytes: own } }, [own.buffer as ArrayBuffer]);
    }
    say('end');
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
  }
}
parentPort?.on('message', (question: ReadQuestion) => {
  if (question === 'next') {
    room++;
    wake();
  } else void read(question);
});
