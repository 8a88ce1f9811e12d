import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SignatureV4 } from '@smithy/signature-v4';
import { ASSET_HEADERS, PAGE_HEADERS, PAGE_PATHS, PAGE_TYPE } from '#libs/pages';
import { buildApp } from '../../infra/src/checked-app.js';
import { small } from '../../infra/test-support/settings.js';
import type { Resource } from '../../infra/test-support/synthesize.js';
import { Sha256 } from './signatures.js';
import type { OriginAnswer } from '../support/browser/distribution.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The default deployment's pages, in a bucket of moto's S3. */
export interface UploadedPages {
  /** The API's stack, with the distribution. */
  template: Record<string, Resource>;
  /** As the distribution asks the bucket. */
  object(request: { path: string }): Promise<OriginAnswer>;
}

const BUCKET = 'rollbook-pages';

/** Synthesizes the default deployment as `npm run deploy` does, and uploads its pages with the function that it would create for that. */
export async function uploadPages(python: string, endpoint: string, folder: string): Promise<UploadedPages> {
  const outdir = join(folder, 'cdk.out');
  const bundles = join(root, 'dist', 'bundles');
  (await buildApp({ name: 'dev', environment: small, bundles, root, outdir })).synth();
  const read = async (file: string) => JSON.parse(await readFile(join(outdir, file), 'utf8')) as never;
  const { Resources: template } = (await read('rollbook-dev-api.template.json')) as {
    Resources: Record<string, Resource>;
  };
  const { files } = (await read('rollbook-dev-api.assets.json')) as {
    files: Record<string, { source: { path: string } }>;
  };
  const assetOf = (key: string) => join(outdir, files[key.split('.')[0] ?? '']?.source.path ?? '');
  const uploads = Object.entries(template).filter(([, { Type }]) => Type === 'Custom::CDKBucketDeployment');
  const [uploader] = Object.values(template).filter(({ Properties }) => /^python/.test(Properties?.Runtime));
  const answers = await startAnswers();
  const [[, first] = []] = uploads;
  const { SourceBucketNames, SourceObjectKeys } = first?.Properties;
  await run(python, endpoint, {
    asset: assetOf(SourceObjectKeys[0]),
    bucket: SourceBucketNames[0],
    key: SourceObjectKeys[0],
    pages: BUCKET,
    handler: assetOf(uploader?.Properties.Code.S3Key),
    layer: assetOf(template[uploader?.Properties.Layers[0].Ref]?.Properties.Content.S3Key),
    events: uploads.map(([id, { Properties }]) => ({
      RequestType: 'Create',
      StackId: 'of the check',
      RequestId: id,
      LogicalResourceId: id,
      ResponseURL: answers.url,
      ResourceProperties: { ...asTexts(Properties), DestinationBucketName: BUCKET },
    })),
  });
  await answers.stop();
  assert.deepEqual(
    answers.given,
    uploads.map(() => 'SUCCESS'),
  );
  assert.equal((await fetch(`${endpoint}/${BUCKET}/index.html`)).status, 403, 'Anybody may read the bucket');
  return {
    template,
    async object({ path }) {
      const answer = await signedGet(endpoint, `/${BUCKET}${path}`);
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
      return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}

/** As origin access control does it: nobody else may read the bucket. */
async function signedGet(endpoint: string, path: string): Promise<Response> {
  const { hostname, host } = new URL(endpoint);
  const credentials = { accessKeyId: 'of-the-check', secretAccessKey: 'of-the-check' };
  const signer = new SignatureV4({
    service: 's3',
    region: small.region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
  });
  const { headers } = await signer.sign({
    method: 'GET',
    protocol: 'http:',
    hostname,
    path,
    headers: { host },
  });
  return fetch(`${endpoint}${path}`, { headers });
}

/** CloudFormation passes properties of a custom resource on as text. */
function asTexts(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}

/** What CloudFormation hears of a custom resource. */
async function startAnswers() {
  const given: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      given.push((JSON.parse(body) as { Status: string }).Status);
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, given, stop: () => new Promise((resolve) => server.close(resolve)) };
}

function run(python: string, endpoint: string, input: object): Promise<void> {
  const program = fileURLToPath(new URL('upload.py', import.meta.url));
  const env = {
    PATH: process.env['PATH'],
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: small.region,
    AWS_DEFAULT_REGION: small.region,
    AWS_ACCESS_KEY_ID: 'of-the-check',
    AWS_SECRET_ACCESS_KEY: 'of-the-check',
  };
  return new Promise((resolve, reject) => {
    const child = execFile(python, [program], { env }, (error, _stdout, stderr) =>
      error ? reject(new Error(`The pages were not uploaded: ${stderr}`)) : resolve(),
    );
    child.stdin?.end(JSON.stringify(input));
  });
}

/** What a person's browser gets, from the first page to the last file that it names. */
export async function seePages(url: string): Promise<void> {
  const pages = await Promise.all(
    PAGE_PATHS.map(async (path) => {
      const answer = await fetch(`${url}${path.replace('*', 'acct_1/users')}`);
      assert.equal(answer.status, 200, `${path} is no page`);
      assertHeaders(answer, { ...PAGE_HEADERS, 'content-type': PAGE_TYPE });
      return answer.text();
    }),
  );
  assert.equal(new Set(pages).size, 1, 'The pages differ');
  const files = [...(pages[0] ?? '').matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  assert.ok(files.length > 2, 'The page names no files');
  for (const file of files) {
    const answer = await fetch(`${url}${file}`);
    assert.equal(answer.status, 200, `${file} is not there`);
    assertHeaders(answer, ASSET_HEADERS);
    assert.match(answer.headers.get('content-type') ?? '', /javascript|css|svg|woff2/);
  }
  for (const absent of [
    '/assets/index-gone.js',
    '/assets/third-party.md',
    '/third-party.md',
    '/.source-stamp',
  ])
    assert.equal((await fetch(`${url}${absent}`)).status, 404, `${absent} is there`);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string };
  assert.match(document.openapi, /^3\./);
}

function assertHeaders({ url, headers }: Response, expected: Record<string, string>): void {
  for (const [name, value] of Object.entries(expected))
    assert.equal(headers.get(name), value, `${name} of ${url}`);
}
