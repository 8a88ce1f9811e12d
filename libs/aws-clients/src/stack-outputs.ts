import { kmsClient } from './clients/kms.js';
import { requestSigner } from './request-signer.js';

const ANSWER_MS = 10_000;

/**
 * The outputs of a CloudFormation stack; undefined if there is no such stack. In CloudFormation's own protocol, for this one call:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html
 */
export async function stackOutputs(stackName: string): Promise<Record<string, string> | undefined> {
  // Only for where it finds region and credentials.
  const { config } = kmsClient();
  const region = await config.region();
  const { AWS_ENDPOINT_URL_CLOUDFORMATION, AWS_ENDPOINT_URL } = process.env;
  const url = new URL(
    AWS_ENDPOINT_URL_CLOUDFORMATION || AWS_ENDPOINT_URL || `https://cloudformation.${region}.amazonaws.com`,
  );
  const body = new URLSearchParams({
    Action: 'DescribeStacks',
    Version: '2010-05-15',
    StackName: stackName,
  }).toString();
  const headers = { host: url.host, 'content-type': 'application/x-www-form-urlencoded' };
  const signer = requestSigner({
    credentials: config.credentials,
    region: config.region,
    service: 'cloudformation',
  });
  const { headers: signed } = await signer.sign({ method: 'POST', path: '/', headers, body });
  const answer = await fetch(url, {
    method: 'POST',
    headers: signed,
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await answer.text();
  if (/<Message>Stack with id .* does not exist<\/Message>/.test(text)) return undefined;
  if (!answer.ok) throw new Error(`CloudFormation does not say what ${stackName} is: ${messageIn(text)}`);
  return Object.fromEntries(
    Array.from(text.matchAll(/<member>(?:(?!<member>)[^])*?<OutputKey>[^]*?<\/member>/g), ([output]) => [
      valueOf(output, 'OutputKey'),
      valueOf(output, 'OutputValue'),
    ]),
  );
}

function messageIn(text: string): string {
  return valueOf(text, 'Message') || text.slice(0, 200);
}

function valueOf(xml: string, name: string): string {
  const [, value = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
