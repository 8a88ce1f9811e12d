import { dynamoDBClient } from '#libs/aws-clients';
import { explain } from '../settings/explain.js';
import { findOrLoadDemo } from './demo.js';
import { openKnownKeys } from './known-keys.js';
import type { Answer, OpenedTable, Question } from './setup.js';
import { createTable } from './table.js';

type TableQuestion = Extract<Question, { openTable: unknown }>['openTable'];

async function openTable({ configuration, options, endpoint }: TableQuestion): Promise<OpenedTable> {
  const client = dynamoDBClient({ endpoint });
  try {
    await createTable(client, configuration.tableName, endpoint);
    const { cursorSecret, issuer } = await openKnownKeys(client, configuration, options);
    const operatorToken = await issuer.signOperatorToken();
    const { issuer: name, audience, jwksUrl } = issuer;
    return { cursorSecret, operatorToken, issuer: name, audience, jwksUrl: jwksUrl.href };
  } finally {
    client.destroy();
  }
}

async function answerTo(question: Question): Promise<Answer> {
  try {
    const result =
      'openTable' in question
        ? await openTable(question.openTable)
        : await findOrLoadDemo(question.findDemo.apiUrl, question.findDemo.token);
    return { result };
  } catch (error) {
    return { refused: explain(error) };
  }
}

process.on('message', (question: Question) => {
  void answerTo(question).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
