import type { EventData, EventType } from './event-data.js';

/** The part of JSON Schema 2020-12 the contracts use. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  /** Left out on purpose everywhere: subscribers must accept properties they do not know. */
  additionalProperties?: boolean;
}

export interface Contract<Type extends EventType> {
  version: number;
  /** One sentence for subscribers: what has happened. */
  summary: string;
  properties: { [Name in keyof EventData[Type]]-?: JsonSchema };
  /** Those that are not always there. */
  optional?: readonly (keyof EventData[Type])[];
}

export const id = (prefix: string, what: string): JsonSchema => ({
  type: 'string',
  pattern: `^${prefix}_`,
  description: `The id of the ${what}.`,
});
