// Text in pieces as the body of an answer: whoever reads slowly slows the making, whoever goes away ends it.

export function textStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder(), iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() { await iterator.return?.(); },
  }, { highWaterMark: 1 });
}
