export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  examples?: readonly unknown[];
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string } | { value: unknown }>;
}

export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
}
