// Child process that builds and checks sealed files; it has no key, and is recycled.
import { renderMarkHere } from '../pdf/compile.ts';
import { answerSealer, sealerHere } from './sealer.ts';
import type { SealerRequest } from './sealer.ts';

const sealer = sealerHere({ renderMark: renderMarkHere });
process.on('message', (request: SealerRequest) => {
  void answerSealer(sealer, request).then((reply) =>
    process.send?.({ ...reply, rss: process.memoryUsage().rss }),
  );
});
process.on('disconnect', () => process.exit(0));
