/** What a program was told about where its table is. */
export interface TablePlace {
  /** Absent where another service is spoken to. */
  table?: string;
  /** What is spoken to, as people call it: DynamoDB without it. */
  service?: string;
  /** Of a setting of ours; the SDK's own are looked up in the environment. */
  endpoint?: string | undefined;
  /** Where a person named one. */
  region?: string | undefined;
}

interface Failure {
  name?: string;
  code?: string;
  message?: string;
  cause?: unknown;
  errors?: unknown[];
}

const NEW_CREDENTIALS = 'log in again (aws sso login) or set new AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

const REFUSALS =
  /^(ExpiredToken(Exception)?|UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException|CredentialsProviderError|AccessDenied(Exception)?|ResourceNotFoundException)$/;

/** By the name of the error or the code of a socket: what is wrong, and what to do. */
const EXPLANATIONS: [RegExp, (failure: Failure, place: TablePlace) => string | undefined][] = [
  [
    /^(ExpiredToken|ExpiredTokenException|RequestExpired)$/,
    () => `The AWS credentials${ofProfile()} have expired: ${NEW_CREDENTIALS} and AWS_SESSION_TOKEN.`,
  ],
  [
    /^(UnrecognizedClientException|InvalidClientTokenId|IncompleteSignature|MissingAuthenticationToken(Exception)?)$/,
    (_, place) =>
      `AWS does not know the credentials${ofProfile()} in ${regionOf(place)}: ${NEW_CREDENTIALS}, and see that AWS_SESSION_TOKEN belongs to them.`,
  ],
  [
    /^(InvalidSignatureException|SignatureDoesNotMatch)$/,
    ({ message }, place) =>
      `AWS refuses the signature: ${message} Check AWS_SECRET_ACCESS_KEY, AWS_REGION (${regionOf(place)}) and the clock of this machine.`,
  ],
  [
    /^(CredentialsProviderError|TokenProviderError)$/,
    ({ message }) =>
      `There are no AWS credentials${ofProfile()}: ${message} Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run where a role gives them.`,
  ],
  [
    /^AccessDenied(Exception)?$/,
    ({ message }) =>
      `AWS denies it: ${message} Allow it in the policy of the role whose credentials are used.`,
  ],
  [
    /^(ResourceNotFoundException|TableNotFoundException)$/,
    (_, place) =>
      place.table === undefined
        ? undefined
        : place.endpoint
          ? `There is no table "${place.table}" at ${place.endpoint}: check ROLLBOOK_TABLE and ROLLBOOK_DYNAMODB_ENDPOINT; npm start makes its own.`
          : `There is no table "${place.table}" in ${regionOf(place)}: check ROLLBOOK_TABLE and AWS_REGION, and that it is deployed there.`,
  ],
  [
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|TimeoutError|UND_ERR_\w+)$/,
    ({ message }, place) => `${addressOf(place)} does not answer: ${(message ?? '').split('\n')[0]}`,
  ],
];

/**
 * One line for whoever starts a program: what is wrong with its table or with AWS, by which setting, and what to do.
 *
 * @returns undefined when the error is of another kind
 */
export function explainAwsError(error: unknown, place: TablePlace): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const failure = error as Failure;
  if (failure.message === 'Region is missing')
    return 'No AWS region is named: set AWS_REGION, or AWS_PROFILE to a profile that has one.';
  for (const [pattern, explain] of EXPLANATIONS)
    if (pattern.test(failure.code ?? '') || pattern.test(failure.name ?? '')) return explain(failure, place);
  for (const inner of [failure.cause, ...(failure.errors ?? [])]) {
    const explanation = explainAwsError(inner, place);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** What AWS goes on refusing until somebody puts it right. What cannot be reached may come back by itself. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSALS.test(error.name);
}

/**
 * What a program says that cannot start or go on: one line for whoever has to put it right, and where it happened for a
 * defect of ours.
 */
export function startFailure(error: unknown, place: TablePlace): string {
  const explained = explainAwsError(error, place);
  if (explained !== undefined) return explained;
  if (!(error instanceof Error)) return String(error);
  const isDefect = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return isDefect ? (error.stack ?? error.message) : error.message;
}

/** That a bus on this machine cannot be subscribed to, in one line. Without its cause, which would be taken for the table's. */
export function busFailure(endpoint: string, eventBus: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The event bus "${eventBus}" (ROLLBOOK_EVENT_BUS) at ${endpoint} (ROLLBOOK_EVENTBRIDGE_ENDPOINT) cannot be subscribed to: ${reason}`,
  );
}

function regionOf({ region }: TablePlace): string {
  return region || process.env['AWS_REGION'] || "the profile's region";
}

function ofProfile(): string {
  const profile = process.env['AWS_PROFILE'];
  return profile ? ` of the profile ${profile}` : '';
}

function addressOf(place: TablePlace): string {
  if (place.endpoint) return `The engine at ${place.endpoint} (ROLLBOOK_DYNAMODB_ENDPOINT)`;
  for (const name of ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL'])
    if (process.env[name]) return `The service at ${process.env[name]} (${name})`;
  return `${place.service ?? 'DynamoDB'} in ${regionOf(place)} (AWS_REGION)`;
}
