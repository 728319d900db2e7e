/** A story with the three years of made-up data that a new demo practice has. */
import { expect } from '@playwright/test';
import { DeskCalls } from './desk-calls.ts';
import { keepAwake, Story } from './story.ts';

/** The data are made and delivered after the start. */
const DELIVERED_MS = 120_000;

/** Returns once the data are delivered and a list has rows. */
export async function openDemoStory(): Promise<Story> {
  const story = await Story.open({ isEmpty: true, env: { MOLAR_DEMO_DATA: 'small' } });
  await keepAwake(story.server);
  const owner = await DeskCalls.open(story.server, 'owner');
  await expect
    .poll(
      async () => {
        const answer = await owner.raw('/api/hkp?alle=ja&n=1').then(
          (found) => found.json() as Promise<{ zeilen: unknown[] }>,
          // The server is still reading.
          () => ({ zeilen: [] }),
        );
        return answer.zeilen.length;
      },
      { timeout: DELIVERED_MS, intervals: [1_000] },
    )
    .toBeGreaterThan(0);
  return story;
}
