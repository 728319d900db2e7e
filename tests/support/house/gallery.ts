/** The law of the gallery: every component of a `ui` room has a sample. */
import type { Law } from './laws.ts';

const UI = /^(?:kiosk|practice)\/ui\/.*\.tsx$/;
const BESIDE = /\.(?:test|fixture)\.tsx$/;
const COMPONENT =
  /^export (?:default )?(?:function|class|const) ([A-Z][A-Za-z]*[a-z][A-Za-z]*)\b/gm;

/** Returns the exported components of the `ui` rooms that no sample of `tests/gallery` draws. */
export const componentsHaveSamples: Law = (files) => {
  const samples = files
    .filter(({ path }) => /^tests\/gallery\/.*\.samples\.tsx$/.test(path))
    .map(({ text }) => text)
    .join('\n');
  return files
    .filter(({ path }) => UI.test(path) && !BESIDE.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(COMPONENT)]
        .map(([, name = '']) => name)
        .filter((name) => !new RegExp(`<${name}[\\s/>]`).test(samples))
        .map((name) => `${path}: ${name} has no sample in tests/gallery`),
    );
};
