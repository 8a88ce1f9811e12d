// `npm run lint:openapi`: holds the OpenAPI document to Redocly's recommended rules and some of ours, and to Spectral's
// recommended rules. Fails on any finding, warnings included.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import { spectralRules } from './spectral-rules.mjs';
import { printedDocument } from './openapi-document.mjs';

const source = printedDocument();

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    // Signing in answers with redirects only: `operation-success-response` of Spectral counts them as success.
    'operation-2xx-response': 'off',
    'operation-description': 'off',
    'operation-tag-defined': 'error',
    'operation-parameters-unique': 'error',
    'path-parameters-defined': 'error',
    'no-ambiguous-paths': 'error',
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-unused-components': 'error',
    'tags-alphabetical': 'off',
    'tag-description': 'error',
    'security-defined': 'error',
    'no-required-schema-properties-undefined': 'error',
  },
});
const findings = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { severity, ruleId, message, location } of findings)
  console.error(`${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`);
const spectral = new spectralCore.Spectral();
spectral.setRuleset(spectralRules);
const warnings = await spectral.run(new spectralCore.Document(source, spectralParsers.Json, 'openapi.json'));
for (const { code, message, path } of warnings)
  console.error(`spectral ${code}: ${message} at ${path.join('/')}`);
const count = findings.length + warnings.length;
console.log(`${count} findings in the OpenAPI document.`);
if (count > 0) process.exitCode = 1;
