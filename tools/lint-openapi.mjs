// `npm run lint:openapi`: holds the OpenAPI document to Redocly's recommended rules, and some of ours. Fails on any
// finding.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { printedDocument } from './openapi-document.mjs';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
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
const findings = await lintFromString({ source: printedDocument(), absoluteRef: 'openapi.json', config });
for (const { severity, ruleId, message, location } of findings)
  console.error(`${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`);
console.log(`${findings.length} findings in the OpenAPI document.`);
if (findings.length > 0) process.exitCode = 1;
