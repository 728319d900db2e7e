// Streamed text as the body of a response: a slow reader slows the generator, a disconnect stops
// it, and a fault is visible as an aborted connection.

/**
 * Creates a streamed text response.
 * @param onBroken called when the generator failed after the response had begun: must abort the
 * connection, or half of it would look complete
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
          // No message: it would be written into the response and to the console.
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
