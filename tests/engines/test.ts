/** Test of the stories in this folder: visitors in one engine, a practice, and the line to it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Story } from '../support/stories/story.ts';
import { layCable, type Cable } from './cable.ts';
import { SIZES, type StartEngine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
import { startWebkit } from './webkit.ts';

const ENGINES = { firefox: startFirefox, webkit: startWebkit } as const satisfies Record<
  string,
  StartEngine
>;

/** Option of a project: its browser. */
export interface EngineOption {
  engineName: keyof typeof ENGINES;
}
interface Fixtures {
  /** Opens a browser with a fresh profile, which ends with the test. */
  open: (screen: keyof typeof SIZES) => Promise<Visitor>;
  /** Stores a picture of the window for a person who compares the engines. */
  look: (visitor: Visitor, name: string) => Promise<void>;
}

export const test = base.extend<Fixtures, EngineOption>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  open: async ({ engineName }, give, info) => {
    const visitors: Visitor[] = [];
    await give(async (screen) => {
      const visitor = await Visitor.open(ENGINES[engineName], SIZES[screen]);
      visitors.push(visitor);
      return visitor;
    });
    for (const visitor of visitors) {
      if (info.status !== info.expectedStatus && visitor.isOpen)
        writeFileSync(info.outputPath('screen.png'), await visitor.engine.picture());
      await visitor.drop();
    }
  },
  look: async ({ engineName }, give, { project }) => {
    const folder = join(project.outputDir, 'pictures', engineName);
    mkdirSync(folder, { recursive: true });
    await give(async (visitor, name) => {
      await visitor.rest();
      writeFileSync(join(folder, `${name}.png`), await visitor.engine.picture());
    });
  },
});

/** A practice and the line to its server. */
export interface Place {
  story: Story;
  cable: Cable;
  close: () => Promise<void>;
}
/** Starts a demo practice behind a line. */
export async function openPlace(): Promise<Place> {
  const story = await Story.open(),
    cable = await layCable(story.server.port);
  return {
    story,
    cable,
    async close() {
      await cable.cut();
      await story.close();
    },
  };
}
