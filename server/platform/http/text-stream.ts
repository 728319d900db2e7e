// Text in pieces as the body of an answer: whoever reads slowly slows the making, whoever goes away ends it, and what breaks off looks broken.

/**
 * @param onBroken the making failed after the answer had begun: must cut the line, or half of it would look like the whole
 */
export function textStream(
  pieces: AsyncIterable<string>,
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder(),
    iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          onBroken(error);
          // Says nothing: its words would be written into the answer and to the screen.
          controller.error(new Error('broken off'));
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
