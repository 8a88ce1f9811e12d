import type { Fields } from '../values/field-rule.js';
import { membershipReasonRule, textRule } from '../values/name.js';

const NOTE_MAX_LENGTH = 500;

/** What the decider has to say. */
export const decisionNoteRule = textRule('note', NOTE_MAX_LENGTH);

/** The requested terms are parsed with the rules of the service group. */
export const accessRequestFields = {
  serviceGroupId: { type: 'string' },
  expiresAt: { type: 'string', optional: true },
  reason: { ...membershipReasonRule, optional: true },
} as const satisfies Fields;
