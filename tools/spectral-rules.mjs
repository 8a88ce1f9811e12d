import rulesets from '@stoplight/spectral-rulesets';

export const spectralRules = {
  extends: [[rulesets.oas, 'recommended']],
  rules: {
    // It knows the rule of OpenAPI 3.0, where only OAuth 2 has scopes. In 3.1 the list behind any other scheme names the roles
    // that a caller needs: here, the scopes of API keys. https://spec.openapis.org/oas/v3.1.0#security-requirement-object
    'oas3-operation-security-defined': 'off',
  },
};
