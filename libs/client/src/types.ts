import type { Requiring } from './requirements.js';
import type { components, paths } from './schema.js';
import type { UploadBody } from './upload.js';

/** The inputs and outputs of the client's methods, derived from the generated types. */

export type Schemas = components['schemas'];
export type DryRun = Schemas['DryRun'];
/** An API from before 0.3 does not say up to when its feed is complete. */
export type FeedPage = Omit<Schemas['Changes'], Freshness> &
  Partial<Pick<Schemas['Changes'], Freshness>> &
  Requiring;
type Freshness = 'completeTo' | 'readAt';
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export type PathOf<M extends Method> = {
  [P in keyof paths]: M extends keyof paths[P] ? P : never;
}[keyof paths];

type Member<Owner, Name extends string> = Name extends keyof Owner ? NonNullable<Owner[Name]> : never;
type OperationAt<P extends keyof paths, M extends Method> = Member<paths[P], M>;
type ParametersOf<Operation> = Member<Operation, 'parameters'>;
type QueryOf<Operation> = Member<ParametersOf<Operation>, 'query'>;
type PathValuesOf<Operation> = Member<ParametersOf<Operation>, 'path'>;
type HeadersOf<Operation> = Member<ParametersOf<Operation>, 'header'>;
type ContentOf<Message> = Member<Message, 'content'>;
type BodyContentOf<Operation> = ContentOf<Member<Operation, 'requestBody'>>;
type JsonIn<Content> = Exclude<keyof Content & `${string}json`, `${string}ndjson`>;
/** JSON, or a text of another format; undefined where the answer may have no body. */
type AnswersOf<Operation> = AnswerIn<Member<Operation, 'responses'>>;
type AnswerIn<Responses> = {
  [Status in keyof Responses]: Status extends 204
    ? undefined
    : ContentOf<Responses[Status]>[keyof ContentOf<Responses[Status]>];
}[keyof Responses];

/** The answer to a request; undefined if it has no body. */
export type AnswerTo<P extends PathOf<M>, M extends Method> = [
  Exclude<AnswersOf<OperationAt<P, M>>, DryRun>,
] extends [never]
  ? undefined
  : Exclude<AnswersOf<OperationAt<P, M>>, DryRun>;

/** Omits what a route does not have, and requires what it must have. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : { [N in Name]: Value };
type OptionalPart<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : { [N in Name]?: Value };

export interface CallOptions {
  /** When it is aborted, the call rejects with its reason, also between two attempts. */
  signal?: AbortSignal;
  /** How long one attempt may take, instead of the client's. */
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  /** `Rollbook-Position` of the answer to a write: a list, a search or a check is at least as new, or fails with `position_not_reached`. */
  atLeast?: string;
}

/** Where the document does not require it. */
type MayLackBody<Operation> = Operation extends { requestBody: unknown } ? false : true;

/** An object is JSON; anything else is an upload, which declares its content type. */
type BodyPart<Content, MayLack = false> = [Content] extends [never]
  ? { body?: undefined; contentType?: undefined }
  : [JsonIn<Content>] extends [never]
    ? { body: UploadBody; contentType: keyof Content & string }
    : MayLack extends true
      ? { body?: Content[JsonIn<Content>]; contentType?: undefined }
      : { body: Content[JsonIn<Content>]; contentType?: undefined };

type WriteOptions<Operation> = (HasHeader<Operation, 'If-Match'> extends true
  ? {
      /** The version that was seen: it fails with 412 when there is another by now. `*` is any. */
      ifMatch?: number | '*';
    }
  : { ifMatch?: undefined }) &
  (HasHeader<Operation, 'Idempotency-Key'> extends true
    ? {
        /** Random by default, so that a repetition is safe. A PUT has none by default: it would cost two write units. */
        idempotencyKey?: string;
      }
    : { idempotencyKey?: undefined });

type HasHeader<Operation, Name extends string> = [HeadersOf<Operation>] extends [never]
  ? false
  : Name extends keyof HeadersOf<Operation>
    ? true
    : false;

/** `dryRun` is a method of the client if the answer contains events. */
type OwnQueryOf<Operation> =
  DryRun extends AnswersOf<Operation> ? Omit<QueryOf<Operation>, 'dryRun'> : QueryOf<Operation>;

export type RequestTo<P extends PathOf<M>, M extends Method> = CallOptions &
  Part<'path', PathValuesOf<OperationAt<P, M>>> &
  OptionalPart<'query', OwnQueryOf<OperationAt<P, M>>> &
  BodyPart<BodyContentOf<OperationAt<P, M>>, MayLackBody<OperationAt<P, M>>> &
  WriteOptions<OperationAt<P, M>>;

/** The request is optional if a route needs nothing. */
export type RequestArguments<P extends PathOf<M>, M extends Method> =
  Record<never, never> extends RequestTo<P, M> ? [request?: RequestTo<P, M>] : [request: RequestTo<P, M>];

/** Answers that are not JSON, and may be large: exports. */
export type DownloadPath = {
  [P in PathOf<'get'>]: [AnswerTo<P, 'get'>] extends [string] ? P : never;
}[PathOf<'get'>];

export type ListPath = {
  [P in PathOf<'get'>]: AnswerTo<P, 'get'> extends { data: unknown[]; nextCursor: string | null } ? P : never;
}[PathOf<'get'>];

export type EntryOf<P extends ListPath> =
  AnswerTo<P, 'get'> extends { data: (infer Entry)[] } ? Entry : never;
