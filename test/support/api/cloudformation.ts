import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StacksOfTest {
  /** For `AWS_ENDPOINT_URL_CLOUDFORMATION`. */
  url: string;
  stop(): Promise<unknown>;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Describes stacks in CloudFormation's protocol: its answers are those that moto and AWS give. */
export async function startCloudFormation(
  stacks: Readonly<Record<string, Record<string, string>>>,
): Promise<StacksOfTest> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const asked = new URLSearchParams(body);
      const name = asked.get('StackName') ?? '';
      const isSigned = /\/cloudformation\/aws4_request, /.test(request.headers.authorization ?? '');
      const outputs = stacks[name];
      response.writeHead(outputs && isSigned ? 200 : 400, { 'content-type': 'text/xml' });
      if (!isSigned || asked.get('Action') !== 'DescribeStacks') return response.end(errorOf('Not signed'));
      return response.end(outputs ? described(outputs) : errorOf(`Stack with id ${name} does not exist`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function errorOf(message: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`;
}

function described(outputs: Record<string, string>): string {
  const members = Object.entries(outputs).map(
    ([name, value]) =>
      `<member>\n<Description>of ${name}</Description><OutputKey>${name}</OutputKey>\n<OutputValue>${escaped(value)}</OutputValue></member>`,
  );
  const tags = '<Tags><member><Key>application</Key><Value>rollbook</Value></member></Tags>';
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${tags}<Outputs>${members.join('\n')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
