/** The laws of the house, each with files that break it. */
import * as laws from './laws.ts';
import { componentsHaveSamples } from './gallery.ts';
import * as sizes from './size-laws.ts';
import { glossaryNamesCode, guidesNameWhatExists, rulesNameCode } from './pages.ts';
import { proseIsPlain } from './prose.ts';
import { screensUseOneWord } from './screen-words.ts';
import { glossaryHolds, textsAreUsed, textsMatch } from './texts.ts';
import { wingsHaveOneModule, wingsStandAlone } from './wings.ts';

export interface Row {
  title: string;
  law: laws.Law;
  /** Files that violate the law, and the expected number of findings. */
  broken: [path: string, text: string][];
  count: number;
}

const statements = (count: number): string => 'a += 1;\n'.repeat(count);
const linesOf = (count: number): string => `// So long.\n${statements(count - 1)}`;
const functionOf = (name: string, lines: number): string =>
  `function ${name}() {\n${statements(lines - 2)}}\n`;
const tableOf = (lines: number): string => `[\n${'1,\n'.repeat(lines - 2)}];\n`;
const skip = ['sk', 'ip'].join('');
const silence = ['@ts', 'ignore'].join('-');

export const rows: readonly Row[] = [
  {
    title: 'wings never import wings, programs share only types of the server',
    law: wingsStandAlone,
    broken: [
      ['server/desk/task/routes.ts', "import { a } from '../../accounts/users/a.ts';"],
      ['server/desk/task/links.ts', "import type { a } from '../../records/texts/a.ts';"],
      ['server/platform/http/policy.ts', "import type { a } from '../../desk/task/a.ts';"],
      ['server/paper/pdf/a.ts', "import { a } from '../../platform/db/a.ts';"],
      ['server/paper/pdf/b.ts', "import { a } from '../../compose/deps.ts';"],
      ['kiosk/task/Runner.tsx', "const a = await import('../signature/Pad.tsx');"],
      ['kiosk/sync/api.ts', "import { a } from '../../server/desk/task/a.ts';"],
      ['practice/desk/board/Board.tsx', "import type { a } from '../../../kiosk/task/a.ts';"],
      ['practice/desk/board/B.tsx', "import { a } from '../../records/texts/a.ts';"],
      ['practice/ui/a.ts', "import { a } from '../desk/board/a.ts';"],
      ['shared/desk/task.ts', "export { a } from '../../server/desk/task/a.ts';"],
      ['server/compose/a.ts', "import { a } from '../desk/task/a.ts';"],
      ['server/desk/task/b.ts', "import { a } from '../patient/a.ts';"],
    ],
    count: 11,
  },
  {
    title: 'each wing of the server has one module.ts, and only compose/ imports it',
    law: wingsHaveOneModule,
    broken: [
      ['server/desk/module.ts', ''],
      ['server/desk/task/module.ts', ''],
      ['server/records/texts/a.ts', ''],
      ['server/desk/task/a.ts', "import type { DeskDeps } from '../module.ts';"],
      ['server/commands/a.ts', "import { deskModule } from '../desk/module.ts';"],
      ['server/platform/jobs/a.ts', "import type { Module } from '../module.ts';"],
      ['server/compose/modules.ts', "import { deskModule } from '../desk/module.ts';"],
    ],
    count: 4,
  },
  {
    title: 'shelves of shared/ import lower shelves only',
    law: laws.shelvesAreOrdered,
    broken: [
      ['shared/base/a.ts', "import type { a } from '../desk/task.ts';"],
      ['shared/desk/b.ts', "import { a } from '../base/dates.ts';"],
      ['shared/loose.ts', ''],
    ],
    count: 2,
  },
  {
    title: 'a folder stops at 25 sources',
    law: sizes.foldersStaySmall,
    broken: Array.from({ length: 26 }, (_, at): [string, string] => [`kiosk/task/a${at}.ts`, '']),
    count: 1,
  },
  {
    title: 'no file imports itself over others, types included',
    law: laws.importsHaveNoCircles,
    broken: [
      ['shared/desk/a.ts', "import { b } from './b.ts';"],
      ['shared/desk/b.ts', "import type { a } from './a.ts';"],
      ['shared/desk/c.ts', "import { a } from './a.ts';"],
    ],
    count: 2,
  },
  {
    title:
      'dexie, xstate, drizzle, hono, zod and Node stay in their rooms; shared/ imports nothing',
    law: laws.packagesHaveRooms,
    broken: [
      ['kiosk/task/Runner.tsx', "import Dexie from 'dexie';"],
      ['kiosk/task/Runner2.tsx', "import { useMachine } from '@xstate/react';"],
      ['server/task/send-mappe.ts', "import { eq } from 'drizzle-orm';"],
      ['server/task/send-mappe2.ts', "import { Hono } from 'hono/tiny';"],
      ['server/desk/task/store.ts', "import pg from 'pg';"],
      ['kiosk/task/a.ts', "import { z } from 'zod';"],
      ['kiosk/task/b.ts', "import { schema } from '../../shared/task.schema.ts';"],
      ['kiosk/task/c.ts', "import { readFile } from 'node:fs/promises';"],
      ['shared/desk/task.ts', "import { z } from 'zod';"],
      ['shared/task.schema.ts', "import ms from 'ms';"],
    ],
    count: 10,
  },
  {
    title: 'few rooms use the network',
    law: laws.networkHasRooms,
    broken: [
      [
        'kiosk/task/a.ts',
        "await fetch('/x'); await globalThis.fetch('/x'); new WebSocket('ws://x');",
      ],
      ['kiosk/sync/a.ts', "await fetch('/x');"],
    ],
    count: 3,
  },
  {
    title: 'one place opens database files',
    law: laws.databaseFilesHaveOneOpener,
    broken: [
      ['server/platform/db/a.ts', "const db = new Database('molar.db');"],
      ['server/platform/db/file/open-file.ts', 'const db = new Database(file);'],
      ['server/platform/db/a.test.ts', "const db = new Database('molar.db');"],
    ],
    count: 1,
  },
  {
    title: 'screens format days in their language',
    law: laws.daysFollowTheLanguage,
    broken: [
      [
        'practice/empfang/a.tsx',
        "germanDay('2026-01-02'); germanMoment(1); new Date().toLocaleDateString(); dayText('2026-01-02', 'en');",
      ],
      ['server/pdf/a.ts', "germanDay('2026-01-02');"],
    ],
    count: 3,
  },
  {
    title: '[V8] the environment is read in one place',
    law: laws.environmentIsReadOnce,
    broken: [
      ['server/config/read.ts', 'export const a = process.env.A;'],
      ['server/main.ts', 'export const a = process.env;'],
    ],
    count: 1,
  },
  {
    title: 'each table has one writer room',
    law: laws.tablesHaveOneWriter,
    broken: [
      [
        'server/desk/task/store.ts',
        'await tx.insert(store.t.task).values(a); await tx.select().from(t.op);',
      ],
      ['server/desk/sync/store.ts', 'await tx.update(t.task).set(a); await tx.delete(t.op);'],
    ],
    count: 1,
  },
  {
    title: 'worker, development and server use the one mount table',
    law: laws.mountsAreOneTable,
    broken: [
      ['kiosk/sw.ts', 'const denylist = [/^\\/api/];'],
      ['vite.config.ts', "import { MOUNTS } from './shared/base/mounts.ts';"],
    ],
    count: 2,
  },
  {
    title: 'no barrel files and no catch-all folders',
    law: laws.namesSaySomething,
    broken: [
      ['kiosk/ui/index.ts', ''],
      ['server/utils/a.ts', ''],
      ['shared/helpers.ts', ''],
    ],
    count: 3,
  },
  {
    title: 'the name of a test decides where it runs',
    law: laws.testsSayWhereTheyRun,
    broken: [
      ['kiosk/ui/a.test.ts', "document.body.append('a');"],
      ['practice/live.test.ts', "import { render } from '@testing-library/react';"],
      ['kiosk/outbox/a.dom.test.ts', 'indexedDB.open();'],
      ['server/desk/a.test.tsx', ''],
      ['vitest.config.ts', "const PURE = ['kiosk/ui/a.test.ts', 'kiosk/**/*.dom.test.ts'];"],
    ],
    count: 4,
  },
  {
    title: 'a test of a room that makes no call does not import the whole server',
    law: laws.testsImportTheirRoom,
    broken: [
      ['server/compose/app.ts', 'export const createApp = () => undefined;'],
      ['tests/support/in-process.ts', "import { createApp } from '../../server/compose/app.ts';"],
      ['server/desk/a.test.ts', "import { t } from '../../tests/support/in-process.ts';"],
      [
        'server/desk/b.test.ts',
        "import { t } from '../../tests/support/in-process.ts';\nawait t.call('/a');",
      ],
    ],
    count: 1,
  },
  {
    title: 'no file is longer than 400 lines',
    law: sizes.filesStayShort,
    broken: [
      ['shared/a.ts', linesOf(401)],
      ['shared/b.ts', linesOf(400)],
      ['shared/c.ts', `// A table.\nexport const figures = ${tableOf(500)}`],
    ],
    count: 1,
  },
  {
    title: 'no function is longer than 100 lines',
    law: sizes.functionsStayShort,
    broken: [
      ['shared/a.ts', `${functionOf('a', 101)}${functionOf('b', 100)}`],
      ['shared/b.ts', `export const rows = () => ${tableOf(200)}`],
      ['shared/c.test.ts', `describe('c', () => {\n${functionOf('d', 102)}});`],
    ],
    count: 2,
  },
  {
    title: 'every file opens with a sentence on what it is',
    law: laws.filesSayWhatTheyAre,
    broken: [
      ['shared/a.ts', 'export const a = 1;'],
      ['shared/b.ts', '// b'],
      ['kiosk/a.css', '.a {}'],
      ['a.html', '<!doctype html>\n<html></html>'],
    ],
    count: 4,
  },
  {
    title: 'no test is skipped and no finding is silenced',
    law: laws.nothingIsSilenced,
    broken: [['shared/a.test.ts', `test.${skip}('x', () => {});\n// ${silence}\n`]],
    count: 2,
  },
  {
    title: 'the project speaks of the product only',
    law: laws.speaksOfTheProduct,
    broken: [['docs/a.md', ['see /wo', 'rk/main and iss', 'ue 2'].join('')]],
    count: 1,
  },
  {
    title: 'texts have the same keys and placeholders in every language',
    law: textsMatch,
    broken: [
      ['kiosk/task/texts.de.json', '{"a": "A {{name}}", "b": {"c": "C"}, "d": "D"}'],
      ['kiosk/task/texts.en.json', '{"a": "A {{mane}}", "b": {"c": ""}, "e": "E"}'],
    ],
    count: 4,
  },
  {
    title: 'every language has its plural forms, and all texts except those of the staff',
    law: textsMatch,
    broken: [
      [
        'kiosk/tablet/texts.de.json',
        '{"n_one": "ein Blatt", "n_other": "{{count}} Blätter", "staff": {"a": "A"}, "home": {"a": "A"}}',
      ],
      [
        'kiosk/tablet/texts.en.json',
        '{"n_one": "one paper", "n_other": "{{count}} papers", "home": {"a": "A"}}',
      ],
      ['kiosk/tablet/texts.uk.json', '{"n_one": "{{count}} аркуш", "n_few": "{{number}} аркуші"}'],
    ],
    count: 4,
  },
  {
    title: 'no text is unused',
    law: textsAreUsed,
    broken: [
      [
        'kiosk/task/texts.de.json',
        '{"a": "A", "b": "B", "state": {"x": "X"}, "n_one": "1", "n_other": "2"}',
      ],
      ['kiosk/task/Task.tsx', "t('task.a'); t(`state.${x}`); t('n', { count: 2 });"],
    ],
    count: 1,
  },
  {
    title: 'paths, links and commands of the guides exist',
    law: guidesNameWhatExists,
    broken: [
      ['docs/a.md', 'See `server/main.ts`, `server/gone.ts` and [the rules](rules.md).'],
      ['README.md', '[Gone](docs/gone.md), `npm run gone`, `/nowhere`, `shared/*.schema.ts`'],
    ],
    count: 3,
  },
  {
    title: 'the rules name files and functions that exist',
    law: rulesNameCode,
    broken: [
      [
        'docs/rules.md',
        [
          '| V4 | `is`, `gone.ts` | `shared/desk/master-data.ts` `isBirthRecent`, `master-fields.ts` |',
          '| V5 | asks | `shared/desk/gone.ts`, `shared/desk/master-data.ts` `isBirthGone`, `gone.ts` |',
          '| V6 | asks | `server/desk/` `isBirthDate` |',
        ].join('\n'),
      ],
    ],
    count: 4,
  },
  {
    title: 'the glossary names code that exists',
    law: glossaryNamesCode,
    broken: [
      ['docs/glossary.md', '| word | code |\n|---|---|\n| a | Here, login step, Gone |'],
      ['shared/a.ts', 'export type Here = 1;'],
      ['shared/a.test.ts', 'const Gone = 1;'],
    ],
    count: 1,
  },
  {
    title: 'every component of a ui room has a sample in the gallery',
    law: componentsHaveSamples,
    broken: [
      ['kiosk/ui/Shown.tsx', 'export function Shown() {}\nexport const ICONS = {};'],
      ['practice/ui/Hidden.tsx', 'export function Hidden() {}'],
      ['tests/gallery/a.samples.tsx', 'const a = <Shown />;'],
    ],
    count: 1,
  },
  {
    title: 'comments, test titles and pages use plain words',
    law: proseIsPlain,
    broken: [
      ['shared/a.ts', "// Read by whoever asks.\nexport const a = 'whoever';\n"],
      ['shared/a.test.ts', "it('closes by itself', () => {});\n"],
      ['docs/a.md', 'It begins afresh.'],
      ['docs/b.md', 'The patient is told that `somebody` signed.'],
      ['docs/rules.md', 'The patient is told whoever signs.'],
    ],
    count: 5,
  },
  {
    title: 'the screens of the practice use one word per thing',
    law: screensUseOneWord,
    broken: [
      ['practice/a/texts.de.json', '{"a": "Papiere im PVS", "b": "Papier, UPT-Sitzungen"}'],
      ['practice/a/texts.en.json', '{"a": "Shipped texts", "b": "UPT sessions"}'],
      ['kiosk/a/texts.de.json', '{"a": "Formular"}'],
      ['shared/operations/audit.ts', "export const a = ['Formular', 'Master data'];"],
    ],
    count: 5,
  },
  {
    title: 'a day in ms is DAY_MS of shared/base/day-math.ts, never a literal',
    law: laws.dayHasOneName,
    broken: [
      ['server/a.ts', 'const KEEP_MS = 86_400_000;'],
      ['kiosk/a.ts', 'const KEEP_MS = 86400000;'],
      ['practice/a.tsx', 'const KEEP_MS = 24 * 60 * 60 * 1000;'],
      ['shared/a.ts', 'const KEEP_MS = 7 * 24 * 3_600_000;'],
      ['server/a.test.ts', 'const KEEP_MS = 86_400_000;'],
      ['shared/base/day-math.ts', 'const DAY_MS = 86_400_000;'],
    ],
    count: 4,
  },
  {
    title: 'the glossary names every mount and only existing paths',
    law: (files) => glossaryHolds(files).filter((sentence) => !sentence.includes('no word for')),
    broken: [
      [
        'docs/glossary.md',
        '| word | code | path | folder | German text | English text | meaning |\n|---|---|---|---|---|---|---|\n| a | a | /nowhere | server/nowhere | a | a | a |\n| t | t | /auth/login | tests | a | a | a |',
      ],
    ],
    count: 2,
  },
];
