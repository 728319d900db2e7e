/** Setup before all stories: a demo practice with continuous activity. */
import { test } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { keepAwake } from '../support/stories/story.ts';
import { emptyTemplate, keepData } from '../support/stories/template.ts';

test('sets up the practice that stories start from', async () => {
  emptyTemplate();
  const server = await startServer({ isEmpty: true });
  try {
    await keepAwake(server);
    keepData(server.data, 0);
  } finally {
    await server.stop();
  }
});
