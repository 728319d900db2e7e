// Routes below a practice's /sms: the owner's configuration of the SMS gateway, and a test message.

import {
  dropSmsGatewaySchema,
  saveSmsGatewaySchema,
  smsGatewaySchema,
  smsTriedSchema,
  trySmsSchema,
} from '../../../shared/accounts/sms.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { dropGateway, readGateway, writeGateway, type SmsDeps } from './gateway.ts';
import { sendSms } from './send.ts';

export const smsRoutes = (deps: SmsDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/gateway',
      policy: 'sms.write',
      summary: 'The gateway for text messages, without its secret',
      answer: smsGatewaySchema,
    },
    (_input, context) => readGateway(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/gateway',
      policy: 'sms.write',
      summary: 'Set the gateway for text messages up',
      body: saveSmsGatewaySchema,
      answer: smsGatewaySchema,
      errors: ['conflict'],
    },
    ({ body }, context) => writeGateway(deps, context, body),
  ),
  route(
    {
      method: 'post',
      path: '/gateway/drop',
      policy: 'sms.write',
      summary: 'Send no text messages any more',
      body: dropSmsGatewaySchema,
      answerType: 'none',
      errors: ['conflict'],
    },
    async ({ body }, context) => {
      await dropGateway(context, body.version);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/try',
      policy: 'sms.write',
      summary: 'Send one message to try the gateway',
      body: trySmsSchema,
      answer: smsTriedSchema,
    },
    async ({ body }, context) =>
      sendSms(deps, context.cid, {
        to: body.to,
        purpose: 'test',
        text: `${await deps.praxisName(context.look())}: Das ist eine Probe. / This is a test.`,
      }),
  ),
];
