// What a bundle holds in place of a library, where all of it would only make the start longer.
import { basename, dirname } from 'node:path';

/** Lambda gives credentials in the environment; the other ways to find some are larger than the publisher. */
export const environmentCredentialsOnly = {
  name: 'environment-credentials-only',
  setup({ onResolve, onLoad }) {
    const filter =
      /^@aws-sdk\/(credential-provider-(ini|sso|process|web-identity|http|login)|token-providers|nested-clients)/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'no-credentials' }));
    onLoad({ filter: /.*/, namespace: 'no-credentials' }, () => ({
      contents: `const none = () => async () => { throw new Error('On Lambda, credentials come from the environment only.'); };
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : none) });`,
    }));
  },
};

/** Files of the SDK that look for what a function does not have, and take a part of its first answer for it. */
const NOT_ON_LAMBDA = {
  // Settings in ~/.aws: they come from the environment.
  'loadSharedConfigFiles.js':
    "export { CONFIG_PREFIX_SEPARATOR } from './constants'; export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });",
  // Streams of browsers: Node loads what they are as soon as someone asks. Its HTTP client gives its own streams.
  'stream-type-check.js': 'export const isReadableStream = () => false; export const isBlob = () => false;',
};
export const nothingOfElsewhere = {
  name: 'nothing-of-elsewhere',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]@smithy[\\/]core[\\/].*(loadSharedConfigFiles|stream-type-check)\.js$/ },
      ({ path }) => ({
        contents: NOT_ON_LAMBDA[basename(path)],
        resolveDir: dirname(path),
      }),
    );
  },
};

/**
 * What libraries bring for features that nothing here uses, and that says so should anything come to use it: phone numbers
 * of class-validator, YAML of the OpenAPI document, Fastify's compilers of route schemas, which take part in a start, and the
 * HTTP client for many calls at once, which the API's function leaves off.
 */
export const unusedFeatures = {
  name: 'unused-features',
  setup({ onResolve, onLoad }) {
    const filter =
      /^(libphonenumber-js|js-yaml|undici|@fastify\/(ajv-compiler|fast-json-stringify-compiler)|@smithy\/undici-http-handler)(\/|$)/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `const unused = () => { throw new Error('${path} is not part of the bundle: see infra/bundles.'); };
module.exports = new Proxy(() => unused, { get: (_, name) => (name === '__esModule' ? undefined : unused) });`,
    }));
  },
};

/** Decorators that speak to the OpenAPI document only: it is made before the bundle is, of the same sources. */
const DOCUMENTATION = [
  'ApiAcceptedResponse',
  'ApiBody',
  'ApiConsumes',
  'ApiCreatedResponse',
  'ApiExcludeController',
  'ApiNoContentResponse',
  'ApiOkResponse',
  'ApiOperation',
  'ApiParam',
  'ApiProperty',
  'ApiQuery',
  'ApiResponse',
  'ApiTags',
];
export const documentationOnly = {
  name: 'documentation-only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@nestjs\/swagger$/ }, ({ path }) => ({ path, namespace: 'documentation' }));
    onLoad({ filter: /.*/, namespace: 'documentation' }, () => ({
      contents: `const none = () => () => {};\n${DOCUMENTATION.map((name) => `export const ${name} = none;`).join('\n')}`,
    }));
  },
};

/** What Nest takes of libraries that it loads whole, by `import()`. Named here, the rest of them can be left out. */
const PARTS = {
  'class-validator': ['getMetadataStorage', 'validate'],
  'class-transformer': ['classToPlain', 'plainToInstance'],
};
export const parts = {
  name: 'parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^class-(validator|transformer)$/ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace: 'parts', pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'parts' }, ({ path, pluginData: resolveDir }) => ({
      contents: `export { ${PARTS[path].join(', ')} } from '${path}';`,
      resolveDir,
    }));
  },
};
