/** Test of the stories in this folder: a practice, a line to it, and visitors in one engine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Story } from '../support/stories/story.ts';
import { layCable, type Cable } from './cable.ts';
import { SIZES, type StartEngine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
import { startWebkit } from './webkit.ts';

const ENGINES: Record<string, StartEngine> = { firefox: startFirefox, webkit: startWebkit };

interface Once {
  story: Story;
  /** Line between the browsers and the server of the story. */
  cable: Cable;
}
interface Each {
  /** Opens a browser with a fresh profile, which ends with the test. */
  open: (screen: keyof typeof SIZES) => Promise<Visitor>;
  /** Stores a picture of the window for a person who compares the engines. */
  look: (visitor: Visitor, name: string) => Promise<void>;
}

export const test = base.extend<Each, Once>({
  story: [
    // Playwright reads the names of the fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const story = await Story.open();
      await give(story);
      await story.close();
    },
    { scope: 'worker' },
  ],
  cable: [
    async ({ story }, give) => {
      const cable = await layCable(story.server.port);
      await give(cable);
      await cable.cut();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, give, info) => {
    const { project } = info;
    const start = ENGINES[project.name];
    if (!start) throw new Error(`There is no engine ${project.name}.`);
    const visitors: Visitor[] = [];
    await give(async (screen) => {
      const visitor = await Visitor.open(start, SIZES[screen]);
      visitors.push(visitor);
      return visitor;
    });
    for (const visitor of visitors) {
      if (info.status !== info.expectedStatus)
        writeFileSync(info.outputPath('screen.png'), await visitor.engine.picture());
      await visitor.drop();
    }
  },
  // oxlint-disable-next-line no-empty-pattern
  look: async ({}, give, { project }) => {
    const folder = join(project.outputDir, 'pictures', project.name);
    mkdirSync(folder, { recursive: true });
    await give(async (visitor, name) => {
      await visitor.rest();
      writeFileSync(join(folder, `${name}.png`), await visitor.engine.picture());
    });
  },
});
