// Replacements for libraries that would only slow down the start.
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Lambda provides credentials in the environment; the code for other sources is larger than the publisher. */
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

/** Files of the SDK that look for things a function does not have, and slow down its first answer. */
const NOT_ON_LAMBDA = {
  // Settings in ~/.aws: on Lambda they come from the environment.
  'loadSharedConfigFiles.js':
    "export { CONFIG_PREFIX_SEPARATOR } from './constants'; export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });",
  // Browser streams: Node loads them on first access. Its HTTP client uses Node's own streams.
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

/** Features that are not used here, replaced by something that throws: they would be part of every start. */
export const unusedFeatures = {
  name: 'unused-features',
  setup({ onResolve, onLoad }) {
    const filter =
      /^(file-type|libphonenumber-js|js-yaml|undici|@fastify\/(ajv-compiler|fast-json-stringify-compiler|static)|@smithy\/undici-http-handler)(\/|$)/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `const unused = () => { throw new Error('${path} is not part of the bundle: see infra/bundles.'); };
module.exports = new Proxy(() => unused, { get: (_, name) => (name === '__esModule' ? undefined : unused) });`,
    }));
  },
};

/** Of 2,500 media types `@fastify/compress` asks whether they are worth compressing, and nothing else. */
export const compressibleTypesOnly = {
  name: 'compressible-types-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8')));
      const kept = types.flatMap(([type, { compressible }]) =>
        compressible ? [[type, { compressible }]] : [],
      );
      return { contents: JSON.stringify(Object.fromEntries(kept)), loader: 'json' };
    });
  },
};

/** Decorators that only affect the OpenAPI document, which was created from the same sources before the bundle. */
const DOCUMENTATION = [
  'ApiAcceptedResponse',
  'ApiBody',
  'ApiConsumes',
  'ApiCreatedResponse',
  'ApiExcludeController',
  'ApiExtraModels',
  'ApiHeader',
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

/** What Nest uses of libraries that it loads whole, with `import()`. With these names the rest can be left out. */
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
