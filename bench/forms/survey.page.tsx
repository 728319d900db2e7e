/**
 * Mounts SurveyJS as its React guide describes; `typing` in the URL makes each keystroke update the
 * answers, as ours does.
 */
import 'survey-core/survey-core.fontless.min.css';
import { createRoot } from 'react-dom/client';
import 'survey-core/i18n/german';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';

async function start(): Promise<void> {
  const json = (await (
    await fetch(`${location.pathname.split('/').slice(0, -1).join('/')}/survey.json`)
  ).json()) as object;
  const survey = new Model(json);
  if (location.hash === '#typing') survey.textUpdateMode = 'onTyping';
  createRoot(document.body).render(<Survey model={survey} />);
}

void start();
