import type { IncomingMessage, ServerResponse } from 'node:http';
import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { busFailure, eventBridgeClient } from '#libs/aws-clients';
import { listenOnLoopback, type LoopbackServer } from '#libs/program';
import { EVENT_PATTERN, mailEvent, type BusEvent, type MailerOptions } from './mailer.js';

export interface HostOptions extends MailerOptions {
  eventBridgeEndpoint: string;
  eventBus: string;
  onNotice: (line: string) => void;
}

/** The mailer in a separate process: a target of the local bus. */
export async function startInvitationMailer(options: HostOptions): Promise<LoopbackServer> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    readEvent(request)
      .then((event) => mailEvent(options, event))
      .then(
        () => response.writeHead(200).end(),
        (error: unknown) => {
          options.onNotice(`an email could not be sent and will be retried: ${String(error)}`);
          response.writeHead(503).end();
        },
      );
  };
  const server = await listenOnLoopback({ port: 0 }, answer);
  await subscribe(options, `${server.url}/events`);
  return server;
}

async function readEvent(request: IncomingMessage): Promise<BusEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as BusEvent;
}

async function subscribe({ eventBridgeEndpoint, eventBus }: HostOptions, target: string): Promise<void> {
  const client = eventBridgeClient({ endpoint: eventBridgeEndpoint });
  try {
    // Not renamed with the program: a bus keeps its rules, and would go on sending to the old one.
    const rule = { EventBusName: eventBus, Name: 'invitation-mailer' };
    await client.send(new PutRuleCommand({ ...rule, EventPattern: JSON.stringify(EVENT_PATTERN) }));
    await client.send(
      new PutTargetsCommand({
        EventBusName: eventBus,
        Rule: rule.Name,
        Targets: [{ Id: 'invitation-mailer', Arn: target }],
      }),
    );
  } catch (error) {
    throw busFailure(eventBridgeEndpoint, eventBus, error);
  } finally {
    client.destroy();
  }
}
