// Child process that renders documents; it is recycled.
import { render } from './compile.ts';
import type { RenderRequest } from './protocol.ts';

process.on('message', (request: RenderRequest) => {
  const reply = render(request);
  process.send?.({ ...reply, rss: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit(0));
