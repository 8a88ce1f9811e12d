import type { Fields } from '../values/field-rule.js';
import { titleRule } from '../values/name.js';
import { PLATFORM_SCOPES } from '../permissions/scopes.js';

/** Which of the scopes are allowed depends on whose key it is. */
export const apiKeyFields = {
  name: titleRule,
  scopes: { type: 'list', most: 30, values: PLATFORM_SCOPES },
  expiresAt: { type: 'string', optional: true },
} as const satisfies Fields;
