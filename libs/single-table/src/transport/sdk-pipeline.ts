// The parts of the SDK's middleware contract that are used here: its own types are specific to each command.

export interface HandlerArguments {
  input: Record<string, unknown>;
}

export interface Response {
  statusCode: number;
  body: unknown;
}

export interface Result {
  response?: Response;
  output: Record<string, unknown> & { $metadata?: { attempts?: number } };
}

export type Handler = (args: HandlerArguments) => Promise<Result>;

/** One for all calls of a pipeline: it holds what they have in common. */
export type Context = Record<string, unknown>;

export type Middleware = (next: (args: unknown) => Promise<Result>, context: Context) => Handler;

export interface Stack {
  clone(): Stack;
  remove(name: string): boolean;
  add(middleware: Middleware, options: { name: string; step: string; override: boolean }): void;
  addRelativeTo(
    middleware: Middleware,
    options: { name: string; relation: 'before'; toMiddleware: string },
  ): void;
}

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  clone(): Request;
}

export interface Identity {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Of one call. The last three are what the SDK's signer notes for the handlers of the answer, which correct its clock. */
export interface SigningProperties {
  config?: { systemClockOffset?: number };
  context?: Context;
  _disableClockSkewCorrection?: boolean;
  _preRequestSystemClockOffset?: number;
  _requestSentAt?: number;
}

export interface Signer {
  sign(request: Request, identity: Identity, properties: SigningProperties): Promise<Request>;
}

export interface Configuration {
  protocol: {
    serializeRequest(operation: object, input: object, context: object): Promise<Request>;
    deserializeResponse(operation: object, context: object, response: Response): Promise<Result['output']>;
  };
  streamCollector(body: unknown): Promise<Uint8Array>;
}

/** Where the SDK stores internal values in a context. */
export const SMITHY_CONTEXT = '__smithy_context';
