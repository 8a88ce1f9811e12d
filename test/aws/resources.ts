import { CreateEventBusCommand, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { CreateKeyCommand } from '@aws-sdk/client-kms';
import { CreateEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { dynamoDBClient, eventBridgeClient, kmsClient, sesClient } from '#libs/aws-clients';
import { ensureTable } from '#libs/directory';

export interface Resources {
  table: string;
  eventBus: string;
  keyArn: string;
  mailFrom: string;
  /** Events as EventBridge delivers them to the rule's queue. */
  receive(): Promise<BusEvent[]>;
  close(): void;
}

/** An event as EventBridge delivers it. */
export interface BusEvent {
  source: string;
  'detail-type': string;
  detail: { id: string; type: string };
}

/** Makes what the stacks of `infra` would: a table, a bus, a key, an identity that sends mail, and a subscriber's queue. */
export async function makeResources(name: string): Promise<Resources> {
  const [dynamodb, events, kms, ses] = [dynamoDBClient(), eventBridgeClient(), kmsClient(), sesClient()];
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const mailFrom = 'hello@acme.example';
  try {
    await ensureTable(dynamodb, name);
    await events.send(new CreateEventBusCommand({ Name: name }));
    const { KeyMetadata } = await kms.send(new CreateKeyCommand({ Description: name }));
    await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: mailFrom }));
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    const rule = { EventBusName: name, Name: 'everything' };
    await events.send(
      new PutRuleCommand({ ...rule, EventPattern: JSON.stringify({ source: ['rollbook'] }) }),
    );
    const Targets = [{ Id: 'queue', Arn: Attributes?.['QueueArn'] ?? '' }];
    await events.send(new PutTargetsCommand({ EventBusName: name, Rule: rule.Name, Targets }));
    return {
      table: name,
      eventBus: name,
      keyArn: KeyMetadata?.Arn ?? '',
      mailFrom,
      receive: () => receiveFrom(sqs, QueueUrl ?? ''),
      close: () => sqs.destroy(),
    };
  } finally {
    for (const client of [dynamodb, events, kms, ses]) client.destroy();
  }
}

async function receiveFrom(sqs: SQSClient, QueueUrl: string): Promise<BusEvent[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  for (const { ReceiptHandle } of Messages)
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  return Messages.map(({ Body = '' }) => JSON.parse(Body) as BusEvent);
}
