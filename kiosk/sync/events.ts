// Reads server-sent events from a byte stream (WHATWG HTML 9.2.6), because EventSource cannot send
// the bearer header.

export interface EventSink {
  /** Any byte counts as activity, comments too. */
  onBytes: () => void;
  onEvent: (name: string, data: string) => void;
}

/** Resolves when the stream ends or the signal aborts; rejects on an error. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  sink: EventSink,
): Promise<void> {
  const reader = body.getReader();
  const onAbort = (): void => {
    reader.cancel().catch(() => undefined);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const decoder = new TextDecoder();
  let rest = '',
    name = '',
    data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      sink.onBytes();
      rest += decoder.decode(value, { stream: true });
      // A line without an end is not an event stream.
      if (rest.length > 100_000) throw new Error('event line too long');
      const lines = rest.split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) sink.onEvent(name || 'message', data.join('\n'));
          name = '';
          data = [];
        } else if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
